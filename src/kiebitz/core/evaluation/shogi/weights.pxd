# In centipawns, by kind; the king is worth nothing, for nobody takes it.
cdef int[14] MAN_WORTH           # on the board
cdef int[7] HAND_WORTH           # in the hand
# For each step that a man stands nearer to a king than REACH_OF_ATTACK or REACH_OF_GUARD: to the enemy's, to the own.
cdef int[14] ATTACK
cdef int[14] GUARD
# For each rank that a man has advanced.
cdef int[14] ADVANCE
# What a man of a hand counts as a threat to a king in the open.
cdef int[7] MENACE

cdef enum:
    REACH_OF_ATTACK = 6
    REACH_OF_GUARD = 4
    # A king for each rank that it stands before its camp, and for each file that it stands beside the middle one.
    KING_ADVANCE = -18
    KING_ASIDE = 8
    # A threat of the other hand, times the squares around the king that no own man holds, in so many parts.
    MENACE_PARTS = 2
    # The right to move.
    TEMPO = 20

cdef fill_weights()
