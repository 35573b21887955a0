"""What every explorable is made of: a static plate, its data as JSON, and a custom element around both.

The plate is complete by itself. Where scripts run, the element takes the data and shows them step by step.
"""

import json

from .html import Html, attributes, markup
from .layout import style


def element(
    tag: str, label: str, static: str, data: object, room: tuple[float, float], title: str = ""
) -> Html:
    """A custom element of that tag around a static plate and the data that it replays.

    `label` names the plate, and `title` what its static part shows. `room` is the height in rem that the live
    plate will need, wide and on a phone.

    >>> element("ending-drag", "Endings", "<p>27</p>", [27], (30, 36))[-40:]
    '/json">[27]</script></ending-drag></div>'
    """
    sizes = style({"room": f"{room[0]:.1f}rem", "room-narrow": f"{room[1]:.1f}rem"}.items())
    name = f"{label}: {title}" if title else label
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # The div is for Markdown, which takes a tag that it does not know for part of a paragraph.
    return Html(
        f'<div class="pw-explorable"><{tag}{attributes(label=label, style=sizes)}>'
        f'<figure class="pw-static"><figcaption class="pw-name">{markup(name)}</figcaption>{static}</figure>'
        f'<script type="application/json">{_inside_a_script(text)}</script></{tag}></div>'
    )


def _inside_a_script(text: str) -> str:
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
