"""Legal move generation, colour by colour.

One generator serves eight purposes: ``walk`` is an inline function whose ``side`` and ``scope`` are constants at each
of its calls, so the compiler makes eight straight-line programs of it, each without the branches of the others. With
``COUNT`` it adds up the sizes of the target sets and writes no move at all: perft's bulk counting.

Every move is legal when it is written: targets are cut down to the squares that answer a check, pinned men stay on
their pin's line, the king steps only where nothing attacks it, and an en passant capture is tried out on the blockers.

Worst case: 16 men (``fen.check_men``), whose moves MAX_MOVES is the proven bound of (see ``move.pxd``).
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    ALL_SQUARES,
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    BLACK,
    EMPTY,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LINE,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_8,
    ROOK,
    ROOK_RAYS,
    WHITE,
    bishop_attacks,
    bit,
    forward,
    pawn_attacks_east,
    pawn_attacks_west,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.castling import castled_king, castled_rook
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    ORDINARY,
    PROMOTION,
    new_move,
    new_promotion,
    new_special,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)


def pinned_men(position, side, king):
    """Men of ``side`` that stand alone between their king and an enemy slider."""
    enemies = position.colours[side ^ 1]
    snipers = enemies & (
        (ROOK_RAYS[king] & (position.kinds[ROOK] | position.kinds[QUEEN]))
        | (BISHOP_RAYS[king] & (position.kinds[BISHOP] | position.kinds[QUEEN]))
    )
    occupied = position.occupied()
    pinned: Bitboard = 0
    while snipers:
        blockers = BETWEEN[king][lowest(snipers)] & occupied
        if blockers & (blockers - 1) == 0:
            pinned |= blockers
        snipers &= snipers - 1
    return pinned & position.colours[side]


def write_targets(moves, origin, targets):
    """One move to each target; returns how many."""
    count: cython.int = 0
    while targets:
        moves[count] = new_move(origin, lowest(targets))
        count += 1
        targets &= targets - 1
    return count


def write_pawn_moves(moves, targets, step):
    """Pawn moves that all go the same way: ``step`` is target minus origin."""
    count: cython.int = 0
    while targets:
        target = lowest(targets)
        moves[count] = new_move(target - step, target)
        count += 1
        targets &= targets - 1
    return count


def write_promotions(moves, targets, step):
    """The four promotions of each pawn that goes by ``step``, the queen first."""
    count: cython.int = 0
    while targets:
        target = lowest(targets)
        moves[count] = new_promotion(target - step, target, QUEEN)
        moves[count + 1] = new_promotion(target - step, target, KNIGHT)
        moves[count + 2] = new_promotion(target - step, target, ROOK)
        moves[count + 3] = new_promotion(target - step, target, BISHOP)
        count += PROMOTIONS_A_PAWN
        targets &= targets - 1
    return count


def walk_pawns(position, moves, side, scope, pawns, allowed):
    """Moves of the pawns ``pawns`` onto ``allowed`` squares, en passant left out."""
    count: cython.int = 0
    enemies = position.colours[side ^ 1]
    free = ~position.occupied()
    up = 8 if side == WHITE else -8
    last = RANK_8 if side == WHITE else RANK_1
    third = RANK_3 if side == WHITE else RANK_6
    single = forward(pawns, side) & free
    double = forward(single & third, side) & free & allowed
    single &= allowed
    east = pawn_attacks_east(pawns, side) & enemies & allowed
    west = pawn_attacks_west(pawns, side) & enemies & allowed
    if scope == COUNT:
        count = popcount(single) + popcount(double) + popcount(east) + popcount(west)
        promoting = (single | east | west) & last
        if promoting:
            count += (PROMOTIONS_A_PAWN - 1) * (popcount(single & last) + popcount(east & last) + popcount(west & last))
        return count
    if scope != QUIET:
        count += write_promotions(moves + count, east & last, up + 1)
        count += write_promotions(moves + count, west & last, up - 1)
        count += write_promotions(moves + count, single & last, up)
        count += write_pawn_moves(moves + count, east & ~last, up + 1)
        count += write_pawn_moves(moves + count, west & ~last, up - 1)
    if scope != NOISY:
        count += write_pawn_moves(moves + count, single & ~last, up)
        count += write_pawn_moves(moves + count, double, 2 * up)
    return count


def walk(position, moves, side, scope):
    """Write (or count) the legal moves in ``scope`` of ``side``, which is to move."""
    count: cython.int = 0
    enemy = side ^ 1
    own = position.colours[side]
    enemies = position.colours[enemy]
    occupied = own | enemies
    king = lowest(position.men(side, KING))
    checkers = position.checkers
    wanted: Bitboard = ~own
    if scope == NOISY:
        wanted = enemies
    elif scope == QUIET:
        wanted = ~occupied

    # 1. The king steps where nothing attacks it; it does not shield the squares behind itself.
    targets = KING_ATTACKS[king] & wanted
    without_king = occupied ^ bit(king)
    while targets:
        target = lowest(targets)
        if not position.is_attacked(target, enemy, without_king):
            if scope != COUNT:
                moves[count] = new_move(king, target)
            count += 1
        targets &= targets - 1

    # 2. In double check nothing else helps; in single check one must take or interpose.
    allowed: Bitboard = ALL_SQUARES
    if checkers:
        if checkers & (checkers - 1):
            return count
        allowed = checkers | BETWEEN[king][lowest(checkers)]
    wanted &= allowed

    # 3. Pawns: those free to move all at once, pinned ones each along its pin.
    pinned = pinned_men(position, side, king)
    pawns = position.men(side, PAWN)
    count += walk_pawns(position, moves + count, side, scope, pawns & ~pinned, allowed)
    stuck = pawns & pinned
    while stuck:
        pawn = lowest(stuck)
        count += walk_pawns(position, moves + count, side, scope, bit(pawn), allowed & LINE[king][pawn])
        stuck &= stuck - 1
    if scope != QUIET and position.en_passant != NO_SQUARE:
        takers = PAWN_ATTACKS[enemy][position.en_passant] & pawns
        while takers:
            pawn = lowest(takers)
            if en_passant_is_legal(position, side, king, pawn):
                if scope != COUNT:
                    moves[count] = new_special(pawn, position.en_passant, EN_PASSANT)
                count += 1
            takers &= takers - 1

    # 4. Knights: a pinned one can't move at all.
    men = position.men(side, KNIGHT) & ~pinned
    while men:
        origin = lowest(men)
        targets = KNIGHT_ATTACKS[origin] & wanted
        if scope == COUNT:
            count += popcount(targets)
        else:
            count += write_targets(moves + count, origin, targets)
        men &= men - 1

    # 5. Sliders; the queen slides both ways.
    men = (position.kinds[BISHOP] | position.kinds[QUEEN]) & own
    while men:
        origin = lowest(men)
        targets = bishop_attacks(origin, occupied) & wanted
        if pinned & bit(origin):
            targets &= LINE[king][origin]
        if scope == COUNT:
            count += popcount(targets)
        else:
            count += write_targets(moves + count, origin, targets)
        men &= men - 1
    men = (position.kinds[ROOK] | position.kinds[QUEEN]) & own
    while men:
        origin = lowest(men)
        targets = rook_attacks(origin, occupied) & wanted
        if pinned & bit(origin):
            targets &= LINE[king][origin]
        if scope == COUNT:
            count += popcount(targets)
        else:
            count += write_targets(moves + count, origin, targets)
        men &= men - 1

    # 6. Castling, written as the king taking its rook.
    if scope != NOISY and checkers == 0 and position.castling:
        for wing in range(2):
            right = 2 * side + wing
            if position.castling & (1 << right) and can_castle(position, right, king):
                if scope != COUNT:
                    moves[count] = new_special(king, position.rook_home[right], CASTLING)
                count += 1
    return count


def en_passant_is_legal(position, side, king, pawn):
    """True if this pawn may take en passant: tried on the blockers, for two men leave one rank at once."""
    victim = bit(position.en_passant ^ 8)
    occupied = position.occupied() ^ bit(pawn) ^ victim | bit(position.en_passant)
    return not position.attackers(king, occupied) & position.colours[side ^ 1] & ~victim


def can_castle(position, right, king):
    """True if the way is free and the king crosses no attacked square. The rook shields nothing: it leaves, too."""
    if position.castling_free[right] & position.occupied():
        return False
    rook: Square = position.rook_home[right]
    blockers = position.occupied() ^ bit(king) ^ bit(rook)
    ways = position.castling_safe[right] | bit(castled_king(king, rook))
    enemy = position.side ^ 1
    while ways:
        if position.is_attacked(lowest(ways), enemy, blockers):
            return False
        ways &= ways - 1
    return True


def legal_moves(position, moves):
    """Write every legal move; returns how many."""
    if position.side == WHITE:
        return walk(position, moves, WHITE, ALL)
    return walk(position, moves, BLACK, ALL)


def noisy_moves(position, moves):
    """Write the captures and promotions; returns how many."""
    if position.side == WHITE:
        return walk(position, moves, WHITE, NOISY)
    return walk(position, moves, BLACK, NOISY)


def quiet_moves(position, moves):
    """Write the moves that neither capture nor promote; returns how many."""
    if position.side == WHITE:
        return walk(position, moves, WHITE, QUIET)
    return walk(position, moves, BLACK, QUIET)


def count_moves(position):
    """The number of legal moves; none is written."""
    if position.side == WHITE:
        return walk(position, cython.NULL, WHITE, COUNT)
    return walk(position, cython.NULL, BLACK, COUNT)


def has_legal_move(position):
    """True if the game goes on: False is checkmate or stalemate."""
    return count_moves(position) != 0


def is_legal(position, move):
    """True if a move from elsewhere (the table, a killer) is legal here; any 16 bits may be asked about."""
    origin = origin_of(move)
    target = target_of(move)
    sort = sort_of(move)
    man: cython.int = position.board[origin]
    side = position.side
    if man == EMPTY or man & 1 != side:
        return False
    kind = man >> 1
    king = lowest(position.men(side, KING))

    # 1. The special moves.
    if sort == CASTLING:
        if kind != KING or position.checkers:
            return False
        for right in range(2 * side, 2 * side + 2):
            if position.castling & (1 << right) and position.rook_home[right] == target:
                return move == new_special(origin, target, CASTLING) and can_castle(position, right, king)
        return False
    if sort == EN_PASSANT:
        return (
            kind == PAWN
            and position.en_passant == target
            and move == new_special(origin, target, EN_PASSANT)
            and PAWN_ATTACKS[side][origin] & bit(target) != 0
            and en_passant_is_legal(position, side, king, origin)
        )

    # 2. The man goes that way, and a promotion is one exactly where it must be.
    occupied = position.occupied()
    if position.colours[side] & bit(target):
        return False
    reached: Bitboard = 0
    if kind == PAWN:
        step = forward(bit(origin), side) & ~occupied
        reached = step | (PAWN_ATTACKS[side][origin] & position.colours[side ^ 1])
        if step & (RANK_3 if side == WHITE else RANK_6):
            reached |= forward(step, side) & ~occupied
    elif kind == KNIGHT:
        reached = KNIGHT_ATTACKS[origin]
    elif kind == BISHOP:
        reached = bishop_attacks(origin, occupied)
    elif kind == ROOK:
        reached = rook_attacks(origin, occupied)
    elif kind == QUEEN:
        reached = bishop_attacks(origin, occupied) | rook_attacks(origin, occupied)
    else:
        reached = KING_ATTACKS[origin]
    if not reached & bit(target):
        return False
    promotes: cython.bint = kind == PAWN and (RANK_1 | RANK_8) & bit(target) != 0
    if promotes != (sort == PROMOTION) or (sort == ORDINARY and move != new_move(origin, target)):
        return False

    # 3. The king is safe afterwards.
    if kind == KING:
        return not position.is_attacked(target, side ^ 1, occupied ^ bit(origin))
    checkers = position.checkers
    if checkers:
        if checkers & (checkers - 1) or not (checkers | BETWEEN[king][lowest(checkers)]) & bit(target):
            return False
    return not pinned_men(position, side, king) & bit(origin) or LINE[king][origin] & bit(target) != 0


def gives_check(position, move):
    """True if a legal move checks the enemy king, directly or by opening a line."""
    origin = origin_of(move)
    target = target_of(move)
    sort = sort_of(move)
    side = position.side
    king = lowest(position.men(side ^ 1, KING))
    kind: cython.int = position.board[origin] >> 1
    occupied = position.occupied() ^ bit(origin) | bit(target)
    straight = (position.kinds[ROOK] | position.kinds[QUEEN]) & position.colours[side] & ~bit(origin)
    diagonal = (position.kinds[BISHOP] | position.kinds[QUEEN]) & position.colours[side] & ~bit(origin)
    if sort == CASTLING:
        rook = bit(castled_rook(origin, target))
        occupied = position.occupied() ^ bit(origin) ^ bit(target) | bit(castled_king(origin, target)) | rook
        return rook_attacks(king, occupied) & (straight & ~bit(target) | rook) != 0
    if sort == PROMOTION:
        kind = promoted_kind(move)
    elif sort == EN_PASSANT:
        occupied ^= bit(target ^ 8)

    # 1. The man itself.
    if kind == PAWN:
        if PAWN_ATTACKS[side][target] & bit(king):
            return True
    elif kind == KNIGHT:
        if KNIGHT_ATTACKS[target] & bit(king):
            return True
    elif kind != KING:
        if kind != BISHOP and ROOK_RAYS[target] & bit(king) and rook_attacks(target, occupied) & bit(king):
            return True
        if kind != ROOK and BISHOP_RAYS[target] & bit(king) and bishop_attacks(target, occupied) & bit(king):
            return True

    # 2. A slider behind it, or behind the pawn that it takes en passant.
    if sort != EN_PASSANT and not (ROOK_RAYS[king] | BISHOP_RAYS[king]) & bit(origin):
        return False
    return (rook_attacks(king, occupied) & straight) | (bishop_attacks(king, occupied) & diagonal) != 0
