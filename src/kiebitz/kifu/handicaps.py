"""Games in which the stronger side (上手, White, who begins) plays without some of its men, by KIF's names."""

from __future__ import annotations

import re

from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.kifu.names import EVEN_SIDES, HANDICAP_SIDES

EVEN, OTHER = "平手", "その他"
# The first two ranks of White; it sees file 9 on its right.
WHITE_MEN = {
    "香落ち": "lnsgkgsn1/1r5b1",
    "右香落ち": "1nsgkgsnl/1r5b1",
    "角落ち": "lnsgkgsnl/1r7",
    "飛車落ち": "lnsgkgsnl/7b1",
    "飛香落ち": "lnsgkgsn1/7b1",
    "二枚落ち": "lnsgkgsnl/9",
    "三枚落ち": "lnsgkgsn1/9",
    "四枚落ち": "1nsgkgsn1/9",
    "五枚落ち": "2sgkgsn1/9",
    "左五枚落ち": "1nsgkgs2/9",
    "六枚落ち": "2sgkgs2/9",
    "左七枚落ち": "2sgkg3/9",
    "右七枚落ち": "3gkgs2/9",
    "トンボ": "4k4/1r5b1",
    "八枚落ち": "3gkg3/9",
    "九枚落ち": "4kg3/9",
    "十枚落ち": "4k4/9",
}
_BLACK_MEN = "9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
STARTS = {
    EVEN: START_SFEN,
    **{name: f"{men}/ppppppppp/{_BLACK_MEN} w - 1" for name, men in WHITE_MEN.items()},
    "歩三兵": f"4k4/9/9/{_BLACK_MEN} w 3p 1",
    "裸玉": f"4k4/9/9/{_BLACK_MEN} w - 1",
}
"""Where a game with this 手合割 starts."""
# Where no side is named, the man that is missing alone stood on White's right, but for the lance.
OTHER_NAMES = {
    "七枚落ち": "右七枚落ち",
    "右五枚落ち": "五枚落ち",
    "左香落ち": "香落ち",
    "十九枚落ち": "裸玉",
    "とんぼ": "トンボ",
}
# The names of rook, lance and bishop go without their second letter.
_SECOND_LETTER = re.compile("(?<=[飛香角])[車行]")
_BY_SHORT_NAME = {_SECOND_LETTER.sub("", name).removesuffix("ち"): name for name in STARTS} | {
    name.removesuffix("ち"): other for name, other in OTHER_NAMES.items()
}
ENGLISH = {
    "lance": "香落ち",
    "bishop": "角落ち",
    "rook": "飛車落ち",
    "rook-lance": "飛香落ち",
    "2": "二枚落ち",
    "4": "四枚落ち",
    "6": "六枚落ち",
    "8": "八枚落ち",
    "10": "十枚落ち",
}
"""Other names of the usual ones; of those with a number, the pieces that are missing."""
RARE = frozenset({"三枚落ち", "五枚落ち", "左五枚落ち", "左七枚落ち", "右七枚落ち"})
"""Names that not every program knows: these need the board, too."""
UNWRITTEN = frozenset({"トンボ", "九枚落ち", "歩三兵", "裸玉"})
"""Names that few programs know, some of which give up there: such a start is written as その他, with its board."""
NAMES = {sfen: name for name, sfen in STARTS.items() if name not in UNWRITTEN}
"""The names of the 手合割 by their starts."""


def is_handicap(sfen: str | None) -> bool:
    """True if a game that starts so is a handicap game."""
    return sfen != START_SFEN and sfen in STARTS.values()


def in_handicap(said: str) -> str:
    """A Japanese text with the names that the sides have in handicap games."""
    for even, handicap in zip(EVEN_SIDES, HANDICAP_SIDES, strict=True):
        said = said.replace(even, handicap)
    return said


def handicap_named(name: str) -> str:
    """The name in ``STARTS`` of a 手合割, however it is written (飛落, 香車落ち); itself if there is none."""
    return _BY_SHORT_NAME.get(_SECOND_LETTER.sub("", name.strip()).removesuffix("ち"), name)


def start_named(name: str) -> str:
    """The SFEN of the start of a handicap game, by its Japanese name or another. Raises KeyError."""
    word = name.strip().lower()
    return STARTS[handicap_named(ENGLISH.get(word.removesuffix("-piece").removesuffix(" pieces"), word))]
