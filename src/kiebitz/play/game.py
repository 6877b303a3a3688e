"""A game between a player and the engine: its moves, taking back, how it ended, and its PGN."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import chess
import chess.pgn

from kiebitz.commandline.typed_move import read_move
from kiebitz.engine import position_of
from kiebitz.engine.game_end import GameEnd, game_end
from kiebitz.engine.reachable_mate import can_mate
from kiebitz.play.any_game import AnyGame

if TYPE_CHECKING:
    from rich.text import Text

COLOUR_NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}
DRAWN_BY = {
    GameEnd.STALEMATE: "draw: stalemate",
    GameEnd.INSUFFICIENT_MATERIAL: "draw: neither side can mate with what is left",
    GameEnd.REPETITION: "draw: the position has come about three times",
    GameEnd.FIFTY_MOVES: "draw: fifty moves without capture and pawn move",
}
RESIGNATION, AGREEMENT, TIME, TIME_WITHOUT_MATE = "resignation", "agreement", "time", "time_without_mate"
CAUSES = (*GameEnd, RESIGNATION, AGREEMENT, TIME, TIME_WITHOUT_MATE)
"""What can end a game."""
HELP = """\
Type a move as in e4, Nf3, O-O, exd5, e8=Q, or as in e2e4, e7e8q. Other words:
  undo       or 'take back': your last move  board      show the board
  hint       ask for a good move             flip       turn the board round
  draw       offer a draw                    save FILE  write the game as PGN
  resign     give up                         analyse    write the game and say what went wrong
  quit       leave                           help       show this
Who leaves a game that isn't saved finds it in a file of this directory."""
WINS = {chess.WHITE: "1-0", chess.BLACK: "0-1"}
DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    result: str
    """'1-0', '0-1' or '1/2-1/2'."""
    cause: str
    """Of ``CAUSES``; in shogi a ``ShogiEndCause``, a resignation or a declaration."""
    reason: str
    """For people: 'White mates', 'draw by stalemate'."""

    @property
    def termination(self) -> str:
        """As PGN's tag Termination has it."""
        return "time forfeit" if self.cause in {TIME, TIME_WITHOUT_MATE} else "normal"


def ending_on(board: chess.Board) -> Ending | None:
    """How the rules end a game; None while it goes on. Repetition and fifty moves need no claim."""
    end = game_end(position_of(board))
    if end is None:
        return None
    if end is GameEnd.CHECKMATE:
        winner = not board.turn
        return Ending(WINS[winner], end, f"{COLOUR_NAMES[winner]} mates")
    return Ending(DRAW, end, DRAWN_BY[end])


class Game(AnyGame):
    """The moves so far and what follows from them."""

    HELP: ClassVar = HELP
    SUFFIXES: ClassVar = (".pgn",)
    VIEWER: ClassVar = "White"
    board: chess.Board

    def __init__(self, board: chess.Board, player: chess.Color, opponent: str) -> None:
        """Begin at a position; ``opponent`` is the engine's name in the PGN."""
        self.board = board
        self.player = player
        self.opponent = opponent
        # How it ended otherwise than by the rules of the board.
        self._declared: Ending | None = None

    @property
    def own_moves(self) -> int:
        """How many moves the player has made."""
        moves = len(self.board.move_stack)
        return moves // 2 if self.board.root().turn != self.player else (moves + 1) // 2

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        return self._declared or ending_on(self.board)

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.board.is_check()

    def told(self, ending: Ending) -> str:
        """How the game ended, in a sentence."""
        return f"{ending.result}, {ending.reason}"

    def read(self, text: str) -> chess.Move:
        """The legal move that a text means. Raises MoveTextError."""
        return read_move(self.board, text)

    def push(self, move: chess.Move) -> str:
        """Play a legal move; its text with the number, for people."""
        number = f"{self.board.fullmove_number}{'.' if self.board.turn else '...'}"
        return f"{number} {self.board.san_and_push(move)}"

    def take_back(self) -> bool:
        """Go back to before the player's last move; whether there was one."""
        if not self.own_moves:
            return False
        self._declared = None
        self.board.pop()
        while not self.is_players_turn:
            self.board.pop()
        return True

    def resign(self) -> None:
        """The player gives up."""
        self._declared = Ending(WINS[not self.player], RESIGNATION, f"{COLOUR_NAMES[self.player]} resigns")

    def agree_draw(self) -> None:
        """Both agree on a draw."""
        self._declared = Ending(DRAW, AGREEMENT, "draw by agreement")

    def lose_on_time(self, side: chess.Color) -> None:
        """A side's time is up: it has lost or, if no moves whatever let the other side mate, the game is drawn."""
        loser, winner = COLOUR_NAMES[side], COLOUR_NAMES[not side]
        if not can_mate(position_of(self.board), not side):
            self._declared = Ending(DRAW, TIME_WITHOUT_MATE, f"draw: {loser}'s time is up, but {winner} can't mate")
        else:
            self._declared = Ending(WINS[not side], TIME, f"{loser} loses on time")

    def record(self, event: str) -> chess.pgn.Game:
        """The game so far, with the tags that PGN wants."""
        game = chess.pgn.Game.from_board(self.board)
        names = {self.player: "Player", not self.player: self.opponent}
        ending = self.ending
        game.headers.update(
            {
                "Event": event,
                "Site": "?",
                "Date": date.today().strftime("%Y.%m.%d"),
                "Round": "-",
                "White": names[chess.WHITE],
                "Black": names[chess.BLACK],
                "Result": ending.result if ending else "*",
                "Termination": ending.termination if ending else "unterminated",
            }
        )
        if ending:
            game.end().comment = ending.reason
        return game

    def record_text(self) -> str:
        """The game so far as PGN."""
        return f"{self.record('Game in the terminal')}\n"

    def save(self, path: Path, *, overwrite: bool) -> None:
        """Write the PGN. Raises OSError, FileExistsError if ``overwrite`` is not allowed and needed."""
        with path.open("w" if overwrite else "x", encoding="utf-8") as handle:
            handle.write(self.record_text())

    def picture(self, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """The board as text."""
        from kiebitz.play.picture import draw

        return draw(self.board, white_below=first_below, unicode=unicode, colour=colour)
