"""What every explorable is made of: a static plate, its data as JSON, and a custom element around both.

The plate is complete by itself. Where scripts run, the element takes the data and shows them step by step.
"""

import json

from .html import Html, attributes, markup
from .layout import style


def element(
    tag: str,
    label: str,
    static: str,
    record: object,
    room: tuple[float, float],
    title: str = "",
    own: str = "",
) -> Html:
    """A custom element of that tag around a static plate and the data that it replays.

    `label` names the plate, and `title` what its static part shows. `room` is the height in rem that the live
    plate will need, wide and on a phone. `own` is `your_text`, for a plate that can be drawn anew.

    >>> element("ending-drag", "Endings", "<p>27</p>", [27], (30, 36))[-40:]
    '/json">[27]</script></ending-drag></div>'
    """
    sizes = style({"room": f"{room[0]:.1f}rem", "room-narrow": f"{room[1]:.1f}rem"}.items())
    name = f"{label}: {title}" if title else label
    # The div is for Markdown, which takes a tag that it does not know for part of a paragraph.
    return Html(
        f'<div class="pw-explorable"><{tag}{attributes(label=label, style=sizes)}>'
        f'<figure class="pw-static"><figcaption class="pw-name">{markup(name)}</figcaption>{static}</figure>'
        f"{data(record)}</{tag}>{own}</div>"
    )


def data(value: object, name: str | None = None) -> Html:
    """A value as JSON inside a script that nothing runs, with a class to find it by.

    >>> data("</script>", "pw-session")
    '<script class="pw-session" type="application/json">"\\\\u003c/script>"</script>'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Html(f'<script{attributes(class_=name)} type="application/json">{text}</script>')
