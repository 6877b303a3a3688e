"""The options that say which games of an archive are wanted, for every command that reads games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.refusal import refuse

if TYPE_CHECKING:
    from kiebitz.analysis.reading.selection import GameSelection

PANEL = "Which games"


def _option(kind: Any, help_text: str, metavar: str | None = None) -> Any:
    option = typer.Option(help=help_text, metavar=metavar, rich_help_panel=PANEL, show_default=False)
    return Annotated[kind | None, option]


# By field of ``GameSelection``.
OPTIONS = {
    "min_rating": _option(int, "Only games where both players are rated at least this.", "ELO"),
    "max_rating": _option(int, "Only games where both players are rated at most this.", "ELO"),
    "player": _option(str, "Only games of this player: a name, or how words of it begin."),
    "time_control": _option(
        str,
        "Only this time control: ultrabullet, bullet, blitz, rapid, classical, correspondence, or as tagged: 180+2.",
    ),
    "eco": _option(str, "Only these openings, by ECO code: B33, C5, D80-D99; separate several by commas."),
    "opening": _option(str, "Only openings with these words in their name: sicilian najdorf.", "NAME"),
    "since": _option(str, "Only games since this day, month or year: 2024-05-01, 2024-05, 2024.", "DATE"),
    "until": _option(str, "Only games until the end of this day, month or year.", "DATE"),
    "result": _option(str, "Only games with this result: 1-0, 0-1, 1/2-1/2, * or 0-0."),
    "variant": _option(str, "Only games of this variant: standard, chess960 or shogi."),
    "min_moves": _option(int, "Only games of at least this many full moves."),
    "max_moves": _option(int, "Only games of at most this many full moves."),
    "sample": _option(float, "Draw this share of the games at random, such as 0.01.", "SHARE"),
    "seed": _option(int, "Random seed of --sample; the same seed draws the same games (default: 0)."),
    "skip": _option(int, "Skip this many games."),
    "first": _option(int, "Stop after this many games."),
}


def read_as(encoding: str | None, select: GameSelection | None = None) -> GameSelection:
    """The selection, its files read in an encoding; refuses what is none."""
    from kiebitz.analysis.reading.selection import GameSelection

    try:
        return replace(select or GameSelection(), encoding=encoding)
    except ValueError as error:
        refuse(str(error))


def with_selection(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; it gets what they say as ``select``, a ``GameSelection``."""

    @wraps(command)
    def with_options(**given: Any) -> None:
        from kiebitz.analysis.reading.selection import GameSelection

        said = {name: value for name in OPTIONS if (value := given.pop(name)) is not None}
        try:
            select = GameSelection(**said)
        except ValueError as error:
            refuse(str(error))
        command(**given, select=select)

    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != "select"]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for name, option in OPTIONS.items()
    ]
    with_options.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *added)}
    return with_options
