"""Facts of a board, what stands there and what it does, as numbers and sets of squares; no Python in the loop.

Layout: a position has a struct of facts of each side and a struct of its own (``SIDE_LAYOUT``, ``LAYOUT``: as NumPy
lays them out, aligned as C does). What every word means, ``engine.columns.facts`` says, in words for readers.

Facts are what can be seen at once: attacks look through no man, pins stop nobody from attacking. Ideas are old ones of
chess programs and of books for players; the definitions are ours.

Thread safety: none; each thread owns its ``FactRows``, and others run meanwhile: the loop holds no GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.bitboard import (
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    BLACK,
    EMPTY,
    FILE_A,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LIGHT_SQUARES,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    ROOK_RAYS,
    WHITE,
    Bitboard,
    bishop_attacks,
    bit,
    pawn_attacks_east,
    pawn_attacks_west,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.exchange import EXCHANGE_VALUES, exchange_at_least
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    MAX_MOVES,
    Move,
    new_move,
    new_promotion,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.movegen import gives_check, legal_moves
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.game_phase import game_phase
from cython.cimports.kiebitz.core.evaluation.spans import (
    beside,
    filled_ahead,
    filled_files,
    pawn_attacks,
    relative_rank,
    span_ahead,
    step_ahead,
    step_back,
)
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.pgn.text_list import TextList
from cython.cimports.libc.string import memset

SQUARES = (
    "attacked attacked_twice attacked_by_pawns defended hanging loose en_prise attacked_by_lesser pinned "
    "pinned_to_queen discovering forking overloaded immobile passed isolated doubled backward supported "
    "phalanx blocked levers outposts on_outposts holes king_zone rooks_on_open_files "
    "rooks_on_half_open_files rooks_on_seventh"
).split()
"""A side's facts that are sets of squares."""
SIDE_NUMBERS = ("material mobility safe_mobility knight_mobility bishop_mobility rook_mobility queen_mobility").split()
SIDE_COUNTS = (
    "pawns knights bishops rooks queens space centre safe_checks pawn_islands half_open_files king "
    "king_attackers king_attacks king_shelter king_storm king_escapes king_open_files pawns_on_light "
    "pawns_on_dark undeveloped"
).split()
SIDE_FLAGS = "bishop_pair can_castle_short can_castle_long back_rank_is_weak".split()
NUMBERS = "legal_moves captures checks halfmove fullmove balance".split()
COUNTS = "phase men en_passant open_files".split()
FLAGS = "white_to_move is_check is_checkmate is_stalemate insufficient_material opposite_bishops".split()
SIDE_LAYOUT = (
    *((name, "u8") for name in SQUARES),
    *((name, "i2") for name in SIDE_NUMBERS),
    *((name, "i1") for name in SIDE_COUNTS),
    *((name, "?") for name in SIDE_FLAGS),
)
"""The facts of a side, as NumPy lays them out."""
LAYOUT = (
    ("key", "u8"),
    ("checkers", "u8"),
    *((name, "i4") for name in NUMBERS),
    *((name, "i1") for name in COUNTS),
    *((name, "?") for name in FLAGS),
    ("state", "u1"),
)
"""The facts of a position behind those of White and of Black; ``state`` is 1 where there is no plain FEN."""


class FactRows:
    """The facts of many FENs, a row each."""

    def __init__(self) -> None:
        """Have a position to look at."""
        self.position = Position()

    def facts(self, fens: list) -> bytes:
        """Look at FENs: a row each. What is no plain FEN has none: whoever asks looks at it by itself."""
        texts: TextList = TextList(fens)
        rows = PyBytes_FromStringAndSize(cython.NULL, texts.count * cython.sizeof(PositionFacts))
        told = cython.cast(cython.pointer(PositionFacts), PyBytes_AsString(rows))
        with cython.nogil:
            for index in range(texts.count):
                memset(told + index, 0, cython.sizeof(PositionFacts))
                if texts.set_up(index, self.position):
                    tell(self.position, told + index)
                else:
                    told[index].state = 1
        return rows

    def facts_of(self, position: Position) -> bytes:
        """The row of one position."""
        told: PositionFacts
        memset(cython.address(told), 0, cython.sizeof(PositionFacts))
        tell(position, cython.address(told))
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(told)), cython.sizeof(PositionFacts))


def tell(position, facts):
    """Write all facts of a position."""
    seen: Sight
    look(position, cython.address(seen))
    for side in range(2):
        of_side = cython.address(facts.sides[side])
        tell_men(position, side, of_side)
        tell_attacks(position, side, cython.address(seen), of_side)
        tell_pieces(position, side, cython.address(seen), of_side)
        tell_pawns(position, side, cython.address(seen), of_side)
        tell_king(position, side, cython.address(seen), of_side)
    facts.key = position.key
    facts.checkers = position.checkers
    facts.halfmove = position.halfmove
    facts.fullmove = position.fullmove()
    facts.balance = facts.sides[WHITE].material - facts.sides[BLACK].material
    facts.phase = game_phase(position)
    facts.men = popcount(position.occupied())
    facts.en_passant = NO_EN_PASSANT if position.en_passant == NO_SQUARE else position.en_passant
    facts.open_files = popcount(RANK_1 & ~filled_files(position.kinds[PAWN]))
    facts.white_to_move = position.side == WHITE
    facts.insufficient_material = position.is_material_draw()
    bishops = position.kinds[BISHOP]
    facts.opposite_bishops = (
        facts.sides[WHITE].bishops == 1 and facts.sides[BLACK].bishops == 1 and popcount(bishops & LIGHT_SQUARES) == 1
    )
    tell_moves(position, facts)


def look(position, seen):
    """See what each man attacks, and what all do together."""
    occupied = position.occupied()
    for side in range(2):
        pawns = position.men(side, PAWN)
        eastern = pawn_attacks_east(pawns, side)
        western = pawn_attacks_west(pawns, side)
        attacked: Bitboard = eastern | western
        twice: Bitboard = eastern & western
        seen.pawns[side] = attacked
        seen.minors[side] = seen.rooks[side] = 0
        men: Bitboard = position.colours[side] & ~pawns
        while men:
            square = lowest(men)
            men &= men - 1
            kind: cython.int = position.board[square] >> 1
            reach = reach_of(kind, square, occupied)
            seen.reach[square] = reach
            twice |= attacked & reach
            attacked |= reach
            if kind == KNIGHT or kind == BISHOP:
                seen.minors[side] |= reach
            elif kind == ROOK:
                seen.rooks[side] |= reach
        seen.attacked[side] = attacked
        seen.twice[side] = twice


def reach_of(kind, square, occupied):
    """The squares that a piece or a king attacks."""
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    return KING_ATTACKS[square]


def tell_men(position, side, facts):
    """Count the men."""
    facts.pawns = popcount(position.men(side, PAWN))
    facts.knights = popcount(position.men(side, KNIGHT))
    facts.bishops = popcount(position.men(side, BISHOP))
    facts.rooks = popcount(position.men(side, ROOK))
    facts.queens = popcount(position.men(side, QUEEN))
    facts.material = (
        facts.pawns * EXCHANGE_VALUES[PAWN]
        + facts.knights * EXCHANGE_VALUES[KNIGHT]
        + facts.bishops * EXCHANGE_VALUES[BISHOP]
        + facts.rooks * EXCHANGE_VALUES[ROOK]
        + facts.queens * EXCHANGE_VALUES[QUEEN]
    )
    bishops = position.men(side, BISHOP)
    facts.bishop_pair = bishops & LIGHT_SQUARES != 0 and bishops & ~LIGHT_SQUARES != 0
    facts.pawns_on_light = popcount(position.men(side, PAWN) & LIGHT_SQUARES)
    facts.pawns_on_dark = facts.pawns - facts.pawns_on_light
    home = relative_rank(0, side)
    facts.undeveloped = popcount(
        home
        & (
            position.men(side, KNIGHT) & (FILE_A << 1 | FILE_A << 6)
            | position.men(side, BISHOP) & (FILE_A << 2 | FILE_A << 5)
        )
    )
    facts.can_castle_short = position.castling >> (2 * side) & 1
    facts.can_castle_long = position.castling >> (2 * side + 1) & 1


def tell_attacks(position, side, seen, facts):
    """Tell what the side attacks, and which of its men are in danger."""
    enemy = side ^ 1
    occupied = position.occupied()
    king = position.men(side, KING)
    own = position.colours[side] & ~king
    pieces = own & ~position.men(side, PAWN)
    facts.attacked = seen.attacked[side]
    facts.attacked_twice = seen.twice[side]
    facts.attacked_by_pawns = seen.pawns[side]
    facts.defended = own & seen.attacked[side]
    facts.hanging = own & seen.attacked[enemy] & ~seen.attacked[side]
    facts.loose = pieces & ~seen.attacked[side]
    facts.attacked_by_lesser = (
        pieces & seen.pawns[enemy]
        | (position.men(side, ROOK) | position.men(side, QUEEN)) & seen.minors[enemy]
        | position.men(side, QUEEN) & seen.rooks[enemy]
    )
    attacked: Bitboard = own & seen.attacked[enemy]
    while attacked:
        square = lowest(attacked)
        attacked &= attacked - 1
        if is_en_prise(position, square, side, seen):
            facts.en_prise |= bit(square)
    straight = position.kinds[ROOK] | position.kinds[QUEEN]
    diagonal = position.kinds[BISHOP] | position.kinds[QUEEN]
    ours = position.colours[side]
    theirs = position.colours[enemy]
    facts.pinned = own & alone_between(lowest(king), straight & theirs, diagonal & theirs, occupied)
    queens: Bitboard = position.men(side, QUEEN)
    while queens:
        facts.pinned_to_queen |= own & alone_between(
            lowest(queens), position.men(enemy, ROOK), position.men(enemy, BISHOP), occupied
        )
        queens &= queens - 1
    other_king = lowest(position.men(enemy, KING))
    facts.discovering = own & alone_between(other_king, straight & ours, diagonal & ours, occupied)
    facts.overloaded = overloaded_men(position, side, seen)
    facts.safe_checks = safe_checks_of(position, side, seen)


def tell_pieces(position, side, seen, facts):
    """Tell what the pieces can do, and which men fork."""
    enemy = side ^ 1
    own = position.colours[side]
    safe = ~own & ~seen.pawns[enemy]
    men: Bitboard = own
    while men:
        square = lowest(men)
        men &= men - 1
        kind: cython.int = position.board[square] >> 1
        reach: Bitboard = PAWN_ATTACKS[side][square] if kind == PAWN else seen.reach[square]
        if popcount(reach & prey_of(position, kind, enemy, seen)) >= TARGETS_OF_A_FORK:
            facts.forking |= bit(square)
        if kind == PAWN or kind == KING:
            continue
        moves = popcount(reach & ~own)
        facts.mobility += moves
        facts.safe_mobility += popcount(reach & safe)
        if kind == KNIGHT:
            facts.knight_mobility += moves
        elif kind == BISHOP:
            facts.bishop_mobility += moves
        elif kind == ROOK:
            facts.rook_mobility += moves
        else:
            facts.queen_mobility += moves
        if moves == 0:
            facts.immobile |= bit(square)
    rooks = position.men(side, ROOK)
    own_files = filled_files(position.men(side, PAWN))
    enemy_files = filled_files(position.men(enemy, PAWN))
    facts.rooks_on_open_files = rooks & ~own_files & ~enemy_files
    facts.rooks_on_half_open_files = rooks & ~own_files & enemy_files
    facts.rooks_on_seventh = rooks & relative_rank(6, side)
    facts.half_open_files = popcount(RANK_1 & ~own_files & enemy_files)
    middle: Bitboard = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5
    ranks: Bitboard = relative_rank(1, side) | relative_rank(2, side) | relative_rank(3, side)
    facts.space = popcount(middle & ranks & ~position.men(side, PAWN) & ~seen.pawns[enemy])
    centre: Bitboard = (FILE_A << 3 | FILE_A << 4) & (RANK_1 << 24 | RANK_1 << 32)
    facts.centre = popcount(seen.attacked[side] & centre)


def tell_pawns(position, side, seen, facts):
    """Tell how the pawns stand, and which squares they leave to pieces."""
    enemy = side ^ 1
    pawns = position.men(side, PAWN)
    enemies = position.men(enemy, PAWN)
    enemy_reach = filled_ahead(pawn_attacks(enemies, enemy), enemy)
    own_reach = filled_ahead(seen.pawns[side], side)
    facts.passed = pawns & ~(span_ahead(enemies, enemy) | enemy_reach)
    neighbours = beside(filled_files(pawns))
    facts.isolated = pawns & ~neighbours
    facts.doubled = pawns & span_ahead(pawns, enemy)
    stopped = step_back(seen.pawns[enemy], side)
    facts.backward = pawns & neighbours & ~filled_ahead(beside(pawns), side) & stopped
    facts.supported = pawns & seen.pawns[side]
    facts.phalanx = pawns & beside(pawns)
    facts.blocked = pawns & step_back(position.occupied(), side)
    facts.levers = pawns & pawn_attacks(enemies, enemy)
    ahead: Bitboard = relative_rank(3, side) | relative_rank(4, side) | relative_rank(5, side)
    facts.outposts = ahead & seen.pawns[side] & ~enemy_reach
    facts.on_outposts = facts.outposts & (position.men(side, KNIGHT) | position.men(side, BISHOP))
    facts.holes = (relative_rank(2, side) | relative_rank(3, side)) & ~own_reach
    files = filled_files(pawns) & RANK_1
    facts.pawn_islands = popcount(files & ~(files << 1))


def tell_king(position, side, seen, facts):
    """Tell how safe the king is."""
    enemy = side ^ 1
    king = position.men(side, KING)
    square = lowest(king)
    zone = KING_ATTACKS[square] | king
    facts.king = square
    facts.king_zone = zone
    pieces: Bitboard = position.colours[enemy] & ~position.men(enemy, PAWN) & ~position.men(enemy, KING)
    while pieces:
        hits = popcount(seen.reach[lowest(pieces)] & zone)
        facts.king_attackers += hits != 0
        facts.king_attacks += hits
        pieces &= pieces - 1
    around = king | beside(king)
    one_ahead = step_ahead(around, side)
    pawns = position.men(side, PAWN)
    facts.king_shelter = popcount(pawns & (one_ahead | step_ahead(one_ahead, side)))
    near = filled_ahead(relative_rank(4, side), enemy)
    facts.king_storm = popcount(position.men(enemy, PAWN) & filled_files(around) & near)
    facts.king_open_files = popcount(filled_files(around) & RANK_1 & ~filled_files(pawns))
    escapes: Bitboard = 0
    steps: Bitboard = KING_ATTACKS[square] & ~position.colours[side]
    while steps:
        if not position.is_attacked(lowest(steps), enemy, position.occupied() & ~king):
            escapes |= bit(lowest(steps))
        steps &= steps - 1
    facts.king_escapes = popcount(escapes)
    facts.back_rank_is_weak = (
        king & relative_rank(0, side) != 0
        and escapes & relative_rank(1, side) == 0
        and (position.men(enemy, ROOK) | position.men(enemy, QUEEN)) != 0
    )


def tell_moves(position, facts):
    """Tell what the side to move may do."""
    moves: Move[MAX_MOVES]
    count = legal_moves(position, moves)
    for index in range(count):
        move = moves[index]
        sort = sort_of(move)
        facts.captures += sort == EN_PASSANT or sort != CASTLING and position.board[target_of(move)] != EMPTY
        facts.checks += gives_check(position, move)
    facts.legal_moves = count
    facts.is_check = position.checkers != 0
    facts.is_checkmate = count == 0 and position.checkers != 0
    facts.is_stalemate = count == 0 and position.checkers == 0


def alone_between(target, straight, diagonal, occupied):
    """The men that stand alone between a square and one of these sliders."""
    found: Bitboard = 0
    sliders: Bitboard = ROOK_RAYS[target] & straight | BISHOP_RAYS[target] & diagonal
    while sliders:
        between = BETWEEN[target][lowest(sliders)] & occupied
        if between & (between - 1) == 0:
            found |= between
        sliders &= sliders - 1
    return found


def is_en_prise(position, square, side, seen):
    """True if a capture of the man on a square wins something by exchange; the king takes what nothing defends."""
    attackers: Bitboard = position.attackers(square, position.occupied()) & position.colours[side ^ 1]
    is_defended: cython.bint = seen.attacked[side] & bit(square) != 0
    while attackers:
        origin = lowest(attackers)
        attackers &= attackers - 1
        kind: cython.int = position.board[origin] >> 1
        if kind == KING and is_defended:
            continue
        if kind == PAWN and bit(square) & (RANK_1 | RANK_8):
            move = new_promotion(origin, square, QUEEN)
        else:
            move = new_move(origin, square)
        if exchange_at_least(position, move, 1):
            return True
    return False


def prey_of(position, kind, enemy, seen):
    """The enemy's men that a man forks two of: the king, pieces of a higher kind, and pieces that nothing defends."""
    higher: Bitboard = 0
    if kind < ROOK:
        higher = position.kinds[ROOK] | position.kinds[QUEEN]
    elif kind == ROOK:
        higher = position.kinds[QUEEN]
    if kind == PAWN:
        higher |= position.kinds[KNIGHT] | position.kinds[BISHOP]
    loose = ~position.kinds[PAWN] & ~seen.attacked[enemy]
    return position.colours[enemy] & (higher | position.kinds[KING] | loose)


def overloaded_men(position, side, seen):
    """The men each of which alone defends two or more men of its side that are attacked."""
    once: Bitboard = 0
    more: Bitboard = 0
    own = position.colours[side]
    attacked: Bitboard = own & ~position.kinds[KING] & seen.attacked[side ^ 1] & seen.attacked[side]
    while attacked:
        square = lowest(attacked)
        attacked &= attacked - 1
        defenders: Bitboard = position.attackers(square, position.occupied()) & own
        if defenders & (defenders - 1) == 0:
            more |= once & defenders
            once |= defenders
    return more


def safe_checks_of(position, side, seen):
    """Squares from which a piece could give check and nothing would take it, each kind by itself."""
    enemy = side ^ 1
    king = lowest(position.men(enemy, KING))
    occupied = position.occupied()
    free = ~position.colours[side] & ~seen.attacked[enemy]
    count: cython.int = 0
    for kind in range(KNIGHT, KING):
        reach: Bitboard = 0
        men: Bitboard = position.men(side, kind)
        while men:
            reach |= seen.reach[lowest(men)]
            men &= men - 1
        count += popcount(reach & free & reach_of(kind, king, occupied))
    return count
