"""The plates on coverage, drawn for a reader's own text.

Everything is learned from the whole text, and every number is of the whole text. What is drawn is bounded:
the commonest words and the first turns.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import Corpus, bpe, coverage, render
from ..bpe import MergeTrace
from ..corpus import WHITE, short
from ..coverage import CoverTrace
from ..render.reader import many
from ..runs import megabytes
from ..spelling import spell, unmarked
from .plates import Drawn, Tell, telling

Either = CoverTrace | MergeTrace

YOURS = "Your text"
DRAWN = 40  # words that a plate on coverage draws: they stand in blocks
ROOM = 300  # megabytes that the runs of a text may take in a browser
READ = 3  # words of the text that can be read beside those of the book
LONG = range(4, 13)  # symbols of a word that is worth reading
KEPT = 10  # words, at least, that are kept from learning
GAP = re.compile(f"[{WHITE}]")
COVERING, MERGING = "Covering\N{HORIZONTAL ELLIPSIS}", "Merging\N{HORIZONTAL ELLIPSIS}"


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
    both = _both(corpus, min_count, cover, pieces, tell, how)
    html = render.two_vocabularies(dict(zip(names, both, strict=True)), _read(corpus, read))
    size = max(trace.vocab_size for trace in both)
    return html, _says(corpus, f"{many(size, 'piece')} at most, {len(both[0].alphabet)} of them its symbols")


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


def gain_profile(text: str, *, words: str, steps: int, tell: Tell, **how: Any) -> Drawn:
    """What each turn of covering the text gains, for at most `steps` turns."""
    corpus = _corpus(text, words, how["max_length"], tell)
    trace = coverage.train(corpus, steps, on_step=telling(tell, COVERING, steps), **how)
    if not trace.steps:
        raise ValueError("every word of this text is a single symbol: there is nothing to cover")
    return render.gain_profile(trace, drawn=DRAWN), _says(corpus, many(len(trace.steps), "turn"))


def crossover_chart(
    text: str,
    *,
    words: str,
    min_count: int,
    names: tuple[str, str],
    cover: int,
    pieces: int,
    tell: Tell,
    **how: Any,
) -> Drawn:
    """Tokens of the text at every size, by coverage and by merging, each with at most `pieces` learned.

    Both learn from the first nine tenths, and the last tenth is what neither has seen; a text of few words is
    learned from as it is.
    """
    whole = _corpus(text, words, how["max_length"], tell)
    home, away = _nine_tenths(text, words)
    corpus = home if away else whole
    both = _both(corpus, min_count, cover, pieces, tell, how)
    first, last = len(both[0].alphabet) + both[0].unknown, max(trace.vocab_size for trace in both)
    sizes = range(first, last + 1)
    here = [{size: trace.at(size).tokens for size in sizes} for trace in both]
    panels = {"Learned from" if away else YOURS: (here[0], here[1])}
    if away:
        tell(what="Reading what neither has seen\N{HORIZONTAL ELLIPSIS}")
        there = [tokens_by_size(trace, away, sizes) for trace in both]
        panels["Not seen before"] = (there[0], there[1])
    html = render.crossover_chart(panels, (names[0], names[1]), traces=(both[0], both[1]))
    more = ["nine tenths of it learned from, and one tenth kept to be read"] if away else []
    return html, _says(whole, f"{many(sizes[-1], 'piece')} at most", *more)


def _both(
    corpus: Corpus, min_count: int, cover: int, pieces: int, tell: Tell, how: Mapping[str, Any]
) -> list[Either]:
    """Coverage and merging for vocabularies of one size, in the order that the book's plate has them."""
    same = {name: how[name] for name in ("spelling", "ties", "unknown")}
    symbols = {symbol for word in corpus for symbol in spell(word, how["spelling"])}
    size = len(symbols) + how["unknown"] + pieces
    merging, covered = (telling(tell, what, pieces) for what in (MERGING, COVERING))
    merge = bpe.train(corpus, vocab_size=size, min_count=min_count, on_step=merging, **same)
    covers = coverage.train(corpus, vocab_size=size, on_step=covered, **how)
    return [covers, merge] if cover == 0 else [merge, covers]


def tokens_by_size(trace: Either, corpus: Corpus, sizes: Sequence[int]) -> dict[int, int]:
    """What `measure.curve` says, for sizes that rise: a word is cut anew only when a new piece stands in it.

    >>> trace = coverage.train({"low": 5, "lower": 2})
    >>> tokens_by_size(trace, Corpus({"slower": 1}), trace.sizes)
    {6: 6, 7: 6, 8: 2}
    """
    cut = {word: len(spell(word, trace.spelling)) for word in corpus}
    tokens, out, known = sum(cut[word] * count for word, count in corpus.items()), dict[int, int](), 0
    for size in sizes:
        then = trace.at(size)
        fresh = {unmarked(step.symbol, trace.spelling) for step in then.steps[known:]}
        known = len(then.steps)
        for word in [each for each in cut if any(piece in each for piece in fresh)]:
            length = len(then.model.segment(word))
            tokens += (length - cut[word]) * corpus[word]
            cut[word] = length
        out[size] = tokens
    return out


def _nine_tenths(text: str, words: str) -> tuple[Corpus, Corpus]:
    """A text cut where a word ends; nothing on the other side where that would be a handful of words."""
    at = next((gap.start() for gap in GAP.finditer(text, len(text) * 9 // 10)), len(text))
    home, away = Corpus.from_text(text[:at], words), Corpus.from_text(text[at:], words)
    return home, away if sum(away.values()) >= KEPT else Corpus({})


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
    return max(_worth_reading(bids) or bids, key=bids.__getitem__)


def _read(corpus: Corpus, book: Sequence[str]) -> list[str]:
    """What a plate reads: the commonest words of the text that are worth it, and the book's."""
    fit = _worth_reading(corpus) or [word for word in corpus if len(word) <= LONG[-1]]
    own = sorted(fit, key=lambda word: -corpus[word])[:READ]
    return list(dict.fromkeys([*own, *book]))


def _worth_reading(words: Iterable[str]) -> list[str]:
    """Words of a fair length; without quotes, brackets and dashes where there is a choice."""
    fit = [word for word in words if len(word) in LONG]
    return [word for word in fit if word.isalpha()] or fit


def _says(corpus: Corpus, *more: str) -> str:
    return f"{YOURS} is drawn: {', '.join([many(len(corpus), 'different word'), *more])}."
