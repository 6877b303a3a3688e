"""A game of shogi between a player and the engine: its moves, taking back, how it ended, and its record."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kiebitz.engine import ShogiPosition
from kiebitz.engine.declaration import may_declare
from kiebitz.engine.mate_solver import notation_of
from kiebitz.engine.shogi_game_end import ShogiEndCause, shogi_game_end
from kiebitz.kifu.endings import ending_by_rule
from kiebitz.kifu.handicaps import EVEN, NAMES
from kiebitz.kifu.names import BLACK_NAMES, EVEN_SIDES, HANDICAP_SIDES
from kiebitz.kifu.record import Ending as RecordEnding
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.told_move import told_move
from kiebitz.kifu.typed_move import read_typed_move
from kiebitz.kifu.writing import FORMATS, kifu_text, write_kifu
from kiebitz.play.any_game import AnyGame
from kiebitz.play.game import DRAW, RESIGNATION, WINS, Ending

if TYPE_CHECKING:
    from rich.text import Text

SIDE_NAMES = {True: "Black", False: "White"}
DECLARATION = "declaration"
RESIGNS, DECLARES = "resign", "win"
"""What the opponent says instead of a move, in USI's words."""
HELP = """\
Type a move as in 7g7f, P*5e, 8h2b+, as in 76歩, ７六歩, 同銀成, or as in P-7f, Bx2b+, G*5b. Other words:
  undo       or 'take back': your last move  board      show the board
  hint       ask for a good move             flip       turn the board round
  declare    a win by 27 points              save FILE  write the game: .kif, .kifu, .ki2 or .csa
  resign     give up                         analyse    write the game and say what went wrong
  quit       leave                           help       show this
Who leaves a game that isn't saved finds it in a file of this directory."""


class ShogiGame(AnyGame):
    """The moves so far and what follows from them. True is Black, who moves first in an even game."""

    HELP: ClassVar = HELP
    SUFFIXES: ClassVar = (".kifu", *(suffix for suffix in FORMATS if suffix != ".kifu"))
    VIEWER: ClassVar = "Black"
    board: ShogiPosition

    def __init__(self, position: ShogiPosition, player: bool, opponent: str) -> None:
        """Begin at a position; ``opponent`` is the engine's name in the record."""
        self.board = position.copy()
        self.player = player
        self.opponent = opponent
        self._start = position.sfen()
        self._begins = position.turn
        self._moves: list[str] = []
        # How it ended otherwise than by the rules of the board, and by which word of records.
        self._declared: tuple[Ending, RecordEnding] | None = None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as USI text."""
        return tuple(self._moves)

    @property
    def own_moves(self) -> int:
        """How many moves the player has made."""
        return (len(self._moves) + (self._begins == self.player)) // 2

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.board.is_check

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        if self._declared:
            return self._declared[0]
        end = shogi_game_end(self.board)
        if end is None:
            return None
        if end.winner is None:
            return Ending(DRAW, end.cause, "draw: the position has come about four times (sennichite)")
        if end.cause is ShogiEndCause.CHECKMATE:
            return Ending(WINS[end.winner], end.cause, f"{SIDE_NAMES[end.winner]} mates")
        loser = SIDE_NAMES[not end.winner]
        return Ending(WINS[end.winner], end.cause, f"{loser} loses by giving perpetual check")

    def told(self, ending: Ending) -> str:
        """How the game ended, in a sentence."""
        return ending.reason[0].upper() + ending.reason[1:]

    def read(self, text: str) -> str:
        """The legal move (USI) that a text means. Raises TypedMoveError."""
        return read_typed_move(self.board, text, self._last_target)

    def push(self, move: str) -> str:
        """Play a legal move, or hear what the opponent says instead; its text with the number, for people."""
        turn = self.board.turn
        if move == RESIGNS:
            self._give_up(turn)
            return f"{SIDE_NAMES[turn]} resigns"
        if move == DECLARES:
            self._declare()
            return f"{SIDE_NAMES[turn]} declares"
        written = told_move(self.board, move, self._last_target).japanese
        notation_of(self.board).push(self.board, move)
        self._moves.append(move)
        return f"{len(self._moves)}. {written} ({move})"

    def take_back(self) -> bool:
        """Go back to before the player's last move; whether there was one."""
        if not self.own_moves:
            return False
        self._declared = None
        self._pop()
        while not self.is_players_turn:
            self._pop()
        return True

    def resign(self) -> None:
        """The player gives up."""
        self._give_up(self.player)

    def declare(self) -> bool:
        """The player declares a win by 27 points; whether the rules give it, else nothing has changed."""
        if not self.is_players_turn or not may_declare(self.board):
            return False
        self._declare()
        return True

    def record(self) -> Kifu:
        """The game so far."""
        end = shogi_game_end(self.board)
        by_rule = None if end is None else ending_by_rule(end, self.board.turn)
        kifu = Kifu.of_moves(self._moves, self._start, self._declared[1] if self._declared else by_rule)
        names = {self.player: "Player", not self.player: self.opponent}
        sides = HANDICAP_SIDES if NAMES.get(kifu.sfen or "", EVEN) != EVEN else EVEN_SIDES
        headers = {side: names[side in BLACK_NAMES] for side in sides}
        return Kifu(kifu.lines, kifu.sfen, {"開始日時": f"{date.today():%Y/%m/%d}", **headers})

    def record_text(self) -> str:
        """The game so far as KIF."""
        return kifu_text(self.record()).text

    def save(self, path: Path, *, overwrite: bool) -> None:
        """Write the record, in the format of the name. Raises OSError, FileExistsError, and ValueError."""
        if not overwrite and path.exists():
            raise FileExistsError
        write_kifu(self.record(), path)

    def picture(self, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """The board as text."""
        from kiebitz.play.shogi_picture import draw

        last = self._moves[-1] if self._moves else None
        return draw(self.board.sfen(), last, black_below=first_below, japanese=unicode, colour=colour)

    @property
    def _last_target(self) -> str | None:
        return self._moves[-1][2:4] if self._moves else None

    def _pop(self) -> None:
        self.board.pop()
        self._moves.pop()

    def _give_up(self, side: bool) -> None:
        # Records know a resignation as the mover's.
        how = RecordEnding.RESIGNATION if side == self.board.turn else RecordEnding.INTERRUPTION
        self._declared = Ending(WINS[not side], RESIGNATION, f"{SIDE_NAMES[side]} resigns"), how

    def _declare(self) -> None:
        turn = self.board.turn
        ending = Ending(WINS[turn], DECLARATION, f"{SIDE_NAMES[turn]} wins by declaration (27 points)")
        self._declared = ending, RecordEnding.ENTERING_KING
