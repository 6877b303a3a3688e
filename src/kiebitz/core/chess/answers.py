"""The answers of chess to the questions of ``core.game``, which says what each of them asks; all inlined."""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
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
from cython.cimports.kiebitz.core.chess.dead_draw import is_dead_draw
from cython.cimports.kiebitz.core.chess.exchange import EXCHANGE_VALUES, exchange_at_least
from cython.cimports.kiebitz.core.chess.mate_distances import know_mates, known_mate_value
from cython.cimports.kiebitz.core.chess.move import (
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
from cython.cimports.kiebitz.core.chess.movegen import (
    count_moves,
    gives_check,
    has_legal_move,
    is_legal,
    legal_moves,
    noisy_moves,
    quiet_moves,
)
from cython.cimports.kiebitz.core.chess.notation import move_text, parse_move
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES, MAX_PLY, Position
from cython.cimports.kiebitz.core.chess.safety import hanging_men, king_is_attacked, promotion_looms
from cython.cimports.kiebitz.core.chess.upcoming_repetition import can_repeat
from cython.cimports.kiebitz.core.chess.zobrist import (
    CASTLING_KEYS,
    EN_PASSANT_KEYS,
    GOLDEN_GAMMA,
    INDEX_CODES,
    INDEX_SIDE_CODE,
)
from cython.cimports.kiebitz.core.evaluation.game_phase import PHASE_SHARES, game_phase
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.value import DRAW, MATE, NO_VALUE
from cython.cimports.libc.stdint import uint64_t

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


# ---------------------------------------------------------------------- a move


@cython.inline
def is_in_check(position: Position) -> cython.bint:
    """True if the side to move is in check."""
    return position.checkers != 0


@cython.inline
def key_of(position: Position) -> uint64_t:
    """The key of the position."""
    return position.key


@cython.inline
def is_noisy(position: Position, move: Move) -> cython.bint:
    """True if a move captures or promotes. Castling takes nothing, though a rook stands on its target."""
    sort: cython.int = sort_of(move)
    if sort == CASTLING:
        return False
    return sort != 0 or position.board[target_of(move)] != EMPTY


@cython.inline
def is_promotion(position: Position, move: Move) -> cython.bint:
    """True if a move promotes."""
    return sort_of(move) == PROMOTION


@cython.inline
def value_taken(position: Position, move: Move) -> cython.int:
    """Value of the piece that a noisy move takes, in centipawns; en passant a pawn."""
    victim: cython.int = PAWN if sort_of(move) == EN_PASSANT else position.board[target_of(move)] >> 1
    return EXCHANGE_VALUES[victim]


@cython.inline
def value_moved(position: Position, move: Move) -> cython.int:
    """Value of the piece that moves, in centipawns."""
    return EXCHANGE_VALUES[position.board[origin_of(move)] >> 1]


@cython.inline
def value_promoted(position: Position, move: Move) -> cython.int:
    """Gain of a promotion, in centipawns; one to less than a queen so much less that it comes after all captures."""
    kind: cython.int = promoted_kind(move)
    return EXCHANGE_VALUES[kind] - EXCHANGE_VALUES[PAWN] - (0 if kind == QUEEN else EXCHANGE_VALUES[QUEEN])


@cython.inline
def last_move(position: Position) -> Move:
    """The move that led here."""
    return position.states[position.ply - 1].move


@cython.inline
def was_noisy(position: Position, move: Move) -> cython.bint:
    """True if the move that led here captured or promoted."""
    return position.states[position.ply - 1].captured != EMPTY or sort_of(move) == PROMOTION


@cython.inline
def origin_in(position: Position, move: Move) -> cython.int:
    """The square that a move's man comes from."""
    return origin_of(move)


@cython.inline
def target_in(position: Position, move: Move) -> cython.int:
    """The square that it comes to."""
    return target_of(move)


@cython.inline
def man_of(position: Position, move: Move) -> cython.int:
    """The man that moves, below MEN_OF_MOVES."""
    return position.board[origin_of(move)]


@cython.inline
def kind_taken(position: Position, move: Move) -> cython.int:
    """The kind that a capture takes. En passant takes a pawn, and a promotion that takes nothing counts as one."""
    victim: cython.int = position.board[target_of(move)] >> 1
    return victim if victim < KING else PAWN


@cython.inline
def man_square(position: Position, move: Move) -> cython.int:
    """The row of a move in the continuation histories, below MAN_SQUARES: its man and target."""
    return position.board[origin_of(move)] * 64 + target_of(move)


# ---------------------------------------------------------------------- checks and threats


@cython.inline
def find_checks(position: Position, checks: cython.pointer(Bitboard)) -> None:
    """From where the side to move could check, by kind."""
    king: cython.int = lowest(position.men(position.side ^ 1, KING))
    straight: Bitboard = rook_attacks(king, position.occupied())
    diagonal: Bitboard = bishop_attacks(king, position.occupied())
    checks[PAWN] = PAWN_ATTACKS[position.side ^ 1][king]
    checks[KNIGHT] = KNIGHT_ATTACKS[king]
    checks[BISHOP] = diagonal
    checks[ROOK] = straight
    checks[QUEEN] = straight | diagonal
    checks[KING] = 0


@cython.inline
def checks_itself(position: Position, checks: cython.pointer(Bitboard), move: Move) -> cython.bint:
    """Whether the man that a quiet move moves gives check; not whether it uncovers one."""
    return checks[position.board[origin_of(move)] >> 1] & bit(target_of(move)) != 0 and sort_of(move) != CASTLING


@cython.inline
def attacked_squares(position: Position) -> Bitboard:
    """Which squares the other side attacks."""
    return position.attacked_by(position.side ^ 1)


@cython.inline
def threat_row(position: Position, threats: Bitboard, move: Move) -> cython.int:
    """The row of a quiet move's history, below THREAT_ROWS: whether it leaves and whether it enters such a square."""
    return (threats >> origin_of(move) & 1) << 1 | (threats >> target_of(move) & 1)


@cython.inline
def evades(position: Position, move: Move, threat: Move) -> cython.bint:
    """True if the move evades the threat by moving its target."""
    return origin_of(move) == target_of(threat)


# ---------------------------------------------------------------------- ends by rule


@cython.inline
def value_among_noisy(position: Position) -> cython.int:
    """A draw if nobody can mate, or the position has been there before; whatever moves without a capture were made."""
    return DRAW if position.is_material_draw() or position.is_repetition() else NO_VALUE


@cython.inline
def value_by_rule(position: Position, ply: cython.int) -> cython.int:
    """A draw by material, repetition or fifty moves; but who is mated by the hundredth ply has lost all the same."""
    if not (position.is_material_draw() or position.is_repetition() or position.halfmove >= FIFTY_MOVES):
        return NO_VALUE
    if position.checkers != 0 and not has_legal_move(position):
        return -MATE + ply
    return DRAW


@cython.inline
def value_without_move(position: Position, ply: cython.int) -> cython.int:
    """Stalemate is a draw."""
    return DRAW


@cython.inline
def is_trusted(position: Position) -> cython.bint:
    """True if the table may answer: positions have the same key, however near the fifty-move draw is."""
    return position.halfmove < TRUSTED_HALFMOVES


@cython.inline
def is_storable(position: Position, value: cython.int) -> cython.bint:
    """All are: a draw by repetition, too, for hardly any holds on one path alone."""
    return True


@cython.inline
def is_stalemated(position: Position) -> cython.bint:
    """True if the side to move, out of check, is stalemated.

    A side with a piece hardly ever is, and is not asked, for counting moves costs.
    """
    side: cython.int = position.side
    has_no_piece: cython.bint = position.men(side, KING) | position.men(side, PAWN) == position.colours[side]
    return has_no_piece and not has_legal_move(position)


# ---------------------------------------------------------------------- keys


@cython.inline
def key_of_structure(position: Position) -> uint64_t:
    """Equal where the pawns stand alike."""
    return position.pawn_key


@cython.inline
def key_of_camp(position: Position, colour: cython.int) -> uint64_t:
    """Equal where a colour's other men stand alike: products with 2^64 over the golden ratio fill the high bits."""
    mixed: uint64_t = 0
    kind: cython.int
    for kind in range(KNIGHT, KINDS):
        mixed = (mixed ^ position.men(colour, kind)) * GOLDEN_GAMMA
    return mixed


@cython.inline
def reached_other_camp(position: Position) -> cython.bint:
    """True if the last move took a man."""
    return position.states[position.ply - 1].captured != EMPTY


@cython.inline
def key_without_rights(position: Position) -> uint64_t:
    """The key of the men and the side to move alone."""
    key: uint64_t = position.key ^ CASTLING_KEYS[position.castling]
    if position.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[position.en_passant & 7]
    return key


@cython.inline
def index_code(position: Position) -> uint64_t:
    """The codes of the men on their squares and of the side to move, XORed: what an index may be taken from."""
    place: uint64_t = INDEX_SIDE_CODE if position.side else 0
    men: Bitboard
    man: cython.int
    for man in range(MEN_OF_MOVES):
        men = position.colours[man & 1] & position.kinds[man >> 1]
        while men:
            place ^= INDEX_CODES[man][lowest(men)]
            men &= men - 1
    return place


@cython.inline
def write_planes(position: Position, words: cython.pointer(uint64_t)) -> None:
    """The whole position: four planes that say what stands on each square, and a word of side and rights."""
    words[0] = position.colours[1]
    words[1] = position.kinds[0] | position.kinds[2] | position.kinds[4]
    words[2] = position.kinds[1] | position.kinds[2] | position.kinds[5]
    words[3] = position.kinds[3] | position.kinds[4] | position.kinds[5]
    words[RIGHTS_WORD] = position.side | position.castling << 1 | position.en_passant << 8


# ---------------------------------------------------------------------- passing


@cython.inline
def pieces_of(position: Position, side: cython.int) -> Bitboard:
    """The men of a side that are neither king nor pawn."""
    return position.colours[side] & ~position.kinds[PAWN] & ~position.kinds[KING]


@cython.inline
def has_pieces(position: Position, side: cython.int) -> cython.bint:
    """True if a side has men that are neither king nor pawn."""
    return pieces_of(position, side) != 0


@cython.inline
def is_ending(position: Position) -> cython.bint:
    """True if half of the pieces at most are left."""
    return game_phase(position) <= ENDING_PHASE


@cython.inline
def has_minor_piece_at_most(position: Position) -> cython.bint:
    """True if the side to move has no more than a knight or bishop beside king and pawns."""
    pieces: Bitboard = pieces_of(position, position.side)
    if pieces & (pieces - 1):
        return False
    return pieces == 0 or pieces & (position.kinds[BISHOP] | position.kinds[KNIGHT]) != 0


@cython.inline
def piece_phase(position: Position) -> cython.int:
    """The game phase of the mover's pieces alone: 0 with king and pawns, 1 a minor piece, 2 a rook, 4 a queen."""
    own: Bitboard = pieces_of(position, position.side)
    phase: cython.int = 0
    kind: cython.int
    for kind in range(KNIGHT, KING):
        phase += PHASE_SHARES[kind] * popcount(own & position.kinds[kind])
    return phase


# ---------------------------------------------------------------------- static selectivity


@cython.inline
def is_exposed(position: Position) -> cython.bint:
    """True if an enemy pawn is about to promote, or the king is attacked."""
    return promotion_looms(position) or king_is_attacked(position)
