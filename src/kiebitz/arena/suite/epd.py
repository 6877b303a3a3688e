"""Suites: EPD lines whose operations name the solution.

``bm`` names the best moves, ``am`` the moves to avoid, ``dm`` the moves to mate. The Strategic Test Suite gives points
for several moves: ``c9`` holds the moves (UCI), ``c8`` the points of each. A line with several operations asks for all
of them. Counters after the four fields of the position, as in FEN, are understood, and so are a semicolon there, and
moves as people write them: with commas, numbers, praise, castling with noughts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.san_text import plain_san
from kiebitz.engine import ANNOTATION_SIGNS, MOVE_ORNAMENTS, FenError, Position
from kiebitz.processes.bounded import content_of

COMMENT = "#"
# Longer than any EPD line that means something; what is longer is not read as one.
MAX_LINE_LETTERS = 10_000
MOST_BYTES = 1 << 28
# A string, where anything may stand, or an operation that lists moves.
STRING_OR_MOVES = re.compile(r'"(?:\\.|[^"\\])*"|\b[ba]m\s[^;"]*')
POSITION = r"(?:[^\s;]+\s+){3}[^\s;]+"
COUNTERS = re.compile(rf"^\s*({POSITION})\s+(\d+)\s+(\d+)(?=\s|;|$)")
# What some programs write behind the position, though it is no operation.
LONE_SEMICOLON = re.compile(rf"^\s*({POSITION})\s*;")
MOVE_NUMBER = re.compile(r"\d+\s*(?:\.+|…)")
# What people write between moves, or behind one.
BETWEEN_MOVES = MOVE_ORNAMENTS | frozenset(ANNOTATION_SIGNS) | {"or", "and"}
JUDGEMENT = re.compile(r"[!?]+$")


class TaskError(ValueError):
    """An EPD line that can't be used; the message says why."""


class SuiteError(Exception):
    """A suite that can't be read at all."""


@dataclass(frozen=True, slots=True)
class Task:
    """One position and its solution. Moves are UCI text as the engine writes them."""

    line: int
    """Its line in the file, from 1."""
    name: str
    """The ``id``, or 'line N'."""
    fen: str
    chess960: bool
    best: tuple[str, ...] = ()
    """Any of these solves it; none if ``bm`` is not given."""
    avoid: tuple[str, ...] = ()
    """None of these solves it."""
    mate: int | None = None
    """Most moves of the mate to be found."""
    points: dict[str, int] = field(default_factory=dict)
    """The points of each move, where moves are graded."""
    wanted: str = ""
    """The above for people, moves in SAN: 'Qg6', 'not Rd1', 'mate in 3'."""
    dropped: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The parts left out of the position because they can't be, a sentence each."""

    def is_right(self, move: str, mate: int | None) -> bool:
        """True if a move, with the mate in so many moves that the search has seen (None for none), is a solution."""
        if self.best and move not in self.best:
            return False
        if move in self.avoid:
            return False
        if self.mate is not None and not (mate is not None and 0 < mate <= self.mate):
            return False
        if self.points and not self.best:
            return self.points.get(move, 0) == self.most_points
        return True

    @property
    def most_points(self) -> int:
        """The points of the best move; 0 where moves aren't graded."""
        return max(self.points.values(), default=0)


@dataclass(frozen=True, slots=True)
class EpdFault:
    """A line that was skipped."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """'suite.epd, line 7: …'."""
        return f"{self.file}, line {self.line}: {self.message}; skipped"


class _Chess960Board(chess.Board):
    """A board that reads the operations of an EPD in Chess960 as well; python-chess makes boards of the same class."""

    def __init__(self, fen: str | None = chess.STARTING_FEN, *, chess960: bool = True) -> None:
        super().__init__(fen, chess960=chess960)


def read_suite(path: Path) -> Iterator[Task | EpdFault]:
    """The tasks of a file in order, and a fault for each line that is none. Raises SuiteError."""
    try:
        text = content_of(path, MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        raise SuiteError(f"{path}: {error.strerror or error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        try:
            yield read_task(line, number)
        except TaskError as error:
            yield EpdFault(str(path), number, str(error))


def read_task(line: str, number: int = 1) -> Task:
    """One line. Raises TaskError."""
    if len(line) > MAX_LINE_LETTERS:
        raise TaskError(f"longer than {MAX_LINE_LETTERS:,} letters")
    line = LONE_SEMICOLON.sub(r"\1 ", COUNTERS.sub(r"\1 hmvc \2; fmvn \3;", line), count=1)
    dropped: list[str] = []
    board, operations = _parse(STRING_OR_MOVES.sub(_plain_moves, line), dropped)
    fen = board.fen(en_passant="fen")
    try:
        position = Position(fen, board.chess960, dropped=dropped)
    except FenError as error:
        raise TaskError(f"not a position: {error}") from error
    if not any(board.legal_moves):
        raise TaskError("the game is over here: no legal move")
    task = Task(
        line=number,
        name=_name(operations.get("id"), number),
        fen=position.fen(shredder=position.chess960),
        chess960=board.chess960,
        best=_moves(board, operations, "bm"),
        avoid=_moves(board, operations, "am"),
        mate=_mate(operations),
        points=_points(board, operations),
        wanted=_wanted(board, operations),
        dropped=tuple(dict.fromkeys(dropped)),
    )
    if not (task.best or task.avoid or task.points or task.mate is not None):
        raise TaskError("nothing to find: it needs bm, am, dm, or c8 with c9")
    return task


def _plain_moves(found: re.Match[str]) -> str:
    """A string as it is; an operation that lists moves with these as PGN has them, no commas or numbers between."""
    if found[0].startswith('"'):
        return found[0]
    code, moves = found[0][:2], MOVE_NUMBER.sub(" ", found[0][2:].replace(",", " "))
    words = (JUDGEMENT.sub("", word) for word in moves.split() if word not in BETWEEN_MOVES)
    return " ".join([code, *filter(None, map(plain_san, words)), ""])


def _parse(line: str, dropped: list[str]) -> tuple[chess.Board, dict[str, Any]]:
    """The position, of Chess960 only if its castling rights show that, and the operations. Raises TaskError.

    What is left out of the position because it can't be is added to ``dropped``.
    """
    try:
        shown = Position(" ".join(line.split()[:4]), dropped=dropped)
        board = _Chess960Board(None) if shown.chess960 else chess.Board(None)
    except FenError:
        board = chess.Board(None)  # python-chess says what is wrong, or lets it be a position that isn't one.
    try:
        operations = board.set_epd(line)
    except (ValueError, AssertionError, IndexError) as error:
        raise TaskError(f"not an EPD line: {error}") from error
    return board, operations


def _name(operand: object, number: int) -> str:
    text = "" if operand is None else str(operand)
    return clean(text).strip() or f"line {number}"


def _move_list(operations: dict[str, Any], code: str) -> list[chess.Move]:
    operand = operations.get(code, [])
    if not isinstance(operand, list) or (code in operations and not operand):
        raise TaskError(f"{code} needs moves")
    return operand


def _moves(board: chess.Board, operations: dict[str, Any], code: str) -> tuple[str, ...]:
    return tuple(board.uci(move) for move in _move_list(operations, code))


def _mate(operations: dict[str, Any]) -> int | None:
    if "dm" not in operations:
        return None
    moves = operations["dm"]
    if not isinstance(moves, int) or moves < 1:
        raise TaskError("dm needs a number of moves, 1 or more")
    return moves


def _points(board: chess.Board, operations: dict[str, Any]) -> dict[str, int]:
    """Points by move. c8 and c9 are free for any comment, so only lines that hold numbers and moves count."""
    if "c8" not in operations or "c9" not in operations:
        return {}
    numbers, moves = str(operations["c8"]).split(), str(operations["c9"]).split()
    if not all(number.isdecimal() and len(number) <= 6 for number in numbers):
        return {}
    if len(numbers) != len(moves):
        raise TaskError(f"c8 has {len(numbers)} points for the {len(moves)} moves of c9")
    try:
        return {board.uci(board.parse_uci(move)): int(points) for move, points in zip(moves, numbers, strict=True)}
    except ValueError as error:
        raise TaskError(f"c9: {error}") from error


def _wanted(board: chess.Board, operations: dict[str, Any]) -> str:
    parts = []
    if best := _move_list(operations, "bm"):
        parts.append(" ".join(board.san(move) for move in best))
    if avoid := _move_list(operations, "am"):
        parts.append("not " + " ".join(board.san(move) for move in avoid))
    if "dm" in operations:
        parts.append(f"mate in {operations['dm']}")
    if not parts and (points := _points(board, operations)):
        most = max(points.values())
        parts.append(" ".join(board.san(board.parse_uci(move)) for move, worth in points.items() if worth == most))
    return ", ".join(parts)
