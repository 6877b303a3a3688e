"""Games found by their material and their pawns: two small languages, and the search by them.

**Material**, as tablebases are named: ``KRPvKR`` is rook and pawn against rook, whoever has the pawn; ``w:KRPvKR`` is
White's pawn, ``b:KRPvKR`` Black's. A ``+`` behind a man means one or more of them, a ``*`` any number: ``KRP*vKRP*``
are all rook endings.

**Pawns**: White's, a slash, Black's: ``d4 e3 / d5 e6`` has pawns on these squares and perhaps others. ``-c`` means none
of that side on the c-file, ``-c4`` none on that square. The placement of a FEN means exactly its pawns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kiebitz.collection.collection import Collection
from kiebitz.collection.schema import MATERIAL_COLUMNS, PAWN_COLUMNS, REMOVED, Array, Columns, unpacked

MEN = "PNBRQ"
COUNT_BITS, MOST_COUNTED = 4, 15
SIDE = re.compile(r"K((?:[QRBNP][+*]?)*)")
WRITTEN = re.compile(rf"(?:([wb]):)?({SIDE.pattern})v({SIDE.pattern})")
MAN = re.compile(r"([QRBNP])([+*]?)")
FILES, RANKS = "abcdefgh", 8
A_FILE = 0x0101010101010101
Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Material:
    """The pieces on the board, kings aside."""

    sides: tuple[Ranges, ...]
    """Fewest and most of each kind, in the order of ``PositionColumns.structure_bytes``; one of several suffices."""

    def fits(self, rows: dict[str, Array]) -> Array:
        """Which rows of ``MATERIAL_COLUMNS`` have it."""
        found = np.zeros(len(rows["men"]), bool)
        for ranges in self.sides:
            found[_with_counts(rows["men"], ranges)] = True
        return found


@dataclass(frozen=True, slots=True)
class Pawns:
    """Where pawns stand and where none do, as bitboards, White's and Black's."""

    there: tuple[int, int]
    absent: tuple[int, int]

    def fits(self, rows: dict[str, Array]) -> Array:
        """Which rows of ``PAWN_COLUMNS`` have them."""
        found = np.ones(len(rows["white"]), bool)
        for name, there, absent in zip(("white", "black"), self.there, self.absent, strict=True):
            found &= rows[name] & np.uint64(there | absent) == np.uint64(there)
        return found


def material_of(text: str) -> Material:
    """The material that a text names. Raises ValueError."""
    written = WRITTEN.fullmatch(text.strip().replace(" ", ""))
    if not written:
        raise ValueError(f"{text!r} names no material; write it as KRPvKR, w:KRPvKR (White's pawn) or KRP*vKRP*")
    first, second = _ranges(written[3]), _ranges(written[5])
    ways = {"w": (first + second,), "b": (second + first,)}.get(written[1] or "", (first + second, second + first))
    return Material(tuple(dict.fromkeys(ways)))


def pawns_of(text: str) -> Pawns:
    """The pawns that a text names. Raises ValueError."""
    text = text.strip()
    if text.count("/") == RANKS - 1:
        return _exactly(text.split()[0])
    sides = text.split("/")
    if len(sides) > 2 or not any(side.strip() for side in sides):
        raise ValueError(f"{text!r} names no pawns; write White's, a slash and Black's: d4 e3 / d5 e6 -c")
    found = [_squares(side) for side in (*sides, "")[:2]]
    return Pawns((found[0][0], found[1][0]), (found[0][1], found[1][1]))


def games_with(collection: Collection, wanted: Material | Pawns) -> dict[int, int]:
    """The games in which it stood on the board, and after how many half-moves it first did. Raises CollectionError."""
    if isinstance(wanted, Material):
        return _search(collection, "material", MATERIAL_COLUMNS, wanted.fits)
    return _search(collection, "pawns", PAWN_COLUMNS, wanted.fits)


def _search(
    collection: Collection, name: str, columns: Columns, fits: Callable[[dict[str, Array]], Array]
) -> dict[int, int]:
    found: dict[int, int] = {}
    with collection.reading() as connection:
        portions = {portion.portion: portion for portion in collection.portions()}
        for number, blob in connection.execute(f"SELECT portion, {name} FROM structures ORDER BY portion"):
            rows, portion = unpacked(columns, blob), portions[number]
            is_found = fits(rows)
            games, places = np.unique(rows["game"][is_found], return_index=True)  # the first row of each game
            plies = rows["ply"][is_found][places]
            is_there = portion.columns["result"][games] != REMOVED
            numbers = games[is_there].astype(np.int64) + portion.first
            found.update(zip(numbers.tolist(), plies[is_there].tolist(), strict=True))
    return found


def _ranges(men: str) -> Ranges:
    """Fewest and most of each kind, as a side's men are written."""
    fewest, most = dict.fromkeys(MEN, 0), dict.fromkeys(MEN, 0)
    for man, sign in MAN.findall(men):
        fewest[man] += sign != "*"
        most[man] = MOST_COUNTED if sign else most[man] + (most[man] < MOST_COUNTED)
    return tuple((fewest[man], most[man]) for man in MEN)


def _with_counts(men: Array, ranges: Ranges) -> Array:
    """The places of the rows whose men are within ranges."""
    if all(low == high for low, high in ranges):
        code = sum(low << COUNT_BITS * kind for kind, (low, _) in enumerate(ranges))
        return np.flatnonzero(men == np.uint64(code))
    places = np.arange(len(men))
    # What is asked most strictly leaves the fewest rows for the rest.
    for kind, (low, high) in sorted(enumerate(ranges), key=lambda each: each[1][1] - each[1][0]):
        counts = men[places] >> np.uint64(COUNT_BITS * kind) & np.uint64(MOST_COUNTED)
        places = places[(counts >= low) & (counts <= high)]
    return places


def _squares(side: str) -> tuple[int, int]:
    """The bitboards of the squares with a pawn and without. Raises ValueError."""
    there = absent = 0
    for word in side.split():
        name = word.removeprefix("-")
        if re.fullmatch("[a-h][2-7]", name):
            bits = 1 << (FILES.index(name[0]) + 8 * (int(name[1]) - 1))
        elif re.fullmatch("-[a-h]", word):
            bits = A_FILE << FILES.index(name)
        else:
            raise ValueError(f"{word!r} is no place of a pawn; write d4, -d4 (none there) or -d (none on the file)")
        if word.startswith("-"):
            absent |= bits
        else:
            there |= bits
    if there & absent:
        raise ValueError(f"{side.strip()!r} has a pawn where it says there is none")
    return there, absent


def _exactly(placement: str) -> Pawns:
    """The pawns of a FEN's placement, and no others. Raises ValueError."""
    import chess

    try:
        board = chess.BaseBoard(placement)
    except ValueError as error:
        raise ValueError(f"{placement!r} is no placement of a FEN") from error
    white, black = (int(board.pieces(chess.PAWN, side)) for side in (chess.WHITE, chess.BLACK))
    every = (1 << 64) - 1
    return Pawns((white, black), (every & ~white, every & ~black))
