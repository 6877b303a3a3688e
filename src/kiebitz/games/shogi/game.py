"""Shogi."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kiebitz.core.shogi.declaration import may_declare
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.engine import START_SFEN, ShogiPosition
from kiebitz.engine.line import GameName
from kiebitz.engine.positions import shogi_position_from
from kiebitz.engine.strength import FULL_STRENGTH, SHOGI_LEVELS, Level
from kiebitz.games.chances import Chances
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.game import Game
from kiebitz.kifu.told_move import MARKS, told_move
from kiebitz.kifu.typed_move import read_typed_move
from kiebitz.kifu.writing import FORMATS

if TYPE_CHECKING:
    from rich.text import Text

    from kiebitz.engine.strength import Handicap
    from kiebitz.games.live_game import LiveGame
    from kiebitz.games.sheet import Sheet
    from kiebitz.games.shogi.board import Board


class Shogi(Game[ShogiPosition]):
    """The game of shogi."""

    name: ClassVar[GameName] = "shogi"
    sides: ClassVar[Mapping[bool, str]] = {True: "Black", False: "White"}
    marks: ClassVar[Mapping[bool, str]] = MARKS
    signs: ClassVar[str] = "☗玉"
    start: ClassVar[str] = START_SFEN
    suffixes: ClassVar[tuple[str, ...]] = (".kifu", *(suffix for suffix in FORMATS if suffix != ".kifu"))
    typed_moves: ClassVar[str] = "7g7f, P*5e, 8h2b+, as in 76歩, ７六歩, 同銀成, or as in P-7f, Bx2b+, G*5b"
    draws_by_agreement: ClassVar[bool] = False
    wins_by_declaration: ClassVar[bool] = True
    resigns_on_own_turn: ClassVar[bool] = True
    # As most programs of shogi have it: 600 are 73%.
    chances: ClassVar[Chances] = Chances(steepness=1 / 600, most=3000)

    def position(self, text: str, moves: Iterable[str] = (), *, chess960: bool | None = None) -> ShogiPosition:
        """As ``Game``. Raises SfenError and ShogiMoveError."""
        del chess960
        return shogi_position_from(text, tuple(moves))

    def push(self, position: ShogiPosition, move: str) -> None:
        """As ``Game``. Raises ShogiMoveError."""
        push(position, move)

    def read_move(self, position: ShogiPosition, text: str, last: str | None = None) -> str:
        """As ``Game``: USI, Japanese, or Western. Raises TypedMoveError."""
        return read_typed_move(position, text, _target(last))

    def tell_move(self, position: ShogiPosition, move: str, last: str | None = None) -> str:
        """As ``Game``: '☗７六歩 (7g7f)'."""
        return f"{told_move(position, move, _target(last)).japanese} ({move})"

    def number(self, start: str, plies: int) -> int:
        """As ``Game``; an SFEN's own numbers count plies."""
        del start
        return plies // 2 + 1

    def numbered(self, start: str, plies: int, told: str) -> str:
        """As ``Game``: records number plies."""
        del start
        return f"{plies + 1}. {told}"

    def ending(self, position: ShogiPosition) -> Ending | None:
        """As ``Game``.

        Who has no move has lost. The fourth time of a position is a draw (sennichite), unless a side has given check by
        every move since the first: that one loses.
        """
        turn = position.turn
        if not legal_moves(position):
            return Ending(not turn, Cause.CHECKMATE, f"{self.sides[not turn]} mates")
        outcome = position.repetition_outcome()
        if outcome == "draw":
            return Ending(None, Cause.SENNICHITE, "draw: the position has come about four times (sennichite)")
        if outcome not in ("win", "loss"):
            return None
        winner = turn if outcome == "win" else not turn
        return Ending(winner, Cause.PERPETUAL_CHECK, f"{self.sides[not winner]} loses by giving perpetual check")

    def over(self, position: ShogiPosition) -> Ending | None:
        """As ``Game``: all ends, for nobody need claim a repetition."""
        return self.ending(position)

    def board(self, text: str, *, chess960: bool = False) -> Board:
        """As ``Game``. Raises SfenError."""
        del chess960
        from kiebitz.games.shogi.board import Board

        return Board(text)

    def tell_ending(self, ending: Ending) -> str:
        """As ``Game``, without the result, which no record of shogi has."""
        return ending.reason[0].upper() + ending.reason[1:]

    def may_declare(self, position: ShogiPosition) -> bool:
        """As ``Game``, by 27 points."""
        return may_declare(position)

    def picture(
        self, position: ShogiPosition, last: str | None, *, first_below: bool, unicode: bool, colour: bool
    ) -> Text:
        """As ``Game``."""
        from kiebitz.games.shogi.picture import draw

        return draw(position.sfen(), last, black_below=first_below, japanese=unicode, colour=colour)

    def record(self, live: LiveGame, sheet: Sheet, kind: str = "") -> str:
        """As ``Game``; CSA ends with its separator, so that another game may follow."""
        from kiebitz.games.shogi.record import kifu_of
        from kiebitz.kifu.csa_reader import SEPARATOR
        from kiebitz.kifu.writing import kifu_text

        format = FORMATS.get(kind or self.suffixes[0])
        if format is None:
            raise ValueError(f"a game of shogi is kept as one of {', '.join(self.suffixes)}, not as {kind}")
        return kifu_text(kifu_of(live, sheet), format).text + (SEPARATOR if format == "csa" else "")

    def save(self, live: LiveGame, sheet: Sheet, path: Path, *, overwrite: bool) -> None:
        """As ``Game``. Raises KifuError for a name without one of the ``suffixes``."""
        from kiebitz.games.shogi.record import kifu_of
        from kiebitz.kifu.writing import write_kifu

        if not overwrite and path.exists():
            raise FileExistsError
        write_kifu(kifu_of(live, sheet), path)

    def level(self, number: int) -> Level:
        """As ``Game``: from 1 to 19."""
        if not 1 <= number < FULL_STRENGTH:
            raise ValueError(f"in shogi a level is a number from 1 to {FULL_STRENGTH - 1}, not {number}")
        return SHOGI_LEVELS[number - 1]

    def tell_level(self, number: int) -> str:
        """As ``Game``."""
        return f" at level {number}"

    def weakened(self, handicap: Handicap, position: ShogiPosition) -> Handicap:
        """As ``Game``: everywhere alike."""
        del position
        return handicap


def _target(move: str | None) -> str | None:
    """Where a move went."""
    return move and move[2:4]


SHOGI = Shogi()
