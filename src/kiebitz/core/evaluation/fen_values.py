"""Static evaluations of many FENs, and what a teacher says of them, without Python in the loop.

Thread safety: none; each thread owns its ``FenValues``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.evaluator import Evaluator
from cython.cimports.kiebitz.core.evaluation.nnue.half_ka import HalfKA, value_of
from cython.cimports.kiebitz.core.pgn.text_list import TextList


class FenValues:
    """Evaluations of FENs by an evaluator, and by a network of Stockfish if there is one."""

    def __init__(self, evaluator: Evaluator, teacher: HalfKA | None = None) -> None:
        """Ask an evaluator, which nobody else may ask meanwhile."""
        self.evaluator = evaluator
        self.teacher = teacher
        self.position = Position()

    def values(self, fens: list) -> tuple[bytes, bytes, bytes]:
        """Evaluate FENs: a value each, 32 bits, one of the teacher (0 without one), and a byte each.

        The byte is 0 where there are values, and nothing was dropped. These are centipawns, from the view of the side
        to move. What is no plain FEN has no value here: whoever asks
        looks at it by itself, and says what is wrong.
        """
        texts: TextList = TextList(fens)
        values = PyBytes_FromStringAndSize(cython.NULL, texts.count * cython.sizeof(cython.int))
        taught = PyBytes_FromStringAndSize(cython.NULL, texts.count * cython.sizeof(cython.int))
        states = PyBytes_FromStringAndSize(cython.NULL, texts.count)
        into = cython.cast(cython.pointer(cython.int), PyBytes_AsString(values))
        taught_into = cython.cast(cython.pointer(cython.int), PyBytes_AsString(taught))
        state = PyBytes_AsString(states)
        has_teacher: cython.bint = self.teacher is not None
        with cython.nogil:
            for index in range(texts.count):
                into[index] = taught_into[index] = 0
                state[index] = UNVALUED
                if texts.set_up(index, self.position):
                    into[index] = self.evaluator.evaluate(self.position)
                    if has_teacher:
                        taught_into[index] = value_of(self.teacher, self.position)
                    state[index] = VALUED
        self.evaluator.raise_fault()
        return values, taught, states
