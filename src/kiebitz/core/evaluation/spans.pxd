# Inlined whole: spans.py is no module of its own.

# Written by tools/write_inlines.py from spans.py; change it there.

from kiebitz.core.chess.bitboard cimport FILE_A, RANK_1, WHITE, Bitboard, Square, east, west

cdef inline Bitboard filled_north(Bitboard bits) noexcept nogil:
    bits |= bits << 8
    bits |= bits << 16
    return bits | bits << 32

cdef inline Bitboard filled_south(Bitboard bits) noexcept nogil:
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32

cdef inline Bitboard filled_ahead(Bitboard bits, int side) noexcept nogil:
    return filled_north(bits) if side == WHITE else filled_south(bits)

cdef inline Bitboard step_ahead(Bitboard bits, int side) noexcept nogil:
    return bits << 8 if side == WHITE else bits >> 8

cdef inline Bitboard step_back(Bitboard bits, int side) noexcept nogil:
    return bits >> 8 if side == WHITE else bits << 8

cdef inline Bitboard span_ahead(Bitboard bits, int side) noexcept nogil:
    return step_ahead(filled_ahead(bits, side), side)

cdef inline Bitboard span_behind(Bitboard bits, int side) noexcept nogil:
    return step_back(filled_ahead(bits, side ^ 1), side)

cdef inline Bitboard filled_files(Bitboard bits) noexcept nogil:
    return filled_north(bits) | filled_south(bits)

cdef inline Bitboard beside(Bitboard bits) noexcept nogil:
    return east(bits) | west(bits)

cdef inline Bitboard pawn_attacks(Bitboard pawns, int side) noexcept nogil:
    return beside(step_ahead(pawns, side))

cdef inline Bitboard passed_among(Bitboard pawns, Bitboard enemies, int side) noexcept nogil:
    cdef int enemy = side ^ 1
    cdef Bitboard stopped = span_ahead(enemies, enemy) | filled_ahead(pawn_attacks(enemies, enemy), enemy)
    return pawns & ~stopped & ~span_behind(pawns, side)

cdef inline Bitboard relative_rank(int rank, int side) noexcept nogil:
    return RANK_1 << 8 * (rank if side == WHITE else 7 - rank)

cdef inline int rank_of(Square square, int side) noexcept nogil:
    return square >> 3 if side == WHITE else 7 - (square >> 3)

cdef inline Bitboard file_of(int file) noexcept nogil:
    return FILE_A << file

cdef inline int distance(Square here, Square there) noexcept nogil:
    cdef int ranks = (here >> 3) - (there >> 3)
    cdef int files = (here & 7) - (there & 7)
    ranks = -ranks if ranks < 0 else ranks
    files = -files if files < 0 else files
    return ranks if ranks > files else files
