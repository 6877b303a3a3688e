from kiebitz.core.evaluation.pair cimport Pair

# Piece value and first-order value of a man on a square, White's view: negative for Black's men.
cdef Pair[12][64] PLACEMENT

cdef fill_tables()
