"""A record put together while its text is read: every move is played on our board, branches go back on it.

What is wrong is noted with its line, and the good part before it is kept. All steps of reading a text together take
time linear in it: to branch, moves are taken back that were played before.
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern

from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import SfenError
from kiebitz.kifu.record import FOULS, Ending, Kifu, KifuEnding, KifuFault, KifuLine, KifuMove, in_kif_order

LINES_A_BLOCK = 4096
MOST_HEADERS = 1000
MOST_LINES = 1_000_000
MOST_FAULTS = 100
"""So many faults of a game are kept, and then how many more there are."""
REPLAYED_MOVES = 100_000
"""So many moves in all may be played again for branches that name a move before the line above them."""


class _Text:
    """Lines that grow to one text; millions of them take little more room than the text."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Add a line at the end."""
        self._lines.append(line)
        if len(self._lines) == LINES_A_BLOCK:
            self._blocks.append("\n".join(self._lines))
            self._lines.clear()

    def __str__(self) -> str:
        return "\n".join([*self._blocks, *self._lines])


@dataclass(slots=True)
class _Item:
    """A move or an ending that may still get a comment; before the first move, neither."""

    usi: str | None = None
    kind: str | None = None
    seconds: float | None = None
    comment: _Text | None = None
    bookmark: _Text | None = None

    def notes(self) -> tuple[float | None, str, str]:
        """The notes beside it."""
        return self.seconds, str(self.comment or ""), str(self.bookmark or "")


class RecordBuilder:
    """One game, from its start to the end of its last branch."""

    def __init__(self, file: str, number: int) -> None:
        self.file, self.number = file, number
        self._headers: dict[str, _Text] = {}
        self.is_stopped = False
        """True if the rest of this line can't be read: moves, endings and comments of it are left out."""
        self.is_whole = True
        self._was_foul = False
        """True if an illegal move has stopped this line, whose end is still to be told."""
        self._faults: list[KifuFault] = []
        self._more_faults = 0
        self._sfen: str | None = None
        self._position: ShogiPosition | None = None
        self._begin = _Item()
        self._item = self._begin
        self._lines: list[KifuLine] = []
        """The last one is this line; its moves and its ending stand apart until the next one begins."""
        self._moves: list[KifuMove] = []
        self._ending: KifuEnding | None = None
        self._path: list[int] = []
        """The lines from the main line to this one, by their places."""
        self._played: list[str] = []
        """The moves from the start to here."""
        self._replayed = 0
        self._is_in_order = True

    @property
    def has_begun(self) -> bool:
        """True if there was a move or an ending."""
        return bool(self._lines)

    @property
    def position(self) -> ShogiPosition | None:
        """The position here; None if the start can't be one, or isn't set up yet."""
        return self._position

    @property
    def ply(self) -> int:
        """The number of the next move."""
        return len(self._played) + 1

    @property
    def last_target(self) -> str | None:
        """Where the last move went."""
        return self._played[-1][2:4] if self._played else None

    @property
    def has_ended(self) -> bool:
        """True if this line has an ending."""
        return self._item.kind is not None

    def fault(self, line: int, text: str) -> None:
        """Note something that is wrong."""
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(KifuFault(self.file, self.number, line, text))
        else:
            self._more_faults += 1

    def has_header(self, key: str) -> bool:
        """True if something was said of the game by this name."""
        return key in self._headers

    def set_header(self, key: str, value: str, line: int) -> None:
        """Keep what is said of the game; said twice, it has two lines."""
        if value and (key in self._headers or len(self._headers) < MOST_HEADERS):
            self._headers.setdefault(key, _Text()).add(value)
        elif value:
            self.fault(line, f"more than {MOST_HEADERS} headers; this one is left out")

    def set_up(self, sfen: str | None, line: int) -> None:
        """Begin with the main line; None: the text has told what is wrong with the start."""
        self._lines.append(KifuLine())
        self._path.append(0)
        if sfen is not None:
            try:
                self._position = ShogiPosition(sfen, as_written=True)
                self._sfen = sfen
                return
            except SfenError as error:
                self.fault(line, f"the game can't start like this: {error}; its moves are left out")
        self.is_stopped = True
        self.is_whole = False

    def play(self, usi: str) -> None:
        """Play a move. Raises ShogiMoveError."""
        assert self._position is not None
        push(self._position, usi)
        self._settle()
        usi = intern(usi)
        self._played.append(usi)
        waiting = self._item if self._item.usi is None and self._item is not self._begin else _Item()
        waiting.usi = usi
        self._item = waiting

    def end(self, kind: str) -> None:
        """End this line."""
        self._settle()
        waiting = self._item if self._item.usi is None and self._item is not self._begin else _Item()
        waiting.kind = kind
        self._item = waiting

    def end_as(self, line: int, kind: str | None, unknown: str, repeated: str) -> None:
        """End this line as a record says; ``unknown`` is the fault if that is no end, ``repeated`` if it has one."""
        if kind in FOULS and self.end_foul(Ending.FOUL_LOSS):
            return
        if self.is_stopped:
            return
        if kind is None:
            self.stop(line, unknown)
        elif self.has_ended:
            self.fault(line, repeated)
        else:
            self.end(kind)

    def end_foul(self, kind: str) -> bool:
        """End this line, if an illegal move has stopped it: an end that is told of the good part. Whether it has."""
        if not self._was_foul:
            return False
        self._was_foul = self.is_stopped = False
        self.end(kind)
        return True

    def stop(self, line: int, text: str, *, is_foul: bool = False) -> None:
        """Leave out the rest of this line, and say why: ``is_foul`` for an illegal move."""
        self.fault(line, text)
        self.is_stopped = True
        self.is_whole = False
        self._was_foul = self._was_foul or is_foul

    def branch(self, ply: int, line: int) -> None:
        """Begin a line that leaves the last one, or one before that, at a move."""
        self._close()
        self._item = _Item()
        self._was_foul = False
        self.is_stopped = self._position is None
        if self.is_stopped or (ply == 1 and self._lines == [KifuLine()]):
            return  # a main line without moves gives its place to its first branch
        if len(self._lines) == MOST_LINES:
            self.stop(line, f"more than {MOST_LINES} branches; this one is left out")
            return
        path = self._path
        if 1 <= ply <= self.ply:
            while path[-1] and self._lines[path[-1]].ply >= ply:
                path.pop()
            self._take_back_to(ply)
        elif self._can_return_to(ply):
            self.fault(line, f"the line above has no move {ply}; the branch is read as one of an earlier line")
        else:
            self.stop(line, f"a branch begins at move {ply}, which no line before it has; the branch is left out")
            return
        self._lines.append(KifuLine(ply=ply, parent=path[-1]))
        path.append(len(self._lines) - 1)

    def comment(self, text: str) -> None:
        """Add a line of comment to the last move, or to the start."""
        if not self.is_stopped or not self.has_begun:
            self._item.comment = self._item.comment or _Text()
            self._item.comment.add(text)

    def bookmark(self, text: str) -> None:
        """Mark the last move, or the start."""
        if not self.is_stopped or not self.has_begun:
            self._item.bookmark = self._item.bookmark or _Text()
            self._item.bookmark.add(text)

    def set_seconds(self, seconds: float) -> None:
        """Say what the last move took."""
        if not self.is_stopped:
            self._item.seconds = seconds

    def finish(self, start: str | None) -> Kifu:
        """The record; where it starts, if no move has said so before."""
        if not self.has_begun:
            self.set_up(start, 0)
        self._close()
        faults = self._faults
        if self._more_faults:
            last = faults[-1].line
            faults = [*faults, KifuFault(self.file, self.number, last, f"and {self._more_faults} more faults")]
        lines = tuple(_without_empty(self._lines))
        _, comment, bookmark = self._begin.notes()
        return Kifu(
            lines if self._is_in_order else in_kif_order(lines),
            self._sfen,
            {key: str(text) for key, text in self._headers.items()},
            comment,
            bookmark,
            tuple(faults),
            self.is_whole,
            self.file,
            self.number,
        )

    def _settle(self) -> None:
        """Give the last move or ending to its line: nothing more is said of it."""
        item = self._item
        if item.usi is not None:
            self._moves.append(KifuMove(item.usi, *item.notes()))
        elif item.kind is not None:
            self._ending = KifuEnding(item.kind, *item.notes())
        else:
            return
        self._item = _Item()

    def _close(self) -> None:
        """End this line: what follows is another one."""
        self._settle()
        if self._moves or self._ending:
            line = self._lines[-1]
            self._lines[-1] = KifuLine(tuple(self._moves), self._ending, line.ply, line.parent)
            self._moves, self._ending = [], None

    def _take_back_to(self, ply: int) -> None:
        """Set up the position before a move of this line."""
        assert self._position is not None
        while self.ply > ply:
            self._position.pop()
            self._played.pop()

    def _can_return_to(self, ply: int) -> bool:
        """Set up the position before a move of an earlier line; not if none has it, or if that takes too long."""
        assert self._position is not None
        for place in range(len(self._path) - 2, -1, -1):
            line, left_at = self._lines[self._path[place]], self._lines[self._path[place + 1]].ply
            self._replayed += 1
            if self._replayed > REPLAYED_MOVES:
                return False
            if left_at < ply <= line.ply + len(line.moves):
                self._replayed += ply - left_at
                if self._replayed > REPLAYED_MOVES:
                    return False
                self._take_back_to(left_at)
                for move in line.moves[left_at - line.ply : ply - line.ply]:
                    push(self._position, move.usi)
                    self._played.append(move.usi)
                del self._path[place + 1 :]
                self._is_in_order = False
                return True
        return False


def _without_empty(lines: list[KifuLine]) -> list[KifuLine]:
    """The lines without branches that have neither moves nor an ending; nothing branches off those."""
    if all(line.moves or line.ending for line in lines[1:]):
        return lines
    places: dict[int, int] = {}
    kept: list[KifuLine] = []
    for number, line in enumerate(lines):
        if number and not line.moves and not line.ending:
            continue
        places[number] = len(kept)
        kept.append(KifuLine(line.moves, line.ending, line.ply, places[line.parent]))
    return kept
