"""Features of many FENs (``features``), without Python in the loop: to train others with.

Layout: ``MOST_MEN`` numbers of rows a position in each view, those of its men first, then FEATURES, which is no row.

Thread safety: none; each thread owns its ``FenFeatures``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.features import FEATURES, MOST_MEN, bucket_at, list_rows, turn_at
from cython.cimports.kiebitz.core.pgn.text_list import TextList

SEEN = [(name, "i4") for name in ("state", "bucket", "side", "turn")]
"""The fields told of a position besides its rows, as NumPy lays them out."""
ROWS = MOST_MEN
"""Numbers of rows a position has in each view."""
NO_ROW = FEATURES
"""The number that stands for no row."""


class FenFeatures:
    """The network's features of many FENs."""

    def __init__(self) -> None:
        """Have a position to look at."""
        self.position = Position()

    def features(self, fens: list) -> tuple[bytes, bytes, bytes]:
        """Look at FENs: what is told of each (``SEEN``), and its rows in the view of the side to move and of the other.

        Rows are 32 bits each. What is no plain FEN has none: whoever asks looks at it by itself.
        """
        texts: TextList = TextList(fens)
        count = texts.count
        told = PyBytes_FromStringAndSize(cython.NULL, count * cython.sizeof(Seen))
        own = PyBytes_FromStringAndSize(cython.NULL, count * MOST_MEN * cython.sizeof(cython.int))
        other = PyBytes_FromStringAndSize(cython.NULL, count * MOST_MEN * cython.sizeof(cython.int))
        seen = cython.cast(cython.pointer(Seen), PyBytes_AsString(told))
        own_rows = cython.cast(cython.pointer(cython.int), PyBytes_AsString(own))
        other_rows = cython.cast(cython.pointer(cython.int), PyBytes_AsString(other))
        with cython.nogil:
            for index in range(count):
                at = index * MOST_MEN
                if texts.set_up(index, self.position):
                    self.see(self.position, seen + index, own_rows + at, other_rows + at)
                else:
                    seen[index].state = 1
                    seen[index].bucket = seen[index].side = seen[index].turn = 0
                    for row in range(MOST_MEN):
                        own_rows[at + row] = other_rows[at + row] = FEATURES
        return told, own, other

    def features_of(self, position: Position) -> tuple[bytes, bytes, bytes]:
        """The features of one position, as ``FenFeatures`` of many."""
        seen: Seen
        own: cython.int[MOST_MEN]
        other: cython.int[MOST_MEN]
        self.see(position, cython.address(seen), own, other)
        size: cython.Py_ssize_t = MOST_MEN * cython.sizeof(cython.int)
        return (
            PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(seen)), cython.sizeof(Seen)),
            PyBytes_FromStringAndSize(cython.cast(cython.p_char, own), size),
            PyBytes_FromStringAndSize(cython.cast(cython.p_char, other), size),
        )

    def see(self, position, seen, own, other):
        """Write what the network sees of a position."""
        side = position.side
        seen.state = 0
        seen.bucket = bucket_at(position)
        seen.side = side
        seen.turn = turn_at(position, side, 1)
        count = list_rows(position, side, seen.turn, own)
        list_rows(position, side ^ 1, turn_at(position, side ^ 1, 1), other)
        for row in range(count, MOST_MEN):
            own[row] = other[row] = FEATURES
