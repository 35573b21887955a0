"""`piecework completion`: a script by which a shell completes commands, options and their choices.

It is made from the parser, so it says what the commands say. Where nothing is known, files are offered.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import arguments

SHELLS = ("bash", "zsh", "fish")


def add(commands: arguments.Commands) -> None:
    """Declare the command."""
    parser = arguments.command(
        commands,
        "completion",
        run,
        "print a script that completes commands in a shell",
        'For bash, put  eval "$(piecework completion bash)"  into ~/.bashrc; for zsh the same with zsh into '
        "~/.zshrc, after compinit; for fish write it to ~/.config/fish/completions/piecework.fish.",
        "piecework completion bash",
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell")


@dataclass(frozen=True)
class Option:
    """An option, or the choices of an argument without a name."""

    names: tuple[str, ...]
    choices: tuple[str, ...]
    takes: bool  # whether a value comes after it
    help: str


def run(args: argparse.Namespace) -> None:
    """Print the script."""
    from . import parser

    write: dict[str, Callable[[dict[str, tuple[str, list[Option]]]], str]] = {
        "bash": bash,
        "zsh": zsh,
        "fish": fish,
    }
    print(write[args.shell](commands_of(parser())))


def commands_of(parser: argparse.ArgumentParser) -> dict[str, tuple[str, list[Option]]]:
    """Each command with its summary and its options."""
    (subparsers,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    told = {one.dest: one.help or "" for one in subparsers._choices_actions}
    return {name: (told[name], list(_options(one))) for name, one in subparsers.choices.items()}


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    for one in parser._actions:
        choices = tuple(map(str, one.choices or ()))
        if one.option_strings or choices:
            help = (one.help or "").split(";")[0].split(" (")[0]
            yield Option(tuple(one.option_strings), choices, one.nargs != 0, help)


def bash(commands: dict[str, tuple[str, list[Option]]]) -> str:
    """The script for bash."""
    lines = [
        "_piecework() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} choices=",
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    COMPREPLY=($(compgen -W '{' '.join((*commands, '--help', '--version'))}' -- \"$word\"))",
        "    return",
        "  fi",
        '  case "${COMP_WORDS[1]} $before" in',
    ]
    for name, (_, options) in commands.items():
        for option in options:
            if option.names and option.takes:
                pattern = "|".join(f"'{name} {flag}'" for flag in option.names)
                chosen = f"choices='{' '.join(option.choices)}'" if option.choices else "return"
                lines.append(f"    {pattern}) {chosen} ;;")
    lines += ["    *)", '      case "${COMP_WORDS[1]}" in']
    for name, (_, options) in commands.items():
        flags = " ".join(max(option.names, key=len) for option in options if option.names)
        free = " ".join(choice for option in options if not option.names for choice in option.choices)
        lines.append(f"        {name}) choices='{free}'; [[ $word == -* ]] && choices='{flags}' ;;")
    lines += [
        "      esac ;;",
        "  esac",
        '  COMPREPLY=($(compgen -W "$choices" -- "$word"))',
        "}",
        "complete -o bashdefault -o default -F _piecework piecework",
    ]
    return "\n".join(lines)


def zsh(commands: dict[str, tuple[str, list[Option]]]) -> str:
    """The script for zsh."""
    lines = ["#compdef piecework", "_piecework() {", "  local -a commands", "  commands=("]
    lines += [f"    {_quoted(f'{name}:{told}')}" for name, (told, _) in commands.items()]
    lines += [
        "  )",
        "  if (( CURRENT == 2 )); then",
        "    _describe command commands",
        "    return",
        "  fi",
        "  local command=$words[2]",
        "  shift words",
        "  (( CURRENT-- ))",
        "  case $command in",
    ]
    for name, (_, options) in commands.items():
        specs = []
        for option in options:
            value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
            told = option.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
            if not option.names:
                specs.append(_quoted(f"1{value}"))
            specs += [_quoted(f"*{flag}[{told}]{value if option.takes else ''}") for flag in option.names]
        lines.append(f"    {name}) _arguments {' '.join(specs)} '*:file:_files' ;;")
    lines += ["  esac", "}", "compdef _piecework piecework"]
    return "\n".join(lines)


def fish(commands: dict[str, tuple[str, list[Option]]]) -> str:
    """The script for fish."""
    lines = []
    for name, (told, options) in commands.items():
        lines.append(f"complete -c piecework -n __fish_use_subcommand -f -a {name} -d {_quoted(told)}")
        here = f"complete -c piecework -n '__fish_seen_subcommand_from {name}'"
        for option in options:
            flags = "".join(f" -{'l' if f.startswith('--') else 's'} {f.lstrip('-')}" for f in option.names)
            if option.choices:
                take = f"{' -x' if option.names else ' -f'} -a {_quoted(' '.join(option.choices))}"
            else:
                take = " -r" if option.takes else ""
            lines.append(f"{here}{flags}{take} -d {_quoted(option.help)}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A text between single quotes, for any of the three shells; quotes in it become typographic."""
    return "'" + text.replace("'", "’") + "'"
