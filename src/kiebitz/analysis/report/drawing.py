"""How a report draws the boards of a game: as SVG, and what its script needs to draw them itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.commandline import chess_diagram, shogi_picture
from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.commandline.web_page import drawn_board
from kiebitz.engine.line import GameName

if TYPE_CHECKING:
    from kiebitz.analysis.report.story import Step


@dataclass(frozen=True, slots=True)
class Drawing:
    """The boards of a game; a board is ``Game.board``'s. Labels are HTML already."""

    marks: tuple[str, str]
    """The marks before the names of the sides, first that of the one that moves first."""
    details: tuple[str, ...]
    """The details told of a game beside its players, by the names of its headers."""
    style: str
    """Rules of style beyond those of all reports."""
    script: str
    """The part of the script that draws a board."""
    definitions: Callable[[Language], str]
    """The definitions, in the page's language, all boards of a page refer to, as an element of its own."""
    stage: Callable[[Any, str], str]
    """The board, with its label, that the script draws on."""
    moment: Callable[[Step, str], str]
    """The labelled board before a marked move, with that move and the better one."""
    men: Callable[[Any], str]
    """The pieces of a board by their squares, for the script."""
    moved: Callable[[Any, Any], Any]
    """The squares a move on a board marks, for the script; None is the move before the start."""
    constants: dict[str, Any]
    """The data the script needs beside positions."""


def read(name: str) -> str:
    """A file of this room, for pages."""
    return (resources.files("kiebitz.analysis.report") / name).read_text(encoding="utf-8")


def _chess_moment(step: Step, label: str) -> str:
    played = chess_diagram.arrow("played", step.before, step.move)
    better = chess_diagram.arrow("better", step.before, step.best) if step.best else None
    return chess_diagram.diagram(step.before, [one for one in (played, better) if one], label)


def _shogi_moment(step: Step, label: str) -> str:
    arrows = [("played", step.move), *([("better", step.best)] if step.best else [])]
    return shogi_picture.diagram(ShogiBoard.of(step.before.fen()), arrows, label)


def _shogi_men(board: Any) -> str:
    """The squares, and what hands hold."""
    squares, _, held = board.fen().split()[:3]
    return f"{squares} {held}"


DRAWINGS: dict[GameName, Drawing] = {
    "chess": Drawing(
        marks=("", ""),
        details=("Event", "Site", "Round", "Date", "TimeControl"),
        style="",
        script=read("chess_board.js"),
        definitions=lambda language: chess_diagram.definitions(),
        stage=lambda board, label: chess_diagram.diagram(board, (), label),
        moment=_chess_moment,
        men=lambda board: str(board.board_fen()),
        moved=lambda board, move: chess_diagram.corners(board, move) if move else [],
        constants={"ids": {symbol: chess_diagram.man_id(symbol) for symbol in "KQRBNPkqrbnp"}},
    ),
    "shogi": Drawing(
        marks=("☗ ", "☖ "),
        details=("棋戦", "場所", "開始日時", "戦型", "持ち時間", "手合割"),
        style=shogi_picture.PAGE_STYLE + read("shogi.css"),
        script=drawn_board() + read("shogi_board.js"),
        definitions=lambda language: shogi_picture.page_definitions(is_japanese=language is Language.JAPANESE),
        stage=lambda board, label: shogi_picture.empty_board(),
        moment=_shogi_moment,
        men=_shogi_men,
        moved=lambda board, move: move,
        constants={"places": shogi_picture.places_of_both_sides()},
    ),
}
