"""The names in KIF, KI2 and CSA of pieces, squares and sides; pieces by SFEN's letters, ``+`` for a promoted one."""

from __future__ import annotations

from kiebitz.commandline import shogi_board
from kiebitz.core.shogi.sfen import EMPTY, RANKS, man_text

KANJI = shogi_board.KANJI
FULL_DIGITS = "１２３４５６７８９"
TEN = "十"

# In boards and in KIF's moves a man is one character; people, and KI2, write 成銀, 成桂, 成香.
SHORT_NAMES = {
    "P": "歩",
    "L": "香",
    "N": "桂",
    "S": "銀",
    "G": "金",
    "B": "角",
    "R": "飛",
    "K": "玉",
    "+P": "と",
    "+L": "杏",
    "+N": "圭",
    "+S": "全",
    "+B": "馬",
    "+R": "龍",
}
LONG_NAMES = SHORT_NAMES | {"+L": "成香", "+N": "成桂", "+S": "成銀"}
MEN = {name: man for names in (SHORT_NAMES, LONG_NAMES) for man, name in names.items()}
MEN |= {"王": "K", "竜": "+R", "成歩": "+P", "ト": "+P", "成角": "+B", "成飛": "+R"}
"""The man that each name means."""
HAND_ORDER = "RBGSNLP"

CSA_NAMES = {
    "P": "FU",
    "L": "KY",
    "N": "KE",
    "S": "GI",
    "G": "KI",
    "B": "KA",
    "R": "HI",
    "K": "OU",
    "+P": "TO",
    "+L": "NY",
    "+N": "NK",
    "+S": "NG",
    "+B": "UM",
    "+R": "RY",
}
CSA_MEN = {name: man for man, name in CSA_NAMES.items()}

EVEN_SIDES, HANDICAP_SIDES = ("先手", "後手"), ("下手", "上手")
BLACK_NAMES = frozenset({"先手", "下手"})

# Whatever stands for a digit, a space or a sign in full width is one in half width while a line is read.
HALF_WIDTH = {0x3000: " ", 9: " "} | {0xFF01 + offset: chr(0x21 + offset) for offset in range(94)}


def half_width(line: str) -> str:
    """A line with digits, spaces and signs in half width; no character moves."""
    return line if line.isascii() else line.translate(HALF_WIDTH)


def square_of(file: str, rank: str) -> str:
    """A square's name in USI, of its digits or kanji: ``7f`` for 7 and 六."""
    return f"{_digit(file)}{RANKS[_digit(rank) - 1]}"


def _digit(text: str) -> int:
    return KANJI.index(text) + 1 if text in KANJI else int(text)


def digits_of(square: str) -> str:
    """A square as two digits: ``76`` for ``7f``."""
    return f"{square[0]}{RANKS.index(square[1]) + 1}"


def japanese_square(square: str) -> str:
    """A square as Japanese records write it: ``７六`` for ``7f``."""
    return f"{FULL_DIGITS[int(square[0]) - 1]}{KANJI[RANKS.index(square[1])]}"


def kanji_number(number: int) -> str:
    """A number from 2 to 18 in kanji; one is not said."""
    tens, ones = divmod(number, len(KANJI) + 1)
    return "" if number == 1 else f"{TEN * tens}{KANJI[ones - 1] if ones else ''}"


def number_of(text: str) -> int:
    """The number in kanji or digits, up to 99; one if there are none, 0 if they count nothing that a hand may hold."""
    if not text:
        return 1
    if text.isdigit():
        return int(text) if len(text) < 3 else 0
    tens, has_ten, ones = text.rpartition(TEN)
    if tens not in ("", "一") or len(ones) > 1 or any(each not in KANJI for each in ones):
        return 0
    return 10 * bool(has_ten) + (KANJI.index(ones) + 1 if ones else 0)


def letter_of(man: int) -> str:
    """A man of a ``Setup`` without its colour; empty for a free square."""
    return "" if man == EMPTY else man_text(man & ~1)
