from kiebitz.core.search.worker cimport Worker

cdef enum:
    # Rule III: an ending has half of the pieces at most, as a game phase (two rooks and a bishop a side make 10).
    ENDING_PHASE = 12
    # Rule III: the time for a search that begins again, in shares of the usual time.
    ZUGZWANG_PATIENCE = 2

cdef void settle_null_moves(Worker worker) noexcept nogil
cdef bint rule_2_forbids(Worker worker) noexcept nogil
cdef bint watches_root(Worker worker) noexcept nogil
cdef bint is_root_zugzwang(Worker worker) noexcept nogil
cdef void begin_again(Worker worker) noexcept nogil
