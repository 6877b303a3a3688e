from kiebitz.core.game cimport Move
from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.table.table cimport Hit

cdef void enter(Searcher worker, int ply, Move move) noexcept nogil
cdef void pass_move(Searcher worker, int ply) noexcept nogil
cdef void look_up(Searcher worker, int ply, Hit* hit) noexcept nogil
cdef void remember(
    Searcher worker, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
) noexcept nogil
