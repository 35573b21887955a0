"""Merging (byte-pair encoding): join the two adjacent symbols that meet most often, everywhere; repeat.

Sources: Gage 1994 for the idea, Sennrich et al. 2016 for words with counts. A pair is counted at every place
where its two symbols are adjacent inside a word (`aaa` holds `aa` twice) and replaced from the left (once
there). Left out: bytes, dropout, and pairs across words.

`train` keeps its counts between steps (bpe_incremental.py); `train_by_recounting` is the definition, counting
everything anew for every step. Their traces are identical.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise

from .bpe_incremental import merge_steps
from .learning import Spelled, collect, prepare, whole, within
from .model import known_symbols, vocabulary
from .spelling import glue
from .trace import RIVALS, Rival, Step, Trace

Pair = tuple[str, str]
Learner = Callable[..., Iterator[Step]]  # words, spelling, ties, min_count, max_length: all steps


def train(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    min_count: int = 2,
    unknown: bool = False,
    max_length: int | None = None,
    on_step: Callable[[Step], object] | None = None,
) -> "MergeTrace":
    """Learn merges until `steps` or `vocab_size` is reached, or until no pair occurs `min_count` times.

    `ties` says which of the commonest pairs is taken: the smallest tuple of symbols ("lexicographic"),
    the largest ("reverse-lexicographic"), or the one met first when the words are read in corpus order
    ("first-seen"). `max_length` bars pairs that would make a piece of more base symbols. `vocab_size`
    counts the alphabet, the learned pieces, and one more where `unknown` is true. Raises `ValueError` for
    a `vocab_size` below the alphabet, for a word that holds the mark of the spelling or (with `unknown`)
    `<unk>`, and for what `Corpus` refuses; `TypeError` for a wrong type. `on_step` is handed each step as
    soon as it is learned; what it raises ends the training.

    Cost: about n log n for a corpus of n symbols in distinct words, however many merges are learned.

    >>> from piecework import Corpus
    >>> trace = train(Corpus({"low": 5, "lower": 2}), steps=2)
    >>> [(step.symbol, step.score, step.tokens) for step in trace.steps]
    [('lo', 7, 18), ('low⎵', 5, 13)]
    """
    how = (steps, vocab_size, spelling, ties, min_count, unknown, max_length, on_step)
    return _train(merge_steps, corpus, *how)


def train_by_recounting(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    spelling: str = "last-marked",
    ties: str = "lexicographic",
    min_count: int = 2,
    unknown: bool = False,
    max_length: int | None = None,
    on_step: Callable[[Step], object] | None = None,
) -> "MergeTrace":
    """The same trace as `train`, the plain way. Cost: n for each step, and the sorting of all pairs.

    >>> from piecework import Corpus
    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> train_by_recounting(corpus) == train(corpus)
    True
    """
    how = (steps, vocab_size, spelling, ties, min_count, unknown, max_length, on_step)
    return _train(recount_steps, corpus, *how)


def recount_steps(
    words: Spelled, spelling: str, ties: str, min_count: int, max_length: int | None = None
) -> Iterator[Step]:
    """Each step in turn, for as long as a pair occurs `min_count` times.

    >>> words = [(tuple("low"), 5), (tuple("slow"), 1)]
    >>> [step.symbol for step in recount_steps(words, "plain", "lexicographic", 2)]
    ['lo', 'low']
    """
    number, tokens, fits = 0, count_tokens(words), within(max_length, spelling)
    while True:
        counts = {pair: count for pair, count in pair_counts(words).items() if fits(pair)}
        ranked = list(counts)  # in the order in which the pairs were first met
        if ties != "first-seen":
            ranked.sort(reverse=ties == "reverse-lexicographic")
        ranked.sort(key=lambda pair: -counts[pair])  # stable, so ties stay in that order
        if not ranked or counts[ranked[0]] < min_count:
            return
        best, score = ranked[0], counts[ranked[0]]
        symbol = glue(best, spelling)
        words = [(join(symbols, best, symbol), count) for symbols, count in words]
        before, tokens, number = tokens, count_tokens(words), number + 1
        yield Step(
            number=number,
            action="merge",
            symbol=symbol,
            parts=best,
            score=score,
            tied=sum(n == score for n in counts.values()),
            rivals=tuple(Rival(glue(pair, spelling), pair, counts[pair]) for pair in ranked[1 : RIVALS + 1]),
            replaced=before - tokens,
            tokens=tokens,
        )


def pair_counts(words: Spelled) -> Counter[Pair]:
    """How often each two symbols are adjacent, in order of first meeting.

    >>> pair_counts([(("a", "a", "a"), 2)])
    Counter({('a', 'a'): 4})
    """
    counts = Counter[Pair]()
    for symbols, count in words:
        for pair in pairwise(symbols):
            counts[pair] += count
    return counts


def join(symbols: tuple[str, ...], pair: Pair, joined: str | None = None) -> tuple[str, ...]:
    """Replace a pair by one symbol, from the left; `joined` is that symbol where it is not simply both.

    >>> join(("a", "a", "a"), ("a", "a"))
    ('aa', 'a')
    """
    joined = "".join(pair) if joined is None else joined
    out: list[str] = []
    i = 0
    while i < len(symbols):
        width = 2 if symbols[i : i + 2] == pair else 1
        out.append(joined if width == 2 else symbols[i])
        i += width
    return tuple(out)


def count_tokens(words: Spelled) -> int:
    """Symbols in all words, each word as often as it occurs.

    >>> count_tokens([(("lo", "w"), 5), (("s", "lo", "w"), 1)])
    13
    """
    return sum(len(symbols) * count for symbols, count in words)


@dataclass(frozen=True)
class Merges:
    """The model of merging: an alphabet and merges in the order in which they were learned.

    >>> Merges(tuple("low"), (("l", "o"), ("lo", "w")), "plain", unknown=True).vocabulary
    ('<unk>', 'l', 'o', 'w', 'lo', 'low')
    """

    alphabet: tuple[str, ...]
    merges: tuple[Pair, ...]
    spelling: str = "last-marked"
    unknown: bool = False

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: the unknown token where there is one, the alphabet, each new piece once."""
        return vocabulary(self.alphabet, (glue(pair, self.spelling) for pair in self.merges), self.unknown)

    @cached_property
    def ranks(self) -> dict[Pair, list[int]]:
        """Where each pair stands among the merges: all places, since a list made elsewhere may repeat it."""
        ranks: dict[Pair, list[int]] = {}
        for rank, pair in enumerate(self.merges):
            ranks.setdefault(pair, []).append(rank)
        return ranks

    @cached_property
    def known(self) -> frozenset[str]:
        """The alphabet, to look symbols up in."""
        return frozenset(self.alphabet)

    def segment(self, word: str) -> list[str]:
        """Apply the merges to a word in the order in which they were learned.

        A symbol that is not in the alphabet becomes the unknown token where the model has one, and otherwise
        stays itself. Raises `TypeError` and `ValueError` as `spelling.spell` does.
        Cost: n log n for n symbols.

        >>> Merges(tuple("low"), (("l", "o"), ("lo", "w")), "plain").segment("slow")
        ['s', 'low']
        """
        symbols = list(known_symbols(word, self.spelling, self.known, self.unknown))
        # The merge to apply next is the earliest one that is still ahead, at its leftmost place. Symbols stay
        # where they began; a merged one keeps its left place, and `after` and `before` step over the other.
        last = len(symbols) - 1
        after, before = list(range(1, last + 2)), list(range(-1, last))

        def soonest(i: int, reached: int) -> Iterator[tuple[int, int]]:
            ranks = self.ranks.get((symbols[i], symbols[after[i]]), ())
            yield from ((rank, i) for rank in ranks if rank >= reached)

        ahead = [place for i in range(last) for place in soonest(i, 0)]
        heapify(ahead)
        while ahead:
            rank, i = heappop(ahead)
            j = after[i]
            if j > last or (symbols[i], symbols[j]) != self.merges[rank]:
                continue  # this place has changed since
            symbols[i], symbols[j] = glue((symbols[i], symbols[j]), self.spelling), ""
            after[i] = after[j]
            if after[i] <= last:
                before[after[i]] = i
            for left in (before[i], i):
                if left >= 0 and after[left] <= last:
                    for place in soonest(left, rank):
                        heappush(ahead, place)
        return [s for s in symbols if s]


@dataclass(frozen=True)
class MergeTrace(Trace):
    """The trace of merging."""

    min_count: int
    max_length: int | None  # base symbols of the longest piece allowed, if there was a ceiling

    @cached_property
    def model(self) -> Merges:
        """The model after the last step."""
        merges = tuple((step.parts[0], step.parts[1]) for step in self.steps)
        return Merges(self.alphabet, merges, self.spelling, self.unknown)

    def model_at(self, vocab_size: int) -> Merges:
        """The model as it was with that many pieces; `ValueError` as for `at`.

        >>> from piecework import Corpus
        >>> train(Corpus({"low": 5, "lower": 2})).model_at(7).segment("low")
        ['lo', 'w⎵']
        """
        return self.at(vocab_size).model

    def verify(self) -> None:
        """Raise `ValueError` where the trace contradicts itself."""
        super().verify()
        known, tokens = set(self.alphabet), self.start_tokens
        for step in self.steps:
            if len(step.parts) != 2 or not known.issuperset(step.parts):
                raise ValueError(f"step {step.number}: {step.parts} are not two pieces known by then")
            if glue(step.parts, self.spelling) != step.symbol:
                raise ValueError(f"step {step.number}: {step.parts} do not join to {step.symbol!r}")
            if step.tokens != tokens - step.replaced:
                raise ValueError(
                    f"step {step.number}: {tokens} tokens less {step.replaced} are not {step.tokens}"
                )
            known.add(step.symbol)
            tokens = step.tokens


def _train(
    learner: Learner,
    corpus: Mapping[str, int],
    steps: int | None,
    vocab_size: int | None,
    spelling: str,
    ties: str,
    min_count: int,
    unknown: bool,
    max_length: int | None,
    on_step: Callable[[Step], object] | None,
) -> MergeTrace:
    """Check what was asked, and collect steps until a budget is spent or none is left."""
    whole("min_count", min_count, 1)
    if max_length is not None:
        whole("max_length", max_length, 1)
    corpus, words, alphabet = prepare(corpus, spelling, ties, unknown, steps, vocab_size)
    learning = learner(words, spelling, ties, min_count, max_length)
    done, stopped = collect(learning, alphabet, unknown, steps, vocab_size, on_step)
    return MergeTrace(
        words=tuple(corpus.items()),
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        alphabet=alphabet,
        start_tokens=count_tokens(words),
        steps=done,
        stopped=stopped,
        min_count=min_count,
        max_length=max_length,
    )
