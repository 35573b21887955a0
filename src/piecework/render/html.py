"""Text that is markup already, and the escaping of all that is not."""

from html import escape


class Html(str):
    """A piece of HTML. Whatever asks for `__html__` inserts it as it is; every other value is escaped.

    >>> markup(Html("<b>low</b>")), markup("a < b")
    ('<b>low</b>', 'a &lt; b')
    """

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def markup(value: object) -> str:
    """A value as HTML: escaped, unless it is HTML."""
    return value.__html__() if isinstance(value, Html) else escape(str(value))


def shown(value: object, spec: str = "") -> str:
    """A value as it stands in prose: markup where it says that it is markup, escaped text otherwise.

    >>> shown(0.25, ".0%"), shown("a < b"), shown(Html("<b>low</b>"))
    ('25%', 'a &lt; b', '<b>low</b>')
    """
    if isinstance(value, Html) and not spec:
        return str(value)
    return escape(format(value, spec), quote=False)


def attributes(**values: object) -> str:
    """Attributes of a tag, escaped; `None` leaves one out, and an underscore stands for a hyphen.

    >>> attributes(class_="pw-chip", data_hue=None, title='"low"')
    ' class="pw-chip" title="&quot;low&quot;"'
    """
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in values.items()
        if value is not None
    )
