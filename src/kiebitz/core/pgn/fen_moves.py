"""Moves played in FENs, many in one call, without Python in the loop.

Thread safety: none; each thread owns its ``FenMoves``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.kiebitz.core.chess.fen_text import FEN_BYTES, SOUND, WrittenPosition, read_fen
from cython.cimports.kiebitz.core.chess.move import NULL_MOVE
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.kiebitz.core.pgn.san import read_san
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.stdlib import free, malloc


class FenMoves:
    """What becomes of FENs by moves."""

    def __init__(self) -> None:
        """Have a position to play in."""
        self.position = Position()

    def after(self, fens: list, moves: list, writes: bool) -> tuple[bytes, bytes, bytes]:
        """Play a move in each FEN: a byte each (PLAYED, NOT_LEGAL or ODD), and the FENs after them if it ``writes``.

        A move is UCI or SAN, as in PGN. FENs are given as the places where they end, 32 bits each after a zero, and
        their letters; where no move was played there are none. What is ODD whoever asks looks at by itself.
        """
        count: cython.Py_ssize_t = min(len(fens), len(moves))
        asked = cython.cast(cython.pointer(Asked), malloc(max(count, 1) * cython.sizeof(Asked)))
        letters = cython.cast(cython.p_char, malloc(max(count, 1) * FEN_BYTES if writes else 1))
        used: cython.Py_ssize_t = 0
        try:
            if asked == cython.NULL or letters == cython.NULL or count * FEN_BYTES > MOST_BYTES:
                raise MemoryError(f"no memory for {count} positions")
            for index in range(count):
                fen = fens[index]
                move = moves[index]
                asked[index].fen = cython.NULL
                if isinstance(fen, str) and isinstance(move, str) and fen.isascii() and move.isascii():
                    asked[index].fen = cython.cast(
                        Text, PyUnicode_AsUTF8AndSize(fen, cython.address(asked[index].fen_bytes))
                    )
                    asked[index].move = cython.cast(
                        Text, PyUnicode_AsUTF8AndSize(move, cython.address(asked[index].move_bytes))
                    )
            states = PyBytes_FromStringAndSize(cython.NULL, count)
            ends = PyBytes_FromStringAndSize(cython.NULL, (count + 1) * cython.sizeof(int32_t))
            state = PyBytes_AsString(states)
            end = cython.cast(cython.pointer(int32_t), PyBytes_AsString(ends))
            end[0] = 0
            with cython.nogil:
                for index in range(count):
                    state[index] = self.play(asked + index) if asked[index].fen else ODD
                    if writes and state[index] == PLAYED:
                        used += self.position.write_into(letters + used, self.position.chess960)
                    end[index + 1] = used
            return states, ends, PyBytes_FromStringAndSize(letters, used)
        finally:
            free(asked)
            free(letters)

    def play(self, asked):
        """Set up a FEN and play a move there."""
        written: WrittenPosition
        read_fen(asked.fen, asked.fen_bytes, -1, cython.address(written))
        if written.fault != SOUND or written.letters or written.en_passant_drop:
            return ODD
        self.position.set_up(cython.address(written), -1)
        if written.fault != SOUND:
            return ODD
        move = read_san(self.position, asked.move, asked.move_bytes)
        if move <= 0 or move == NULL_MOVE:
            return NOT_LEGAL
        self.position.make(move)
        return PLAYED
