"""The plates of the book, drawn for a reader's own text.

`check_text` says what a text must be. Each plate is learned as the book's was, with the settings that stand
in the page, and drawn by the function of `render` that drew the book's.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from time import monotonic

from ..trace import Step

LIMIT = 200_000  # bytes of a reader's text, as UTF-8
DRAWN = 60  # words that a plate draws, the commonest ones
OFTEN = 0.1  # seconds between two reports of progress

# Which module draws which plate: each has a function of the plate's name, which takes the reader's text, the
# settings by name and `tell`, and gives what it drew and a sentence about it.
MODULES = {
    "merge_stepper": "steppers",
    "count_and_score": "steppers",
    "pruning_rounds": "steppers",
    "word_lattice": "steppers",
    "sampled_spellings": "steppers",
    "coverage_claims": "covers",
    "unit_compare": "covers",
    "ending_drag": "covers",
    "two_vocabularies": "covers",
    "fit_playground": "covers",
    "gain_profile": "covers",
    "crossover_chart": "covers",
    "size_curve": "sizes",
    "column_sum": "sums",
}
Tell = Callable[..., object]
Drawn = tuple[str, str]


def redraw(plate: str, text: str, settings: Mapping[str, object], tell: Tell) -> dict[str, str]:
    """A plate of the book for another text: its markup as `html`, and a sentence about it as `says`.

    `settings` are those that `render.your_text` wrote for the plate. Raises `ValueError` for a text that
    cannot be learned from, `LookupError` for a plate that there is not, `TypeError` for a setting that the
    plate does not have. Cost: that of learning from the text.

    >>> rule = {"title": "", "spelling": "plain", "ties": "lexicographic", "min_count": 2, "unknown": False}
    >>> settings = {"rules": [rule], "words": "whitespace", "steps": 9}
    >>> redraw("merge_stepper", "low low lower", settings, lambda **said: None)["says"]
    'Your text is drawn: 2 different words, 2 merges.'
    """
    if plate not in MODULES:
        raise LookupError(f"there is no plate {plate}")
    draw: Callable[..., Drawn] = getattr(import_module(f".{MODULES[plate]}", __package__), plate)
    html, says = draw(check_text(text), tell=tell, **settings)
    return {"html": html, "says": says}


def check_text(text: str) -> str:
    """The text, once it is seen to be one that can be learned from.

    Raises `ValueError` for a text without words, for one of more than `LIMIT` bytes, and for a lone
    surrogate, half of a character, which UTF-8 cannot write.

    >>> check_text("   ")
    Traceback (most recent call last):
    ValueError: there are no words in this text: type some, or paste some
    """
    if not text.strip():
        raise ValueError("there are no words in this text: type some, or paste some")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError(
            f"character {error.start + 1:,} is half of a character (a lone surrogate), which UTF-8 cannot "
            "write; delete it"
        ) from None
    if size > LIMIT:
        raise ValueError(f"this text has {size:,} bytes, and a plate takes {LIMIT:,} at most: shorten it")
    return text


def telling(tell: Tell, what: str, of: int | None = None) -> Callable[[Step], None]:
    """What a learner can be given as `on_step`: it reports now and then how many of `of` steps are done.

    >>> from piecework import bpe, corpora
    >>> told = telling(lambda **said: print(said), "Merging", of=9)
    >>> trace = bpe.train(corpora.load("four-words"), steps=9, on_step=told)
    {'done': 1, 'of': 9, 'what': 'Merging'}
    """
    return seldom(lambda step: tell(done=step.number, of=of, what=what))


def seldom(report: Callable[[Step], object]) -> Callable[[Step], None]:
    """The same report, made for the first step and then at most once in `OFTEN` seconds.

    >>> from piecework import bpe, corpora
    >>> trace = bpe.train(corpora.load("four-words"), on_step=seldom(lambda step: print(step.symbol)))
    es
    """
    last = -OFTEN

    def on_step(step: Step) -> None:
        nonlocal last
        if (now := monotonic()) - last >= OFTEN:
            last = now
            report(step)

    return on_step
