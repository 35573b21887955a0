"""Words to base symbols and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework import Corpus, bpe, coverage, unigram, wordpiece
from piecework.spelling import (
    END,
    MARK,
    MORE,
    SPACE,
    SPELLINGS,
    check,
    glue,
    spell,
    symbols_of,
    unmarked,
    unspell,
)


@pytest.mark.parametrize(
    "spelling, word, symbols",
    [
        ("plain", "low", ("l", "o", "w")),
        ("plain", "a b", ("a", " ", "b")),
        ("last-marked", "low", ("l", "o", "w⎵")),
        ("last-marked", "a", ("a⎵",)),
        ("separate", "low", ("l", "o", "w", "</w>")),
        ("separate", "a", ("a", "</w>")),
        ("leading-space", " low", (" ", "l", "o", "w")),
        ("leading-space", "low", ("l", "o", "w")),
        ("metaspace", " low er", ("▁", "l", "o", "w", "▁", "e", "r")),
        ("metaspace", "  ", ("▁", "▁")),
        ("continuation", "low", ("l", "##o", "##w")),
        ("continuation", "a", ("a",)),
        ("continuation", "a##", ("a", "###", "###")),
        ("bytes", " low\n", ("Ġ", "l", "o", "w", "Ċ")),
        ("bytes", "é\xad", ("Ã", "©", "Â", "Ń")),
        (
            "bytes",
            "Ġ▁⎵",
            ("Ä", "ł", "â", "ĸ", "ģ", "â", "İ", "µ"),
        ),  # all of it text
        ("last-marked", "e\u0301", ("e", "\u0301⎵")),  # a character is a code point: here there are two
    ],
)
def test_spellings(spelling, word, symbols):
    assert spell(word, spelling) == symbols
    assert unspell(symbols, spelling) == word


def test_the_marks_are_the_declared_characters():
    assert (MARK, END, SPACE, MORE) == ("\u23b5", "</w>", "\u2581", "##")


@given(st.text(min_size=1), st.sampled_from(SPELLINGS), st.randoms(use_true_random=False))
def test_pieces_spell_the_word_however_they_were_joined(word, spelling, rng):
    try:
        pieces = list(spell(word, spelling))
    except ValueError:
        return  # it holds a mark; the sentences are tested below
    while len(pieces) > 1 and rng.random() < 0.7:
        i = rng.randrange(len(pieces) - 1)
        pieces[i : i + 2] = [glue(pieces[i : i + 2], spelling)]
    assert unspell(pieces, spelling) == word


CURE = "; clean the text or choose another spelling"


@pytest.mark.parametrize(
    "spelling, word, sentence",
    [
        (
            "last-marked",
            "a⎵b",
            "'a⎵b' cannot be spelled last-marked: it holds the end-of-word mark ⎵ (U+23B5)",
        ),
        ("last-marked", "⎵", "'⎵' cannot be spelled last-marked: it holds the end-of-word mark ⎵ (U+23B5)"),
        ("separate", "a</w>", "'a</w>' cannot be spelled separate: it holds the end-of-word symbol </w>"),
        (
            "leading-space",
            "a b",
            "'a b' cannot be spelled leading-space: it holds a space that is not its first character",
        ),
        (
            "metaspace",
            "a▁b",
            "'a▁b' cannot be spelled metaspace: it holds ▁ (U+2581), which stands for a space",
        ),
        (
            "continuation",
            "##a",
            "'##a' cannot be spelled continuation: it begins with the continuation mark ##",
        ),
    ],
)
def test_a_mark_inside_the_text_is_refused_where_it_has_a_meaning(spelling, word, sentence):
    with pytest.raises(ValueError) as raised:
        spell(word, spelling)
    assert str(raised.value) == sentence + CURE
    assert unspell(spell(word, "plain"), "plain") == word


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_what_is_no_word(spelling):
    with pytest.raises(ValueError, match="an empty word has no symbols; drop it"):
        spell("", spelling)
    with pytest.raises(TypeError, match="a word is a str, but b'low' is bytes; decode or convert it"):
        spell(b"low", spelling)


@pytest.mark.parametrize(
    "spelling, pieces, sentence",
    [
        ("last-marked", ["low"], "'low' is not one whole word: it must hold ⎵ once, at its end"),
        ("last-marked", ["low⎵", "er"], "'low⎵er' is not one whole word: it must hold ⎵ once, at its end"),
        ("last-marked", ["a⎵", "b⎵"], "'a⎵b⎵' is not one whole word: it must hold ⎵ once, at its end"),
        ("last-marked", ["⎵"], "'⎵' is not one whole word: there is nothing in it"),
        ("separate", ["low"], "'low' is not one whole word: it must hold </w> once, at its end"),
        ("separate", ["</w>"], "'</w>' is not one whole word: there is nothing in it"),
        ("plain", [], "'' is not one whole word: there is nothing in it"),
        (
            "leading-space",
            [" a", " b"],
            "' a b' is not one whole word: only its first character may be a space",
        ),
        ("continuation", ["##a"], "'##a' is not one whole word: all but its first piece begin with ##"),
        ("continuation", ["a", "b"], "'ab' is not one whole word: all but its first piece begin with ##"),
        ("continuation", [], "'' is not one whole word: all but its first piece begin with ##"),
        ("metaspace", [], "'' is not one whole word: there is nothing in it"),
    ],
)
def test_pieces_that_are_not_one_word(spelling, pieces, sentence):
    with pytest.raises(ValueError) as raised:
        unspell(pieces, spelling)
    assert str(raised.value) == sentence


def test_unknown_names():
    names = "'plain', 'last-marked', 'separate', 'leading-space', 'metaspace', 'continuation', 'bytes'"
    for use in (check, lambda name: spell("low", name), lambda name: unspell(["low"], name)):
        with pytest.raises(ValueError) as raised:
            use("bites")
        assert str(raised.value) == f"spelling='bites' is not known; there are {names}"


def test_only_the_first_part_keeps_its_continuation_mark():
    assert glue(("##u", "##g", "##s"), "continuation") == "##ugs"
    assert glue(("a", "###"), "continuation") == "a#"  # the symbol of a # that goes on
    assert glue(("a", "##b"), "plain") == "a##b"
    assert unmarked("##ugs", "continuation") == "ugs" and unmarked("hu", "continuation") == "hu"
    assert unmarked("##ugs", "plain") == "##ugs"


# ------------------------------------------------------------------ a ceiling on pieces (tokenizers#1461)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_pieces_of_one_symbol_at_most_are_no_pieces(spelling):
    corpus = Corpus.from_text("hello world hello")
    for learner in (bpe, wordpiece, coverage):
        trace = learner.train(corpus, spelling=spelling, max_length=1)
        assert (trace.steps, trace.stopped, trace.learned) == ((), "nothing left", ())
    assert unigram.train(corpus, 300, spelling=spelling, max_length=1).learned == ()


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_piece_is_longer_than_the_ceiling(spelling):
    corpus = Corpus.from_text("hello world hello worldly")
    for longest in range(2, 6):
        for learner in (bpe, wordpiece, coverage):
            learned = learner.train(corpus, spelling=spelling, max_length=longest).learned
            assert max(len(symbols_of(piece, spelling)) for piece in learned) == longest


def test_a_ceiling_is_kept_in_the_trace():
    for learner in (bpe, wordpiece):
        trace = learner.train({"low": 2, "lower": 1}, max_length=2)
        assert trace.max_length == 2 and type(trace).from_json(trace.to_json()) == trace
        for wrong, error in ((0, ValueError), (True, TypeError), (1.5, TypeError)):
            with pytest.raises(error, match="max_length"):
                learner.train({"low": 2}, max_length=wrong)
