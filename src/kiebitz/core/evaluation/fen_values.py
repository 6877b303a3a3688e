"""Static evaluations of many FENs, without Python in the loop.

Thread safety: none; each thread owns its ``FenValues``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.kiebitz.core.chess.fen_text import SOUND, WrittenPosition, read_fen
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.evaluator import Evaluator
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.libc.stdlib import free, malloc


class FenValues:
    """What an evaluator says of FENs."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Ask an evaluator, which nobody else may ask meanwhile."""
        self.evaluator = evaluator
        self.position = Position()

    def values(self, fens: list) -> tuple[bytes, bytes]:
        """Evaluate FENs: a value each, 32 bits, and a byte each: 0 where there is one, and nothing was dropped.

        Values are centipawns, from the view of the side to move. What is no FEN, has a fault or something dropped has
        no value here: whoever asks looks at it by itself, and says what is wrong.
        """
        count: cython.Py_ssize_t = len(fens)
        letters = cython.cast(cython.pointer(Text), malloc(max(count, 1) * cython.sizeof(Text)))
        lengths = cython.cast(
            cython.pointer(cython.Py_ssize_t), malloc(max(count, 1) * cython.sizeof(cython.Py_ssize_t))
        )
        try:
            if letters == cython.NULL or lengths == cython.NULL:
                raise MemoryError(f"no memory for {count} positions")
            for index in range(count):
                fen = fens[index]
                letters[index] = cython.NULL
                if isinstance(fen, str) and fen.isascii():
                    letters[index] = cython.cast(Text, PyUnicode_AsUTF8AndSize(fen, cython.address(lengths[index])))
            values = PyBytes_FromStringAndSize(cython.NULL, count * cython.sizeof(cython.int))
            states = PyBytes_FromStringAndSize(cython.NULL, count)
            into = cython.cast(cython.pointer(cython.int), PyBytes_AsString(values))
            state = PyBytes_AsString(states)
            with cython.nogil:
                for index in range(count):
                    into[index] = 0
                    state[index] = UNVALUED
                    if letters[index] and self.value_of(letters[index], lengths[index], into + index):
                        state[index] = VALUED
            return values, states
        finally:
            free(letters)
            free(lengths)

    def value_of(self, fen, length, value):
        """Evaluate a FEN; False if it has a fault, or if something of it can't be."""
        written: WrittenPosition
        read_fen(fen, length, -1, cython.address(written))
        if written.fault != SOUND or written.letters or written.en_passant_drop:
            return False
        self.position.set_up(cython.address(written), -1)
        if written.fault != SOUND:
            return False
        value[0] = self.evaluator.evaluate(self.position)
        return True
