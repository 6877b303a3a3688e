"""The options that say which games of an archive are wanted, for every command that reads games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from kiebitz.commandline.refusal import refuse

PANEL = "Which games"


def _option(kind: Any, help_text: str, metavar: str | None = None) -> Any:
    option = typer.Option(help=help_text, metavar=metavar, rich_help_panel=PANEL, show_default=False)
    return Annotated[kind | None, option]


# By field of ``GameSelection``.
OPTIONS = {
    "min_rating": _option(int, "Both players' rating at least.", "ELO"),
    "max_rating": _option(int, "Both players' rating at most.", "ELO"),
    "player": _option(str, "A player's name, or words of it."),
    "time_control": _option(str, "ultrabullet, bullet, blitz, rapid, classical, correspondence, or the tag: 0.5+0.02."),
    "eco": _option(str, "Openings by code: B33, C5, D80-D99; several with commas."),
    "since": _option(str, "From this day, month or year on: 2024-05-01, 2024-05, 2024.", "DATE"),
    "until": _option(str, "Up to this day, month or year.", "DATE"),
    "result": _option(str, "1-0, 0-1, 1/2-1/2, * or 0-0."),
    "variant": _option(str, "standard or chess960."),
    "min_moves": _option(int, "Moves of both sides at least."),
    "max_moves": _option(int, "Moves of both sides at most."),
    "sample": _option(float, "A share of these, drawn at random: 0.01.", "SHARE"),
    "seed": _option(int, "Another number draws another sample (default: 0)."),
    "skip": _option(int, "Leave out so many of these."),
    "first": _option(int, "Then take so many."),
}


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
