"""The pages for readers, and the commands that they tell."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from kiebitz.cli import app
from markdown_page import code_lines, code_spans
from sources import ROOT

DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY")), *DOCS]
PAGES += [ROOT / "claims/README.md", ROOT / "hydra/README.md", ROOT / "experiments/ledger/README.md"]
COMMANDS = typer.main.get_command(app)
Command = Any
"""Of the click that Typer has: a group if it lists commands."""


def short(page: Path) -> str:
    """How a page is called here."""
    return str(page.relative_to(ROOT))


def commands_of(page: Path) -> Iterator[list[str]]:
    """Every command that the page tells, as words."""
    for line in [*code_lines(page), *code_spans(page)]:
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        yield words


def ends(word: str) -> bool:
    """Whether a word ends a command: what follows is the shell's."""
    return bool(re.fullmatch(r"[|<>&;]+|2>", word))


def ours(words: list[str]) -> list[str] | None:
    """What follows ``kiebitz`` in a command; None if it is another one."""
    for number, word in enumerate(words):
        if word.rpartition("/")[2] == "kiebitz":
            rest = words[number + 1 :]
            end = next((place for place, each in enumerate(rest) if ends(each)), len(rest))
            return rest[:end]
        if "=" not in word and word not in ("nice", "mpirun") and words[0] != "mpirun":
            return None
    return None


def options_of(command: Command) -> set[str]:
    """The options of a command."""
    context = typer.Context(command)
    return {name for each in command.get_params(context) for name in (*each.opts, *each.secondary_opts)} | {"-h"}


def misses(words: list[str]) -> str | None:
    """What a command lacks that is told like this, after ``kiebitz``."""
    command, context = COMMANDS, typer.Context(COMMANDS, info_name="kiebitz")
    words = list(words)
    while hasattr(command, "list_commands") and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        command = command.get_command(context, words[0])
        if command is None:
            return f"there is no command {words[0]}"
        context = typer.Context(command, info_name=words.pop(0), parent=context)
    options = options_of(command)
    for word in words:
        option = word.partition("=")[0]
        if re.fullmatch(r"--[a-z][\w-]*|-[a-zA-Z]", option) and option not in options:
            return f"{command.name} has no {option}"
    return None
