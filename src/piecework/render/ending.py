"""The plate on one word's endings: what each would bid wherever it occurs, against the whole word.

The data hold every ending with its places; the page only shows the one that the reader points at.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..corpus import Corpus, short
from ..learning import Spelled
from ..runs import settings
from ..spelling import glue, spell
from .cells import Bid, Places, arithmetic, blocks, commonest, listed, neighbours, places, room, rows_of
from .charts import bar_chart
from .chips import chip
from .element import element
from .html import Html, markup
from .hues import HUES
from .table import table
from .ticks import label as figure
from .yours import split_of, your_text


def ending_drag(
    corpus: Mapping[str, int],
    word: str = "newest",
    label: str = "Where does the ending begin?",
    unit: str = "positions",
    spelling: str = "last-marked",
    drawn: int | None = None,
) -> Html:
    """An explorable for the endings of one word: a reader drags the place where the ending begins.

    Without scripts it is a table of all endings and their bars. `drawn` bounds the words that are drawn
    beside that one, the commonest first; all of them are counted. Raises `ValueError` for a word that the
    corpus does not have, or that is one symbol: a single symbol is no candidate.

    >>> from piecework import corpora
    >>> ending_drag(corpora.load("four-words"), "widest")[:39]
    '<div class="pw-explorable"><ending-drag'
    """
    corpus = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
    words, found, counted_twice = endings(corpus, word, unit, spelling)
    every, number, seen = list(corpus), list(corpus).index(word), list(range(len(words)))
    holds = sorted({i for each in found for i, _ in each.places})
    left = ""
    if rows_of(words) != list(corpus.values()):  # too many to show those that hold no ending
        others = [i for i in holds if i != number]
        some = [others[k] for k in commonest([words[i] for i in others], drawn)]
        if len(some) < len(others):
            which = f"the {len(some)} commonest of {figure(len(others))} other words"
            left = f"{word} and {which} with one of these endings are drawn; all are counted."
        seen = [number, *some] if left else holds
    place = {i: k for k, i in enumerate(seen)}
    words, names = [words[i] for i in seen], [every[i] for i in seen]
    look = {each.symbol: HUES[place[number] % len(HUES)] for each in found}
    shown = [replace(each, places=[(place[i], k) for i, k in each.places if i in place]) for each in found]
    where = [list(dict.fromkeys(i for i, _ in each.places)) for each in found]
    data: dict[str, Any] = {
        "unit": unit,
        "word": word,
        "number": place[number],
        "symbols": words[place[number]][0],
        "names": names,
        "words": [symbols for symbols, _ in words],
        "endings": [each.record() for each in shown],
        "holds": [len(numbers) for numbers in where],
        "hue": HUES[place[number] % len(HUES)],
        "left_out": left,
    }
    whole = found[0]
    rows = [
        [
            chip(each.symbol, look),
            listed(
                [
                    names[place[i]]
                    for i in sorted(numbers, key=lambda i: place.get(i, len(seen)))
                    if i in place
                ],
                len(numbers),
            ),
            arithmetic(each),
            f"{each.score - whole.score:+d}".replace("-", "−").replace("+0", "0"),
        ]
        for each, numbers in zip(found, where, strict=True)
    ]
    loses = sum(each.score < whole.score for each in found[1:])
    says = f"Every ending of {word}: {loses} of {len(found) - 1} shorter ones bid less than the whole word."
    head = ["Ending", "Found in", f"Bid, in {unit}", "Difference"]
    best = max(range(len(found)), key=lambda i: (found[i].score, -i))
    bars = [(chip(each.symbol, look), each.score) for each in found]
    static = (
        blocks(
            words,
            _lit(words, shown[0], data["hue"]),
            [f"{name}, said {corpus[name]} ×" for name in names],
            counted_twice,
        )
        + (f'<p class="pw-note">{markup(left)}</p>' if left else "")
        + table(head, rows, "lllr", says)
        + bar_chart(bars, f"What each ending of {word} would bid", wins="most", winner=best)
    )
    wide, narrow = room(words, counted_twice)
    more = 1.4 if left else 0
    settings = {"words": split_of(corpus), "unit": unit, "spelling": spelling}
    own = your_text("ending_drag", settings, word=("word", "Word (empty: the one that bids most)"))
    tall = (23.4 + wide + more, 27.0 + narrow + more)
    return element("ending-drag", label, static, data, tall, own=own)


def endings(corpus: Corpus, word: str, unit: str, spelling: str) -> tuple[Spelled, list[Bid], frozenset[str]]:
    """The words as symbols, and what each ending of one of them bids on the opening turn, longest first."""
    if word not in corpus:
        raise ValueError(f"the corpus has no word {short(word)}")
    words: Spelled = [(spell(each, spelling), count) for each, count in corpus.items()]
    symbols = spell(word, spelling)
    if len(symbols) < 2:
        raise ValueError(f"{short(word)} is a single symbol, and so no ending of it is a candidate")
    _, counted_twice = settings(words, unit, None)
    masks, near = [[0] * len(each) for each, _ in words], neighbours(words)

    def bid(run: tuple[str, ...]) -> Bid:
        found: Places = places(words, masks, run, near)
        length = len(run) + (run[-1] in counted_twice)
        return Bid(glue(run, spelling), run, sum(words[i][1] for i, _ in found), length, found)

    return words, [bid(symbols[start:]) for start in range(len(symbols) - 1)], counted_twice


def _lit(words: Spelled, bid: Bid, hue: str) -> list[dict[int, str]]:
    looks: list[dict[int, str]] = [{} for _ in words]
    for i, start in bid.places:
        looks[i] |= dict.fromkeys(range(start, start + len(bid.run)), hue)
    return looks
