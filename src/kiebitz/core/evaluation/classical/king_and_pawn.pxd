from kiebitz.core.chess.bitboard cimport Bitboard, Square

cdef enum:
    UNKNOWN = 0
    DRAWN = 1
    WON = 2
    IMPOSSIBLE = 3

cdef enum:
    # The stronger side is White and its pawn on files a to d, ranks 2 to 7: 24 squares, two sides to move, two kings.
    PAWN_SQUARES = 24
    KING_PAIRS = 4096

cdef unsigned char[24][2][4096] VERDICTS       # by pawn, side to move, and white king + 64 * black king

# Whether king and pawn win against the king. The squares are as on the board, ``strong`` the colour of the pawn.
cdef bint king_and_pawn_win(int strong, Square strong_king, Square pawn, Square weak_king, int to_move) noexcept nogil

cdef int pawn_index(Square pawn) noexcept nogil
cdef int first_verdict(Square pawn, int to_move, Square white, Square black) noexcept nogil
cdef int verdict_by_moves(Square pawn, int to_move, Square white, Square black) noexcept nogil
cdef int after_white(Square pawn, Square white, Square black) noexcept nogil
cdef void solve_pawn(Square pawn) noexcept nogil
cdef void solve() noexcept nogil
