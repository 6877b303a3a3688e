cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.weighted_sum cimport Classical
from kiebitz.core.evaluation.tartan.terms cimport tartan_value
from kiebitz.core.parameters cimport EVALUATION_CLASSICAL, EVALUATION_TARTAN

@cython.final
cdef class Evaluator:
    cdef int chosen             # EVALUATION_CLASSICAL, …
    cdef Classical classical

    # The value in centipawns from the view of the side to move, within +-MAX_EVALUATION. Inline, so that a search calls
    # the evaluation chosen without a step between.
    cdef inline int evaluate(self, Position position) noexcept nogil:
        if self.chosen == EVALUATION_TARTAN:
            return tartan_value(position)
        return self.classical.evaluate(position)
