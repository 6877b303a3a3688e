"""Moves played in FENs, many in one call, without Python in the loop.

Thread safety: none; each thread owns its ``FenMoves``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.fen_text import FEN_BYTES
from cython.cimports.kiebitz.core.chess.move import NULL_MOVE
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.pgn.san import read_san
from cython.cimports.kiebitz.core.pgn.text_list import TextList
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.stdlib import free, malloc


class FenMoves:
    """Columns of moves applied to FENs."""

    def __init__(self) -> None:
        """Have a position to play in."""
        self.position = Position()

    def after(self, fens: list, moves: list, writes: bool) -> tuple[bytes, bytes, bytes]:
        """Play a move in each FEN: a byte each (PLAYED, NOT_LEGAL or ODD), and the FENs after them if it ``writes``.

        A move is UCI or SAN, as in PGN. FENs are given as the places where they end, 32 bits each after a zero, and
        their letters; where no move was played there are none. What is ODD whoever asks looks at by itself.
        """
        places: TextList = TextList(fens)
        played: TextList = TextList(moves)
        count: cython.Py_ssize_t = min(places.count, played.count)
        letters = cython.cast(cython.p_char, malloc(max(count, 1) * FEN_BYTES if writes else 1))
        used: cython.Py_ssize_t = 0
        try:
            if letters == cython.NULL or count * FEN_BYTES > MOST_BYTES:
                raise MemoryError(f"no memory for {count} positions")
            states = PyBytes_FromStringAndSize(cython.NULL, count)
            ends = PyBytes_FromStringAndSize(cython.NULL, (count + 1) * cython.sizeof(int32_t))
            state = PyBytes_AsString(states)
            end = cython.cast(cython.pointer(int32_t), PyBytes_AsString(ends))
            end[0] = 0
            with cython.nogil:
                for index in range(count):
                    state[index] = self.play(places, played, index)
                    if writes and state[index] == PLAYED:
                        used += self.position.write_into(letters + used, self.position.chess960)
                    end[index + 1] = used
            return states, ends, PyBytes_FromStringAndSize(letters, used)
        finally:
            free(letters)

    def play(self, fens, moves, index):
        """Set up a FEN and play a move there."""
        if moves.letters[index] == cython.NULL or not fens.set_up(index, self.position):
            return ODD
        move = read_san(self.position, moves.letters[index], moves.lengths[index])
        if move <= 0 or move == NULL_MOVE:
            return NOT_LEGAL
        self.position.make(move)
        return PLAYED
