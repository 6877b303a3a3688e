"""How a report draws the boards of a game: as SVG, and what its script needs to draw them itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import resources
from typing import TYPE_CHECKING, Any

from kiebitz.commandline import chess_diagram, shogi_picture
from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.commandline.web_page import drawn_board
from kiebitz.engine.line import GameName

if TYPE_CHECKING:
    from kiebitz.analysis.report.story import Step


def read(name: str) -> str:
    """A file of this room, for pages."""
    return (resources.files("kiebitz.analysis.report") / name).read_text(encoding="utf-8")


class Drawing(ABC):
    """The boards of a game; a board is ``Game.board``'s. Labels are HTML already."""

    marks: tuple[str, str]
    """The marks before the names of the sides, first that of the one that moves first."""
    details: tuple[str, ...]
    """The details told of a game beside its players, by the names of its headers."""
    style = ""
    """Rules of style beyond those of all reports."""

    @abstractmethod
    def script(self) -> str:
        """The part of the script that draws a board."""

    @abstractmethod
    def definitions(self) -> str:
        """The definitions all boards of a page refer to, as an element of its own."""

    @abstractmethod
    def stage(self, board: Any, label: str) -> str:
        """The board that the script draws on, in this position at first."""

    @abstractmethod
    def moment(self, step: Step, label: str) -> str:
        """The board before a marked move, with that move and the better one."""

    @abstractmethod
    def men(self, board: Any) -> str:
        """The pieces by their squares, for the script."""

    @abstractmethod
    def moved(self, board: Any, move: Any) -> Any:
        """The squares a move marks, for the script; ``move`` is None for the start."""

    @abstractmethod
    def constants(self) -> dict[str, Any]:
        """The data the script needs beside positions."""


class ChessDrawing(Drawing):
    """Chess."""

    marks = ("", "")
    details = ("Event", "Site", "Round", "Date", "TimeControl")

    def script(self) -> str:
        """As ``Drawing``."""
        return read("chess_board.js")

    def definitions(self) -> str:
        """As ``Drawing``."""
        return chess_diagram.definitions()

    def stage(self, board: Any, label: str) -> str:
        """As ``Drawing``."""
        return chess_diagram.diagram(board, (), label)

    def moment(self, step: Step, label: str) -> str:
        """As ``Drawing``."""
        played = chess_diagram.arrow("played", step.before, step.move)
        better = chess_diagram.arrow("better", step.before, step.best) if step.best else None
        return chess_diagram.diagram(step.before, [one for one in (played, better) if one], label)

    def men(self, board: Any) -> str:
        """As ``Drawing``."""
        return str(board.board_fen())

    def moved(self, board: Any, move: Any) -> list[tuple[float, float]]:
        """As ``Drawing``."""
        return chess_diagram.corners(board, move) if move else []

    def constants(self) -> dict[str, Any]:
        """As ``Drawing``."""
        return {"ids": {symbol: chess_diagram.man_id(symbol) for symbol in "KQRBNPkqrbnp"}}


class ShogiDrawing(Drawing):
    """Shogi."""

    marks = ("☗ ", "☖ ")
    details = ("棋戦", "場所", "開始日時", "戦型", "持ち時間", "手合割")
    style = shogi_picture.PAGE_STYLE + read("shogi.css")

    def script(self) -> str:
        """As ``Drawing``."""
        return drawn_board() + read("shogi_board.js")

    def definitions(self) -> str:
        """As ``Drawing``."""
        return shogi_picture.page_definitions()

    def stage(self, board: Any, label: str) -> str:
        """As ``Drawing``; empty at first."""
        del board, label
        return shogi_picture.empty_board()

    def moment(self, step: Step, label: str) -> str:
        """As ``Drawing``."""
        arrows = [("played", step.move), *([("better", step.best)] if step.best else [])]
        return shogi_picture.diagram(ShogiBoard.of(step.before.fen()), arrows, label)

    def men(self, board: Any) -> str:
        """As ``Drawing``: the squares, and what hands hold."""
        squares, _, held = board.fen().split()[:3]
        return f"{squares} {held}"

    def moved(self, board: Any, move: Any) -> str | None:
        """As ``Drawing``."""
        del board
        return None if move is None else str(move)

    def constants(self) -> dict[str, Any]:
        """As ``Drawing``."""
        return {"places": shogi_picture.places_of_both_sides()}


DRAWINGS: dict[GameName, Drawing] = {"chess": ChessDrawing(), "shogi": ShogiDrawing()}
