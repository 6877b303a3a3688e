from kiebitz.core.search.searcher cimport Searcher

cdef enum:
    # Rule III: the time for a search that begins again, in shares of the usual time.
    ZUGZWANG_PATIENCE = 2

cdef void settle_null_moves(Searcher worker) noexcept nogil
cdef bint rule_2_forbids(Searcher worker) noexcept nogil
cdef bint watches_root(Searcher worker) noexcept nogil
cdef bint is_root_zugzwang(Searcher worker) noexcept nogil
cdef void begin_again(Searcher worker) noexcept nogil
