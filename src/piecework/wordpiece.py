"""WordPiece: join the two adjacent symbols that meet most often for how common each is, everywhere; repeat.

The score of a pair is its count divided by the product of its two symbols' counts, in the corpus as it is cut
at that moment. The model keeps the pieces and forgets the pairs: it reads a word by the longest piece that
fits, from the left. Sources: Schuster & Nakajima 2012 for joining what raises the likelihood most, Hugging
Face's course for this score, which stands for it (a pair's gain in likelihood grows with its count, the score
does not), Devlin et al. 2019 (BERT) for ## and longest match first; BERT's own learner was never published.
Left out: splitting at punctuation, which belongs before the corpus.

`train` keeps its counts between steps (wordpiece_incremental.py); `train_by_recounting` is the definition,
counting everything anew for every step. Their traces are identical.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .bpe import count_tokens, join, pair_counts
from .learning import Spelled, collect, prepare, retraced, whole, within
from .model import vocabulary
from .spelling import END, glue, spell, unmarked
from .trace import RIVALS, Rival, Trace
from .wordpiece_incremental import WordPieceStep, score_steps

__all__ = ["UNKNOWN", "WordPieceStep", "WordPieceTrace", "WordPieces", "train", "train_by_recounting"]

UNKNOWN = "[UNK]"

Learner = Callable[..., Iterator[WordPieceStep]]  # words, spelling, ties, min_count, max_length


def train(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    spelling: str = "continuation",
    ties: str = "lexicographic",
    min_count: int = 1,
    unknown: bool = False,
    longest_word: int | None = None,
    max_length: int | None = None,
    on_step: Callable[[WordPieceStep], object] | None = None,
) -> "WordPieceTrace":
    """Join pairs until `steps` or `vocab_size` is reached, or until no pair occurs `min_count` times.

    `min_count` is a floor on the pair's count, not on its score; the definition has none, hence 1. `ties`
    as for `bpe.train`. `vocab_size` counts the alphabet, the joined pieces, and `[UNK]` where `unknown`
    is true. `longest_word` goes to the model: it reads a word of more characters as `[UNK]`; None is no
    limit, and Hugging Face's is 100. `max_length` as for `bpe.train`. Raises as `bpe.train` does, and
    `on_step` is handed each step, as there.

    Cost: a step joins a pair, and scores anew every pair that holds one of its symbols.

    >>> from piecework import corpora
    >>> trace = train(corpora.load("hugs"), steps=2, ties="first-seen")
    >>> [(step.symbol, step.score, step.counts) for step in trace.steps]
    [('##gs', Fraction(1, 20), (5, 20, 5)), ('hu', Fraction(1, 36), (15, 15, 36))]
    """
    how = (steps, vocab_size, spelling, ties, min_count, unknown, longest_word, max_length, on_step)
    return _train(score_steps, corpus, *how)


def train_by_recounting(
    corpus: Mapping[str, int],
    steps: int | None = None,
    vocab_size: int | None = None,
    spelling: str = "continuation",
    ties: str = "lexicographic",
    min_count: int = 1,
    unknown: bool = False,
    longest_word: int | None = None,
    max_length: int | None = None,
    on_step: Callable[[WordPieceStep], object] | None = None,
) -> "WordPieceTrace":
    """The same trace as `train`, the plain way. Cost: n for each step, and the sorting of all pairs.

    >>> from piecework import corpora
    >>> train_by_recounting(corpora.load("hugs")) == train(corpora.load("hugs"))
    True
    """
    how = (steps, vocab_size, spelling, ties, min_count, unknown, longest_word, max_length, on_step)
    return _train(recount_steps, corpus, *how)


def recount_steps(
    words: Spelled, spelling: str, ties: str, min_count: int, max_length: int | None = None
) -> Iterator[WordPieceStep]:
    """Each step in turn, for as long as a pair occurs `min_count` times."""
    number, tokens, fits = 0, count_tokens(words), within(max_length, spelling)
    while True:
        singles, pairs = symbol_counts(words), pair_counts(words)
        scores = {
            (a, b): Fraction(count, singles[a] * singles[b])
            for (a, b), count in pairs.items()
            if count >= min_count and fits((a, b))
        }
        ranked = list(scores)  # in the order in which the pairs were first met
        if ties != "first-seen":
            ranked.sort(reverse=ties == "reverse-lexicographic")
        ranked.sort(key=lambda pair: -scores[pair])  # stable, so ties stay in that order
        if not ranked:
            return
        best, symbol = ranked[0], glue(ranked[0], spelling)
        words = [(join(symbols, best, symbol), count) for symbols, count in words]
        before, tokens, number = tokens, count_tokens(words), number + 1
        yield WordPieceStep(
            number=number,
            action="merge",
            symbol=symbol,
            parts=best,
            score=scores[best],
            tied=sum(score == scores[best] for score in scores.values()),
            rivals=tuple(Rival(glue(pair, spelling), pair, scores[pair]) for pair in ranked[1 : RIVALS + 1]),
            replaced=before - tokens,
            tokens=tokens,
            counts=(pairs[best], singles[best[0]], singles[best[1]]),
        )


def symbol_counts(words: Spelled) -> Counter[str]:
    """How often each symbol occurs, each word as often as it does.

    >>> symbol_counts([(("hu", "##g"), 10), (("p", "##u", "##g"), 5)])
    Counter({'##g': 15, 'hu': 10, 'p': 5, '##u': 5})
    """
    counts = Counter[str]()
    for symbols, count in words:
        for symbol in symbols:
            counts[symbol] += count
    return counts


@dataclass(frozen=True)
class WordPieces:
    """The model of WordPiece: an alphabet, and pieces in the order in which they were joined.

    >>> WordPieces(("a", "##a"), ("aa",), unknown=True).vocabulary
    ('[UNK]', 'a', '##a', 'aa')
    """

    alphabet: tuple[str, ...]
    pieces: tuple[str, ...]
    spelling: str = "continuation"
    unknown: bool = False
    longest_word: int | None = None  # in characters

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order: `[UNK]` where it has a slot, the alphabet, each joined piece once."""
        known = vocabulary(self.alphabet, self.pieces, unknown=False)
        return (UNKNOWN, *known) if self.unknown else known

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset((*self.alphabet, *self.pieces))

    @cached_property
    def _sizes(self) -> list[int]:
        """The lengths that pieces have, in symbols, the longest first."""
        ends = self.spelling == "separate"
        sizes = {len(unmarked(p, self.spelling)) + (ends and p.endswith(END)) for p in self._known}
        return sorted(sizes, reverse=True)

    def segment(self, word: str) -> list[str]:
        """Take the longest piece that fits, from the left, until the word is read.

        A word that cannot be finished so is `[UNK]`, all of it, though another cut might have done; so is one
        of more than `longest_word` characters. Raises `TypeError` and `ValueError` as `spelling.spell` does.
        Cost: n times the sum of the different lengths of pieces, for n symbols.

        >>> model = WordPieces(("a", "##a", "##b"), ("aa",), longest_word=5)
        >>> model.segment("aaab"), model.segment("abc"), model.segment("aaaaaa")
        (['aa', '##a', '##b'], ['[UNK]'], ['[UNK]'])
        """
        symbols = spell(word, self.spelling)
        if self.longest_word is not None and len(word) > self.longest_word:
            return [UNKNOWN]
        pieces: list[str] = []
        start = 0
        while start < len(symbols):
            for end in (start + size for size in self._sizes if start + size <= len(symbols)):
                piece = glue(symbols[start:end], self.spelling)
                if piece in self._known:
                    break
            else:
                return [UNKNOWN]
            pieces.append(piece)
            start = end
        return pieces


@dataclass(frozen=True)
class WordPieceTrace(Trace):
    """The trace of WordPiece.

    >>> from piecework import corpora
    >>> train(corpora.load("hugs")).model.segment("hugs")
    ['hugs']
    """

    steps: tuple[WordPieceStep, ...]
    min_count: int
    longest_word: int | None  # for the model
    max_length: int | None  # base symbols of the longest piece allowed, if there was a ceiling

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Pieces in id order, as the model has them."""
        return self.model.vocabulary

    @cached_property
    def model(self) -> WordPieces:
        """The model after the last step."""
        pieces = tuple(step.symbol for step in self.steps)
        return WordPieces(self.alphabet, pieces, self.spelling, self.unknown, self.longest_word)

    def model_at(self, vocab_size: int) -> WordPieces:
        """The model as it was with that many pieces; `ValueError` as for `at`.

        >>> from piecework import corpora
        >>> train(corpora.load("hugs"), ties="first-seen").model_at(9).segment("hugs")
        ['hu', '##gs']
        """
        return self.at(vocab_size).model

    def verify(self) -> None:
        """Raise `ValueError` where a step is not the one that WordPiece takes there. Cost: training again."""
        super().verify()
        more = len(self.steps) + 1  # to see whether anything was left
        how = (self.spelling, self.ties, self.min_count, self.unknown, self.longest_word, self.max_length)
        retraced(self, train(dict(self.words), more, None, *how))


def _train(
    learner: Learner,
    corpus: Mapping[str, int],
    steps: int | None,
    vocab_size: int | None,
    spelling: str,
    ties: str,
    min_count: int,
    unknown: bool,
    longest_word: int | None,
    max_length: int | None,
    on_step: Callable[[WordPieceStep], object] | None,
) -> WordPieceTrace:
    """Check what was asked, and collect steps until a budget is spent or none is left."""
    whole("min_count", min_count, 1)
    for name, value in (("longest_word", longest_word), ("max_length", max_length)):
        if value is not None:
            whole(name, value, 1)
    corpus, words, alphabet = prepare(corpus, spelling, ties, unknown, steps, vocab_size, UNKNOWN)
    learning = learner(words, spelling, ties, min_count, max_length)
    done, stopped = collect(learning, alphabet, unknown, steps, vocab_size, on_step)
    return WordPieceTrace(
        words=tuple(corpus.items()),
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        alphabet=alphabet,
        start_tokens=count_tokens(words),
        steps=done,
        stopped=stopped,
        min_count=min_count,
        longest_word=longest_word,
        max_length=max_length,
    )
