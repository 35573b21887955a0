"""What property tests draw: small corpora over few letters, so that ties are common and words share runs; and
texts that bite."""

from hypothesis import strategies as st

from piecework import Corpus
from piecework.spelling import SPELLINGS

# Spaces and line ends wherever they may bite (LLMs-from-scratch#944).
SPACES = [
    "",
    " ",
    "   ",
    "low",
    " low",
    "  low",
    "low ",
    "low  ",
    "low  lower",
    "low\r\nlower",
    "\r\n",
    "\t low",
]

counts = st.integers(1, 4) | st.integers(1, 2**70)


def words(run: int, runs: int, longest: int):
    """Words of up to `runs` runs of one letter each (`aaabb`), or of up to `longest` letters."""
    repeated = st.tuples(st.sampled_from("aaabbc"), st.integers(1, run)).map(
        lambda drawn: drawn[0] * drawn[1]
    )
    return st.lists(repeated, min_size=1, max_size=runs).map("".join) | st.text(
        "ab", min_size=1, max_size=longest
    )


def small(word, most: int):
    """Corpora of up to `most` words."""
    return st.dictionaries(word, counts, max_size=most).map(Corpus)


@st.composite
def spelled(draw, corpora, spellings=SPELLINGS):
    """A spelling, and a corpus whose words it can spell, with what means something to it inside them."""
    spelling, corpus = draw(st.sampled_from(spellings)), draw(corpora)
    if spelling == "leading-space":
        corpus = Corpus({draw(st.sampled_from(["", " "])) + word: n for word, n in corpus.items()})
    if spelling == "metaspace":
        corpus = Corpus({word.replace("c", " "): n for word, n in corpus.items()})
    if spelling == "continuation":  # inside a word ## is two letters like others; no word begins with it
        hashed = {word.replace("c", "#"): n for word, n in corpus.items()}
        corpus = Corpus({"a" * word.startswith("##") + word: n for word, n in hashed.items()})
    return spelling, corpus
