from kiebitz.core.chess.bitboard cimport Bitboard

cdef Bitboard[12][64] MAN_KEYS        # by man and square
cdef Bitboard[16] CASTLING_KEYS       # by set of castling rights
cdef Bitboard[8] EN_PASSANT_KEYS      # by file
cdef Bitboard SIDE_KEY                # black to move
# The second set, for a laboratory table whose index shares nothing with the key; 32 bits each.
cdef Bitboard[12][64] INDEX_CODES     # by man and square
cdef Bitboard INDEX_SIDE_CODE         # black to move

cdef Bitboard splitmix(Bitboard* state) noexcept nogil
cdef fill_keys()

cdef extern from *:
    """
    static const unsigned long long GOLDEN_GAMMA = 0x9E3779B97F4A7C15ULL;
    static const unsigned long long MIX_1 = 0xBF58476D1CE4E5B9ULL;
    static const unsigned long long MIX_2 = 0x94D049BB133111EBULL;
    """
    const Bitboard GOLDEN_GAMMA
    const Bitboard MIX_1
    const Bitboard MIX_2
