"""What a challenge waits for is handed to its element whole, and nothing in it is markup."""

import json

import pytest
from markup import Parsed

from piecework import render
from piecework.render.challenge import KINDS

HOSTILE = ["<script>", '"quoted"', "a&amp;b", "'it'", "</div>"]


def data(html: str, name: str):
    ((tag, attributes),) = Parsed(html).tags
    assert tag == "div" and "hidden" in attributes
    return json.loads(attributes[f"data-{name}"])


def test_a_goal_is_steps_by_title():
    assert data(render.goal({"A": (3, "exactly"), "B": (4, "from")}), "goal") == {
        "A": [3, "exactly"],
        "B": [4, "from"],
    }
    with pytest.raises(ValueError, match=r"'A': .* not 'about'"):
        render.goal({"A": (3, "about")})


def test_one_answer_is_a_list_of_one_and_all_are_text():
    assert data(render.answer(12, {11: "One too few."}, "Count."), "answer") == {
        "right": ["12"],
        "hints": {"11": "One too few."},
        "otherwise": "Count.",
        "label": "Your answer",
    }
    assert data(render.answer(["low", "slow"], {}, "Look."), "answer")["right"] == ["low", "slow"]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text):
    given = data(render.answer(text, {text + "!": text}, text, text), "answer")
    assert given == {"right": [text], "hints": {text + "!": text}, "otherwise": text, "label": text}
    asked = data(render.ask("code", "check", text, text), "ask")
    assert asked == {"kind": "code", "check": "check", "label": text, "start": text}
    assert list(data(render.goal({text: (1, "from")}), "goal")) == [text]


@pytest.mark.parametrize("right", ["", "  ", [], ["low", ""]])
def test_an_empty_answer_is_never_right(right):
    with pytest.raises(ValueError, match="right answer that is not empty"):
        render.answer(right, {}, "Look.")
    with pytest.raises(ValueError, match="hint for all others"):
        render.answer("low", {}, " ")


def test_python_is_asked_about_a_number_a_line_a_text_or_code():
    for kind in KINDS:
        assert data(render.ask(kind, "check"), "ask")["kind"] == kind
    with pytest.raises(ValueError, match="kind='essay' is not known"):
        render.ask("essay", "check")
