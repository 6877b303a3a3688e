"""Where in the word of a hand each kind is counted (see ``hand``): numbers that C has to know."""

cdef extern from *:
    """
    /* Pawn, lance, knight, silver, bishop, rook, gold. */
    static const int KZ_HAND_SHIFT[7] = {0, 6, 10, 14, 18, 21, 24};
    static const unsigned KZ_HAND_MASK[7] = {31, 7, 7, 7, 3, 3, 7};
    static const unsigned KZ_HAND_GUARDS = 1u << 5 | 1u << 9 | 1u << 13 | 1u << 17 | 1u << 20 | 1u << 23 | 1u << 27;
    """
    const int* HAND_SHIFT "KZ_HAND_SHIFT"
    const unsigned int* HAND_MASK "KZ_HAND_MASK"
    const unsigned int HAND_GUARDS "KZ_HAND_GUARDS"
