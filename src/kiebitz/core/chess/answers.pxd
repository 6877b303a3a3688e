# Inlined whole: answers.py is no module of its own.

# Written by tools/write_inlines.py from answers.py; change it there.

from kiebitz.core.chess.bitboard cimport (
    BISHOP,
    EMPTY,
    KINDS,
    KING,
    KNIGHT,
    KNIGHT_ATTACKS,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    ROOK,
    Bitboard,
    bishop_attacks,
    bit,
    rook_attacks,
)
from kiebitz.core.chess.dead_draw cimport is_dead_draw
from kiebitz.core.chess.exchange cimport EXCHANGE_VALUES, exchange_at_least
from kiebitz.core.chess.move cimport (
    CASTLING,
    EN_PASSANT,
    MAX_MOVES,
    NO_MOVE,
    NULL_MOVE,
    PROMOTION,
    Move,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from kiebitz.core.chess.movegen cimport (
    count_moves,
    gives_check,
    has_legal_move,
    is_legal,
    legal_moves,
    noisy_moves,
    quiet_moves,
)
from kiebitz.core.chess.notation cimport move_text, parse_move
from kiebitz.core.chess.position cimport FIFTY_MOVES, MAX_PLY, Position
from kiebitz.core.chess.safety cimport hanging_men, king_is_attacked, promotion_looms
from kiebitz.core.chess.upcoming_repetition cimport can_repeat
from kiebitz.core.chess.zobrist cimport CASTLING_KEYS, EN_PASSANT_KEYS, GOLDEN_GAMMA, INDEX_CODES, INDEX_SIDE_CODE
from kiebitz.core.evaluation.game_phase cimport PHASE_SHARES, game_phase
from kiebitz.core.machine cimport lowest, popcount
from kiebitz.core.value cimport DRAW, MATE, NO_VALUE
from libc.stdint cimport uint64_t

cdef enum:
    # For histories: squares, men, kinds of men that can be taken, and the rows of a man on a square.
    SQUARES = 64
    MEN_OF_MOVES = 12
    KINDS_TAKEN = 6
    MAN_SQUARES = 12 * 64
    # Histories of a quiet move: by whether it leaves and whether it enters an attacked square.
    THREAT_ROWS = 4
    # From here on the fifty-move draw is near, of which the table knows nothing.
    TRUSTED_HALFMOVES = 90
    # An ending has half of the pieces at most, as a game phase (two rooks and a bishop a side make 10).
    ENDING_PHASE = 12
    # A position kept whole (``planes_of``): the word after its four planes is that of the rights.
    RIGHTS_WORD = 4

cdef inline bint is_in_check(Position position) noexcept nogil:
    return position.checkers != 0

cdef inline bint is_noisy(Position position, Move move) noexcept nogil:
    cdef int sort = sort_of(move)
    if sort == CASTLING:
        return False
    return sort != 0 or position.board[target_of(move)] != EMPTY

cdef inline bint is_promotion(Position position, Move move) noexcept nogil:
    return sort_of(move) == PROMOTION

cdef inline int value_taken(Position position, Move move) noexcept nogil:
    cdef int victim = PAWN if sort_of(move) == EN_PASSANT else position.board[target_of(move)] >> 1
    return EXCHANGE_VALUES[victim]

cdef inline int value_moved(Position position, Move move) noexcept nogil:
    return EXCHANGE_VALUES[position.board[origin_of(move)] >> 1]

cdef inline int value_promoted(Position position, Move move) noexcept nogil:
    cdef int kind = promoted_kind(move)
    return EXCHANGE_VALUES[kind] - EXCHANGE_VALUES[PAWN] - (0 if kind == QUEEN else EXCHANGE_VALUES[QUEEN])

cdef inline Move last_move(Position position) noexcept nogil:
    return position.states[position.ply - 1].move

cdef inline bint was_noisy(Position position, Move move) noexcept nogil:
    return position.states[position.ply - 1].captured != EMPTY or sort_of(move) == PROMOTION

cdef inline int origin_in(Position position, Move move) noexcept nogil:
    return origin_of(move)

cdef inline int target_in(Position position, Move move) noexcept nogil:
    return target_of(move)

cdef inline int man_of(Position position, Move move) noexcept nogil:
    return position.board[origin_of(move)]

cdef inline int kind_taken(Position position, Move move) noexcept nogil:
    cdef int victim = position.board[target_of(move)] >> 1
    return victim if victim < KING else PAWN

cdef inline int man_square(Position position, Move move) noexcept nogil:
    return position.board[origin_of(move)] * 64 + target_of(move)

cdef inline void find_checks(Position position, Bitboard* checks) noexcept nogil:
    cdef int king = lowest(position.men(position.side ^ 1, KING))
    cdef Bitboard straight = rook_attacks(king, position.occupied())
    cdef Bitboard diagonal = bishop_attacks(king, position.occupied())
    checks[PAWN] = PAWN_ATTACKS[position.side ^ 1][king]
    checks[KNIGHT] = KNIGHT_ATTACKS[king]
    checks[BISHOP] = diagonal
    checks[ROOK] = straight
    checks[QUEEN] = straight | diagonal
    checks[KING] = 0

cdef inline bint checks_itself(Position position, Bitboard* checks, Move move) noexcept nogil:
    return checks[position.board[origin_of(move)] >> 1] & bit(target_of(move)) != 0 and sort_of(move) != CASTLING

cdef inline Bitboard attacked_squares(Position position) noexcept nogil:
    return position.attacked_by(position.side ^ 1)

cdef inline int threat_row(Position position, Bitboard threats, Move move) noexcept nogil:
    return (threats >> origin_of(move) & 1) << 1 | (threats >> target_of(move) & 1)

cdef inline bint evades(Position position, Move move, Move threat) noexcept nogil:
    return origin_of(move) == target_of(threat)

cdef inline int value_among_noisy(Position position) noexcept nogil:
    return DRAW if position.is_material_draw() or position.is_repetition() else NO_VALUE

cdef inline int value_by_rule(Position position, int ply) noexcept nogil:
    if not (position.is_material_draw() or position.is_repetition() or position.halfmove >= FIFTY_MOVES):
        return NO_VALUE
    if position.checkers != 0 and not has_legal_move(position):
        return -MATE + ply
    return DRAW

cdef inline int value_without_move(Position position, int ply) noexcept nogil:
    return DRAW

cdef inline bint is_trusted(Position position) noexcept nogil:
    return position.halfmove < TRUSTED_HALFMOVES

cdef inline bint is_storable(Position position, int value) noexcept nogil:
    return True

cdef inline bint is_stalemated(Position position) noexcept nogil:
    cdef int side = position.side
    cdef bint has_no_piece = position.men(side, KING) | position.men(side, PAWN) == position.colours[side]
    return has_no_piece and not has_legal_move(position)

cdef inline uint64_t key_of_structure(Position position) noexcept nogil:
    return position.pawn_key

cdef inline uint64_t key_of_camp(Position position, int colour) noexcept nogil:
    cdef uint64_t mixed = 0
    cdef int kind
    for kind in range(KNIGHT, KINDS):
        mixed = (mixed ^ position.men(colour, kind)) * GOLDEN_GAMMA
    return mixed

cdef inline bint reached_other_camp(Position position) noexcept nogil:
    return position.states[position.ply - 1].captured != EMPTY

cdef inline uint64_t key_without_rights(Position position) noexcept nogil:
    cdef uint64_t key = position.key ^ CASTLING_KEYS[position.castling]
    if position.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[position.en_passant & 7]
    return key

cdef inline uint64_t index_code(Position position) noexcept nogil:
    cdef uint64_t place = INDEX_SIDE_CODE if position.side else 0
    cdef Bitboard men
    cdef int man
    for man in range(MEN_OF_MOVES):
        men = position.colours[man & 1] & position.kinds[man >> 1]
        while men:
            place ^= INDEX_CODES[man][lowest(men)]
            men &= men - 1
    return place

cdef inline void write_planes(Position position, uint64_t* words) noexcept nogil:
    words[0] = position.colours[1]
    words[1] = position.kinds[0] | position.kinds[2] | position.kinds[4]
    words[2] = position.kinds[1] | position.kinds[2] | position.kinds[5]
    words[3] = position.kinds[3] | position.kinds[4] | position.kinds[5]
    words[RIGHTS_WORD] = position.side | position.castling << 1 | position.en_passant << 8

cdef inline Bitboard pieces_of(Position position, int side) noexcept nogil:
    return position.colours[side] & ~position.kinds[PAWN] & ~position.kinds[KING]

cdef inline bint has_pieces(Position position, int side) noexcept nogil:
    return pieces_of(position, side) != 0

cdef inline bint is_ending(Position position) noexcept nogil:
    return game_phase(position) <= ENDING_PHASE

cdef inline bint has_minor_piece_at_most(Position position) noexcept nogil:
    cdef Bitboard pieces = pieces_of(position, position.side)
    if pieces & (pieces - 1):
        return False
    return pieces == 0 or pieces & (position.kinds[BISHOP] | position.kinds[KNIGHT]) != 0

cdef inline int piece_phase(Position position) noexcept nogil:
    cdef Bitboard own = pieces_of(position, position.side)
    cdef int phase = 0
    cdef int kind
    for kind in range(KNIGHT, KING):
        phase += PHASE_SHARES[kind] * popcount(own & position.kinds[kind])
    return phase

cdef inline bint is_exposed(Position position) noexcept nogil:
    return promotion_looms(position) or king_is_attacked(position)
