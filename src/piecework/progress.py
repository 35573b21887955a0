"""Progress on stderr: on a terminal a bar that is drawn in place, elsewhere a line now and then.

Elsewhere nothing is said within the first second, and then less and less often, so that quick work and logs
stay clean. Nothing is ever written to stdout. Left out: how long it will still take, colours, bars in bars.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sized
from time import monotonic
from types import TracebackType
from typing import Self, TextIO, TypeVar

T = TypeVar("T")

PAUSE = 0.1  # seconds between two drawings on a terminal
FIRST = 1.0  # seconds until anything is said elsewhere; each pause then is twice as long as the one before
CELLS = 24  # of the bar, where there is room for it


def bar(iterable: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items of an iterable, with a bar on stderr that counts them as they are taken.

    `what` names the work; `total` is how many items there are, by default the iterable's length where it has
    one. Cost: a look at the clock for each item.

    >>> list(bar("low", "reading"))
    ['l', 'o', 'w']
    """
    if total is None and isinstance(iterable, Sized):
        total = len(iterable)
    with Bar(what, total) as shown:
        for item in iterable:
            yield item
            shown.advance()


class Bar:
    """A bar for work that is no iterable: `advance` as it goes on, and it is gone at the end of `with`.

    >>> with Bar("training", total=2) as shown:
    ...     shown.advance()
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what, self.total, self.done = what, total, 0
        self._stream = sys.stderr
        self._drawn_in_place = _is_terminal(self._stream)
        self._wait = PAUSE if self._drawn_in_place else FIRST
        self._next = monotonic() + (0 if self._drawn_in_place else FIRST)
        self._width = 0  # of what is drawn now

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def advance(self, count: int = 1) -> None:
        """Count that many more as done, and say so when it is time to."""
        self.done += count
        if monotonic() >= self._next:
            self._say()

    def close(self) -> None:
        """Take the bar away, where it was drawn in place."""
        if self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _say(self) -> None:
        self._next = monotonic() + self._wait
        if not self._drawn_in_place:
            self._wait *= 2
            self._write(text(self.what, self.done, self.total) + "\n")
            return
        line = text(self.what, self.done, self.total, _columns(self._stream) - 1)
        self._write("\r" + line.ljust(self._width))
        self._width = max(self._width, len(line))

    def _write(self, line: str) -> None:
        try:
            self._stream.write(line)
            self._stream.flush()
        except (AttributeError, OSError, ValueError):  # no stderr, or closed: work goes on unseen
            self._next = float("inf")


def text(what: str, done: int, total: int | None = None, width: int = 80) -> str:
    """A line that says how far some work is, of at most `width` characters.

    >>> text("training", 250, 1000, 60)
    'training  [######..................]  25%  250 of 1,000'
    >>> text("reading", 1200)
    'reading  1,200'
    """
    if not total:
        return f"{what}  {done:,}"[:width]
    share = min(done / total, 1)
    parts = [what, f"{int(share * 100)}%", f"{done:,} of {total:,}"]
    full = int(share * CELLS)
    wide = "  ".join((what, f"[{'#' * full}{'.' * (CELLS - full)}]", *parts[1:]))
    return wide if len(wide) <= width else "  ".join(parts)[:width]


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):  # no real terminal
        return 80
