"""The plates on coverage, drawn for a reader's own text.

Everything is learned from the whole text, and every number is of the whole text. What is drawn is bounded:
the commonest words and the first turns.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .. import Corpus, bpe, coverage, render
from ..corpus import short
from ..render.reader import many
from ..runs import megabytes
from ..spelling import spell
from .plates import Drawn, Tell, telling

YOURS = "Your text"
DRAWN = 40  # words that a plate on coverage draws: they stand in blocks
ROOM = 300  # megabytes that the runs of a text may take in a browser
READ = 3  # words of the text that can be read beside those of the book
LONG = range(4, 17)  # symbols of a word that is worth reading
COVERING = "Covering\N{HORIZONTAL ELLIPSIS}"


def coverage_claims(text: str, *, words: str, steps: int, tell: Tell, **how: Any) -> Drawn:
    """The text covered, turn by turn, for at most `steps` turns.

    One turn more is taken where there is one: it says who bids after the last.
    """
    corpus = _corpus(text, words, how["max_length"], tell)
    trace = coverage.train(corpus, steps + 1, on_step=telling(tell, COVERING, steps + 1), **how)
    turns = min(steps, len(trace.steps))
    return render.coverage_claims(trace, drawn=DRAWN, turns=steps), _says(corpus, many(turns, "turn"))


def unit_compare(text: str, *, words: str, max_length: int | None, steps: int, tell: Tell) -> Drawn:
    """The text covered in positions and in characters, for at most `steps` turns each."""
    corpus = _corpus(text, words, max_length, tell)
    html = render.unit_compare(
        {YOURS: corpus},
        steps=steps,
        max_length=max_length,
        on_step=telling(tell, COVERING, steps),
        drawn=DRAWN,
    )
    return html, _says(corpus)


def ending_drag(text: str, *, words: str, unit: str, spelling: str, word: str, tell: Tell) -> Drawn:
    """The endings of one word of the text: of the one that is asked for, or of the one that bids most."""
    corpus = _corpus(text, words, 2, tell)
    word = word.strip() or _bidding_most(corpus, spelling)
    if word not in corpus:
        raise ValueError(
            f"your text has no word {short(word)}: write one that it has, or leave the word empty"
        )
    html = render.ending_drag(corpus, word, unit=unit, spelling=spelling, drawn=DRAWN)
    return html, _says(corpus, f"the endings of \u201c{word}\u201d")


def two_vocabularies(
    text: str,
    *,
    words: str,
    min_count: int,
    names: Sequence[str],
    cover: int,
    read: Sequence[str],
    pieces: int,
    tell: Tell,
    **how: Any,
) -> Drawn:
    """Two vocabularies of one size for the text: its alphabet, and at most `pieces` that each learns.

    Some words of the text are read, and those of the book's plate.
    """
    corpus = _corpus(text, words, how["max_length"], tell)
    same = {name: how[name] for name in ("spelling", "ties", "unknown")}
    start = len({symbol for word in corpus for symbol in spell(word, how["spelling"])}) + how["unknown"]
    size = start + pieces
    merging = bpe.train(
        corpus,
        vocab_size=size,
        min_count=min_count,
        on_step=telling(tell, "Merging\N{HORIZONTAL ELLIPSIS}", pieces),
        **same,
    )
    covering = coverage.train(corpus, vocab_size=size, on_step=telling(tell, COVERING, pieces), **how)
    both = (covering, merging) if cover == 0 else (merging, covering)
    html = render.two_vocabularies(dict(zip(names, both, strict=True)), _read(corpus, read))
    return html, _says(corpus, f"{many(size, 'piece')}, {start} of them there from the start")


def fit_playground(
    text: str,
    *,
    words: str,
    read: Sequence[str],
    units: Sequence[str],
    ceilings: Sequence[int | None],
    steps: int,
    tell: Tell,
) -> Drawn:
    """The text covered under every setting, with at most `steps` pieces chosen under each."""
    corpus = _corpus(text, words, None if None in ceilings else max(filter(None, ceilings)), tell)
    runs, done = len(units) * len(ceilings), 0

    def on_step(step: coverage.CoverStep) -> None:
        nonlocal done
        if step.number == 1:
            done += 1
            tell(done=done, of=runs, what=f"Covering under setting {done} of {runs}\N{HORIZONTAL ELLIPSIS}")

    html = render.fit_playground(
        {YOURS: corpus}, _read(corpus, read), units, ceilings, steps=steps, drawn=DRAWN, on_step=on_step
    )
    return html, _says(corpus, many(runs, "setting"))


def _corpus(text: str, words: str, max_length: int | None, tell: Tell) -> Corpus:
    """The words of a text. Raises `ValueError` where to list their runs would take more room than there is.

    >>> _corpus("low low lower", "whitespace", None, lambda **said: None)
    Corpus({'low': 2, 'lower': 1})
    """
    tell(what="Listing every run of symbols\N{HORIZONTAL ELLIPSIS}")
    corpus = Corpus.from_text(text, words)
    longest = max(map(len, corpus))
    if (needed := megabytes(Counter(map(len, corpus)), max_length or longest)) > ROOM:
        raise ValueError(
            f"the longest word of this text has {longest:,} characters, and coverage looks at every run "
            f"inside a word: that would take {needed:,} MB here; shorten the text, or put spaces into it"
        )
    return corpus


def _bidding_most(corpus: Corpus, spelling: str) -> str:
    """The word that bids most as a whole, of those with a length worth reading where there are any."""
    bids = {w: corpus[w] * len(symbols) for w in corpus if len(symbols := spell(w, spelling)) > 1}
    if not bids:
        raise ValueError("every word of this text is a single symbol: there is no ending to look at")
    fit = [word for word in bids if len(word) in LONG]
    return max(fit or bids, key=bids.__getitem__)


def _read(corpus: Corpus, book: Sequence[str]) -> list[str]:
    """What a plate reads: the commonest words of the text that are worth it, and the book's."""
    fit = [word for word in corpus if len(word) in LONG] or [word for word in corpus if len(word) <= LONG[-1]]
    own = sorted(fit, key=lambda word: -corpus[word])[:READ]
    return list(dict.fromkeys([*own, *book]))


def _says(corpus: Corpus, *more: str) -> str:
    return f"{YOURS} is drawn: {', '.join([many(len(corpus), 'different word'), *more])}."
