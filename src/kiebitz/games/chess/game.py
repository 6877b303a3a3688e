"""Chess, and Chess960."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kiebitz.engine import FIFTY_MOVES, START_FEN, Position, legal_moves, position_from, push
from kiebitz.engine.line import GameName
from kiebitz.engine.reachable_mate import can_mate
from kiebitz.engine.score import CHANCES_STEEPNESS
from kiebitz.engine.strength import Level, level_of
from kiebitz.games.chances import Chances
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.game import Game

if TYPE_CHECKING:
    import chess
    from rich.text import Text

    from kiebitz.engine.opening_names import OpeningName
    from kiebitz.engine.strength import Handicap
    from kiebitz.games.live_game import LiveGame
    from kiebitz.games.sheet import Sheet

REPETITIONS = 3
DRAWN_BY = {
    Cause.STALEMATE: "draw: stalemate",
    Cause.INSUFFICIENT_MATERIAL: "draw: neither side can mate with what is left",
    Cause.REPETITION: "draw: the position has come about three times",
    Cause.FIFTY_MOVES: "draw: fifty moves without capture and pawn move",
}
CAUSES = (
    Cause.CHECKMATE,
    *DRAWN_BY,
    Cause.RESIGNATION,
    Cause.AGREEMENT,
    Cause.TIME,
    Cause.TIME_WITHOUT_MATE,
)
"""The causes that end games between people."""


class Chess(Game[Position]):
    """The game of chess."""

    name: ClassVar[GameName] = "chess"
    sides: ClassVar[Mapping[bool, str]] = {True: "White", False: "Black"}
    marks: ClassVar[Mapping[bool, str]] = {}
    signs: ClassVar[str] = "♔♟"
    start: ClassVar[str] = START_FEN
    suffixes: ClassVar[tuple[str, ...]] = (".pgn",)
    typed_moves: ClassVar[str] = "e4, Nf3, O-O, exd5, e8=Q, or as in e2e4, e7e8q"
    draws_by_agreement: ClassVar[bool] = True
    wins_by_declaration: ClassVar[bool] = False
    resigns_on_own_turn: ClassVar[bool] = False
    # Beyond ten pawns more changes nothing.
    chances: ClassVar[Chances] = Chances(steepness=CHANCES_STEEPNESS, most=1000)

    def position(self, text: str, moves: Iterable[str] = (), *, chess960: bool | None = None) -> Position:
        """As ``Game``. Raises FenError and MoveError."""
        return position_from(text, tuple(moves), chess960)

    def push(self, position: Position, move: str) -> None:
        """As ``Game``. Raises MoveError."""
        push(position, move)

    def read_move(self, position: Position, text: str, last: str | None = None) -> str:
        """As ``Game``: SAN, also with a small letter for the piece, or UCI. Raises MoveTextError."""
        del last
        from kiebitz.commandline.typed_move import read_move
        from kiebitz.engine import board_of

        board = board_of(position)
        return board.uci(read_move(board, text))

    def tell_move(self, position: Position, move: str, last: str | None = None) -> str:
        """As ``Game``: SAN."""
        del last
        from kiebitz.engine import board_of

        board = board_of(position)
        return board.san(board.parse_uci(move))

    def number(self, start: str, plies: int) -> int:
        """As ``Game``; the FEN says which one the first was."""
        fields = start.split()
        return int(fields[5]) + (plies + (fields[1] == "b")) // 2

    def numbered(self, start: str, plies: int, told: str) -> str:
        """As ``Game``: '1. e4', '1... e5'."""
        is_whites = (start.split()[1] == "w") == (plies % 2 == 0)
        return f"{self.number(start, plies)}{'.' if is_whites else '...'} {told}"

    def ending(self, position: Position) -> Ending | None:
        """As ``Game``. Checkmate is lost by the side to move; everything else is a draw."""
        if over := self.over(position):
            return over
        if position.is_insufficient_material:
            return _drawn(Cause.INSUFFICIENT_MATERIAL)
        if position.repetitions() >= REPETITIONS:
            return _drawn(Cause.REPETITION)
        if position.halfmove_clock >= FIFTY_MOVES:
            return _drawn(Cause.FIFTY_MOVES)
        return None

    def over(self, position: Position) -> Ending | None:
        """As ``Game``: mate and stalemate."""
        if legal_moves(position):
            return None
        if not position.is_check:
            return _drawn(Cause.STALEMATE)
        winner = not position.turn
        return Ending(winner, Cause.CHECKMATE, f"{self.sides[winner]} mates")

    def board(self, text: str, *, chess960: bool = False) -> chess.Board:
        """As ``Game``."""
        import chess

        return chess.Board(text, chess960=chess960)

    def opening(self, position: Position) -> OpeningName | None:
        """As ``Game``."""
        from kiebitz.engine.opening_names import opening_name

        return opening_name(position)

    def can_win(self, position: Position, side: bool) -> bool:
        """As ``Game``."""
        return can_mate(position, side)

    def picture(self, position: Position, last: str | None, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """As ``Game``."""
        import chess

        from kiebitz.engine import board_of
        from kiebitz.games.chess.picture import draw

        marked = chess.Move.from_uci(last) if last else None
        return draw(board_of(position), marked, white_below=first_below, unicode=unicode, colour=colour)

    def record(self, live: LiveGame, sheet: Sheet, kind: str = "") -> str:
        """As ``Game``: PGN, ending in one line break."""
        from kiebitz.games.chess.record import pgn_of

        if kind not in ("", *self.suffixes):
            raise ValueError(f"a game of chess is kept as {self.suffixes[0]}, not as {kind}")
        return f"{pgn_of(live, sheet)}\n"

    def save(self, live: LiveGame, sheet: Sheet, path: Path, *, overwrite: bool) -> None:
        """As ``Game``, whatever the name."""
        with path.open("w" if overwrite else "x", encoding="utf-8") as handle:
            handle.write(self.record(live, sheet))

    def level(self, number: int) -> Level:
        """As ``Game``: a rating from 600 to 2400."""
        return level_of(number)

    def tell_level(self, number: int) -> str:
        """As ``Game``."""
        return f" at {number}"

    def weakened(self, handicap: Handicap, position: Position) -> Handicap:
        """As ``Game``: what people learn first they know at every level."""
        return handicap.at(position)


def board_of_game(live: LiveGame) -> chess.Board:
    """A game of chess on python-chess's board, with its moves."""
    import chess

    board = chess.Board(live.start, chess960=live.position.chess960)
    for move in live.moves:
        board.push_uci(move)
    return board


def _drawn(cause: Cause) -> Ending:
    return Ending(None, cause, DRAWN_BY[cause])


CHESS = Chess()
