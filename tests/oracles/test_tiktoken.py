"""The published tokenizers, and those that we train, against tiktoken: id for id, on text of every kind.

tiktoken gets its ranks from our own rank file (those of o200k as they were published) and the pattern and
special tokens that go beside it, so no network is asked; that the files are the published ones is a matter of
their checksums.
"""

import calendar
import unicodedata
from base64 import b64decode
from functools import cache
from pathlib import Path

import pytest
import tiktoken
import wordfreq
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import english
from tiktoken_ext import openai_public

from piecework import tokenizer
from piecework.interop import from_tiktoken, pattern, published, to_tiktoken
from piecework.interop.openai import SPECIALS, content
from piecework.interop.tiktoken import PATTERNS

pytestmark = pytest.mark.xdist_group("tiktoken")  # what is published is read once
NAMES = ("gpt2", "cl100k", "o200k")
DOCS = Path(__file__).parents[2] / "docs"

examples = settings(deadline=None, max_examples=300)


def encoding(coder, ranks=None):
    """tiktoken's encoding for a tokenizer of ours, from our own rank file if no other is given."""
    lines = (line.split() for line in (ranks or to_tiktoken(coder)).splitlines())
    return tiktoken.Encoding(
        "ours",
        pat_str=pattern(coder),
        mergeable_ranks={b64decode(token): int(rank) for token, rank in lines},
        special_tokens=dict(coder.specials),
    )


@cache
def theirs(name):
    return encoding(published(name), content("o200k") if name == "o200k" else None)  # two seconds to write


def check(name, text):
    mine, oracle = published(name).encode(text), theirs(name).encode_ordinary(text)
    if mine.ids != oracle:
        at = next(i for i, pair in enumerate(zip(mine.ids, oracle, strict=False)) if pair[0] != pair[1])
        before = theirs(name).decode_bytes(oracle[max(0, at - 8) : at])
        tokens = [theirs(name).decode_tokens_bytes(ids[at : at + 8]) for ids in (mine.ids, oracle)]
        raise AssertionError(f"after {before!r}: {tokens[0]}, but tiktoken {tokens[1]}")
    return mine.ids


# ------------------------------------------------------------------------------------- what tiktoken says
def test_patterns_and_specials_are_those_of_tiktoken():
    """What it writes down of them, without the files, which it would download."""
    with pytest.MonkeyPatch.context() as patch:
        for load in ("data_gym_to_mergeable_bpe_ranks", "load_tiktoken_bpe"):
            patch.setattr(openai_public, load, lambda *_, **said: said)
        said = {name: getattr(openai_public, name)() for name in ("gpt2", "cl100k_base", "o200k_base")}
    for name, one in zip(NAMES, said.values(), strict=True):
        assert PATTERNS[name] == one["pat_str"]
        assert SPECIALS[name] == one["special_tokens"]
        assert published(name).specials == one["special_tokens"]
        assert theirs(name).n_vocab == max(one["special_tokens"].values()) + 1
    assert said["gpt2"]["explicit_n_vocab"] == published("gpt2").size


# --------------------------------------------------------------------------------------- text of all kinds
def sources():
    """Code of Python's standard library, with its comments."""
    library = Path(calendar.__file__).parent
    names = ("calendar", "difflib", "html/entities", "locale", "pydoc")
    return "\n".join((library / f"{name}.py").read_text(encoding="utf-8") for name in names)


def chapters():
    """The book's own pages: Markdown, code, formulas, many scripts."""
    return "\n".join(path.read_text(encoding="utf-8")[:8000] for path in sorted(DOCS.rglob("*.md")))


def many_languages():
    """The commonest words of all languages that wordfreq knows."""
    known = sorted(wordfreq.available_languages("small"))
    return "\n".join(" ".join(wordfreq.top_n_list(language, 250, "small")) for language in known)


def characters():
    """The characters that have a name, of which emoji are some, alone and beside letters and digits."""
    named = [chr(point) for point in range(0x20, 0x20000) if unicodedata.name(chr(point), "")]
    rare = [char for char in named if not 0x3400 <= ord(char) < 0xD7A4 and not 0x17000 <= ord(char) < 0x18D00]
    return "".join(rare) + " ".join(rare[::2]) + "a".join(rare[1::2]) + "7".join(rare[::5])


def licences():
    """Legal English, in capitals and in numbered lists."""
    return "\n".join(
        (DOCS.parent / name).read_text(encoding="utf-8") for name in ("LICENSE", "LICENSE-CHAPTERS")
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", [sources, chapters, many_languages, characters, licences, lambda: english(100_000)]
)
def test_real_text_gets_the_same_ids_and_comes_back(name, text):
    text = text()
    ids = check(name, text)
    assert published(name).decode(ids) == text == theirs(name).decode(ids)
    assert published(name).decode_bytes(ids) == text.encode()


PIECES = [
    *(
        "'s",
        "'S",
        "'ſ",
        "'re",
        "'LL",
        "'",
        "’s",
        "don",
        "DON",
        "é",
        "e\u0301",
        "ǅ",
        "ʰ",
        "漢",
        "字",
        "한",
        "हिन्दी",
        "ไทย",
    ),
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\u00a0",
        "\u2003",
        "\u0085",
        "\u200b",
        "\ufeff",
        "\x00",
        "\x1c",
        "\u2028",
    ),
    *(
        "0",
        "12",
        "345",
        "६",
        "½",
        "Ⅷ",
        "²",
        ".",
        ",",
        "/",
        "//",
        "{",
        "}",
        "_",
        "::",
        "$",
        "€",
        "—",
        "…",
        "\\",
        "<|",
    ),
    *(
        "👩‍👩‍👧",
        "🇩🇪",
        "🏽",
        "a",
        "B",
        "the",
        "The",
        "İ",
        "ß",
        "ﬁ",
        "\u0300",
        "\u20dd",
        "\ue000",
        "\U0010ffff",
    ),
]
unicode = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
mixed = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
blanks = st.text("  \t\r\n\u00a0\u2003a1.", max_size=40)
code = st.lists(
    st.sampled_from(
        ["def ", "    ", "\t", "\n", "self.", "x_1", " = ", "(", ")", ":", "#", "'s'", '"', "0x1F", "//"]
    ),
    max_size=30,
).map("".join)
digits = st.text("0123456789 .,६½", max_size=30)
marks = st.text("aeIकिन्दी\u0301\u0308\u20dd'sS ", max_size=30)
any_text = unicode | mixed | blanks | code | digits | marks


@pytest.mark.parametrize("name", NAMES)
@examples
@given(text=any_text)
def test_any_text_gets_the_same_ids_and_comes_back(name, text):
    ids = check(name, text)
    assert published(name).decode(ids) == text
    spans = published(name).encode(text).offsets
    assert [text[slice(*span)] for span in spans] == begun(name, text, ids)


def begun(name, text, ids):
    """The characters that begin in each token, from tiktoken's bytes."""
    parts, at = [], 0
    for token in theirs(name).decode_tokens_bytes(ids):
        width = sum(byte & 0xC0 != 0x80 for byte in token)
        parts.append(text[at : at + width])
        at += width
    return parts


special = st.sampled_from(
    ["<|endoftext|>", "<|endofprompt|>", "<|fim_prefix|>", "<|endoftext", "|>", "<|", "<s>"]
)


@pytest.mark.parametrize("name", NAMES)
@examples
@given(text=st.lists(special | st.sampled_from(PIECES), max_size=12).map("".join))
def test_special_tokens_that_are_allowed_are_the_same(name, text):
    assert published(name).encode(text, allow="all").ids == theirs(name).encode(text, allowed_special="all")
    one = {"<|endoftext|>"}
    ids = theirs(name).encode(text, allowed_special=one, disallowed_special=())
    assert published(name).encode(text, allow=one).ids == ids
    assert published(name).decode(ids) == theirs(name).decode(ids) == text


@pytest.mark.parametrize("name", NAMES)
def test_a_special_that_nobody_allowed_is_text(name):
    """D9: read as any other text, where tiktoken refuses it unless it is told so."""
    for special in SPECIALS[name]:
        text = f"a{special}b"
        with pytest.raises(ValueError, match="disallowed special token"):
            theirs(name).encode(text)
        ids = published(name).encode(text).ids
        assert ids == theirs(name).encode(text, disallowed_special=())
        assert not set(ids) & set(SPECIALS[name].values())


@pytest.mark.parametrize("name", NAMES)
def test_each_single_token_has_the_same_bytes(name):
    coder, oracle = published(name), theirs(name)
    for one in {*range(0, 1500), *range(0, coder.size - 1000, 97), *coder.specials.values()}:
        piece = oracle.decode_single_token_bytes(one)
        assert coder.decode_bytes([one]) == piece
        assert coder.decode([one], errors="replace") == oracle.decode([one])
    for gap in sorted(set(range(oracle.n_vocab + 1)) - set(range(coder.size - len(coder.specials))))[:3]:
        if gap not in coder.specials.values():
            with pytest.raises(ValueError, match=f"the id {gap} is not in this vocabulary"):
                coder.decode([gap])


@pytest.mark.parametrize("name", NAMES)
def test_tokens_inside_a_character_are_held_until_it_is_whole(name):
    """D10: bytes lose nothing, the whole sequence is exact, and a stream holds the tail."""
    coder, single = (
        published(name),
        {byte: theirs(name).encode_single_token(bytes([byte])) for byte in range(256)},
    )
    for char in "漢é👩":
        ids = [single[byte] for byte in char.encode()]
        decoder = coder.decoder()
        assert [decoder.push(one) for one in ids] == [""] * (len(ids) - 1) + [char]
        assert decoder.end() == ""
        assert coder.decode(ids) == theirs(name).decode(ids) == char
        assert b"".join(coder.decode_bytes([one]) for one in ids) == char.encode()
        with pytest.raises(ValueError, match="not a whole text"):
            coder.decode(ids[:-1])
        assert coder.decode(ids[:-1], errors="replace") == theirs(name).decode(ids[:-1]) == "\ufffd"


# ------------------------------------------------------------------------------------------ trained by us
@settings(deadline=None, max_examples=50)
@given(any_text, st.sampled_from(NAMES), any_text)
def test_what_we_train_is_read_by_tiktoken_with_the_same_ids(text, split, read):
    coder = tokenizer.train([text, "low lower lowest"], 300, splits=[split], specials=["<s>"], min_count=1)
    oracle = encoding(coder)
    for one in (text, read, f"a<s>{read}"):
        assert coder.encode(one).ids == oracle.encode_ordinary(one)
        assert coder.encode(one, allow="all").ids == oracle.encode(one, allowed_special="all")


def test_what_we_train_on_real_text_is_read_by_tiktoken_with_the_same_ids():
    coder = tokenizer.train(english(30_000), 1000, splits=["o200k"])
    assert coder.size == 1000
    text = english(100_000)[-50_000:] + many_languages()[:50_000]
    assert coder.encode(text).ids == encoding(coder).encode_ordinary(text)
    again = from_tiktoken(to_tiktoken(coder), splits=["o200k"], specials=coder.specials)
    assert again.encode(text).ids == coder.encode(text).ids
