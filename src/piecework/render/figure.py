"""A figure: charts or tables over one caption."""

from .html import Html, markup


def figure(body: str, caption: object) -> Html:
    """Anything rendered here, with a caption; several charts joined stand side by side where there is room.

    >>> figure(Html("<svg></svg>"), "Falling")
    '<figure class="pw-figure"><div><svg></svg></div><figcaption>Falling</figcaption></figure>'
    """
    return Html(
        f'<figure class="pw-figure"><div>{body}</div><figcaption>{markup(caption)}</figcaption></figure>'
    )
