"""The workbench: four learners trained on one text, side by side, and what another setting changes.

A page asks for one learner at a time and draws each as it comes. Sizes are counted alike: all learners spell
words the same way, and each has a slot for the unknown token. The last traces are kept, so that another size,
a curve or a file does not train again: the learners that grow are trained past the size that was asked for,
and Unigram, which shrinks, down to the alphabet.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from .. import bpe, corpora, coverage, measure, unigram, wordpiece
from ..bpe import MergeTrace
from ..corpus import WORDS, Corpus
from ..coverage import CoverTrace
from ..learning import prepare
from ..render.chips import APART, chip, chips, direction
from ..render.element import element
from ..render.html import Html, attributes
from ..render.hues import LOOKS
from ..render.reader import Panel, Reading, curve_reader, first, many
from ..render.table import table
from ..render.ticks import label
from ..spelling import SPACE, spell, to_bytes, unmarked
from ..trace import Step
from ..unigram import PruneTrace
from ..wordpiece import WordPieceTrace
from .plates import LIMIT, check_text, seldom

AnyTrace = MergeTrace | WordPieceTrace | CoverTrace | PruneTrace
Looks = dict[str, str]  # the look of each piece of a sample
Tell = Callable[..., object]  # done, of, what
Points = list[tuple[int, int]]  # sizes with tokens

LEARNERS: dict[str, Callable[..., AnyTrace]] = {
    "merging": bpe.train,
    "WordPiece": wordpiece.train,
    "coverage": coverage.train,
    "Unigram": unigram.train,
}
TITLES = {"merging": "Merging (BPE)", "WordPiece": "WordPiece", "coverage": "Coverage", "Unigram": "Unigram"}
SCORES = {"merging": "Pair count", "WordPiece": "Score", "coverage": "Newly covered"}
NAMES = {
    "plain": ("Letters only", "nothing says where a word begins or ends"),
    "last-marked": ("End marked on the last letter", "the last letter of a word is a symbol of its own kind"),
    "separate": ("End as a symbol", "the end of a word is one more symbol, which can be joined"),
    "leading-space": ("Space in front", "a word keeps the space before it, as in GPT-2"),
    "metaspace": ("Space written \u2581", "the same, with the space made visible, as in SentencePiece"),
    "continuation": ("## before what goes on", "every letter but the first carries ##, as in BERT"),
    "bytes": ("Bytes", "the bytes of a word and the space before it, each as a letter, as in GPT-2"),
}
RULES = {
    "lexicographic": "first in alphabetical order",
    "reverse-lexicographic": "last in alphabetical order",
    "first-seen": "first met in the text",
}
HEADS = ("Tokens", "Tokens per word", "Characters per token", "Unknown")
SPACED = ("leading-space", "metaspace", "bytes")  # spellings in which a word keeps the space before it

KEPT = 8  # traces: two settings of all four
SAMPLE = 40  # words
LISTED = 200  # steps or pieces in a list on the page
DIFFERENT = 60  # pieces, or words, in a list of differences
FURTHER = 5000  # up to this size, curves go on to twice the size that was asked for
SIZES = 30  # on a curve, where that is cheap
CHEAP = 12_000  # symbols in distinct words
DEFAULT: dict[str, Any] = {
    "corpus": "sentences",
    "text": "",
    "held": "",
    "size": 100,
    "spelling": "last-marked",
    "ties": "lexicographic",
}


def quiet(**said: object) -> None:
    """Tells nobody how far it is."""


_kept: dict[tuple[str, ...], AnyTrace] = {}


@dataclass(frozen=True)
class Asked:
    """What a reader chose: a built-in corpus, or a text where `corpus` is empty, and how to learn from it."""

    corpus: str
    text: str
    held: str
    size: int
    spelling: str
    ties: str

    def words(self) -> tuple[Corpus, list[str]]:
        """The words to learn from with their counts, and in the order in which they are read."""
        if not self.corpus:
            return self._read(check_text(self.text))
        given = corpora.load(self.corpus)
        counts = Counter[str]()
        spaced = SPACED[0] if any(" " in word for word in given) else "plain"
        for word, count in given.items():
            counts[respaced(word, spaced, self.spelling)] += count
        return Corpus(counts), list(counts)

    def away(self) -> tuple[Corpus, list[str]]:
        """The words of the held-out text, if there is one."""
        return self._read(check_text(self.held)) if self.held.strip() else (Corpus({}), [])

    def sample(self) -> list[str]:
        """The words that are shown cut: the first of the held-out text, or of the text."""
        return (self.away()[1] or self.words()[1])[:SAMPLE]

    def _read(self, text: str) -> tuple[Corpus, list[str]]:
        words = WORDS["leading-space" if self.spelling in SPACED else "whitespace"].findall(text)
        return Corpus.from_words(words), words


# ------------------------------------------------------------------ what a page asks
def start(settings: Mapping[str, Any], tell: Tell = quiet) -> dict[str, Any]:
    """What there is to learn from, once it is seen that all learners can.

    Raises `ValueError` for a text that is empty or too long, for a word that holds the mark of the spelling,
    for a size below the alphabet and for any setting that is not known.

    >>> start(DEFAULT)["said"]
    'The text has 133 words, 72 of them different, and 51 symbols.'
    """
    asked = Asked(**settings)
    corpus, _ = asked.words()
    _, _, alphabet = prepare(corpus, asked.spelling, asked.ties, True, None, asked.size)
    said = (
        f"The text has {many(sum(corpus.values()), 'word')}, {label(len(corpus))} of them different, "
        f"and {many(len(alphabet), 'symbol')}."
    )
    try:
        away, _ = asked.away()
        strange = sorted({s for word in away for s in spell(word, asked.spelling)} - set(alphabet))
    except ValueError as error:
        raise ValueError(f"in the held-out text: {error}") from error
    if strange:
        said += f" The held-out text has {many(len(strange), 'symbol')} that the text has not."
    shown, of = len(asked.sample()), len(asked.away()[1] or asked.words()[1])
    which = "the held-out text" if away else "the text" if not asked.corpus else "the corpus"
    least = len(alphabet) + 1
    return {
        "said": said,
        "sample": f"{first(which)}, cut" if shown == of else f"The first {shown} words of {which}, cut",
        "least": least,
        "held": bool(away),
    }


def train(
    learner: str, settings: Mapping[str, Any], looks: Mapping[str, str], tell: Tell = quiet
) -> dict[str, Any]:
    """A learner at the size that was asked for: its figures, the sample in pieces, and the list of pieces.

    `looks` are the colours that pieces have on the page already; they come back with those of new ones.
    Raises as the learner does. Cost: that of training, where no kept trace will do.
    """
    asked = Asked(**settings)
    trace = learned(learner, asked, tell).at(asked.size)
    (home, _), (away, _) = asked.words(), asked.away()
    model = trace.model
    cuts = [model.segment(word) for word in asked.sample()]
    colours = painted(cuts, trace.alphabet, looks)
    return {
        "learner": learner,
        "size": trace.vocab_size,
        "home": figures(model, home),
        "held": figures(model, away) if away else None,
        "stopped": stopped(trace, asked.size),
        "sample": sample(asked.sample(), cuts, colours, model.vocabulary),
        "sampled": many(sum(map(len, cuts)), "token"),
        "pieces": listed(learner, trace, colours),
        "looks": colours,
    }


def curve(learner: str, settings: Mapping[str, Any], tell: Tell = quiet) -> dict[str, Any]:
    """The tokens of a learner at some sizes, for the text and for the held-out text.

    The sizes are the same for every learner. Cost: reading both texts at each of them.
    """
    asked = Asked(**settings)
    trace = learned(learner, asked, tell)
    (home, _), (away, _) = asked.words(), asked.away()
    sizes = grid(asked, tell)
    at_home, at_away = Points(), Points()
    for done, size in enumerate(sizes):
        tell(done=done, of=len(sizes), what=f"{TITLES[learner]}: tokens at {many(size, 'piece')}")
        model = trace.model_at(size)
        at_home.append((size, measure.tokens(model, home)))
        if away:
            at_away.append((size, measure.tokens(model, away)))
    return {"home": at_home, "held": at_away}


def chart(curves: Mapping[str, Mapping[str, Points]], tell: Tell = quiet) -> dict[str, str]:
    """The curves of all learners as a chart to read place by place, and where any two of them cross.

    `curves` has what `curve` gave, by learner.
    """
    names = {"home": "The text", "held": "Held-out text"}
    panels, rows = [], {pair: list[str]() for pair in combinations(curves, 2)}
    heads = ["Learners"]
    for text, title in names.items():
        drawn = {learner: dict(by[text]) for learner, by in curves.items()}
        if not all(drawn.values()):
            continue
        heads.append(title)
        panels.append(panel(title, drawn, len(heads) > 2))
        for pair, cells in rows.items():
            cells.append(crossing(*(drawn[learner] for learner in pair)))
    crossed = [[" and ".join(pair), *cells] for pair, cells in rows.items()]
    shown = [(text, learner) for text in list(names)[: len(panels)] for learner in curves]
    head = [f"{names[text]}: {learner}" if len(panels) > 1 else learner for text, learner in shown]
    columns = [dict(curves[learner][text]) for text, learner in shown]
    numbers = [[size, *(column[size] for column in columns)] for size in sorted(columns[0])]
    reader = curve_reader(
        [(each, each.draw()) for each in panels],
        "Tokens at each vocabulary size",
        "Vocabulary size",
        table(["Pieces", *head], numbers, caption="Tokens at each size that was counted"),
        {},
    )
    return {
        "chart": reader,
        "crossings": table(heads, crossed, "l" * len(heads), "Where two learners swap order"),
    }


def compare(
    learner: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    looks: Mapping[str, str],
    tell: Tell = quiet,
) -> dict[str, Any]:
    """What changed for a learner between two settings: figures, pieces, words that are cut otherwise.

    The sample is that of `after`. Raises as `train` does.
    """
    one, two = Asked(**before), Asked(**after)
    old, new = (learned(learner, asked, tell).at(asked.size) for asked in (one, two))
    rows: list[list[object]] = []
    for name, of in (("", Asked.words), ("held-out ", Asked.away)):
        both = of(one)[0], of(two)[0]
        if all(both):
            was, now = (exact(trace.model, text) for trace, text in zip((old, new), both, strict=True))
            for what, digits in (("tokens", 0), ("tokens per word", 2), ("characters per token", 2)):
                pair = was[what], now[what]
                rows.append([name + what, *(f"{float(n):,.{digits}f}" for n in pair), change(*pair, digits)])
    known, knows = set(old.vocabulary), set(new.vocabulary)
    gone = [piece for piece in old.vocabulary if piece not in knows]
    come = [piece for piece in new.vocabulary if piece not in known]
    changed = differing(one, two, old, new)
    colours = painted([cut for _, *both in changed for cut in both], [*old.alphabet, *new.alphabet], looks)
    distinct = len(set(two.sample()))
    words = table(
        ["Word", "Kept", "Now"],
        [[word.strip(" "), chips(a, colours), chips(b, colours)] for word, a, b in changed[:DIFFERENT]],
        "lll",
        f"{TITLES[learner]}: words of the sample cut differently, {len(changed)} of {distinct}",
    )
    return {
        "figures": table(["", "Kept", "Now", "Change"], rows, "lrrr", f"{TITLES[learner]}, kept and now"),
        "gone": {"count": len(gone), "html": chips(gone[:DIFFERENT], colours)},
        "come": {"count": len(come), "html": chips(come[:DIFFERENT], colours)},
        "words": words,
        "looks": colours,
    }


def take(learner: str, settings: Mapping[str, Any], kind: str, tell: Tell = quiet) -> dict[str, str]:
    """A file: the trace as "json", from which the library loads trace and model, or its steps as "csv".

    Raises `ValueError` for another kind.

    >>> take("merging", DEFAULT, "csv")["text"].splitlines()[1][:40]
    '1,merge,he⎵,"[""h"", ""e⎵""]",31,1,31,61'
    """
    asked = Asked(**settings)
    if kind not in ("json", "csv"):
        raise ValueError(f"kind={kind!r} is not known; there are 'json', 'csv'")
    trace = learned(learner, asked, tell).at(asked.size)
    name = f"{learner.lower()}-{trace.vocab_size}.{kind}"
    return {"name": name, "text": trace.to_json() if kind == "json" else as_csv(trace)}


# ------------------------------------------------------------------ learning
def learned(learner: str, asked: Asked, tell: Tell) -> AnyTrace:
    """A trace from which any size up to the one asked for can be cut: a kept one, or a new one, then kept."""
    if learner not in LEARNERS:
        raise ValueError(f"there is no learner {learner!r}; there are {', '.join(LEARNERS)}")
    key = (learner, asked.corpus, asked.text, asked.spelling, asked.ties)
    trace = _kept.pop(key, None)
    if trace is None or not (
        learner == "Unigram" or trace.stopped == "nothing left" or asked.size <= trace.vocab_size
    ):
        trace = _train(learner, asked, tell)
    _kept[key] = trace
    while len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return trace


def _train(learner: str, asked: Asked, tell: Tell) -> AnyTrace:
    corpus, _ = asked.words()
    _, _, alphabet = prepare(corpus, asked.spelling, asked.ties, True, None, asked.size)
    least, title = len(alphabet) + 1, TITLES[learner]
    how: dict[str, Any] = {"spelling": asked.spelling, "ties": asked.ties, "unknown": True}
    if learner == "Unigram":
        tell(what=f"{title}: listing what to begin with")
        how["seed"] = unigram.seed(corpus, asked.spelling)
        size, of = least, len(how["seed"]) + 1 - least
    else:
        size = top(asked.size)
        of = size - least

    def report(step: Step) -> None:
        tell(done=step.number, of=of, what=f"{title}: {label(step.number)} of {many(of, 'step')}")

    tell(what=f"{title}\u2026")
    return LEARNERS[learner](corpus, vocab_size=size, on_step=seldom(report), **how)


def top(size: int) -> int:
    """The size at which curves end."""
    return max(size, min(2 * size, FURTHER))


def grid(asked: Asked, tell: Tell) -> list[int]:
    """The sizes on a curve, the one asked for among them: some thirty, evenly spread.

    For a large corpus fewer: those that Unigram's rounds went through, which it can say at no cost.
    """
    corpus, _ = asked.words()
    _, words, alphabet = prepare(corpus, asked.spelling, asked.ties, True, None, asked.size)
    least, most = len(alphabet) + 1, top(asked.size)
    if sum(len(symbols) for symbols, _ in words) > CHEAP:
        trace = learned("Unigram", asked, tell)
        assert isinstance(trace, PruneTrace)
        sizes = {done.size for done in trace.rounds if least <= done.size <= most}
    else:
        sizes = {least + (most - least) * i // (SIZES - 1) for i in range(SIZES)}
    return sorted({least, asked.size, *sizes})


def stopped(trace: AnyTrace, size: int) -> str:
    """A sentence where a learner has fewer pieces than it was asked for."""
    if trace.vocab_size >= size:
        return ""
    return f"Stopped at {many(trace.vocab_size, 'piece')}: nothing left."


# ------------------------------------------------------------------ measuring
def exact(model: Any, corpus: Corpus) -> dict[str, Fraction | int]:
    """The figures of a model on a corpus. The spaces between words are no characters.

    >>> trace = bpe.train({"low": 5, "lower": 2}, steps=1)
    >>> {name: str(value) for name, value in exact(trace.model, Corpus({"low": 5})).items()}
    {'tokens': '10', 'tokens per word': '2', 'characters per token': '3/2', 'unknown': '0'}
    """
    tokens = measure.tokens(model, corpus)
    characters = sum(len(word.strip(" ")) * count for word, count in corpus.items())
    unknown = model.vocabulary[0] if model.unknown else None
    return {
        "tokens": tokens,
        "tokens per word": measure.fertility(model, corpus),
        "characters per token": Fraction(characters, tokens),
        "unknown": sum(count * model.segment(word).count(unknown) for word, count in corpus.items()),
    }


def figures(model: Any, corpus: Corpus) -> dict[str, Any]:
    """The same as a page shows them."""
    said = exact(model, corpus)
    return {
        "tokens": said["tokens"],
        "cells": [
            label(said["tokens"]),
            f"{float(said['tokens per word']):.2f}",
            f"{float(said['characters per token']):.2f}",
            label(said["unknown"]),
        ],
    }


def change(was: Fraction | int, now: Fraction | int, digits: int) -> str:
    """A difference with its sign.

    >>> change(5, 3, 0), change(2, 2, 0), change(Fraction(1), Fraction(3, 2), 2)
    ('−2', 'none', '+0.50')
    """
    return f"{float(now - was):+,.{digits}f}".replace("-", "\u2212") if now != was else "none"


def crossing(one: Mapping[int, int], other: Mapping[int, int]) -> str:
    """Between which two sizes a pair of curves swaps order.

    >>> crossing({1: 9, 2: 7, 5: 6}, {1: 10, 2: 8, 5: 5}), crossing({1: 9}, {1: 8})
    ('between 2 and 5', 'never here')
    """
    size = measure.crossover(one, other)
    if size is None:
        return "never here"
    before = max(each for each in one if each < size)
    return f"at {label(size)}" if before == size - 1 else f"between {label(before)} and {label(size)}"


def differing(one: Asked, two: Asked, old: AnyTrace, new: AnyTrace) -> list[tuple[str, list[str], list[str]]]:
    """The words of a sample that are cut at other places, each once, with both cuts. Marks do not count."""
    out = []
    for word in dict.fromkeys(two.sample()):
        was = old.model.segment(respaced(word, two.spelling, one.spelling))
        now = new.model.segment(word)
        if texts(was, one.spelling) != texts(now, two.spelling):
            out.append((word, was, now))
    return out


def respaced(word: str, was: str, now: str) -> str:
    """A word of one spelling as another wants it: with the space before it, or without.

    >>> respaced("low", "plain", "metaspace"), respaced(" low", "metaspace", "separate")
    (' low', 'low')
    """
    if (was in SPACED) == (now in SPACED):
        return word
    return " " + word if now in SPACED else word.strip(" ")


def texts(cut: Sequence[str], spelling: str) -> list[bytes]:
    """What stands in the pieces of a word, as bytes, without marks and spaces.

    >>> texts(["lo", "w\u23b5"], "last-marked") == texts(["\u2581lo", "w"], "metaspace")
    True
    """
    if spelling == "bytes":
        return [to_bytes(piece).replace(b" ", b"") for piece in cut]
    space = SPACE if spelling == "metaspace" else " "
    return [unmarked(piece, spelling).replace(space, "").encode() for piece in cut]


# ------------------------------------------------------------------ drawing
def painted(cuts: Iterable[Sequence[str]], alphabet: Iterable[str], looks: Mapping[str, str]) -> Looks:
    """A look for every piece in the cuts that is more than a symbol, apart from those beside it in its word.

    >>> painted([["lo", "w"], ["lo", "wer"]], "lower", {"lo": "amber"})
    {'lo': 'amber', 'wer': 'blue'}
    """
    out, single = dict(looks), {*alphabet, "<unk>", wordpiece.UNKNOWN}
    used = Counter(out.values())
    for cut in cuts:
        for piece in cut:
            if piece in single or piece in out:
                continue
            near = {out[other].split("-")[0] for other in cut if other in out}
            apart = [look for look in LOOKS if look.split("-")[0] not in near] or LOOKS
            out[piece] = min(apart, key=lambda look: used[look])
            used[out[piece]] += 1
    return out


def sample(words: Sequence[str], cuts: Sequence[Sequence[str]], looks: Looks, ids: Sequence[str]) -> Html:
    """Words in pieces, each with its id, every word in its own direction."""
    number = {piece: i for i, piece in enumerate(ids)}
    out = ""
    for word, cut in zip(words, cuts, strict=True):
        tokens = APART.join(
            f'<span class="pw-token">{chip(piece, looks)}<small><span class="pw-vh"> id </span>'
            f"{number[piece]}</small></span>"
            for piece in cut
        )
        way = attributes(dir=direction(word))
        out += f'<div role="listitem"{way}><span class="pw-chips">{tokens}</span></div>'
    way = attributes(dir=direction("".join(words)))
    return Html(f'<div class="pw-words" role="list"{way}>{out}</div>')


def listed(learner: str, trace: AnyTrace, looks: Looks) -> Html:
    """What was learned, in order: steps, or for Unigram what stayed, by probability."""
    if isinstance(trace, PruneTrace):
        of = len(trace.learned)
        rows = [
            [i, chip(piece, looks), f"{float(trace.model.probability(piece)):.2%}"]
            for i, piece in enumerate(trace.learned[:LISTED], 1)
        ]
        head, what = ["", "Piece", "Probability"], "pieces that stayed, by probability"
    else:
        of = len(trace.steps)
        joins = not isinstance(trace, CoverTrace)  # a run says by itself what it is made of
        rows = [
            [step.number, chip(step.symbol, looks)]
            + [chips(step.parts, looks)] * joins
            + [worth(step.score), label(step.tokens)]
            for step in trace.steps[:LISTED]
        ]
        head, what = ["", "Piece", *["Of"] * joins, SCORES[learner], "Tokens"], "steps, in order"
    more = f", the first {LISTED} of {label(of)}" if of > LISTED else ""
    align = "".join("l" if name in ("Piece", "Of") else "r" for name in head)
    return table(head, rows, align, f"{TITLES[learner]}: {what}{more}")


def worth(score: Any) -> str:
    """A score with few digits.

    >>> worth(1200), worth(Fraction(1, 36))
    ('1,200', '0.0278')
    """
    return label(score) if isinstance(score, int) else f"{float(score):.3g}"


def panel(title: str, curves: dict[str, dict[int, int]], head: bool) -> Panel:
    """A chart of all learners, with a sentence at each size that says who needs fewest."""
    sizes = sorted(next(iter(curves.values())))
    low, high = sizes[0], sizes[-1]
    ends = "; ".join(f"{name} from {label(by[low])} to {label(by[high])}" for name, by in curves.items())
    made = Panel(
        title,
        f"Tokens from {label(low)} to {label(high)} pieces. {title}: {ends}.",
        {name: dict(curve) for name, curve in curves.items()},
        "pieces in the vocabulary",
        "tokens: fewer is better",
    )
    for size in sizes:
        tokens = sorted((curve[size], name) for name, curve in curves.items())
        each = ", ".join(f"{label(n)} with {name}" for n, name in tokens)
        said = f"At {many(size, 'piece')}, in tokens: {each}."
        made.readings.append(Reading(many(size, "piece"), made.area.x(size), made.dots(size), [said]))
    made.start = len(sizes) // 2
    return made


def as_csv(trace: AnyTrace) -> str:
    """One row a step. Parts are a JSON list, fractions are written 1/20."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["number", "action", "symbol", "parts", "score", "tied", "replaced", "tokens"])
    for step in trace.steps:
        parts = json.dumps(step.parts, ensure_ascii=False)
        rows.writerow(
            [step.number, step.action, step.symbol, parts, step.score, step.tied, step.replaced, step.tokens]
        )
    return out.getvalue()


# ------------------------------------------------------------------ the page
def plate() -> Html:
    """The workbench as it stands before anything runs: a trained example, and what the form can offer."""
    got = {learner: train(learner, DEFAULT, {}) for learner in LEARNERS}
    rows = [[TITLES[name], *each["home"]["cells"]] for name, each in got.items()]
    asked = Asked(**DEFAULT)
    words = [word for word in asked.sample() if len(word) > 4][:6]
    traces = [learned(learner, asked, quiet).at(asked.size) for learner in LEARNERS]
    cuts = [[trace.model.segment(word) for trace in traces] for word in words]
    looks = painted([cut for row in cuts for cut in row], traces[0].alphabet, {})
    read = [[word, *(chips(cut, looks) for cut in row)] for word, row in zip(words, cuts, strict=True)]
    static = table(["Learner", *HEADS], rows, "lrrrr") + table(["Word", *TITLES.values()], read, "lllll")
    data = {
        "learners": TITLES,
        "heads": HEADS,
        "corpora": corpora.names(),
        "spellings": {name: [plain, f"{why}: {example(name)}"] for name, (plain, why) in NAMES.items()},
        "ties": RULES,
        "settings": DEFAULT,
        "limit": LIMIT,
    }
    title = f"{asked.corpus} at {asked.size} pieces, until you train"
    return element("pw-workbench", "The workbench", static, data, (40.0, 60.0), title)


def example(spelling: str) -> str:
    """The symbols of a word, to look at.

    >>> example("leading-space"), example("continuation")
    ('␣ l o w', 'l ##o ##w')
    """
    symbols = spell(respaced("low", "plain", spelling), spelling)
    return " ".join(symbol.replace(" ", "\u2423") for symbol in symbols)
