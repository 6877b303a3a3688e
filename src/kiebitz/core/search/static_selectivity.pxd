from kiebitz.core.search.worker cimport Worker

cdef bint may_stop(Worker worker, int beta, int depth, int ply, int evaluation) noexcept nogil
