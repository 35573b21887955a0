"""The strip says what the encoding says, whatever the text, and breaks no character over two lines."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markup import Parsed

from piecework import corpora, render, tokenizer
from piecework.render.strip import PHONE, _lines, _spans

RIGHTS = corpora.rights()
CODER = tokenizer.train(RIGHTS.values(), 400)
TEXTS = st.text(min_size=1, max_size=40)


def cells(html: str, css: str) -> list[tuple[int, str]]:
    """Columns and text of the tiles of one kind, in order."""
    found = re.findall(rf'<span class="{css}[^"]*"[^>]*span (\d+)">((?:<span.*?</span>|[^<])*)</span>', html)
    return [(int(width), re.sub("<[^>]*>", "", inside)) for width, inside in found]


@pytest.mark.parametrize("text", [*RIGHTS.values(), "low", "😺\n€", "हिन्दी", "<b> & ▁"])
def test_columns_bytes_and_ids_are_those_of_the_encoding(text):
    read = CODER.encode(text)
    html = render.byte_strip(read)
    Parsed(html)
    data = text.encode()
    assert [width for width, _ in cells(html, "is-char")] == [len(char.encode()) for char in text]
    assert "".join(byte for _, byte in cells(html, "is-byte")) == data.hex()
    assert [int(one) for _, one in cells(html, "is-id") if one] == read.ids
    assert sum(width for width, _ in cells(html, "pw-tile")) == len(data)
    assert f"{len(text)} character" in html and f"{len(data)} byte" in html


def test_a_token_that_cuts_a_character_is_hollow_and_counted():
    whole, torn = CODER.encode("to"), tokenizer.train("x", 256).encode("é")
    assert "is-unknown" not in render.byte_strip(whole) and "0 of them cut" in render.byte_strip(whole)
    assert (
        render.byte_strip(torn).count("is-unknown")
        == 2
        == int(re.findall(r"(\d) of them cut", render.byte_strip(torn))[0])
    )


@given(TEXTS)
def test_lines_fit_a_phone_and_break_no_character(text):
    read = CODER.encode(text)
    chars, tokens = _spans(len(char.encode()) for char in text), _spans(map(len, read.pieces))
    places = _lines(chars, tokens)
    assert places[0] == 0 and places[-1] == len(text.encode())
    assert all(0 < b - a <= PHONE for a, b in pairwise(places))
    assert set(places) <= {0, *(end for _, end in chars)}


def test_what_cannot_be_placed_is_refused():
    plain = tokenizer.train("low", 10, splits=["space"], spelling="plain")
    lower = tokenizer.train("low", 256, normalizers=["lowercase"])
    for read in (
        CODER.encode(""),
        plain.encode("low"),
        lower.encode("Low"),
    ):
        with pytest.raises(ValueError, match="byte_strip"):
            render.byte_strip(read)
    assert render.byte_strip(lower.encode("low"))
