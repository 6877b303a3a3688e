"""Additions by packages beside Kiebitz: commands, pages of the board, and films.

They are found by the entry points of what is installed. To read those takes some milliseconds and to import what they
name takes more, so neither happens before somebody asks for a command that isn't Kiebitz's own, or for the help that
lists all.
"""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperGroup

from kiebitz.commandline.refusal import refuse, warn

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS, PAGES, FILMS = "kiebitz.commands", "kiebitz.pages", "kiebitz.films"
"""The groups of entry points. A name in one stands for what is added: a Typer app, a page's class, a maker of films."""

LABORATORY_PANEL = "Laboratory"
"""Where the help shows commands that packages add."""
CLAIMS, HYDRA = "kiebitz-claims", "kiebitz-hydra"
"""Our own packages beside Kiebitz."""


class AdditionError(Exception):
    """An addition by a package is missing, can't be imported, or lacks what it needs."""


def additions(group: str) -> dict[str, EntryPoint]:
    """Additions of the installed packages to a group, by name."""
    return {entry.name: entry for entry in import_module("importlib.metadata").entry_points(group=group)}


def loaded(entry: EntryPoint) -> Any:
    """Load an entry point. Raises AdditionError if it can't be imported."""
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        package = entry.dist.name if entry.dist else entry.module
        raise AdditionError(f"{package} can't be loaded: {error}; install it again") from error


def claims_page() -> Any:
    """The page of claims. Raises AdditionError."""
    found = additions(PAGES)
    if "claims" not in found:
        raise AdditionError(f"the claims are in a package of their own: pip install {CLAIMS}")
    return loaded(found["claims"])()


class _OpenGroup(TyperGroup):
    """Commands to which packages add others: they come when one is asked for that isn't there, or all are listed."""

    elsewhere: ClassVar[dict[str, str]]
    """Those that are known to come with a package of ours, and with which."""
    _is_whole = False

    def added(self) -> dict[str, Any]:
        """The commands that packages add, by name. Raises AdditionError."""
        raise NotImplementedError

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; None if there is none."""
        if cmd_name not in self.commands:
            self._add()
            if cmd_name not in self.commands and cmd_name in self.elsewhere:
                package = self.elsewhere[cmd_name]
                refuse(f"'{ctx.command_path} {cmd_name}' is in a package of its own: pip install {package}")
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all; what isn't installed is said below them."""
        self._add()
        missing = {name: package for name, package in self.elsewhere.items() if name not in self.commands}
        if missing:
            packages = " ".join(dict.fromkeys(missing.values()))
            self.epilog = f"Not installed: {', '.join(missing)} (pip install {packages})"
        return super().list_commands(ctx)

    def _add(self) -> None:
        if self._is_whole:
            return
        self._is_whole = True
        try:
            self.commands.update({name: each for name, each in self.added().items() if name not in self.commands})
        except AdditionError as error:
            warn(str(error))


class KiebitzGroup(_OpenGroup):
    """The commands of ``kiebitz``; a package may add one, or a group of them, under a name of its own."""

    elsewhere: ClassVar = {"hardware": HYDRA, "machines": CLAIMS}

    def added(self) -> dict[str, Any]:
        """The commands whose names aren't ours."""
        found = {}
        for name, entry in additions(COMMANDS).items():
            if name not in self.commands:
                command: Any = typer.main.get_command(loaded(entry))
                command.name, command.rich_help_panel = name, LABORATORY_PANEL
                found[name] = command
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command, and its words; refuses an option without its value where another one follows."""
        name, command, rest = super().resolve_command(ctx, args)
        words = iter(rest)
        inner: Any = command
        while hasattr(inner, "commands"):
            inner = next((inner.commands[word] for word in words if word in inner.commands), None)
        if inner is not None:
            _require_values(inner, list(words))
        return name, command, rest


class LabGroup(_OpenGroup):
    """The commands of ``kiebitz lab``; what a package adds as ``lab`` joins them."""

    elsewhere: ClassVar = dict.fromkeys(("list", "show", "run", "report", "pages"), CLAIMS)

    def added(self) -> dict[str, Any]:
        """The commands of that group."""
        entry = additions(COMMANDS).get("lab")
        return {} if entry is None else dict(typer.main.get_group(loaded(entry)).commands)


def _require_values(command: Any, words: list[str]) -> None:
    """Refuse an option that should have a value and is followed by another option of the command, or an empty word."""
    options = {name: option for option in command.params for name in option.opts if name.startswith("-")}
    for word, following in pairwise(words):
        option = options.get(word)
        if option is None or option.is_flag:
            continue
        if following in options:
            refuse(f"{word} needs a value, and {following} follows it (kiebitz --help tells more)")
        if not following:
            refuse(f"{word} needs a value, and what follows it is empty")
