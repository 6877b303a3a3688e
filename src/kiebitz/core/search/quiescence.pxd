from kiebitz.core.search.worker cimport Worker

cdef int quiescence(Worker worker, int alpha, int beta, int ply) noexcept nogil
