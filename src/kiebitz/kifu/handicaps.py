"""Games in which the stronger side (上手, White, who begins) plays without some of its men, by KIF's names."""

from __future__ import annotations

from kiebitz.core.shogi.sfen import START_SFEN

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
    "八枚落ち": "3gkg3/9",
    "十枚落ち": "4k4/9",
}
STARTS = {EVEN: START_SFEN} | {
    name: f"{men}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" for name, men in WHITE_MEN.items()
}
"""Where a game with this 手合割 starts."""
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
"""What the usual ones are called otherwise; of those with a number, how many men are missing."""
RARE = frozenset({"三枚落ち", "五枚落ち", "左五枚落ち", "左七枚落ち", "右七枚落ち"})
"""Names that not every program knows: these need the board, too."""
NAMES = {sfen: name for name, sfen in STARTS.items()}
"""What the 手合割 is called that starts so."""


def start_named(name: str) -> str:
    """The SFEN of the start of a handicap game, by its Japanese name or another. Raises KeyError."""
    word = name.strip().lower()
    return STARTS[ENGLISH.get(word.removesuffix("-piece").removesuffix(" pieces"), word)]
