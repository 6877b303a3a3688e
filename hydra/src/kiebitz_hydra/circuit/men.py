"""Pieces as modules are told them: the code of each kind, one side's pieces as boards of wires, and a move."""

from __future__ import annotations

from amaranth.lib import data, wiring
from amaranth.lib.wiring import Out

EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)
"""Codes of what stands on a square, in three bits."""

MOVERS = {
    "pawns": (PAWN,),
    "knights": (KNIGHT,),
    "diagonal": (BISHOP, QUEEN),
    "straight": (ROOK, QUEEN),
    "king": (KING,),
}
"""The kinds of men, by how they move."""
PLANES = {"all": tuple(range(PAWN, KING + 1)), **MOVERS}
"""The pieces on each of the boards of wires that ``Men`` has."""
Men = wiring.Signature({plane: Out(64) for plane in PLANES})
"""The men of one side, all and by how they move; a queen is both diagonal and straight."""

Man = data.StructLayout({"square": 6, "kind": 3, "black": 1})
"""A man on a square; of the kind EMPTY: nothing."""

Move = data.StructLayout({"origin": 6, "target": 6, "promotion": 3})
"""A move; ``promotion`` is EMPTY where a man stays what he is. Castling is the king's move."""

NOWHERE = 64
"""In place of a square."""
