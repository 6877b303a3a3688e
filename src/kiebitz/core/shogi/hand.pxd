# Inlined whole: hand.py is no module of its own. Only numbers that C has to know stand here.
ctypedef unsigned int Hand

cdef extern from *:
    """
    /* Pawn, lance, knight, silver, bishop, rook, gold. */
    static const int KZ_HAND_SHIFT[7] = {0, 6, 10, 14, 18, 21, 24};
    static const unsigned KZ_HAND_MASK[7] = {31, 7, 7, 7, 3, 3, 7};
    static const unsigned KZ_HAND_GUARDS = 1u << 5 | 1u << 9 | 1u << 13 | 1u << 17 | 1u << 20 | 1u << 23 | 1u << 27;
    """
    const int* HAND_SHIFT "KZ_HAND_SHIFT"
    const unsigned int* HAND_MASK "KZ_HAND_MASK"
    const Hand HAND_GUARDS "KZ_HAND_GUARDS"

# Written by tools/write_inlines.py from hand.py; change it there.

cdef inline Hand one_of(int kind) noexcept nogil:
    return <Hand>1 << HAND_SHIFT[kind]

cdef inline int count_of(Hand hand, int kind) noexcept nogil:
    return hand >> HAND_SHIFT[kind] & HAND_MASK[kind]

cdef inline Hand only(Hand hand, int kind) noexcept nogil:
    return hand & HAND_MASK[kind] << HAND_SHIFT[kind]

cdef inline bint is_as_good(Hand hand, Hand other) noexcept nogil:
    return ((hand | HAND_GUARDS) - other & HAND_GUARDS) == HAND_GUARDS

cdef inline Hand most_of(Hand one, Hand other) noexcept nogil:
    cdef Hand most = 0
    cdef int kind
    for kind in range(7):
        most |= max(only(one, kind), only(other, kind))
    return most

cdef inline Hand least_of(Hand one, Hand other) noexcept nogil:
    cdef Hand least = 0
    cdef int kind
    for kind in range(7):
        least |= min(only(one, kind), only(other, kind))
    return least
