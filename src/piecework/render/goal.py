"""What a challenge waits for: a step of a plate."""

import json
from collections.abc import Mapping

from .html import Html, attributes

HOW = ("exactly", "from")


def goal(steps: Mapping[str, tuple[int, str]]) -> Html:
    """Inside a challenge: done once a plate on the page stands at that step of the trace with that title.

    "exactly" means that step, reached by a single step forward or by scrubbing; "from" means that step or any
    later one. Of several titles one is enough. Raises `ValueError` for any other word.

    >>> goal({"Word family": (11, "exactly")})
    '<div hidden="" data-goal="{&quot;Word family&quot;: [11, &quot;exactly&quot;]}"></div>'
    """
    for title, (_, how) in steps.items():
        if how not in HOW:
            raise ValueError(f"{title!r}: a step is reached 'exactly' or 'from' it on, not {how!r}")
    return Html(f'<div hidden=""{attributes(data_goal=json.dumps(dict(steps), ensure_ascii=False))}></div>')
