cimport cython
from libc.stdint cimport int32_t, int64_t

from kiebitz.core.search.worker cimport Worker

# What came of a position.
cpdef enum:
    SEARCHED = 0
    MATED = 1
    STALEMATED = 2
    # It isn't plain: it is no text, has a fault, or something of it is dropped.
    ODD = 3
    # The run was stopped before, or in its search.
    UNREACHED = 4

cdef enum:
    MOVE_BYTES = 6                 # of UCI text, with the blank before the next one

# What was found of a position; the same words as ``FOUND``.
cdef struct Found:
    int32_t state
    int32_t value                  # for the side to move, on the scale of ``core.value``
    int32_t exact                  # 1, or 0 where the value is a bound
    int32_t depth                  # plies
    int32_t move_end               # where the best move's text ends
    int32_t end                    # and that of the best line, after those before it
    int64_t nodes

@cython.final
cdef class FenSearches:
    cdef readonly Worker worker
    cdef int64_t halted            # a word that other threads set
    cdef char* letters             # room for a line
    cdef Py_ssize_t room
    cdef Py_ssize_t used

    cdef void search_read(self, Worker worker, Found* found) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef void empty_table(self) noexcept nogil
    cdef bint make_room(self, Py_ssize_t letters) noexcept nogil
