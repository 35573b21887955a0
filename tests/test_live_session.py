"""A chapter's session as a page asks for it: replayed, edited, taken back, checked; nothing leaks."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework.live import answer, session

told: list[dict] = []


@pytest.fixture(autouse=True)
def anew():
    session.sessions.clear()
    told.clear()


def tell(**said: object) -> None:
    told.append(said)


def blocks(*codes: str, **edits: str) -> list[dict]:
    """Blocks whose code is shown; `edits` by place, as `b1="…"`."""
    return [{"code": code, "seen": True, "edit": edits.get(f"b{at}")} for at, code in enumerate(codes)]


def run(*codes: str, numbers=(), page="page", **edits: str) -> dict:
    return session.run(page, blocks(*codes, **edits), [list(number) for number in numbers], tell)


def test_a_block_follows_from_those_above_it_and_only_its_own_output_is_given():
    assert run("x = 1\nprint('above')", "x += 1", "print(x)")["output"] == "2\n"
    assert [said["done"] for said in told if "done" in said] == [0, 1]


def test_running_again_gives_the_same_though_the_block_changes_what_is_above_it():
    codes = "seen = [1]\nshared = {'a': seen}", "seen.append(2)\nshared['b'] = 3\nprint(seen, shared)"
    first = run(*codes)
    assert first["output"] == "[1, 2] {'a': [1, 2], 'b': 3}\n"
    assert run(*codes) == first == run(*codes)


def test_objects_of_the_pages_own_classes_are_as_they_were():
    codes = (
        "class Bag:\n    def __init__(self): self.items = []\nbag = Bag()",
        "bag.items.append(1)\nprint(bag.items)",
    )
    assert run(*codes)["output"] == run(*codes)["output"] == "[1]\n"


def test_chance_is_as_it_was():
    codes = "import random\nrandom.seed(7)", "print(random.random())"
    assert run(*codes) == run(*codes)


def test_what_can_be_used_once_is_made_anew():
    codes = "numbers = iter(range(3))", "print(next(numbers))"
    assert run(*codes)["output"] == run(*codes)["output"] == "0\n"


def test_functions_see_the_names_as_they_are_now():
    codes = "step = 1\ndef ahead(n): return n + step", "step = 10", "print(ahead(1))"
    assert run(*codes)["output"] == "11\n"
    assert run(*codes, b1="step = 100")["output"] == "101\n"
    assert run(*codes)["output"] == "11\n"


def test_an_edit_above_is_part_of_what_runs_below():
    codes = "x = 1", "y = x + 1", "print(y)"
    assert [run(*codes, b0=f"x = {n}")["output"] for n in (5, 1, 7)] == ["6\n", "2\n", "8\n"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8))
def test_any_order_of_runs_and_edits_gives_what_a_fresh_session_gives(turns):
    """Each block adds to a list in place, so that a run too many or too few would show."""
    codes = ["a = []", "a.append(1)", "a.extend(a)", "print(a)"]
    edits: dict[str, str] = {}
    for at, new in turns:
        if at:
            edits[f"b{at}"] = f"a.append({new})\nprint(a)"
        found = run(*codes[: at + 1], **edits)
        session.sessions.clear()
        assert found == run(*codes[: at + 1], **edits)
        session.sessions.clear()
        run(*codes, **edits)


def test_pages_have_sessions_of_their_own():
    run("x = 1", "print(x)")
    assert run("print(x)", page="another")["error"]["message"] == "name 'x' is not defined"


def test_hidden_lines_run_and_their_claims_are_told():
    lines = ("n = 3  #", "print(n)", "assert n == 3  #", "assert n < 5  #")
    code = "\n".join(line.replace("#", session.HIDE) for line in lines)
    assert run(code)["claims"] == []
    found = run(code, b0="n = 4\nprint(n)")
    assert found["output"] == "4\n" and found["claims"] == [{"text": "n == 3", "why": ""}]
    assert run(code, b0="del n")["claims"][0]["why"] == "name 'n' is not defined"


def test_asserts_that_readers_write_stop_their_code():
    assert run("x = 1", b0="assert x")["error"]["kind"] == "NameError"
    assert run("x = 1", b0="x = 0\nassert x, 'not that'")["error"] == {
        "kind": "AssertionError",
        "message": "not that",
        "line": 2,
    }


def test_the_asserts_of_a_block_that_is_not_shown_are_claims_too():
    block = {"code": "x = 2\nassert x == 2, (\n    'over lines'\n)\nprint(x)", "seen": False}
    assert session.program(**block)[1] == "x = 2\nprint(x)"
    found = session.run("page", [{**block, "edit": "x = 3"}], [], tell)
    assert found["error"] is None and found["claims"] == [{"text": "x == 2", "why": ""}]


def test_numbers_are_given_as_prose_shows_them_and_a_lost_one_is_none():
    numbers = [("x / 3", ".1%"), ("'<b>'", ""), ("gone", "")]
    assert run("x = 1", numbers=numbers)["numbers"] == ["33.3%", "&lt;b&gt;", None]


@pytest.mark.parametrize(
    ("code", "kind", "line", "message"),
    [
        ("x = 1\n1 / 0", "ZeroDivisionError", 2, "division by zero"),
        ("def f():\n    raise KeyError('lost')\n\nf()", "KeyError", 2, "lost"),
        ("x = (", "SyntaxError", 1, "'(' was never closed"),
        ("import sys\nsys.exit(3)", "SystemExit", 2, "the code asked to exit"),
        ("raise ValueError", "ValueError", 1, ""),
    ],
)
def test_an_error_has_a_kind_a_line_and_a_message(code, kind, line, message):
    assert run("a = 1", "b = 2", b1=code)["error"] == {"kind": kind, "line": line, "message": message}


def test_what_failed_half_way_is_not_counted_as_run():
    codes = "a = [1]", "pass", "print(a)"
    assert run(*codes[:2], b1="a.append(2)\n1 / 0")["error"]
    assert run(*codes)["output"] == "[1]\n"
    failing = run(*codes, b1="a.append(2)\n1 / 0")
    assert failing["error"]["block"] == 1 and failing["error"]["kind"] == "ZeroDivisionError"


def test_a_package_that_browsers_lack_is_named_and_others_go_on():
    codes = "import no_such_package\nx = 1", "y = 2", "print(y)", "print(x)"
    assert run(codes[0])["error"]["message"] == (
        "no_such_package does not run in a browser. What the build printed stands."
    )
    assert run(*codes[:3])["output"] == "2\n"
    assert "needs no_such_package" in run(*codes)["error"]["message"]


def test_output_has_a_limit():
    found = run("x = 1", b0="print('a' * 10**6)\nprint('b')")["output"]
    assert len(found) < session.MOST + 100 and found.endswith("(the rest is not shown)")


# ------------------------------------------------------------------------------------------ checks
CHECK = """known = [1, 2]
def check(given):
    seen.append(given)
    return None if given else "nothing"
seen = []"""


def check(kind: str, given: str, code: str = CHECK) -> dict:
    return session.check("page", blocks(code), "check", kind, given, tell)


@pytest.mark.parametrize(
    ("kind", "given", "handed"),
    [("number", " 1,234 ", 1234), ("line", "  low er ", "low er"), ("text", " a\nb ", " a\nb ")],
)
def test_a_check_is_handed_what_the_reader_gave(kind, given, handed):
    assert check(kind, given)["hint"] is None
    assert session.sessions["page"].names["seen"] == [handed]


def test_a_check_of_code_is_handed_its_names_and_the_page_keeps_its_own():
    code = CHECK.replace("seen.append(given)", "given = given.get('mine') == [1, 2, 3] and known == [1, 2]")
    assert check("code", "known.append(3)\nmine = known\nprint('hi')", code) == {
        "hint": None,
        "output": "hi\n",
        "error": None,
    }
    assert check("code", "mine = known", code)["hint"] == "nothing"
    assert check("code", "1 / 0", code)["error"]["line"] == 1


@pytest.mark.parametrize("kind", ["number", "line", "text", "code"])
@pytest.mark.parametrize("given", ["", "   ", "\n\t\n"])
def test_nothing_is_no_answer(kind, given):
    assert check(kind, given)["hint"] == "There is nothing here yet."


@pytest.mark.parametrize("given", ["twelve", "1/0", "1e999999999", "9" * 5000, "0x10", "--1"])
def test_what_is_no_number_gets_a_hint(given):
    assert "A number is asked for" in check("number", given)["hint"]


@given(st.text())
def test_any_text_is_a_number_or_is_refused(text):
    try:
        session.number(text)
    except ValueError as error:
        assert "A number is asked for" in str(error)


def test_answers_are_json_whatever_happens():
    assert json.loads(answer("session.run", "{}"))["error"]["kind"] == "TypeError"
    assert json.loads(answer("os.system", '{"command": "true"}'))["error"]["kind"] == "LookupError"
    assert json.loads(answer("session.run", "not json"))["error"]["kind"] == "JSONDecodeError"
    asked = {"page": "p", "blocks": blocks("print('\u23b5 \U0001f469')"), "numbers": []}
    assert json.loads(answer("session.run", json.dumps(asked)))["value"]["output"] == "⎵ 👩\n"
