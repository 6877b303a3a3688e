"""KIF and KI2 written as programs read them: KIF's columns and times, KI2's marks and as few words as tell a move."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import kiebitz
from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, WHITE
from kiebitz.kifu.diagram import diagram_lines
from kiebitz.kifu.endings import last_words
from kiebitz.kifu.handicaps import NAMES, OTHER, RARE, STARTS, is_handicap
from kiebitz.kifu.kif_reader import HANDICAP, header_of
from kiebitz.kifu.losses import Losses
from kiebitz.kifu.names import EVEN_SIDES, HANDICAP_SIDES
from kiebitz.kifu.record import Kifu, KifuEnding, KifuError, KifuLine, KifuMove, in_kif_order
from kiebitz.kifu.text_lines import lines_of
from kiebitz.kifu.written_move import ki2_text, kif_text

TITLE = "手数----指手---------消費時間--"
MOVE_COLUMNS = 13
"""The width of a move of KIF, with the spaces before its time; a Japanese character takes two."""
MOVES_A_ROW, KI2_COLUMNS = 6, 12
MARKS = ("▲", "△")
PARTS_OF_SECONDS = ("part of a second", "parts of seconds")
TIMES = ("time of a move", "times of moves")
HEADERS = ("header whose name can't be written", "headers whose names can't be written")


def kif_lines(kifu: Kifu, encoding_name: str, losses: Losses) -> Iterator[str]:
    """A record as KIF, line by line. Raises KifuError and ShogiMoveError."""
    yield f"#KIF version=2.0 encoding={encoding_name}"
    yield from _head(kifu, losses)
    yield TITLE
    yield from _notes(kifu)
    sides = sides_of(kifu)
    for line, has_more, walk in walked_lines(kifu):
        if line.parent or walk.has_begun:
            yield ""
            yield f"変化：{line.ply}手"
        for move, more in zip(line.moves, has_more, strict=False):
            men, target, ply = walk.men(), walk.last_target, walk.ply
            walk.play(move.usi)
            text = kif_text(men, move.usi, target)
            yield _kif_line(ply, text, walk.spend(move, losses), more)
            yield from _notes(move)
        if line.ending:
            time = walk.spend(line.ending, losses)
            yield _kif_line(walk.ply, str(line.ending.kind), time, has_more[-1])
            yield from _notes(line.ending)
            yield last_words(
                line.ending.kind, walk.ply - 1, sides, is_black_to_move=walk.is_black_to_move, says_mate=False
            )


def ki2_lines(kifu: Kifu, encoding_name: str, losses: Losses) -> Iterator[str]:
    """A record as KI2, line by line. Raises KifuError and ShogiMoveError."""
    yield f"#KI2 version=2.0 encoding={encoding_name}"
    yield from _head(kifu, losses)
    yield ""
    yield from _notes(kifu)
    sides = sides_of(kifu)
    for line, _, walk in walked_lines(kifu):
        if line.parent or walk.has_begun:
            yield ""
            yield f"変化：{line.ply}手"
        row: list[str] = []
        for move in line.moves:
            if move.seconds is not None:
                losses.add(*TIMES)
            side = BLACK if walk.is_black_to_move else WHITE
            text = MARKS[side] + ki2_text(walk.men(), side, move.usi, walk.last_target)
            walk.play(move.usi)
            row.append(text)
            notes = list(_notes(move))
            if notes or len(row) == MOVES_A_ROW:
                yield _row(row)
                row = []
            yield from notes
        if row:
            yield _row(row)
        if line.ending:
            if line.ending.seconds is not None:
                losses.add(*TIMES)
            yield last_words(
                line.ending.kind, walk.ply - 1, sides, is_black_to_move=walk.is_black_to_move, says_mate=True
            )
            yield from _notes(line.ending)


def sides_of(kifu: Kifu) -> tuple[str, str]:
    """The names of Black and White: 先手 and 後手, in handicap games 下手 and 上手."""
    return HANDICAP_SIDES if is_handicap(kifu.sfen) or {"下手", "上手"} & kifu.headers.keys() else EVEN_SIDES


class Walk:
    """The position along the lines of a record, and what each side has spent."""

    def __init__(self, sfen: str) -> None:
        self._position = ShogiPosition(sfen, as_written=True)
        self._usi: list[str] = []
        self._spent: list[float] = []
        self.has_begun = False
        """True if a line was begun before."""

    @property
    def ply(self) -> int:
        """The number of the next move."""
        return len(self._usi) + 1

    @property
    def last_target(self) -> str | None:
        """Where the last move went."""
        return self._usi[-1][2:4] if self._usi else None

    @property
    def is_black_to_move(self) -> bool:
        """True if Black is to move."""
        return self._position.turn

    def men(self) -> tuple[int, ...]:
        """The pieces by their squares."""
        return self._position.setup().men

    def go_back_to(self, ply: int) -> None:
        """Take moves back."""
        while self.ply > ply:
            self._position.pop()
            self._usi.pop()
        del self._spent[ply - 1 :]

    def play(self, usi: str) -> None:
        """Play a move. Raises ShogiMoveError."""
        push(self._position, usi)
        self._usi.append(usi)

    def spend(self, item: KifuMove | KifuEnding, losses: Losses) -> tuple[int, int] | None:
        """Time of a move and of its side by then, in whole seconds; None if that is not recorded."""
        before = self._spent[-2] if len(self._spent) > 1 else 0.0
        self._spent.append(before + (item.seconds or 0))
        if item.seconds is None:
            return None
        if item.seconds != int(item.seconds):
            losses.add(*PARTS_OF_SECONDS)
        return int(item.seconds), int(self._spent[-1])


def walked_lines(kifu: Kifu) -> Iterator[tuple[KifuLine, list[bool], Walk]]:
    """Each line in KIF's order; for each of its moves and its end, whether other lines leave there that come later."""
    if kifu.sfen is None:
        raise KifuError("the record has no start; give Kifu.sfen")
    walk = Walk(kifu.sfen)
    lines = in_kif_order(kifu.lines)
    plies: dict[int, list[int]] = {}
    for line in lines[1:]:
        plies.setdefault(line.parent, []).append(line.ply)
    left = {(parent, ply): 0 for parent, all_plies in plies.items() for ply in all_plies}
    for parent, all_plies in plies.items():
        for ply in all_plies:
            left[parent, ply] += 1
    path = [0]
    for number, line in enumerate(lines):
        if number:
            left[line.parent, line.ply] -= 1
            while path[-1] != line.parent:
                path.pop()
            walk.go_back_to(line.ply)
            path.append(number)
        branching = set(plies.get(number, ()))
        has_more = [ply in branching for ply in range(line.ply, line.ply + len(line.moves) + 1)]
        if number:
            has_more[0] = left[line.parent, line.ply] > 0
        yield line, has_more, walk
        walk.has_begun = True


def _head(kifu: Kifu, losses: Losses) -> Iterator[str]:
    """The lines before the moves."""
    yield f"# Kiebitz {kiebitz.__version__}"
    if kifu.sfen is None:
        raise KifuError("the record has no start; give Kifu.sfen")
    said = kifu.headers.get(HANDICAP, "")
    if said and said not in (OTHER, *STARTS):
        yield from (f"{HANDICAP}：{value}" for value in lines_of(said))
        yield from diagram_lines(kifu.sfen, sides_of(kifu))
    elif kifu.sfen in NAMES:
        yield f"{HANDICAP}：{NAMES[kifu.sfen]}"
        if NAMES[kifu.sfen] in RARE:
            yield from diagram_lines(kifu.sfen, HANDICAP_SIDES)
    else:  # without その他, at which some programs stop reading
        yield from diagram_lines(kifu.sfen, sides_of(kifu))
    for key, value in kifu.headers.items():
        for part in lines_of(value) if key != HANDICAP else ():
            line = f"{key}：{part}"
            if header_of(line) == (key, part.strip()):
                yield line
            else:
                losses.add(*HEADERS)


def _notes(item: Kifu | KifuMove | KifuEnding) -> Iterator[str]:
    """The comment and the bookmark of a move."""
    if item.comment:
        yield from (f"*{line}" for line in lines_of(item.comment))
    if item.bookmark:
        yield from (f"&{line}" for line in lines_of(item.bookmark))


def _kif_line(ply: int, text: str, time: tuple[int, int] | None, has_more: bool) -> str:
    """A move or an end in KIF's columns."""
    padded = text + " " * (MOVE_COLUMNS - columns(text))
    spent = "" if time is None else f"({time[0] // 60:>2}:{time[0] % 60:02}/{_clock(time[1])})"
    return f"{ply:>4} {padded}{spent}{'+' if has_more else ''}".rstrip()


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _row(moves: list[str]) -> str:
    """Some moves of KI2 in columns."""
    return "".join(move + " " * max(KI2_COLUMNS - columns(move), 1) for move in moves).rstrip()


def columns(text: str) -> int:
    """The width of a text in columns, where a Japanese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WFA" else 1 for letter in text)
