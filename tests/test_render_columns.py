"""A sum in columns: what stands under what, said and drawn alike, for the book's numbers and a reader's."""

import json
from random import Random

import pytest
from markup import Parsed

from piecework import Corpus, bpe, render
from piecework.live.plates import redraw
from piecework.live.sums import DIGITS, cuts, rule
from piecework.render.columns import aligned, columns
from piecework.splitting import words

SPLITS = {"digit by digit": ["digits"], "from the left": ["cl100k"], "from the right": ["thousands"]}
RULES = [rule(title, splits) for title, splits in SPLITS.items()]


def test_pieces_of_integers_stand_in_columns_from_the_right_and_of_fractions_from_the_left():
    draw = Random(3)
    for _ in range(300):
        whole = [str(draw.randrange(10 ** draw.randint(1, 9))) for _ in range(3)]
        after = ["0." + str(draw.randrange(10**9))[: draw.randint(1, 7)] for _ in range(3)]
        by_rule = {name: [words(n, how) for n in whole] for name, how in SPLITS.items()}
        assert aligned(by_rule["digit by digit"]) and aligned(by_rule["from the right"])
        by_rule = {name: [words(n, how) for n in after] for name, how in SPLITS.items()}
        assert aligned(by_rule["digit by digit"]) and aligned(by_rule["from the left"])


@pytest.mark.parametrize(
    ("numbers", "level"),
    [
        (["123", "456"], True),
        (["1234", "567"], False),
        (["12345", "12"], True),
        (["12345", "12345678"], True),
        (["950", "950", "1900"], False),
        (["1234.5", "0.5"], True),
    ],
)
def test_numbers_cut_from_the_left_fit_where_they_leave_as_much_over_or_end_before_a_cut(numbers, level):
    assert aligned([words(number, ["cl100k"]) for number in numbers]) == level


def test_what_is_drawn_is_what_was_cut():
    parsed = Parsed(render.column_sum(cuts(["1234", "56", "1290"], RULES)))
    grids = [found for _, found in parsed.tags if "pw-sums__grid" in found.get("class", "")]
    assert [grid["style"] for grid in grids] == ["--n:5"] * len(RULES)
    assert grids[1]["aria-label"] == "Cut from the left: 123, 4; 56; 129, 0."
    tiles = [found for _, found in parsed.tags if found.get("class") == "pw-tile"]
    assert len(tiles) == 10 + 5 + 5
    # From the left, the units are a piece of their own above, and no piece ends there below.
    assert [tile["style"].split(":")[1] for tile in tiles[10:15]] == [
        "2/span 3",
        "5/span 1",
        "4/span 2",
        "2/span 3",
        "5/span 1",
    ]


def test_a_point_stands_under_a_point():
    assert columns(["1", ".", "5"]) == [-1, 0, 1, 2] and columns(["12", "3"]) == [-3, -1, 0]
    parsed = Parsed(render.column_sum({"": [["10"], ["0", ".", "25"], ["10", ".", "25"]]}))
    points = [
        found["style"]
        for _, found in parsed.tags
        if found.get("class") == "pw-tile" and "4/" in found["style"]
    ]
    assert points == ["grid-column:4/span 1"] * 2


@pytest.mark.parametrize("wrong", [{}, {"": []}, {"": [["1"], []]}])
def test_nothing_to_add_is_refused(wrong):
    with pytest.raises(ValueError, match="numbers that are not empty"):
        render.column_sum(wrong)


def test_markup_in_a_rule_or_a_piece_is_text():
    html = render.column_sum({"<b>": [["<", "i>"]]})
    assert "<i>" not in html and "&lt;b&gt;" in html


def test_a_readers_own_sum_is_cut_by_the_rules_of_the_book():
    model = bpe.train(Corpus({"1234": 5, "56": 2}), spelling="plain").model
    settings = json.loads(json.dumps({"rules": [*RULES, rule("merges", ["whitespace"], model)]}))
    drawn = redraw("column_sum", "1234 + 56 =", settings, print)
    expected = render.column_sum(cuts(["1234", "56", "1290"], settings["rules"]))
    assert drawn["html"] == expected and "1234 + 56" in drawn["says"]
    assert cuts(["1234"], settings["rules"])["merges"] == [["1234"]]
    exact = redraw("column_sum", "0.1 + 0.2", settings, print)["html"]
    assert "0, ., 3." in exact


@pytest.mark.parametrize("text", ["12", "1 + 2 + 3", "one + 2", "-1 + 2", "1.2.3 + 4", "1e5 + 1", "1 - 2"])
def test_what_is_no_sum_of_two_numbers_is_refused(text):
    with pytest.raises(ValueError, match="write two numbers and a plus"):
        redraw("column_sum", text, {"rules": RULES}, print)


def test_a_number_that_is_too_long_is_refused():
    longest = "9" * DIGITS
    assert redraw("column_sum", f"{longest} + {longest}", {"rules": RULES}, print)
    with pytest.raises(ValueError, match="write a shorter number"):
        redraw("column_sum", f"{longest}9 + 1", {"rules": RULES}, print)
