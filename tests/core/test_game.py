"""The search and the table see chess through one door."""

import re

from sources import CORE

FILES = [path for room in ("search", "table") for path in sorted((CORE / room).glob("*.p*")) if path.suffix != ".pyi"]
# Python's own imports are the business of those who call: a position's type, an error that is raised.
CIMPORT = re.compile(r"^from (?:cython\.cimports\.)?kiebitz\.core\.(?:chess|shogi)\S* (?:cimport|import)", re.MULTILINE)
# What only a chess position has; and what only a chess move is made of.
BOARDS = re.compile(
    r"\b(?:position|start)\.(?:board|castling|checkers|colours|en_passant|halfmove|kinds|men|pawn_key|states)\b"
)
PARTS = re.compile(
    r"\b(?:sort_of|promoted_kind|EN_PASSANT|CASTLING|PROMOTION|PAWN|KNIGHT|BISHOP|ROOK|QUEEN|KING|EMPTY)\b"
)


def code(path) -> str:
    """The file without docstrings and comments."""
    text = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
    return re.sub(r"#.*", "", text)


def test_chess_is_asked_through_the_game_alone():
    for path in FILES:
        text = code(path)
        cimports = [line for line in CIMPORT.findall(text) if "cython" in line or path.suffix == ".pxd"]
        assert cimports == [], f"{path}: ask game.py, or let it ask"
        assert BOARDS.findall(text) == PARTS.findall(text) == [], path
