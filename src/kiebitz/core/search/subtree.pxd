from kiebitz.core.game cimport MAX_PLY, Position
from kiebitz.core.search.worker cimport Worker

cdef enum:
    # Plies above a node; below it there must be room for one more.
    LONGEST_PATH = MAX_PLY - 2

cdef walk_to(Worker worker, Position root, tuple path, int iteration)
cdef void note_evaluation(Worker worker, int ply) noexcept nogil
