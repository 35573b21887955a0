"""Markdown extension: $…$ and $$…$$ become MathML while the site is built.

pymdownx.arithmatex finds the formulas and math-core converts them: no script, no font, and a command that
math-core does not know is a warning, which fails a strict build.
"""

import logging
import xml.etree.ElementTree as etree
from html import unescape
from typing import Any

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML

log = logging.getLogger("mkdocs.plugins.piecework")
convert = LatexToMathML().convert_with_local_state


class MathML(Treeprocessor):
    def run(self, root: etree.Element) -> None:
        for element in root.iter():
            if element.get("class") != "arithmatex":
                continue
            text = "".join(element.itertext())
            latex, block = unescape(text[2:-2]).strip(), text.startswith("\\[")
            try:
                mathml = convert(latex, displaystyle=block)
            except LatexError as error:
                log.warning("math that cannot be shown: %s\n%s", latex, error)
                continue
            for child in list(element):
                element.remove(child)
            element.set("class", "pw-math")
            element.text = self.md.htmlStash.store(mathml)


class Math(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(MathML(md), "piecework-math", 1)


def makeExtension(**options: Any) -> Math:
    return Math(**options)
