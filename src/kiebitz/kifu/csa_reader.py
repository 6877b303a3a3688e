"""CSA read: the format of programs' games, versions 1 to 3, with as many games as a file has.

A comma separates what could stand on lines of its own. Comments for programs and people begin with ``'*``; those with
``'`` alone are skipped from version 3 on, as it says, and kept before, where there was no other kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kiebitz.commandline.clean_text import clean
from kiebitz.core.shogi.notation import ShogiMoveError
from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SET, SIZE, SQUARE_AT, START_SFEN, WHITE, Setup, parse_sfen
from kiebitz.core.shogi.sfen import write_sfen as written_sfen
from kiebitz.kifu.builder import RecordBuilder
from kiebitz.kifu.diagram import LETTERS, man_code, rest_of
from kiebitz.kifu.endings import csa_ending
from kiebitz.kifu.handicaps import is_handicap
from kiebitz.kifu.names import CSA_MEN, EVEN_SIDES, HAND_ORDER, HANDICAP_SIDES, letter_of, square_of
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.text_lines import numbered_lines

HEADERS = {
    "EVENT": "棋戦",
    "SITE": "場所",
    "START_TIME": "開始日時",
    "END_TIME": "終了日時",
    "TIME_LIMIT": "持ち時間",
    "OPENING": "戦型",
    "TIME+": "先手持ち時間",
    "TIME-": "後手持ち時間",
    "MAX_MOVES": "最大手数",
    "NOTE": "備考",
}
"""KIF's names for what CSA says of a game; other names stay as they are."""
SEPARATOR = "/"
FOLLOWED_BY_TEXT = ("'", "N", "$")
MOVE = re.compile(r"([+-])([0-9][0-9])([0-9][0-9])([A-Z]{2})\s*$")
TIME = re.compile(r"T([0-9]{1,9}(?:\.[0-9]{0,9})?)\s*$")
CELL = re.compile(r"\s*(\*|[+-][A-Z]{2})")
MEN_AT = re.compile(r"([0-9][0-9])([A-Z]{2})")
VERSION = re.compile(r"V([0-9])")
NEXT_GAME = re.compile(r"N[+-]|PI|P[1-9+-]|V[0-9]")
VERSION_WITH_SKIPPED_COMMENTS = 3
ALL, HAND = "AL", "00"
SHOWN = 30


def read_csa(text: str, file: str) -> Iterator[Kifu]:
    """The games of a text in CSA; whatever stands in it, what can be read of them comes out."""
    reader = _Reader(file)
    for number, line in numbered_lines(text):
        yield from reader.read(number, line)
    yield from reader.finish()


class _PositionError(ValueError):
    """A line's words on the position can't be read."""


class _Reader:
    """The state of reading a text."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._number = 0
        self._version = 2
        self._next_game()

    def _next_game(self) -> None:
        self._number += 1
        self._game = RecordBuilder(self._file, self._number)
        self._men = [EMPTY] * (max(SQUARE_AT.values()) + 1)
        self._hands = [[0] * len(SET), [0] * len(SET)]
        self._side: int | None = None
        self._has_position = self._is_start_unreadable = False
        self._has_anything = False

    def read(self, number: int, line: str) -> Iterator[Kifu]:
        """Read a line; if it ends a game, that comes out."""
        if line.rstrip() == SEPARATOR:
            yield from self.finish()
            self._next_game()
        elif line.startswith(FOLLOWED_BY_TEXT):
            yield from self._read_statement(number, line)
        else:
            start = 0
            while start <= len(line):
                end = line.find(",", start)
                end = len(line) if end < 0 else end
                if statement := line[start:end].strip():
                    yield from self._read_statement(number, statement)
                start = end + 1

    def finish(self) -> Iterator[Kifu]:
        """The last game."""
        if self._has_anything:
            yield _with_sides_named(self._game.finish(self._start(0, BLACK)))

    def _read_statement(self, number: int, said: str) -> Iterator[Kifu]:
        if said.startswith("'"):
            self._read_comment(said)
            return
        if self._game.has_begun and NEXT_GAME.match(said):
            yield from self.finish()
            self._next_game()
        if version := VERSION.match(said):
            self._version = int(version[1])
            return
        self._has_anything = True
        if said[:2] in ("N+", "N-"):
            self._game.set_header(EVEN_SIDES["+-".index(said[1])], said[2:].strip(), number)
        elif said.startswith("$") and ":" in said:
            key, _, value = said[1:].partition(":")
            key = HEADERS.get(key.strip(), key.strip())
            if key:
                self._game.set_header(key, value.strip(), number)
        elif said.startswith("P"):
            self._read_position(number, said)
        elif said in ("+", "-"):
            if not self._game.has_begun:
                self._side = BLACK if said == "+" else WHITE
                self._begin(number, self._side)
        elif move := MOVE.match(said):
            self._play(number, move)
        elif spent := TIME.match(said):
            self._game.set_seconds(float(spent[1]))
        elif said.startswith("%"):
            self._end(number, said[1:].strip())
        else:
            self._game.fault(number, f"'{clean(said[:SHOWN])}' is no line of CSA; passed over")

    def _read_comment(self, said: str) -> None:
        if said.startswith("'*"):
            self._game.comment(said[2:])
        elif self._version < VERSION_WITH_SKIPPED_COMMENTS and self._game.has_begun:
            self._game.comment(said[1:])

    def _read_position(self, number: int, said: str) -> None:
        """Read a part of the start."""
        try:
            if said.startswith("PI"):
                self._set_even(said[2:])
            elif said[1:2] in ("+", "-"):
                self._place(BLACK if said[1] == "+" else WHITE, said[2:])
            else:
                self._set_rank(said)
        except _PositionError as error:
            if not self._is_start_unreadable:
                self._game.fault(number, f"'{clean(said[:SHOWN])}' {error}; the game's moves are left out")
            self._is_start_unreadable = True
        self._has_position = True

    def _set_even(self, removed: str) -> None:
        """All men where they begin, but those that are named."""
        self._men = list(parse_sfen(START_SFEN).men)
        for square, man in _men_at(removed):
            place = SQUARE_AT[square_of(*square)] if "0" not in square else 0
            if man not in CSA_MEN or "0" in square or letter_of(self._men[place]) != CSA_MEN[man]:
                raise _PositionError(f"takes away {man} from {square}, where it doesn't stand")
            self._men[place] = EMPTY

    def _set_rank(self, said: str) -> None:
        """The nine squares of a rank, from file 9."""
        if said[1:2] not in tuple("123456789"):
            raise _PositionError("is neither a rank (P1 to P9) nor PI, P+ or P-")
        place, cells = 2, []
        while found := CELL.match(said, place):
            place = found.end()
            cells.append(found[1])
        if len(cells) != SIZE or said[place:].strip() or any(cell != "*" and cell[1:] not in CSA_MEN for cell in cells):
            raise _PositionError("isn't nine squares (+FU, -FU, ' * ' if free)")
        rank = RANKS[int(said[1]) - 1]
        for file, cell in zip(range(SIZE, 0, -1), cells, strict=True):
            man = EMPTY if cell == "*" else man_code(CSA_MEN[cell[1:]], BLACK if cell[0] == "+" else WHITE)
            self._men[SQUARE_AT[f"{file}{rank}"]] = man

    def _place(self, side: int, said: str) -> None:
        """Single men, on squares or in a hand."""
        for square, name in _men_at(said):
            if square == HAND and name == ALL:
                self._hands[side] = rest_of(self._men, self._hands[1 - side])
                continue
            man = CSA_MEN.get(name)
            if man is None or ("0" in square and (square != HAND or man not in HAND_ORDER)):
                raise _PositionError(f"has a man {name} on {square}; write like 55KA, and 00FU for one in hand")
            if square == HAND:
                self._hands[side][LETTERS.index(man)] += 1
            else:
                self._men[SQUARE_AT[square_of(*square)]] = man_code(man, side)

    def _start(self, number: int, side: int) -> str | None:
        """Where the game starts; None if that was said and can't be read."""
        if self._is_start_unreadable:
            return None
        side = side if self._side is None else self._side
        if not self._has_position:
            board, _, rest = START_SFEN.split(maxsplit=2)
            return f"{board} {'bw'[side]} {rest}"
        hands = tuple(self._hands[BLACK]), tuple(self._hands[WHITE])
        if any(count > 99 for hand in hands for count in hand):
            self._game.fault(number, "a hand has more men than a game; the moves are left out")
            return None
        return written_sfen(Setup(tuple(self._men), side, hands, 1))

    def _begin(self, number: int, side: int) -> None:
        """Set up the start before the first move."""
        if not self._game.has_begun:
            self._game.set_up(self._start(number, side), number)

    def _play(self, number: int, move: re.Match[str]) -> None:
        """Play a move, or leave out the rest of the game."""
        game = self._game
        sign, origin, target, name = move.groups()
        self._begin(number, BLACK if sign == "+" else WHITE)
        if game.is_stopped or game.position is None:
            return
        shown = f"move {game.ply} '{clean(move[0].strip())}'"
        if game.has_ended:
            game.stop(number, f"{shown} comes after the end; read up to there")
        elif (sign == "+") != game.position.turn:
            mover = "+" if game.position.turn else "-"
            game.stop(number, f"{shown}: it is {mover} that moves now; read up to there")
        elif name not in CSA_MEN or "0" in target or ("0" in origin and origin != HAND):
            game.stop(number, f"{shown} isn't written like +7776FU or +0055KA; read up to there")
        else:
            self._play_man(number, shown, CSA_MEN[name], origin, square_of(*target))

    def _play_man(self, number: int, shown: str, man: str, origin: str, target: str) -> None:
        """Play a move that is written as moves are; the man is what it is afterwards."""
        game = self._game
        assert game.position is not None
        if origin == HAND:
            usi = f"{man}*{target}"
        else:
            square = square_of(*origin)
            before = letter_of(game.position.setup().men[SQUARE_AT[square]])
            if before and man not in (before, f"+{before}"):
                game.stop(number, f"{shown}: another man stands on {origin}; read up to there")
                return
            usi = f"{square}{target}{'+' if before and before != man else ''}"
        try:
            game.play(usi)
        except ShogiMoveError as error:
            reason = str(error).rpartition(": ")[0].partition("' ")[2]
            game.stop(number, f"{shown} is illegal: it {reason}; read up to there", is_foul=True)

    def _end(self, number: int, word: str) -> None:
        """End the game, or note what no end is called."""
        game = self._game
        self._begin(number, BLACK)
        if game.position is None:
            return
        kind = csa_ending(word, is_black_to_move=game.position.turn)
        shown = f"'%{clean(word[:SHOWN])}'"
        game.end_as(
            number,
            kind,
            unknown=f"{shown} is no end that CSA knows; read up to there",
            repeated=f"{shown} comes after the end; left out",
        )


def _with_sides_named(kifu: Kifu) -> Kifu:
    """The record with the sides of a handicap game called as KIF calls them."""
    if not is_handicap(kifu.sfen):
        return kifu
    sides = dict(zip(EVEN_SIDES, HANDICAP_SIDES, strict=True))
    return replace(kifu, headers={sides.get(key, key): value for key, value in kifu.headers.items()})


def _men_at(said: str) -> Iterator[tuple[str, str]]:
    """Squares as two digits, and names of men. Raises _PositionError."""
    said = said.strip()
    place = 0
    while place < len(said):
        man = MEN_AT.match(said, place)
        if man is None:
            raise _PositionError("isn't squares and men (like 22KA or 00FU)")
        place = man.end()
        yield man[1], man[2]
