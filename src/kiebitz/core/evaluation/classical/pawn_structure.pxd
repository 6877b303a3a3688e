from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.evaluation.classical.attacks cimport Survey
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.position cimport Position

# All that follows from the pawns alone, kept from evaluation to evaluation; and the cover of the kings, which follows
# from the pawns, the kings' squares and the castling rights.
cdef struct PawnEntry:
    Bitboard key
    Bitboard[2] passed
    Bitboard[2] reach          # squares that a side's pawns attack, now or after advancing
    Bitboard[2] files          # whole files with a pawn of the side
    Pair[2] structure          # own view
    Pair[2] cover              # own view; of the kings and rights in ``cover_of``
    int cover_of
    int filled                 # 0: nothing here yet

cdef struct PawnWeights:
    Pair isolated
    Pair doubled
    Pair backward
    Pair weak_on_open_file
    Pair supported
    Pair[8] connected
    Pair[8] passed
    Pair passed_free_stop
    Pair passed_safe_stop
    Pair passed_safe_path
    Pair passed_defended_stop
    Pair passed_enemy_king
    Pair passed_own_king
    Pair passed_unstoppable
    int[8] urgency

cdef enum:
    # ``PawnEntry.cover_of`` while the cover isn't known.
    UNKNOWN_COVER = -1
    # King steps beyond which it makes no difference how far a king is from a passed pawn.
    FAR = 5

cdef PawnWeights W

cdef void fill_pawn_entry(Position position, PawnEntry* entry) noexcept nogil
cdef Pair passed_pawns(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil

cdef Pair structure(Bitboard pawns, Bitboard enemies, PawnEntry* entry, int side) noexcept nogil
cdef Pair race(Position position, Survey* survey, Bitboard passed, int side) noexcept nogil
cdef Pair way_ahead(Position position, Survey* survey, Square square, int side) noexcept nogil
cdef load()
