from kiebitz.core.chess.bitboard cimport KNIGHT, Square

ctypedef unsigned short Move

cpdef enum:
    NO_MOVE = 0
    NULL_MOVE = 65
    # 218 is the most legal moves of any position that a game can reach (Petrovic 1964; proven by the community's
    # exhaustive search of 2024). Others are played, too, such as fifteen queens with some 250. A man has 27 moves at
    # most (a queen in the centre; a pawn 12), a king 8 and two castlings: 15 * 27 + 10.
    MAX_MOVES = 415

cdef enum:
    ORDINARY = 0
    PROMOTION = 1
    EN_PASSANT = 2
    CASTLING = 3

cpdef str uci_text(Move move, bint chess960)
