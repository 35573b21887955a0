"""What a challenge asks of a plate, for the page to notice when it is done."""

import json
from collections.abc import Mapping

from .html import Html


def goal(steps: Mapping[str, tuple[int, str]]) -> Html:
    """A goal for the challenge that it stands in: the step to reach in each of a plate's corpora.

    A step is reached "exactly" (standing at it) or "from" it on. Raises `ValueError` for another word.

    >>> goal({"Word family": (11, "exactly")})
    '<script type="application/json" class="pw-goal">{"Word family": [11, "exactly"]}</script>'
    """
    for title, (_, how) in steps.items():
        if how not in ("exactly", "from"):
            raise ValueError(f"{title!r}: a step is reached 'exactly' or 'from' it on, not {how!r}")
    text = json.dumps(steps, ensure_ascii=False).replace("<", "\\u003c")
    return Html(f'<script type="application/json" class="pw-goal">{text}</script>')
