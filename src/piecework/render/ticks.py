"""Where an axis has its ticks: round numbers, computed exactly."""

from fractions import Fraction
from math import ceil, floor, log10

Number = int | float | Fraction


def ticks(low: Number, high: Number, most: int = 6) -> list[Fraction]:
    """Multiples of 1, 2 or 5 times a power of ten that cover `low` to `high`, at most `most` of them.

    >>> [str(tick) for tick in ticks(267, 531)]
    ['200', '300', '400', '500', '600']
    >>> [label(tick) for tick in ticks(0, 0.34)]
    ['0', '0.1', '0.2', '0.3', '0.4']
    """
    low, high = Fraction(low), Fraction(high)
    if low == high:
        low, high = (low, low + 1) if low >= 0 else (low - 1, low)
    power = floor(log10(float((high - low) / most)))
    for scale in (Fraction(10) ** power * times for times in (1, 2, 5, 10, 20, 50)):
        first, last = floor(low / scale), ceil(high / scale)
        if last - first + 1 <= most:
            return [scale * n for n in range(first, last + 1)]
    raise AssertionError  # 50 times the power is more than the whole range


def within(low: Number, high: Number, most: int = 6) -> list[Fraction]:
    """The ticks that lie between `low` and `high`, both included.

    >>> [str(tick) for tick in within(64, 121)]
    ['80', '100', '120']
    """
    return [tick for tick in ticks(low, high, most) if low <= tick <= high]


def label(value: Number) -> str:
    """A number on an axis: digits grouped, no zeros at the end, a true minus sign.

    >>> label(Fraction(5, 2)), label(12000), label(-0.5)
    ('2.5', '12,000', '−0.5')
    """
    text = f"{value:,}" if isinstance(value, int) else f"{float(value):,.6f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")
