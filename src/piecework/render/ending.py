"""The plate on one word's endings: what each would bid wherever it occurs, against the whole word.

The data hold every ending with its places; the page only shows the one that the reader points at.
"""

from collections.abc import Mapping
from typing import Any

from ..corpus import Corpus, short
from ..learning import Spelled
from ..runs import settings
from ..spelling import spell
from .cells import Bid, arithmetic, bid, blocks, listed, room, rows_of
from .charts import bar_chart
from .chips import chip
from .element import element
from .html import Html
from .hues import HUES
from .table import table


def ending_drag(
    corpus: Mapping[str, int],
    word: str = "newest",
    label: str = "Where does the ending begin?",
    unit: str = "positions",
    spelling: str = "last-marked",
) -> Html:
    """An explorable for the endings of one word: a reader drags the place where the ending begins.

    Without scripts it is a table of all endings and their bars. Raises `ValueError` for a word that the
    corpus does not have, or that is one symbol: a single symbol is no candidate.

    >>> from piecework import corpora
    >>> ending_drag(corpora.load("four-words"), "widest")[:39]
    '<div class="pw-explorable"><ending-drag'
    """
    corpus = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
    words, found, counted_twice = endings(corpus, word, unit, spelling)
    if rows_of(words) != list(corpus.values()):  # too many to show those that hold no ending
        holds = {i for each in found for i, _ in each.places}
        corpus = Corpus({each: n for i, (each, n) in enumerate(corpus.items()) if i in holds})
        words, found, counted_twice = endings(corpus, word, unit, spelling)
    names, at = list(corpus), list(corpus).index(word)
    look = {each.symbol: HUES[at % len(HUES)] for each in found}
    data: dict[str, Any] = {
        "unit": unit,
        "word": word,
        "number": at,
        "symbols": words[at][0],
        "names": names,
        "words": [symbols for symbols, _ in words],
        "endings": [each.record() for each in found],
        "hue": HUES[at % len(HUES)],
    }
    whole = found[0]
    rows = [
        [
            chip(each.symbol, look),
            listed(dict.fromkeys(names[i] for i, _ in each.places)),
            arithmetic(each),
            f"{each.score - whole.score:+d}".replace("-", "−").replace("+0", "0"),
        ]
        for each in found
    ]
    loses = sum(each.score < whole.score for each in found[1:])
    says = f"Every ending of {word}: {loses} of {len(found) - 1} shorter ones bid less than the whole word."
    head = ["Ending", "Found in", f"Bid, in {unit}", "Difference"]
    best = max(range(len(found)), key=lambda i: (found[i].score, -i))
    bars = [(chip(each.symbol, look), each.score) for each in found]
    static = (
        blocks(
            words,
            _lit(words, whole, data["hue"]),
            [f"{n}, said {c} ×" for n, c in corpus.items()],
            counted_twice,
        )
        + table(head, rows, "lllr", says)
        + bar_chart(bars, f"What each ending of {word} would bid", wins="most", winner=best)
    )
    wide, narrow = room(words, counted_twice)
    return element("ending-drag", label, static, data, (23.4 + wide, 27.0 + narrow))


def endings(corpus: Corpus, word: str, unit: str, spelling: str) -> tuple[Spelled, list[Bid], frozenset[str]]:
    """The words as symbols, and what each ending of one of them bids on the opening turn, longest first."""
    if word not in corpus:
        raise ValueError(f"the corpus has no word {short(word)}")
    words: Spelled = [(spell(each, spelling), count) for each, count in corpus.items()]
    symbols = spell(word, spelling)
    if len(symbols) < 2:
        raise ValueError(f"{short(word)} is a single symbol, and so no ending of it is a candidate")
    _, counted_twice = settings(words, unit, None)
    masks = [[0] * len(each) for each, _ in words]
    runs = [symbols[start:] for start in range(len(symbols) - 1)]
    bids = [bid(words, masks, run, counted_twice, spelling) for run in runs]
    return words, bids, counted_twice


def _lit(words: Spelled, bid: Bid, hue: str) -> list[dict[int, str]]:
    looks: list[dict[int, str]] = [{} for _ in words]
    for i, start in bid.places:
        looks[i] |= dict.fromkeys(range(start, start + len(bid.run)), hue)
    return looks
