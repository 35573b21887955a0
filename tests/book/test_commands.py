"""The reference of the command line says what the program says."""

import argparse
import re
from html import unescape

import pytest

from piecework.book.commands import reference
from piecework.cli import parser

PAGE = unescape(re.sub(r"<[^>]+>", "", reference()))
(COMMANDS,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))


@pytest.mark.parametrize("name", COMMANDS.choices)
def test_a_command_has_a_section_with_all_its_arguments_and_its_example(name):
    command = COMMANDS.choices[name]
    _, _, section = PAGE.partition(f"### piecework {name} {{")
    section = section.partition("\n### ")[0]
    for one in command._actions:
        if not isinstance(one, argparse._HelpAction):
            assert all(flag in section for flag in one.option_strings)
            assert (one.help or "") in section
            assert all(str(choice) in section for choice in (() if one.metavar else one.choices or ()))
    assert command.epilog.split("\n")[-1].strip() in section


def test_nothing_in_the_text_of_a_command_is_markup():
    page = reference()
    prose = re.sub(r"<div.*?</div>|```.*?```", "", page, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)[*_\[\]<>|]", prose)
    assert len(re.findall("^### ", page, re.M)) == len(COMMANDS.choices)
