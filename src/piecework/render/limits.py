"""Charts that can be read place by place: a ceiling on the length of pieces, and greed against the best."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .html import Html
from .reader import Panel, Reading, curve_reader, distinct, first, many
from .table import table
from .ticks import Number
from .ticks import label as figure

ENDLESS = "any"  # how a ceiling of None is called


def length_ceiling(
    rows: Mapping[int | None, Mapping[str, int]],
    rival: Mapping[str, int] | None = None,
    label: str = "A ceiling on the length of pieces",
    names: tuple[str, str] = ("coverage", "merging"),
    units: Mapping[str, str] | None = None,
) -> Html:
    """A value for each longest piece allowed (`None`: any), a panel for each column; the rival is level.

    `units` says what a column counts; without it, tokens where there is a rival, and pieces elsewhere.

    >>> length_ceiling({2: {"corpus": 422}, None: {"corpus": 296}}, {"corpus": 344})[:40]
    '<div class="pw-explorable"><curve-reader'
    """
    distinct(names)
    rival, units = rival or {}, units or {}
    ceilings = sorted(rows, key=lambda most: (most is None, most or 0))
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    if not columns:
        raise ValueError("length_ceiling needs at least one row with a column")
    known = [most for most in ceilings if most is not None]
    beyond = (known[-1] + 1 if known else 1) + (known[-1] - known[0]) // 8 if known else 1
    place = {most: beyond if most is None else most for most in ceilings}
    drawn = []
    for column in columns:
        unit = units.get(column, "tokens" if column in rival else "pieces")
        curve: dict[int, Number] = {place[m]: rows[m][column] for m in ceilings if column in rows[m]}
        curves = {names[0]: curve}
        if column in rival:
            curves[names[1]] = {x: rival[column] for x in place.values()}
        least = min(curve.values())
        says = f"{column}, {unit} by longest piece allowed: " + ", ".join(
            f"{_ceiling(m)} {figure(rows[m][column])}" for m in ceilings if column in rows[m]
        )
        says += f"; {names[1]} {figure(rival[column])}." if column in rival else "."
        ticks = {x: _ceiling(most) for most, x in place.items()}
        panel = Panel(
            column, says, curves, "symbols in the longest piece", unit, len(columns) > 1, xticks=ticks
        )
        for most, x in place.items():
            if x not in curve:
                continue
            value = rows[most][column]
            bound = "pieces of any length" if most is None else f"no piece longer than {many(most, 'symbol')}"
            say = f"{first(column)}, {bound}: {figure(value)} {unit}"
            say += (
                ", the fewest here. " if value == least else f", {figure(value - least)} above the fewest. "
            )
            if column in rival:
                say += f"{first(names[1])} {_against(value, rival[column])}."
            name = "any length" if most is None else f"at most {many(most, 'symbol')}"
            panel.readings.append(Reading(name, panel.area.x(x), panel.dots(x), [say.strip()]))
        panel.start = len(panel.readings) - 1
        drawn.append((panel, panel.draw()))
    body = [[_ceiling(m), *(rows[m].get(column, "") for column in columns)] for m in ceilings]
    if rival:
        body.append([names[1], *(rival.get(column, "") for column in columns)])
    text = "What each longest piece allowed costs."
    grid = table(["Longest piece", *columns], body, "l" + "r" * len(columns), text)
    return curve_reader(drawn, label, "Longest piece allowed", grid, {})


def greedy_best(
    rows: Sequence[tuple[int, int, Number, int | None]],
    total: int | None = None,
    label: str = "Greedy against the best",
    names: tuple[str, str, str] = ("greedy", "bound", "best"),
) -> Html:
    """For each k: positions covered by greed, by what bounds it, and by the best (`None` where unknown).

    `names` are the curves' own, in that order, and the sentences use them: where the last is a ceiling on the
    best and not the best itself, say so there. Raises `ValueError` without rows, and where greedy beats it.

    >>> greedy_best([(1, 24, 24, 24), (2, 33, 39, 39)], total=39)[:40]
    '<div class="pw-explorable"><curve-reader'
    """
    if not rows:
        raise ValueError("greedy_best needs at least one row")
    distinct(names)
    for k, greedy, _, best in rows:
        if best is not None and greedy > best:
            raise ValueError(f"k={k}: {names[0]} {greedy} is more than {names[2]} {best}")
    rows = sorted(rows, key=lambda row: row[0])
    curves: dict[str, dict[int, Number]] = {
        names[1]: {k: bound for k, _, bound, _ in rows},
        names[2]: {k: best for k, _, _, best in rows if best is not None},
        names[0]: {k: greedy for k, greedy, _, _ in rows},
    }
    curves = {name: curve for name, curve in curves.items() if curve}
    shares = {k: Fraction(greedy, best) for k, greedy, _, best in rows if best}
    low = min(shares, key=lambda k: shares[k], default=rows[0][0])
    says = f"Positions covered by {rows[0][0]} to {many(rows[-1][0], 'piece')}"
    says += (
        f"; {names[0]} is furthest behind at {low}, with {_percent(shares[low])} of the {names[2]}."
        if shares
        else "."
    )
    of = f" of {figure(total)}" if total else ""
    panel = Panel(label, says, curves, "pieces", f"positions covered{of and ','}{of}")
    for k, greedy, bound, best in rows:
        say = f"With {many(k, 'piece')}, {names[0]} covers {many(greedy, 'position')}{of}. "
        say += (
            f"The {names[2]} is not known here"
            if best is None
            else f"That is as much as the {names[2]}"
            if best == greedy
            else f"That is {_percent(shares[k])} of the {names[2]}, {figure(best)}"
        )
        say += f"; the {names[1]} is {_rounded(bound)}."
        panel.readings.append(Reading(many(k, "piece"), panel.area.x(k), panel.dots(k), [say]))
    panel.start = [row[0] for row in rows].index(low)
    body = [
        [k, greedy, _rounded(bound), "" if best is None else best, _percent(shares[k]) if k in shares else ""]
        for k, greedy, bound, best in rows
    ]
    head = ["Pieces", *map(first, names), f"{first(names[0])} of {names[2]}"]
    return curve_reader([(panel, panel.draw())], label, "Pieces", table(head, body, "rrrrr", says), {})


def _against(value: int, rival: int) -> str:
    if value == rival:
        return f"needs {figure(rival)} too"
    return f"needs {figure(rival)}: {figure(abs(rival - value))} {'more' if rival > value else 'fewer'}"


def _ceiling(most: int | None) -> str:
    return ENDLESS if most is None else str(most)


def _percent(share: Fraction) -> str:
    """A share to a tenth of a percent, never rounded up to all."""
    return f"{min(float(share), 0.999):.1%}" if share < 1 else "100%"


def _rounded(value: Number) -> str:
    return figure(value if isinstance(value, int) else round(float(value), 1))
