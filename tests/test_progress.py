"""Progress: seen on a terminal, silent for a second elsewhere, and never in the way of the work."""

import io

import pytest

from piecework import progress
from piecework.progress import Bar, bar, text


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Broken(io.StringIO):
    def write(self, line):
        raise OSError("nobody reads")


class Clock:
    """A clock that moves by a step each time it is looked at."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.fixture
def seen(monkeypatch):
    """What `list(bar(...))` wrote to a stderr of a kind, with a clock of a step."""

    def seen(stream, step, items, total=None):
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setattr(progress, "monotonic", Clock(step))
        assert list(bar(items, "reading", total)) == list(range(10))
        return stream.getvalue()

    return seen


def test_nothing_is_said_within_a_second_but_on_a_terminal(seen, capsys):
    assert seen(io.StringIO(), 0.01, range(10)) == ""
    assert seen(Terminal(), 0.0, range(10)).startswith("\rreading  [##..")
    assert capsys.readouterr().out == ""


def test_lines_become_rarer(seen):
    said = [line.split("  ")[-1] for line in seen(io.StringIO(), 0.4, range(10)).splitlines()]
    assert said == ["3 of 10", "6 of 10"]


def test_a_terminal_is_left_as_it_was(seen):
    drawn = seen(Terminal(), 0.2, range(10))
    assert "\n" not in drawn and "100%" in drawn
    *_, last, nothing = drawn.split("\r")
    assert nothing == "" and last.strip() == ""
    assert len(last) == max(map(len, drawn.split("\r")))


def test_an_iterator_has_no_length_unless_told(seen):
    assert "reading  10" in seen(Terminal(), 0.2, iter(range(10)))
    assert "10 of 20" in seen(Terminal(), 0.2, iter(range(10)), total=20)


def test_no_stderr_stops_nothing(seen, monkeypatch):
    assert seen(Broken(), 2.0, range(10)) == ""
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setattr(progress, "monotonic", Clock(2.0))
        assert list(bar(range(10), "reading")) == list(range(10))


def test_the_bar_goes_when_the_work_fails(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with pytest.raises(ZeroDivisionError), Bar("training", 3) as shown:
        shown.advance()
        raise ZeroDivisionError
    assert stream.getvalue().endswith(" \r")


def test_a_reader_who_leaves_early_takes_the_bar_away(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    items = bar(range(10), "reading")
    next(items), next(items)
    items.close()
    assert stream.getvalue().endswith(" \r")


@pytest.mark.parametrize("width", [10, 20, 30, 60, 100])
@pytest.mark.parametrize("total", [None, 0, 5, 1000])
def test_a_line_never_wraps(width, total):
    assert len(text("training", 777, total, width)) <= width


def test_more_than_there_should_be_is_still_all_of_it():
    assert "100%" in text("training", 7, 5)
