from libc.stdint cimport uint64_t

cdef uint64_t[28][82] MAN_KEYS           # by man and square
cdef uint64_t[2][7][19] HAND_KEYS        # by side, kind and how many it holds
cdef uint64_t SIDE_KEY                   # White to move

cdef fill_keys()
