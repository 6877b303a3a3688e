"""Static evaluations of many FENs, without Python in the loop.

Thread safety: none; each thread owns its ``FenValues``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.evaluator import Evaluator
from cython.cimports.kiebitz.core.pgn.text_list import TextList


class FenValues:
    """What an evaluator says of FENs."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Ask an evaluator, which nobody else may ask meanwhile."""
        self.evaluator = evaluator
        self.position = Position()

    def values(self, fens: list) -> tuple[bytes, bytes]:
        """Evaluate FENs: a value each, 32 bits, and a byte each: 0 where there is one, and nothing was dropped.

        Values are centipawns, from the view of the side to move. What is no plain FEN has no value here: whoever asks
        looks at it by itself, and says what is wrong.
        """
        texts: TextList = TextList(fens)
        values = PyBytes_FromStringAndSize(cython.NULL, texts.count * cython.sizeof(cython.int))
        states = PyBytes_FromStringAndSize(cython.NULL, texts.count)
        into = cython.cast(cython.pointer(cython.int), PyBytes_AsString(values))
        state = PyBytes_AsString(states)
        with cython.nogil:
            for index in range(texts.count):
                into[index] = 0
                state[index] = UNVALUED
                if texts.set_up(index, self.position):
                    into[index] = self.evaluator.evaluate(self.position)
                    state[index] = VALUED
        return values, states
