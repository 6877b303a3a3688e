"""A game of shogi as people keep it: moves with their times and comments, branches, how it ended.

Layout: the lines of a record lie side by side, as KIF has them; a branch names the line that it leaves, and where. So
no record is too deep to be compared, copied or sent to another process. Lines stand in the order of KIF
(``in_kif_order``): each is told to its end, then what branches off it, the last branch first. Every value is immutable;
a move is text of USI.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN, parse_sfen, write_sfen
from kiebitz.kifu.names import BLACK_NAMES


class KifuError(ValueError):
    """A file that can't be opened, or a record that can't be written; the text says why and what to do."""


class Ending(StrEnum):
    """How a line of a record ends, by KIF's word; of two sides it is the one to move that resigns, loses or wins."""

    RESIGNATION = "投了"
    INTERRUPTION = "中断"
    REPETITION = "千日手"
    IMPASSE = "持将棋"
    MATE = "詰み"
    NO_MATE = "不詰"
    TIME = "切れ負け"
    FOUL_WIN = "反則勝ち"
    """The other side's last move was illegal."""
    FOUL_LOSS = "反則負け"
    ENTERING_KING = "入玉勝ち"
    DEFAULT_WIN = "不戦勝"
    DEFAULT_LOSS = "不戦敗"
    DRAW = "引き分け"
    MOST_MOVES = "最大手数"
    TAKEN_BACK = "待った"
    ERROR = "エラー"


LOSES = frozenset({Ending.RESIGNATION, Ending.MATE, Ending.TIME, Ending.FOUL_LOSS, Ending.DEFAULT_LOSS})
FOULS = frozenset({Ending.FOUL_WIN, Ending.FOUL_LOSS})
WINS = frozenset({Ending.FOUL_WIN, Ending.ENTERING_KING, Ending.DEFAULT_WIN})
DRAWS = frozenset({Ending.REPETITION, Ending.IMPASSE, Ending.DRAW, Ending.MOST_MOVES})
# Of what is kept as the record says it.
_TOLD_WINNER = re.compile("(先手|後手|下手|上手)の.*(勝ち|負け)")
_TOLD_DRAW = ("引分", "引分け", "引き分け")


@dataclass(frozen=True, slots=True)
class KifuMove:
    """A move, and what stands beside it."""

    usi: str
    """As USI writes it: ``7g7f``, ``8h2b+``, ``P*5e``."""
    seconds: float | None = None
    """The time it took; None if that is not recorded."""
    comment: str = ""
    """Lines are separated by line feeds."""
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class KifuEnding:
    """The end of a line that has no further move."""

    kind: str
    """One of ``Ending``, or any other word that the record has: 封じ手, 通信切断."""
    seconds: float | None = None
    """The time the side to move took before."""
    comment: str = ""
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class KifuLine:
    """Moves one after another: the game's, or those of a branch."""

    moves: tuple[KifuMove, ...] = ()
    ending: KifuEnding | None = None
    ply: int = 1
    """The number of its first move, counted from 1 at the game's start."""
    parent: int = 0
    """The line that a branch leaves, by its place among the record's lines; the main line has 0, itself."""


@dataclass(frozen=True, slots=True)
class KifuFault:
    """Something wrong with a record, and where."""

    file: str
    game: int
    """Counted from 1 in its file; 0 if the fault is the file's."""
    line: int
    """Counted from 1 in its file; 0 if no line is to blame."""
    text: str
    """The fault, and what was done about it."""

    def __str__(self) -> str:
        place = [self.file]
        if self.game > 1:
            place.append(f"game {self.game}")
        if self.line:
            place.append(f"line {self.line}")
        return f"{', '.join(place)}: {self.text}"


@dataclass(frozen=True)
class Kifu:
    """A game record: start, lines, headers and comments. Two are equal if they say the same."""

    lines: tuple[KifuLine, ...] = (KifuLine(),)
    """The main line first, each branch behind the line that it leaves."""
    sfen: str | None = START_SFEN
    """Where the game starts, the number of the first move left at 1; None if what the file says can't be a position."""
    headers: dict[str, str] = field(default_factory=dict)
    """By KIF's names (``先手``, ``棋戦``, ``開始日時``), in the file's order; CSA's own names where KIF has none."""
    comment: str = ""
    """The comment before the first move."""
    bookmark: str = ""
    faults: tuple[KifuFault, ...] = field(default=(), compare=False)
    """The faults of the text that was read; the good part before a fault is here."""
    is_whole: bool = field(default=True, compare=False)
    """True if all lines were understood to their ends."""
    file: str = field(default="", compare=False)
    number: int = field(default=1, compare=False)
    """Counted from 1 in its file."""

    def __post_init__(self) -> None:
        """Write the start in one way, so that equal ones are equal. Raises SfenError."""
        if self.sfen is not None:
            object.__setattr__(self, "sfen", _in_one_spelling(self.sfen))

    @classmethod
    def of_moves(cls, moves: Iterable[str], sfen: str = START_SFEN, ending: str | None = None, **headers: str) -> Kifu:
        """A record without branches, of moves as USI text; ``ending`` is one of ``Ending`` or another word.

        Raises SfenError for a start that can't be, and ShogiMoveError for a move that isn't legal.
        """
        position = ShogiPosition(sfen, as_written=True)
        played = []
        for move in moves:
            push(position, move)
            played.append(KifuMove(move))
        line = KifuLine(tuple(played), None if ending is None else KifuEnding(ending))
        return cls((line,), sfen, headers)

    @property
    def moves(self) -> list[str]:
        """The moves of the main line as USI text."""
        return [move.usi for move in self.lines[0].moves]

    @property
    def black(self) -> str:
        """The player who moves first (先手, in handicap games 下手); empty if the record names none."""
        return self.headers.get("先手") or self.headers.get("下手", "")

    @property
    def white(self) -> str:
        """The player who moves second (後手, in handicap games 上手); empty if the record names none."""
        return self.headers.get("後手") or self.headers.get("上手", "")

    @property
    def ending(self) -> str | None:
        """How the game ended, one of ``Ending`` or another word; None if the record doesn't say."""
        ending = self.lines[0].ending
        return ending.kind if ending else None

    @property
    def winner(self) -> str | None:
        """``black``, ``white``, ``draw``, or None if the record doesn't say."""
        ending = self.ending
        if ending is None:
            return None
        if ending in DRAWS or ending.endswith(_TOLD_DRAW):
            return "draw"
        if told := _TOLD_WINNER.search(ending):
            return "black" if (told[1] in BLACK_NAMES) == (told[2] == "勝ち") else "white"
        if ending not in LOSES | WINS:
            return None
        begins = self.sfen is not None and self.sfen.split()[1] == "w"
        is_white_to_move = (len(self.lines[0].moves) + begins) % 2 == 1
        return "white" if is_white_to_move == (ending in WINS) else "black"

    @property
    def branches(self) -> int:
        """Number of lines beside the main line."""
        return len(self.lines) - 1

    def line(self, number: int) -> list[str]:
        """All moves from the game's start to the end of a line, as USI text."""
        pieces: list[list[str]] = []
        end = None
        while True:
            line = self.lines[number]
            moves = [move.usi for move in line.moves]
            pieces.append(moves if end is None else moves[: max(end - line.ply, 0)])
            if number == 0:
                return [move for piece in reversed(pieces) for move in piece]
            end, number = line.ply, line.parent

    def __repr__(self) -> str:
        """In one line: the moves are in ``moves`` and ``lines``."""
        players = f"{self.black or '?'} - {self.white or '?'}"
        ending = f", {self.ending}" if self.ending else ""
        branches = f", {self.branches} branches" if self.branches else ""
        faults = f", {len(self.faults)} faults" if self.faults else ""
        return f"Kifu({players!r}, {len(self.lines[0].moves)} moves{ending}{branches}{faults})"


@lru_cache(maxsize=64)
def _in_one_spelling(sfen: str) -> str:
    """A position as it is written here: hands in order, moves counted from 1. Raises SfenError."""
    return write_sfen(replace(parse_sfen(sfen, as_written=True), number=1))


def in_kif_order(lines: Iterable[KifuLine]) -> tuple[KifuLine, ...]:
    """The lines in KIF's order. Raises KifuError for a branch that no line can have."""
    given = list(lines) or [KifuLine()]
    children: dict[int, list[int]] = {}
    for number, line in enumerate(given[1:], 1):
        if not 0 <= line.parent < number:
            raise KifuError(f"line {number} leaves line {line.parent}, which doesn't stand before it")
        parent = given[line.parent]
        first = parent.ply + 1 if line.parent else 1
        if not first <= line.ply <= parent.ply + len(parent.moves):
            raise KifuError(f"line {number} begins at move {line.ply}, which line {line.parent} doesn't have")
        children.setdefault(line.parent, []).append(number)
    if not children:
        return tuple(given)
    places: dict[int, int] = {}
    for number in _order(given, children):
        places[number] = len(places)
    return tuple(
        given[number]
        if given[number].parent == number or places[given[number].parent] == given[number].parent
        else KifuLine(given[number].moves, given[number].ending, given[number].ply, places[given[number].parent])
        for number in places
    )


def _order(lines: list[KifuLine], children: dict[int, list[int]]) -> Iterator[int]:
    """The numbers of lines: each, then those that leave it, the last first."""
    waiting = [0]
    while waiting:
        number = waiting.pop()
        yield number
        # Popped from the end: the first to be told is put last. Of equal plies the first given is told first.
        waiting += sorted(children.get(number, ()), key=lambda child: (lines[child].ply, -child))
