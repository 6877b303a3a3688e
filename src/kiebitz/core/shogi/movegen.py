"""Legal move generation of shogi, colour by colour, as in ``chess.movegen``.

One generator serves both colours and four purposes: all moves, captures and promotions (``NOISY``), or the others
(``QUIET``); with ``COUNT`` it adds up the sizes of target sets and writes no move, perft's bulk counting.

Every move is legal when it is written: targets are cut down to the squares that answer a check, pinned men stay on
their pin's line, the king steps only where nothing attacks it; who must promote does; no pawn is dropped on a file that
has one, nothing where it could never move, and no pawn to mate.

Worst case: some 600 moves, within MAX_MOVES (see ``move.pxd``); ``sfen.check_men`` refuses more men than a game has.
"""

import cython
from cython.cimports.kiebitz.core.contract import promise
from cython.cimports.kiebitz.core.shogi.bitboard import (
    AHEAD,
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    BLACK,
    DRAGON,
    EMPTY,
    FILE_OF,
    FILES,
    GOLD,
    GOLD_ATTACKS,
    HAND,
    HAND_KINDS,
    HORSE,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LANCE,
    LAST_RANK,
    LAST_TWO,
    LINE,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    PROMOTED,
    ROOK,
    ROOK_RAYS,
    SILVER,
    SILVER_ATTACKS,
    SQUARES,
    WHITE,
    ZONE,
    all_squares,
    bishop_attacks,
    bit,
    both,
    either,
    forward,
    has,
    have_common,
    is_empty,
    lance_attacks,
    lowest,
    no_squares,
    popcount,
    rest,
    rook_attacks,
    without,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of
from cython.cimports.kiebitz.core.shogi.move import (
    new_drop,
    new_move,
    new_promotion,
    origin_of,
    promotes,
    target_of,
)


def reach(man, square, occupied):
    """The squares that a man on a square attacks; not from the place of a king that isn't there."""
    promise(square != NO_SQUARE, b"a man that reaches squares stands on one")
    kind = man >> 1
    side = man & 1
    if kind == PAWN:
        return PAWN_ATTACKS[side][square]
    if kind == LANCE:
        return lance_attacks(side, square, occupied)
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[side][square]
    if kind == SILVER:
        return SILVER_ATTACKS[side][square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == KING:
        return KING_ATTACKS[square]
    if kind == HORSE:
        return either(bishop_attacks(square, occupied), KING_ATTACKS[square])
    if kind == DRAGON:
        return either(rook_attacks(square, occupied), KING_ATTACKS[square])
    return GOLD_ATTACKS[side][square]


def pinned_men(position, side):
    """Men of ``side`` that stand alone between their king and an enemy slider; without a king, none."""
    king = position.king[side]
    straight = both(ROOK_RAYS[king], either(position.kinds[ROOK], position.kinds[DRAGON]))
    diagonal = both(BISHOP_RAYS[king], either(position.kinds[BISHOP], position.kinds[HORSE]))
    lances = both(AHEAD[side][king], position.kinds[LANCE])
    snipers = both(either(either(straight, diagonal), lances), position.colours[side ^ 1])
    occupied = position.occupied()
    pinned = no_squares()
    while not is_empty(snipers):
        blockers = both(BETWEEN[king][lowest(snipers)], occupied)
        if is_empty(rest(blockers)):
            pinned = either(pinned, blockers)
        snipers = rest(snipers)
    return both(pinned, position.colours[side])


def dead_ends(side, kind):
    """Squares from which an unpromoted man of a kind could never move."""
    if kind <= LANCE:
        return LAST_RANK[side]
    if kind == KNIGHT:
        return LAST_TWO[side]
    return no_squares()


# ---------------------------------------------------------------------- writing


def write_moves(moves, origin, kind, targets, side, scope, enemies):
    """The moves of one man, promoting where it may and not where it need not; returns how many."""
    may = no_squares()
    must = no_squares()
    if kind < GOLD:
        may = targets if has(ZONE[side], origin) else both(targets, ZONE[side])
        must = both(targets, dead_ends(side, kind))
    if scope == COUNT:
        return popcount(targets) + popcount(may) - popcount(must)
    count: cython.int = 0
    if scope != QUIET:
        while not is_empty(may):
            moves[count] = new_promotion(origin, lowest(may))
            count += 1
            may = rest(may)
    targets = without(targets, must)
    if scope == NOISY:
        targets = both(targets, enemies)
    elif scope == QUIET:
        targets = without(targets, enemies)
    while not is_empty(targets):
        moves[count] = new_move(origin, lowest(targets))
        count += 1
        targets = rest(targets)
    return count


def write_pawn_moves(moves, targets, side, scope, enemies):
    """The moves of pawns that come to these squares; returns how many."""
    may = both(targets, ZONE[side])
    must = both(targets, LAST_RANK[side])
    if scope == COUNT:
        return popcount(targets) + popcount(may) - popcount(must)
    count: cython.int = 0
    back: cython.int = 1 if side == BLACK else -1
    if scope != QUIET:
        while not is_empty(may):
            target = lowest(may)
            moves[count] = new_promotion(target + back, target)
            count += 1
            may = rest(may)
    targets = without(targets, must)
    if scope == NOISY:
        targets = both(targets, enemies)
    elif scope == QUIET:
        targets = without(targets, enemies)
    while not is_empty(targets):
        target = lowest(targets)
        moves[count] = new_move(target + back, target)
        count += 1
        targets = rest(targets)
    return count


def write_drops(moves, side, kind, targets, scope):
    """Drops of one kind; returns how many."""
    if scope == COUNT:
        return popcount(targets)
    count: cython.int = 0
    while not is_empty(targets):
        moves[count] = new_drop(side, kind, lowest(targets))
        count += 1
        targets = rest(targets)
    return count


# ---------------------------------------------------------------------- the generator


def answers_to_check(position, side):
    """Squares to which a man other than the king may come: all without a check (or a king), none in double check."""
    checkers = position.checkers
    if is_empty(checkers):
        return all_squares()
    if not is_empty(rest(checkers)):
        return no_squares()
    return either(checkers, BETWEEN[position.king[side]][lowest(checkers)])


def walk_king(position, moves, side, scope):
    """The king, if there is one, steps where nothing attacks it; it does not shield the squares behind itself."""
    count: cython.int = 0
    king = position.king[side]
    targets = without(KING_ATTACKS[king], position.colours[side])
    if scope == NOISY:
        targets = both(targets, position.colours[side ^ 1])
    elif scope == QUIET:
        targets = without(targets, position.colours[side ^ 1])
    without_king = without(position.occupied(), bit(king))
    while not is_empty(targets):
        target = lowest(targets)
        if not position.is_attacked(target, side ^ 1, without_king):
            if scope != COUNT:
                moves[count] = new_move(king, target)
            count += 1
        targets = rest(targets)
    return count


def walk_men(position, moves, side, scope, wanted):
    """Moves of the men on the board onto ``wanted`` squares: pawns all at once, the others one by one."""
    count: cython.int = 0
    king = position.king[side]
    occupied = position.occupied()
    pinned = pinned_men(position, side)
    pawns = without(position.men(side, PAWN), pinned)
    count += write_pawn_moves(moves, both(forward(pawns, side), wanted), side, scope, position.colours[side ^ 1])
    men = without(position.colours[side], either(pawns, position.men(side, KING)))
    while not is_empty(men):
        origin = lowest(men)
        man: cython.int = position.board[origin]
        targets = both(reach(man, origin, occupied), wanted)
        if has(pinned, origin):
            targets = both(targets, LINE[king][origin])
        count += write_moves(moves + count, origin, man >> 1, targets, side, scope, position.colours[side ^ 1])
        men = rest(men)
    return count


def walk_hand(position, moves, side, scope, free):
    """Drops onto ``free`` squares."""
    count: cython.int = 0
    for kind in range(HAND_KINDS):
        if not count_of(position.hands[side], kind):
            continue
        targets = without(free, dead_ends(side, kind))
        if kind == PAWN:
            pawns = position.men(side, PAWN)
            while not is_empty(pawns):
                targets = without(targets, FILES[FILE_OF[lowest(pawns)]])
                pawns = rest(pawns)
            in_front = PAWN_ATTACKS[side ^ 1][position.king[side ^ 1]]
            if have_common(targets, in_front) and pawn_drop_mates(position, side):
                targets = without(targets, in_front)
        count += write_drops(moves + count, side, kind, targets, scope)
    return count


def walk(position, moves, side, scope):
    """Write (or count) the legal moves of ``side``, which is to move."""
    count = walk_king(position, moves, side, scope)
    answers = answers_to_check(position, side)
    if is_empty(answers):
        return count
    wanted = without(answers, position.colours[side])
    free = without(wanted, position.colours[side ^ 1])
    count += walk_men(position, moves + count, side, scope, wanted)
    if scope == NOISY:
        return count
    return count + walk_hand(position, moves + count, side, scope, free)


def pawn_drop_mates(position, side):
    """True if a pawn of ``side``, dropped in front of the enemy king, would mate it, which is forbidden.

    There must be such a king, and a square in front of it.
    """
    enemy = side ^ 1
    king = position.king[enemy]
    promise(king != NO_SQUARE, b"a pawn that mates has a king to mate")
    target = lowest(PAWN_ATTACKS[enemy][king])
    occupied = either(position.occupied(), bit(target))
    # 1. A man other than the king may take it, unless pinned on another line.
    takers = without(position.attackers(target, occupied, enemy), bit(king))
    pinned = without(pinned_men(position, enemy), LINE[king][target])
    if not is_empty(without(takers, pinned)):
        return False
    # 2. The king may step away or take it.
    ways = without(KING_ATTACKS[king], position.colours[enemy])
    without_king = without(occupied, bit(king))
    while not is_empty(ways):
        if not position.is_attacked(lowest(ways), side, without_king):
            return False
        ways = rest(ways)
    return True


def legal_moves(position, moves):
    """Write every legal move; returns how many."""
    if position.side == BLACK:
        return walk(position, moves, BLACK, ALL)
    return walk(position, moves, WHITE, ALL)


def noisy_moves(position, moves):
    """Write the legal captures and promotions; returns how many."""
    if position.side == BLACK:
        return walk(position, moves, BLACK, NOISY)
    return walk(position, moves, WHITE, NOISY)


def quiet_moves(position, moves):
    """Write the legal moves that neither capture nor promote; returns how many."""
    if position.side == BLACK:
        return walk(position, moves, BLACK, QUIET)
    return walk(position, moves, WHITE, QUIET)


def count_moves(position):
    """The number of legal moves; none is written."""
    if position.side == BLACK:
        return walk(position, cython.NULL, BLACK, COUNT)
    return walk(position, cython.NULL, WHITE, COUNT)


def has_legal_move(position):
    """True if the game goes on: without a move, in check or not, the side to move has lost."""
    return count_moves(position) != 0


# ---------------------------------------------------------------------- single moves


def judge(position, move):
    """True if a move from elsewhere is legal here, or the first rule that it breaks; any 16 bits may be asked about."""
    origin = origin_of(move)
    target = target_of(move)
    side = position.side
    if origin == NO_SQUARE or origin >= HAND + 2 * HAND_KINDS or move >> 15:
        return NOTHING_THERE
    man: cython.int = position.board[origin]
    if man == EMPTY or man & 1 != side:
        return NOTHING_THERE
    if target == NO_SQUARE or target >= SQUARES:
        return OUT_OF_REACH
    kind = man >> 1
    occupied = position.occupied()
    drops: cython.bint = origin >= HAND

    # 1. The man goes that way, or the hand holds it.
    if drops:
        if not count_of(position.hands[side], kind):
            return NOTHING_THERE
        if has(occupied, target):
            return OCCUPIED
        if promotes(move):
            return NO_PROMOTION
    else:
        if not has(reach(man, origin, occupied), target):
            return OUT_OF_REACH
        if has(position.colours[side], target):
            return OCCUPIED
        if promotes(move) and (kind >= GOLD or not has(ZONE[side], origin) and not has(ZONE[side], target)):
            return NO_PROMOTION
    if not promotes(move) and has(dead_ends(side, kind), target):
        return DEAD_END
    if drops and kind == PAWN and have_common(FILES[FILE_OF[target]], position.men(side, PAWN)):
        return TWO_PAWNS

    # 2. The king is safe afterwards.
    if kind == KING:
        without_king = without(occupied, bit(origin))
        return KING_IN_CHECK if position.is_attacked(target, side ^ 1, without_king) else LEGAL
    if not has(answers_to_check(position, side), target):
        return KING_IN_CHECK
    if not drops and has(pinned_men(position, side), origin) and not has(LINE[position.king[side]][origin], target):
        return KING_IN_CHECK

    # 3. A pawn may give mate, but not by a drop.
    if drops and kind == PAWN and has(PAWN_ATTACKS[side][target], position.king[side ^ 1]):
        return PAWN_DROP_MATE if pawn_drop_mates(position, side) else LEGAL
    return LEGAL


def is_legal(position, move):
    """True if a move from elsewhere is legal here; any 16 bits may be asked about."""
    return judge(position, move) == LEGAL


def gives_check(position, move):
    """True if a legal move checks the enemy king, directly or by opening a line; never, if there is none."""
    origin = origin_of(move)
    target = target_of(move)
    side = position.side
    king = position.king[side ^ 1]
    man: cython.int = position.board[origin]
    occupied = either(position.occupied(), bit(target))
    if origin >= HAND:
        return has(reach(man, target, occupied), king)
    occupied = without(occupied, bit(origin))
    if promotes(move):
        man += 2 * PROMOTED

    # 1. The man itself.
    if has(reach(man, target, occupied), king):
        return True

    # 2. A slider behind it.
    if not has(either(ROOK_RAYS[king], BISHOP_RAYS[king]), origin) or has(LINE[king][origin], target):
        return False
    own = without(position.colours[side], bit(origin))
    straight = either(position.kinds[ROOK], position.kinds[DRAGON])
    straight = either(straight, both(position.kinds[LANCE], AHEAD[side ^ 1][king]))
    diagonal = either(position.kinds[BISHOP], position.kinds[HORSE])
    return have_common(rook_attacks(king, occupied), both(straight, own)) or have_common(
        bishop_attacks(king, occupied), both(diagonal, own)
    )
