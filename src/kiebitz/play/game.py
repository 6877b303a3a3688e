"""A game between a player and the engine: its moves, taking back, how it ended, and its PGN."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import chess
import chess.pgn

from kiebitz.engine import FIFTY_MOVES

COLOUR_NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}
REPETITIONS = 3
ENDINGS = {
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "neither side can mate with what is left",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    result: str
    """'1-0', '0-1' or '1/2-1/2'."""
    reason: str
    """For people: 'White mates', 'draw by stalemate'."""


class Game:
    """The moves so far and what follows from them."""

    def __init__(self, board: chess.Board, player: chess.Color, opponent: str) -> None:
        """Begin at a position; ``opponent`` is the engine's name in the PGN."""
        self.board = board
        self.player = player
        self._opponent = opponent
        self._agreed: Ending | None = None

    @property
    def is_players_turn(self) -> bool:
        """Whether the player is to move."""
        return self.board.turn == self.player

    @property
    def own_moves(self) -> int:
        """How many moves the player has made."""
        moves = len(self.board.move_stack)
        return moves // 2 if self.board.root().turn != self.player else (moves + 1) // 2

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on. Repetition and fifty moves end it without a claim."""
        if self._agreed is not None:
            return self._agreed
        outcome = self.board.outcome()
        if outcome is not None and outcome.winner is not None:
            return Ending(outcome.result(), f"{COLOUR_NAMES[outcome.winner]} mates")
        if outcome is not None and outcome.termination in ENDINGS:
            return Ending("1/2-1/2", f"draw: {ENDINGS[outcome.termination]}")
        if self.board.is_repetition(REPETITIONS):
            return Ending("1/2-1/2", "draw: the position has come about three times")
        if self.board.halfmove_clock >= FIFTY_MOVES:
            return Ending("1/2-1/2", "draw: fifty moves without capture and pawn move")
        return None

    def push(self, move: chess.Move) -> str:
        """Play a legal move; its text with the number, for people."""
        number = f"{self.board.fullmove_number}{'.' if self.board.turn else '...'}"
        return f"{number} {self.board.san_and_push(move)}"

    def take_back(self) -> bool:
        """Go back to before the player's last move; whether there was one."""
        if not self.own_moves:
            return False
        self._agreed = None
        self.board.pop()
        while not self.is_players_turn:
            self.board.pop()
        return True

    def resign(self) -> None:
        """The player gives up."""
        loser = COLOUR_NAMES[self.player]
        self._agreed = Ending("0-1" if self.player else "1-0", f"{loser} resigns")

    def agree_draw(self) -> None:
        """Both agree on a draw."""
        self._agreed = Ending("1/2-1/2", "draw by agreement")

    def pgn(self) -> str:
        """The game so far as PGN."""
        game = chess.pgn.Game.from_board(self.board)
        names = {self.player: "Player", not self.player: self._opponent}
        ending = self.ending
        game.headers.update(
            {
                "Event": "Game in the terminal",
                "Site": "?",
                "Date": date.today().strftime("%Y.%m.%d"),
                "Round": "-",
                "White": names[chess.WHITE],
                "Black": names[chess.BLACK],
                "Result": ending.result if ending else "*",
            }
        )
        if ending:
            game.end().comment = ending.reason
        return f"{game}\n"

    def save(self, path: Path, *, overwrite: bool) -> None:
        """Write the PGN. Raises OSError, FileExistsError if ``overwrite`` is not allowed and needed."""
        with path.open("w" if overwrite else "x", encoding="utf-8") as handle:
            handle.write(self.pgn())
