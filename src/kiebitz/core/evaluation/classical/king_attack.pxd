from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.evaluation.classical.attacks cimport Survey
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.position cimport Position

cdef struct AttackWeights:
    int[6] attack_units
    int[6] safe_check_units
    int zone_attack_units
    int weak_zone_units
    int unsafe_check_units
    int pinned_units
    int no_queen_relief
    int cover_share
    int danger_divisor
    int danger_endgame_divisor
    int danger_limit

cdef enum:
    # Attackers that make a danger; a queen counts as one even where she doesn't attack yet.
    ATTACKERS_NEEDED = 2
    PER_CENT = 100

cdef AttackWeights W
cdef Bitboard[64] KING_ZONES       # by the king's square: nine squares, inside the board's rim

cdef Pair king_attack(Position position, Survey* survey, Pair enemy_cover, int side) noexcept nogil

cdef int check_units(Position position, Survey* survey, int side) noexcept nogil
cdef Square inside_rim(Square king) noexcept nogil
cdef load()
