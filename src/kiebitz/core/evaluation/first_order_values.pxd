from kiebitz.core.evaluation.pair cimport Pair

cdef Pair[12][64] PLACEMENT      # piece value and first-order value of a man on a square, White's view
cdef fill_tables()
