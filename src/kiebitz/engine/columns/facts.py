"""``kiebitz.facts``: what stands on many boards and what it does, as typed arrays.

The facts are those that explanations rest on: what is attacked, pinned, forked or left hanging, how pawns stand, how
safe a king is. They are seen at once, without a search. docs/facts.md prints the definitions that stand here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from kiebitz.core.facts.position_facts import LAYOUT, SIDE_LAYOUT, FactRows
from kiebitz.engine.columns.batch import DROPPED, ERROR, FEN, Rows, Value, placed, positions_of
from kiebitz.engine.columns.portions import in_portions
from kiebitz.engine.notebook.frames import library

if TYPE_CHECKING:
    import polars

Column: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

SIDES = ("white", "black")
SIDE_FACTS = {
    "attacked": "squares that its men attack, its own men's among them",
    "attacked_twice": "squares that two or more of its men attack",
    "attacked_by_pawns": "squares that its pawns attack",
    "defended": "men on squares that its own men attack",
    "hanging": "men that are attacked and that nothing defends",
    "loose": "pieces that nothing defends",
    "en_prise": "men whose capture wins something by static exchange, whoever moves; kings take what is undefended",
    "attacked_by_lesser": "pieces attacked by a man of a lower kind (pawn, then knight and bishop, rook, queen)",
    "pinned": "men that stand alone between their king and an enemy slider",
    "pinned_to_queen": "men that stand alone between a queen of theirs and an enemy rook or bishop",
    "discovering": "men that stand alone between a slider of theirs and the enemy king",
    "forking": "men that attack two or more of: the king, pieces of a higher kind, pieces that nothing defends",
    "overloaded": "men that alone defend two or more men that are attacked",
    "immobile": "pieces that attack no square but those of their own men",
    "passed": "pawns that no enemy pawn stands before or can come to attack on their way",
    "isolated": "pawns without a pawn of their side on a file beside",
    "doubled": "pawns with a pawn of their side before them on the file",
    "backward": "pawns with pawns on a file beside, all further on, whose next square an enemy pawn attacks",
    "supported": "pawns that a pawn defends",
    "phalanx": "pawns with a pawn of their side right beside",
    "blocked": "pawns with a man right before them",
    "levers": "pawns that attack a pawn",
    "outposts": "squares of the fourth to sixth rank that its pawns defend and no enemy pawn can come to attack",
    "on_outposts": "knights and bishops there",
    "holes": "squares of the third and fourth rank that its pawns can't come to defend",
    "king_zone": "the king's square and those beside",
    "rooks_on_open_files": "rooks on files without a pawn",
    "rooks_on_half_open_files": "rooks on files with enemy pawns alone",
    "rooks_on_seventh": "rooks on the seventh rank",
    "material": "its men in centipawns: 100, 320, 330, 500 and 950",
    "mobility": "squares that its pieces attack, piece by piece, but for those of own men",
    "safe_mobility": "the same but for squares that enemy pawns attack",
    "knight_mobility": "the share of its knights in mobility",
    "bishop_mobility": "that of its bishops",
    "rook_mobility": "that of its rooks",
    "queen_mobility": "that of its queens",
    "pawns": "number of pawns",
    "knights": "number of knights",
    "bishops": "number of bishops",
    "rooks": "number of rooks",
    "queens": "number of queens",
    "space": "squares of the files c to f and the second to fourth rank without an own pawn, unattacked by enemy pawns",
    "centre": "how many of d4, e4, d5, e5 it attacks",
    "safe_checks": "squares, for each kind of piece, from which one could give check without being attacked there",
    "pawn_islands": "groups of pawns on neighbouring files",
    "half_open_files": "files with enemy pawns alone",
    "king": "the king's square, 0 for a1, 63 for h8",
    "king_attackers": "enemy pieces that attack a square of the king's zone",
    "king_attacks": "squares of the zone that they attack, piece by piece",
    "king_shelter": "pawns one or two ranks before the king, on its file or one beside",
    "king_storm": "enemy pawns on these files that have come to the king's side's fifth rank or nearer",
    "king_escapes": "squares the king could step to: no own man there, and unattacked once it has left",
    "king_open_files": "how many of these files have no pawn of its side",
    "pawns_on_light": "pawns on light squares",
    "pawns_on_dark": "pawns on dark squares",
    "undeveloped": "knights and bishops on the squares where they begin",
    "bishop_pair": "it has bishops of both colours of squares",
    "can_castle_short": "it still has the right to castle short",
    "can_castle_long": "it still has the right to castle long",
    "back_rank_is_weak": "the king stands on the first rank, can't escape to the second, the enemy has a rook or queen",
}
"""The facts of each side, under the names ``white_…`` and ``black_…``."""
POSITION_FACTS = {
    "key": "64 bits that are equal for equal positions (``Board.zobrist_key``)",
    "checkers": "men that give check",
    "legal_moves": "number of legal moves",
    "captures": "how many of them take something",
    "checks": "how many of them give check",
    "halfmove": "plies since a pawn moved or something was taken",
    "fullmove": "number of the move",
    "balance": "White's material less Black's, in centipawns",
    "phase": "24 with all pieces on the board, 0 with kings and pawns alone (minor pieces 1, rooks 2, queens 4)",
    "men": "number of men",
    "en_passant": "the square where a pawn can be taken en passant, legally; -1 for none",
    "open_files": "files without a pawn",
    "white_to_move": "White is to move",
    "is_check": "the side to move is in check",
    "is_checkmate": "it is mated",
    "is_stalemate": "it has no move, and is not in check",
    "insufficient_material": "nobody can mate any more, by the men that are left",
    "opposite_bishops": "each side has one bishop, on squares of different colours",
}
"""The facts of the position as a whole."""
FACTS = {
    **POSITION_FACTS,
    **{f"{side}_{name}": definition for side in SIDES for name, definition in SIDE_FACTS.items()},
}
"""Every fact, and what it means. Sets of squares are numbers of 64 bits, bit 0 for a1."""
ROW = np.dtype([("sides", np.dtype(list(SIDE_LAYOUT), align=True), 2), *LAYOUT], align=True)


class Facts:
    """Facts of positions: a typed array for each, in the order of the positions.

    Sets of squares are uint64 (``chess.SquareSet(int(facts["white_pinned"][0]))``), numbers int8, int16 or int32,
    answers bool. ``fen`` is the position as it was given, ``dropped`` what was left out of it, ``error`` what is wrong
    with it: its facts are zeros then, and missing in Arrow.
    """

    definitions: ClassVar[Mapping[str, str]] = FACTS
    """Every fact, and what it means."""

    def __init__(self, rows: Column, names: Sequence[str], told: Mapping[str, Any]) -> None:
        self._rows = rows
        self._told = {name: told[name] for name in (FEN, DROPPED, ERROR)}
        self.columns = (FEN, *names, DROPPED, ERROR)
        """The names of all columns."""

    def __len__(self) -> int:
        """Number of positions."""
        return len(self._rows)

    def __getitem__(self, name: str) -> Any:
        """A column. Raises KeyError."""
        if name in self._told:
            return self._told[name]
        if name not in self.columns:
            raise KeyError(f"there is no fact {name!r} here; there are {', '.join(self.columns)}")
        side, _, fact = name.partition("_")
        if name in POSITION_FACTS:
            return np.ascontiguousarray(self._rows[name])
        return np.ascontiguousarray(self._rows["sides"][fact][:, SIDES.index(side)])

    def __repr__(self) -> str:
        """In one line."""
        failed = len(self) - self._told[ERROR].count(None)
        return f"Facts({len(self.columns) - len(self._told)} of {len(self):,} positions; {failed:,} with an error)"

    def to_arrow(self) -> Any:
        """The columns as a ``pyarrow.Table``. Raises ImportError if PyArrow is missing."""
        arrow = library("pyarrow")
        failed = self._rows["state"] != 0
        mask = failed if failed.any() else None
        return arrow.table(
            {
                name: arrow.array(self[name], arrow.string())
                if name in self._told
                else arrow.array(self[name], mask=mask)
                for name in self.columns
            }
        )

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The same as a stream of Arrow's C interface. Raises ImportError if PyArrow is missing."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_polars(self) -> polars.DataFrame:
        """The same as a Polars frame. Raises ImportError if Polars or PyArrow is missing."""
        frame: polars.DataFrame = library("polars").DataFrame(self.to_arrow())
        return frame


def facts(fens: Any, names: Sequence[str] | None = None, *, jobs: int | None = None) -> Facts:
    """Tell what stands on many boards and what it does: 138 facts, or those named; ``Facts.definitions`` tells all.

    ``fens`` is what ``evaluate_batch`` takes. ``jobs`` threads work at once, by default one for each core; rows are the
    same for any number of them. An invalid position has an ``error`` instead; what is dropped of a position stands in
    its row, and one FenWarning counts it.

    Raises ValueError for a fact that there isn't and for no jobs, and as ``positions_of``.
    """
    for name in names or ():
        if name not in FACTS:
            raise ValueError(f"there is no fact {name!r}; kiebitz.Facts.definitions has all of them")
    boards = positions_of(fens)
    found = np.zeros(len(boards), ROW)
    rows = Rows(boards, ())

    def work(looker: FactRows, start: int, behind: int) -> bytes:
        return looker.facts(boards[start:behind])

    for start, told in in_portions(len(boards), jobs, FactRows, work):
        part = np.frombuffer(told, ROW)
        found[start : start + len(part)] = part
    looker = FactRows()
    for index in np.flatnonzero(found["state"]).tolist():
        row: dict[str, Value] = {}
        try:
            found[index] = np.frombuffer(looker.facts_of(placed(boards[index], row)), ROW)[0]
        except (ValueError, TypeError) as error:
            row[ERROR] = str(error)
        rows.put(index, row)
    rows.reached[:] = True
    return Facts(found, tuple(FACTS) if names is None else names, rows.batch().columns)
