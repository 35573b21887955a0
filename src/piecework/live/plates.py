"""The plates of the book, drawn for a reader's own text.

`check_text` says what a text must be. Each plate is learned as the book's was, with the settings that stand
in the page, and drawn by the function of `render` that drew the book's.
"""

LIMIT = 200_000  # bytes of a reader's text, as UTF-8


def check_text(text: str) -> str:
    """The text, once it is seen to be one that can be learned from.

    Raises `ValueError` for a text without words, for one of more than `LIMIT` bytes, and for a lone
    surrogate, half of a character, which UTF-8 cannot write.

    >>> check_text("   ")
    Traceback (most recent call last):
    ValueError: there are no words in this text: type some, or paste some
    """
    if not text.strip():
        raise ValueError("there are no words in this text: type some, or paste some")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError(
            f"character {error.start + 1:,} is half of a character (a lone surrogate), which UTF-8 cannot "
            "write; delete it"
        ) from None
    if size > LIMIT:
        raise ValueError(f"this text has {size:,} bytes, and a plate takes {LIMIT:,} at most: shorten it")
    return text
