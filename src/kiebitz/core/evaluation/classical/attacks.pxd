from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.position cimport Position

cdef enum:
    # Men of one side that are neither king nor pawn: 16 men (``fen.check_men``) less the king.
    MAX_PIECES = 15

# A piece and the squares it attacks.
cdef struct Piece:
    Bitboard attacks
    Square square
    int kind

# What attacks what, by side.
cdef struct Survey:
    Bitboard occupied
    Bitboard[2] pawns
    Bitboard[2] pinned          # men that stand alone between their king and an enemy slider
    Bitboard[2][6] by_kind      # squares attacked, by kind of the attacker
    Bitboard[2] all             # squares attacked by any man
    Bitboard[2] twice           # squares attacked by two men or more
    Square[2] king
    int[2] count                # pieces in ``pieces``
    Piece[2][MAX_PIECES] pieces  # knights, bishops, rooks, queens, in this order

cdef void survey_attacks(Position position, Survey* survey, bint batteries) noexcept nogil

cdef void survey_side(Position position, Survey* survey, int side, bint batteries) noexcept nogil
cdef void survey_kind(Position position, Survey* survey, int side, int kind, Bitboard blockers) noexcept nogil
