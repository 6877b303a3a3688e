"""The board that a record begins with (盤面図), as KIF draws it: ranks between bars, and what both sides hold."""

from __future__ import annotations

import re

from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SET, SIZE, SQUARE_AT, WHITE, Setup, parse_sfen, write_sfen
from kiebitz.kifu.names import (
    EVEN_SIDES,
    FULL_DIGITS,
    HAND_ORDER,
    KANJI,
    MEN,
    SHORT_NAMES,
    kanji_number,
    letter_of,
    number_of,
)

RULE = f"+{27 * '-'}+"
FREE = " ・"
NOTHING = "なし"
REST = "残り"
"""The word for what a tsume problem's defender holds: all that is nowhere else."""
LETTERS = "PLNSBRGK"
PROMOTED = 8
_NAMES = "|".join(sorted(MEN, key=lambda name: -len(name)))
_CELL = re.compile(rf"\s*(?:(?P<free>[・･.．])|(?P<white>[vVｖ^])?\s?(?P<man>{_NAMES}))")
_HELD = re.compile(rf"\s*(?P<man>{_NAMES})\s?(?P<count>[一二三四五六七八九十]+|[0-9]+)?")


class DiagramError(ValueError):
    """A rank or a hand that can't be read."""


class Diagram:
    """A board that is being read."""

    def __init__(self) -> None:
        self.rows: list[list[int]] = []
        self.hands = [[0] * len(SET), [0] * len(SET)]
        self.has_rest: int | None = None
        """Which side holds all that is nowhere else."""
        self.side: int | None = None
        """The side that begins, if that is said."""

    @property
    def is_empty(self) -> bool:
        """True if there is no rank; hands alone are no position."""
        return not self.rows

    def add_row(self, line: str) -> None:
        """Read a rank, from file 9. Raises DiagramError."""
        inner = line.strip()[1:].partition("|")[0]
        if len(self.rows) == SIZE:
            raise DiagramError(f"the board has more than {SIZE} ranks")
        row: list[int] = []
        place = 0
        while len(row) < SIZE and (cell := _CELL.match(inner, place)):
            place = cell.end()
            row.append(EMPTY if cell["free"] else man_code(MEN[cell["man"]], WHITE if cell["white"] else BLACK))
        if len(row) != SIZE or inner[place:].strip():
            rank = KANJI[len(self.rows)]
            raise DiagramError(f"rank {rank} of the board isn't nine squares (歩 for Black, v歩 for White, ・ if free)")
        self.rows.append(row)

    def set_hand(self, side: int, text: str) -> None:
        """Read what a side holds. Raises DiagramError."""
        text = text.strip()
        hand = [0] * len(SET)
        self.hands[side] = hand
        if text in ("", NOTHING):
            return
        if text.startswith(REST):
            self.has_rest = side
            return
        place = 0
        while held := _HELD.match(text, place):
            place = held.end()
            man = MEN[held["man"]]
            count = number_of(held["count"] or "")
            if man not in HAND_ORDER or not count:
                break
            hand[LETTERS.index(man)] += count
        else:
            if not text[place:].strip():
                return
        raise DiagramError(f"'{text[:40]}' is not a piece in hand; write it like 飛　金二　歩十七")

    def sfen(self, *, white_begins: bool) -> str:
        """The position, unchecked. Raises DiagramError."""
        if len(self.rows) != SIZE:
            raise DiagramError(f"the board has {len(self.rows)} ranks; it needs {SIZE}")
        men = [EMPTY] * (max(SQUARE_AT.values()) + 1)
        for rank, row in enumerate(self.rows):
            for place, man in enumerate(row):
                men[SQUARE_AT[f"{SIZE - place}{RANKS[rank]}"]] = man
        hands = [list(hand) for hand in self.hands]
        if self.has_rest is not None:
            hands[self.has_rest] = rest_of(men, hands[1 - self.has_rest])
        side = self.side if self.side is not None else WHITE if white_begins else BLACK
        return write_sfen(Setup(tuple(men), side, (tuple(hands[BLACK]), tuple(hands[WHITE])), 1))


def man_code(man: str, side: int) -> int:
    """The code that a ``Setup`` has for a man."""
    return 2 * (LETTERS.index(man[-1]) + PROMOTED * (len(man) > 1)) + side


def rest_of(men: list[int], other_hand: list[int]) -> list[int]:
    """The pieces of each kind that a game has beside those on the board and in the other hand."""
    on_board = [letter_of(man)[-1:] for man in men]
    return [max(most - on_board.count(LETTERS[kind]) - other_hand[kind], 0) for kind, most in SET.items()]


def diagram_lines(sfen: str, sides: tuple[str, str] = EVEN_SIDES) -> list[str]:
    """A position as KIF draws it; what the sides are called."""
    setup = parse_sfen(sfen, as_written=True)
    rows = []
    for rank, numeral in zip(RANKS, KANJI, strict=True):
        men = [setup.men[SQUARE_AT[f"{file}{rank}"]] for file in range(SIZE, 0, -1)]
        rows.append(f"|{''.join(map(_cell_text, men))}|{numeral}")
    black, white = (hand_text(hand) for hand in setup.hands)
    lines = [
        f"{sides[1]}の持駒：{white}",
        f"  {' '.join(reversed(FULL_DIGITS))}",
        RULE,
        *rows,
        RULE,
        f"{sides[0]}の持駒：{black}",
    ]
    return lines if setup.side == BLACK else [*lines, f"{sides[1]}番"]


def hand_text(hand: tuple[int, ...]) -> str:
    """The pieces a side holds, the most valuable first."""
    counts = {letter: hand[LETTERS.index(letter)] for letter in HAND_ORDER}
    held = [f"{SHORT_NAMES[letter]}{kanji_number(count)}" for letter, count in counts.items() if count]
    return "　".join(held) or NOTHING


def _cell_text(man: int) -> str:
    return FREE if man == EMPTY else f"{'v' if man % 2 else ' '}{SHORT_NAMES[letter_of(man)]}"
