"""A reader's function is tried on cases, whatever it does."""

import pytest

from piecework.live.trial import after, trial


def test_what_a_function_does_to_its_arguments_does_not_last():
    words = [1, 2]
    cases = [((words,), 2, "Take the last."), ((words,), 2, "Take the last.")]
    assert trial({"mine": lambda found: found.pop()}, cases) is None
    assert words == [1, 2]


def test_a_list_is_as_good_as_a_tuple():
    assert trial({"mine": lambda: ["a", "b"]}, [((), ("a", "b"), "")]) is None


class Odd:
    def __repr__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    def __str__(self):
        raise RuntimeError


class OddError(Exception):
    def __str__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("mine", "says"),
    [
        (None, "There is no function `mine`"),
        ("a text", "There is no function `mine`"),
        (lambda n: None, "`mine(1)` gives `None`."),
        (lambda n: 2, "`mine(1)` gives `2`. A hint."),
        (lambda n: 1 / 0, "`mine(1)` ends in ZeroDivisionError: division by zero"),
        (lambda n: exit(), "`mine(1)` ends in SystemExit"),
        (lambda n, m: 1, "`mine(1)` ends in TypeError"),
        (lambda n: Odd(), "`mine(1)` ends in RuntimeError: it does not say why."),
        (lambda n: "x" * 10_000, "`mine(1)` gives `'xxx"),
    ],
)
def test_whatever_it_does_is_told_in_a_sentence(mine, says):
    told = trial({"mine": mine}, [((1,), 1, "A hint.")])
    assert told.startswith(says)
    assert len(told) < 300


def test_an_error_that_cannot_be_told_is_told():
    def mine():
        raise OddError

    assert trial({"mine": mine}, [((), 1, "")]) == "`mine()` ends in OddError: it does not say why."
    assert trial({"mine": lambda f: Odd() and 1}, [((Odd(),), 1, "")]) is None


def test_a_function_among_the_arguments_is_shown_by_its_name():
    def segment(word):
        return [word]

    told = trial({"mine": lambda cut, word: len(cut(word))}, [((segment, "low"), 3, "Count symbols.")])
    assert told == "`mine(segment, 'low')` gives `1`. Count symbols."


def test_code_sees_the_names_of_the_page_and_changes_none():
    names = {"n": 1}
    assert after("n += 1\nmine = lambda: n", names)["mine"]() == 2
    assert names == {"n": 1}
