"""Protocol buffers on the wire: a message is its fields one after the other, each a number and a value.

Source: Google's description of the encoding (protobuf.dev). A value is a whole number (varint), four or eight
bytes, or a run of bytes, which may be a text or another message: the number alone does not say which. Left
out: groups, which went out of use, and packed lists, which no file that is read here has.
"""

from collections.abc import Iterator
from struct import pack, unpack

Value = int | float | bytes


def read(data: bytes, what: str = "the message") -> Iterator[tuple[int, Value]]:
    """The fields of a message, in order: whole numbers with their sign, floats, and bytes.

    Raises `ValueError` that says at which byte of `what` the message is broken.

    >>> list(read(write(1, "low") + write(2, -1.5) + write(3, -1)))
    [(1, b'low'), (2, -1.5), (3, -1)]
    """
    at = 0
    while at < len(data):
        start = at
        key, at = _varint(data, at, what)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at, what)
            yield number, value - (1 << 64) if value >> 63 else value
            continue
        if kind == 2:
            size, at = _varint(data, at, what)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError(f"{what} is broken: byte {start} begins a field of the unknown kind {kind}")
        part = data[at : at + size]
        if len(part) < size:
            raise ValueError(f"{what} is broken: it ends inside the field that begins at byte {start}")
        at += size
        yield number, part if kind == 2 else unpack("<d" if kind == 1 else "<f", part)[0]


def write(number: int, value: Value | str) -> bytes:
    """One field: a bool or int as a varint, a float in four bytes, a str as UTF-8, bytes as they are.

    >>> write(1, "low"), write(3, True)
    (b'\\n\\x03low', b'\\x18\\x01')
    """
    if isinstance(value, int):
        return _as_varint(number << 3) + _as_varint(value % (1 << 64))
    if isinstance(value, float):
        return _as_varint(number << 3 | 5) + pack("<f", value)
    value = value.encode() if isinstance(value, str) else value
    return _as_varint(number << 3 | 2) + _as_varint(len(value)) + value


def _varint(data: bytes, at: int, what: str) -> tuple[int, int]:
    """A whole number in sevens of bits, the lowest first, and where it ends."""
    value = shift = 0
    for end in range(at, min(at + 10, len(data))):
        value |= (data[end] & 0x7F) << shift
        shift += 7
        if data[end] < 0x80:
            return value % (1 << 64), end + 1
    raise ValueError(f"{what} is broken: the number at byte {at} does not end")


def _as_varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))
