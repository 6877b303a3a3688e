cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.basic_mates cimport NOBODY, who_mates
from kiebitz.core.evaluation.classical.weighted_sum cimport Classical
from kiebitz.core.evaluation.network.accumulator cimport Views, value_by_views
from kiebitz.core.evaluation.network.file cimport Network
from kiebitz.core.evaluation.nnue.half_ka cimport HalfKA
from kiebitz.core.evaluation.tartan.terms cimport tartan_value
from kiebitz.core.parameters cimport (
    EVALUATION_CLASSICAL,
    EVALUATION_FUNCTION,
    EVALUATION_HYBRID,
    EVALUATION_NETWORK,
    EVALUATION_TARTAN,
    EVALUATION_TEACHER,
)

cdef enum:
    PERCENT = 100

# A function of Python's: the value in centipawns for the side to move of a FEN.
ctypedef int (*AskedFunction)(const char* fen) noexcept nogil

@cython.final
cdef class Evaluator:
    cdef int chosen             # EVALUATION_CLASSICAL, …
    cdef Classical classical
    cdef Network network        # None unless it was chosen
    cdef Views views            # of that network
    cdef HalfKA teacher         # None unless it was chosen
    cdef object function_owner  # who keeps ``function`` alive
    cdef AskedFunction function  # NULL unless it was chosen
    cdef bint special_cases     # whether they stand round the network
    cdef int middlegame_share   # of the classical sum in the hybrid, percent
    cdef int endgame_share

    cdef int value_by_function(self, Position position) noexcept nogil
    cdef int value_by_network(self, Position position, int output) noexcept nogil
    cdef int value_by_knowledge(self, Position position, int mating) noexcept nogil
    cdef int mixed(self, Position position, int value, bint afresh) noexcept nogil
    cdef int share(self, Position position) noexcept nogil
    cdef break_network_down(self, Position position)
