from kiebitz.core.search.worker cimport Worker

cdef int enhanced_transposition_cutoff(Worker worker, int beta, int depth, int ply) noexcept nogil
