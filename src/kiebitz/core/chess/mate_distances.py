"""Distances to mate of a bare king by one or two pieces, solved by retrograde analysis: no move of these need be found.

An ending has a table for each side to move, a byte a position: 0 where nobody is ever mated (drawn: a piece is lost, or
stalemate), else the plies to the mate and one, with best play of both: the attacker mates as soon as he can, the bare
king puts it off as long as it can. The rule of fifty moves is not in them; who asks adds the clock.

Layout: without pawns a position is the same under the eight symmetries of the board. So one king stands in the triangle
a1-d1-d4, and if it stands on the diagonal the other isn't above it, which leaves ``KING_PAIRS``; where both are on the
diagonal the first piece off it isn't above it. A place is 64 * (64 * pair + first) + second, or 64 * pair + first with
one piece. Every class of equal positions has one place (two, if two equal pieces change squares).

How: places that no game can have are marked first, a king in check out of turn among them. Where the bare king has no
good reply, and is in check, it is mated. Then ply after ply: whatever reaches by a move of the attacker a position
mated in n is mated in n + 1; and a position of the bare king all of whose replies are mated is mated by the longest of
them. Replies are looked at again each time, not counted, for symmetric positions would be counted twice. A reply that
takes a piece leads to a smaller ending, which is solved before. Solved the first time it is asked for: with one piece
in milliseconds, with two in half a second.

Source: Ströhlein 1970, Thompson 1986 (retrograde analysis); longest mates as published: queen 10 moves, rook 16, two
bishops 19, bishop and knight 33.

Thread safety: a table is written by one thread, under a lock, and seen by the others when it is complete.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    PAWN,
    QUEEN,
    ROOK,
    Bitboard,
    Square,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.chess.movegen import legal_moves
from cython.cimports.kiebitz.core.chess.notation import move_text
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES, MAX_PLY, Position
from cython.cimports.kiebitz.core.machine import load_acquire, lowest, popcount, store_release
from cython.cimports.kiebitz.core.value import DRAW, MATE, NO_VALUE
from cython.cimports.libc.stdint import int64_t, uint8_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memchr

import threading

MAKING = threading.RLock()
"""Held while a table is made."""


# ---------------------------------------------------------------------- places


def side_of_diagonal(square):
    """Above 0 for a square above the diagonal from a1 to h8, 0 on it."""
    return (square >> 3) - (square & 7)


def number_pairs():
    """Number the squares of two kings that don't touch, equal ones by symmetry alike."""
    for turn in range(SYMMETRIES):
        for square in range(64):
            turned: cython.int = square
            if turn & 1:
                turned ^= 7
            if turn & 2:
                turned ^= 56
            if turn & 4:
                turned = turned >> 3 | (turned & 7) << 3
            TURNED[turn][square] = turned
    count: cython.short = 0
    for king in range(64):
        for bare in range(64):
            PAIRS[king][bare] = NO_PAIR
    for king in range(64):
        for bare in range(64):
            if king == bare or KING_ATTACKS[king] & bit(bare):
                continue
            for turn in range(SYMMETRIES):
                first = TURNED[turn][king]
                second = TURNED[turn][bare]
                if first & 7 > 3 or first >> 3 > 3 or side_of_diagonal(first) > 0:
                    continue
                if side_of_diagonal(first) == 0 and side_of_diagonal(second) > 0:
                    continue
                TURNS[king][bare] = turn
                if PAIRS[first][second] == NO_PAIR:
                    PAIRS[first][second] = count
                    PAIR_SQUARES[count][0] = first
                    PAIR_SQUARES[count][1] = second
                    count += 1
                PAIRS[king][bare] = PAIRS[first][second]
                break


number_pairs()


def place_of(ending, men):
    """The place of a position whose kings don't touch."""
    turned = TURNED[TURNS[men.king][men.bare]]
    first: Square = turned[men.pieces[0]]
    second: Square = turned[men.pieces[1]]
    if side_of_diagonal(turned[men.king]) == 0 and side_of_diagonal(turned[men.bare]) == 0:
        side = side_of_diagonal(first)
        if side == 0 and ending.pieces == MOST_PIECES:
            side = side_of_diagonal(second)
        if side > 0:
            first = first >> 3 | (first & 7) << 3
            second = second >> 3 | (second & 7) << 3
    place: cython.size_t = PAIRS[men.king][men.bare] << 6 | first
    return place << 6 | second if ending.pieces == MOST_PIECES else place


def men_at(ending, place, men):
    """The squares of a place."""
    men.pieces[1] = place & 63
    if ending.pieces == MOST_PIECES:
        place >>= 6
    men.pieces[0] = place & 63
    men.king = PAIR_SQUARES[place >> 6][0]
    men.bare = PAIR_SQUARES[place >> 6][1]


def occupied_by(ending, men):
    """The squares on which men stand; fewer than men where two stand on one."""
    return bit(men.king) | bit(men.bare) | bit(men.pieces[0]) | bit(men.pieces[1])


# ---------------------------------------------------------------------- moves


def piece_attacks(kind, square, occupied):
    """Where a piece attacks."""
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    attacks: Bitboard = 0
    if kind != ROOK:
        attacks |= bishop_attacks(square, occupied)
    if kind != BISHOP:
        attacks |= rook_attacks(square, occupied)
    return attacks


def is_checked(ending, men, occupied):
    """True if a piece attacks the bare king."""
    for index in range(ending.pieces):
        if piece_attacks(ending.kinds[index], men.pieces[index], occupied) & bit(men.bare):
            return True
    return False


def after_capture(ending, men, taken):
    """The code after the bare king has taken a piece, with the attacker to move; IMPOSSIBLE if it is guarded."""
    rest: Men
    if ending.pieces < MOST_PIECES:
        return NEVER_MATED
    smaller = cython.address(KNOWN[number_of(ending.kinds[1 - taken], NO_PIECE)])
    rest.king = men.king
    rest.bare = men.bare
    rest.pieces[0] = rest.pieces[1] = men.pieces[1 - taken]
    return smaller.attacking[place_of(smaller, cython.address(rest))]


def code_by_replies(ending, men):
    """The code of a position of the bare king, by its replies; NEVER_MATED if one of them isn't known to be mated."""
    after: Men = men[0]
    worst: cython.int = 0
    targets = KING_ATTACKS[men.bare] & ~KING_ATTACKS[men.king]
    while targets:
        after.bare = lowest(targets)
        targets &= targets - 1
        code: cython.int
        if after.bare == men.pieces[0]:
            code = after_capture(ending, cython.address(after), 0)
        elif after.bare == men.pieces[1]:
            code = after_capture(ending, cython.address(after), 1)
        else:
            code = ending.attacking[place_of(ending, cython.address(after))]
        if code == IMPOSSIBLE:
            continue
        if code == NEVER_MATED:
            return NEVER_MATED
        worst = max(worst, code)
    if worst:
        return worst + 1
    return MATED_NOW if ending.attacking[place_of(ending, men)] == IMPOSSIBLE else NEVER_MATED


# ---------------------------------------------------------------------- solving


def find_impossible(ending):
    """Mark the places where two men stand on one square, or the bare king is in check though the attacker moves."""
    men: Men
    for place in range(ending.size):
        men_at(ending, place, cython.address(men))
        occupied = occupied_by(ending, cython.address(men))
        if popcount(occupied) != ending.pieces + 2:
            ending.attacking[place] = ending.defending[place] = IMPOSSIBLE
        elif is_checked(ending, cython.address(men), occupied):
            ending.attacking[place] = IMPOSSIBLE


def find_mates(ending):
    """Find the positions in which the bare king is mated, or can do nothing but take and be mated; the highest code."""
    men: Men
    highest: cython.int = 0
    for place in range(ending.size):
        if ending.defending[place] == NEVER_MATED:
            men_at(ending, place, cython.address(men))
            code = code_by_replies(ending, cython.address(men))
            ending.defending[place] = code
            highest = max(highest, code)
    return highest


def reach_by_attacker(ending, place, code):
    """Give ``code`` to the positions from which a move of the attacker leads to a place, if they have none."""
    men: Men
    before: Men
    men_at(ending, place, cython.address(men))
    occupied = occupied_by(ending, cython.address(men))
    origins: Bitboard = KING_ATTACKS[men.king] & ~KING_ATTACKS[men.bare] & ~occupied
    before = men
    while origins:
        before.king = lowest(origins)
        origins &= origins - 1
        reached = cython.address(ending.attacking[place_of(ending, cython.address(before))])
        if reached[0] == NEVER_MATED:
            reached[0] = code
    before.king = men.king
    for index in range(ending.pieces):
        origins = piece_attacks(ending.kinds[index], men.pieces[index], occupied) & ~occupied
        while origins:
            before.pieces[index] = lowest(origins)
            origins &= origins - 1
            reached = cython.address(ending.attacking[place_of(ending, cython.address(before))])
            if reached[0] == NEVER_MATED:
                reached[0] = code
        before.pieces[index] = men.pieces[index]


def reach_by_defender(ending, place):
    """Settle the positions from which the bare king can move to a place, where no reply is better; the highest code."""
    men: Men
    highest: cython.int = 0
    men_at(ending, place, cython.address(men))
    origins = KING_ATTACKS[men.bare] & ~KING_ATTACKS[men.king] & ~occupied_by(ending, cython.address(men))
    while origins:
        men.bare = lowest(origins)
        origins &= origins - 1
        reached = cython.address(ending.defending[place_of(ending, cython.address(men))])
        if reached[0] == NEVER_MATED:
            reached[0] = code_by_replies(ending, cython.address(men))
            highest = max(highest, reached[0])
    return highest


def solve(ending):
    """Fill both tables of an ending, all 0, whose smaller endings are solved."""
    find_impossible(ending)
    highest = find_mates(ending)
    code: cython.int = MATED_NOW
    while code <= highest:
        table = ending.defending if code & 1 else ending.attacking
        found: cython.p_uchar = cython.cast(cython.p_uchar, memchr(table, code, ending.size))
        while found != cython.NULL:
            place: cython.size_t = found - table
            if code & 1:
                reach_by_attacker(ending, place, code + 1)
                highest = max(highest, code + 1)
            else:
                highest = max(highest, reach_by_defender(ending, place))
            found = cython.cast(cython.p_uchar, memchr(found + 1, code, ending.size - place - 1))
        code += 1


# ---------------------------------------------------------------------- asking


def number_of(first, second):
    """The number of an ending by its pieces, the greater first."""
    return PIECE_KINDS * first + second


def is_solved(number):
    """True if an ending's tables are complete."""
    return load_acquire(cython.cast(cython.pointer(int64_t), cython.address(KNOWN[number].defending))) != 0


def make_known(first, second):
    """Solve an ending, and those that captures lead to, unless they are. Raises MemoryError."""
    number = number_of(first, second)
    ending = cython.address(KNOWN[number])
    if is_solved(number):
        return
    if second != NO_PIECE:
        make_known(first, NO_PIECE)
        make_known(second, NO_PIECE)
    made: Distances
    with MAKING:
        if is_solved(number):
            return
        made.pieces = 1 if second == NO_PIECE else MOST_PIECES
        made.kinds[0] = first
        made.kinds[1] = second
        made.size = KING_PAIRS << (6 * made.pieces)
        made.attacking = cython.cast(cython.p_uchar, calloc(made.size, 1))
        made.defending = cython.cast(cython.p_uchar, calloc(made.size, 1))
        if made.attacking == cython.NULL or made.defending == cython.NULL:
            free(made.attacking)
            free(made.defending)
            raise MemoryError("no memory for the distances to mate of an ending")
        with cython.nogil:
            solve(cython.address(made))
        ending.pieces = made.pieces
        ending.kinds[0] = first
        ending.kinds[1] = second
        ending.size = made.size
        ending.attacking = made.attacking
        # The last word that is written: whoever sees it sees all.
        store_release(
            cython.cast(cython.pointer(int64_t), cython.address(ending.defending)),
            cython.cast(int64_t, cython.cast(cython.size_t, made.defending)),
        )


def read_men(position, men, attacker):
    """The number of the ending that a position belongs to, with the men's squares and the attacker's colour.

    -1 for one with pawns, more men, or men beside both kings.
    """
    if position.kinds[PAWN]:
        return -1
    pieces: Bitboard = position.occupied() & ~position.kinds[KING]
    if not pieces or popcount(pieces) > MOST_PIECES:
        return -1
    side: cython.int = 0 if pieces & position.colours[0] else 1
    if pieces & position.colours[side ^ 1]:
        return -1
    attacker[0] = side
    men.king = lowest(position.men(side, KING))
    men.bare = lowest(position.men(side ^ 1, KING))
    first: Square = lowest(pieces)
    pieces &= pieces - 1
    second: Square = lowest(pieces) if pieces else first
    kind: cython.int = position.board[first] >> 1
    other: cython.int = position.board[second] >> 1 if pieces else NO_PIECE
    if other > kind:
        men.pieces[0] = second
        men.pieces[1] = first
        return number_of(other, kind)
    men.pieces[0] = first
    men.pieces[1] = second
    return number_of(kind, other)


def pair_of(position):
    """The number of the ending of the two pieces that a position has beside kings and pawns, one side's; else 0."""
    pieces: Bitboard = position.occupied() & ~position.kinds[KING] & ~position.kinds[PAWN]
    if popcount(pieces) != MOST_PIECES or (pieces & position.colours[0] and pieces & position.colours[1]):
        return 0
    kind: cython.int = position.board[lowest(pieces)] >> 1
    other: cython.int = position.board[lowest(pieces & (pieces - 1))] >> 1
    return number_of(max(kind, other), min(kind, other))


def know_mates(position, may_take_time):
    """Which mates a search from a position knows: NOTHING_KNOWN, or the number of a pair (0 for none) and one.

    It knows those by one piece if there are few men; and those by the pair that is on the board, if all other men are
    kings, or the two are minor pieces, whose mates a search doesn't find. So what it knows follows from its root alone,
    whatever was solved before; unless it has little time. What isn't solved yet is solved now, with the GIL.
    """
    if popcount(position.occupied()) > MOST_ROOT_MEN:
        return NOTHING_KNOWN
    pair: cython.int = pair_of(position)
    is_heavy: cython.bint = position.kinds[QUEEN] | position.kinds[ROOK] != 0
    if popcount(position.occupied()) > MOST_PIECES + 2 and is_heavy:
        pair = 0
    if pair and not is_solved(pair) and not may_take_time:
        pair = 0
    kind: cython.int
    known: cython.bint = pair == 0 or is_solved(pair)
    for kind in range(KNIGHT, QUEEN + 1):
        known = known and is_solved(number_of(kind, NO_PIECE))
    if not known:
        with cython.gil:
            try:
                for kind in range(KNIGHT, QUEEN + 1):
                    make_known(kind, NO_PIECE)
                if pair:
                    make_known(pair // PIECE_KINDS, pair % PIECE_KINDS)
            except MemoryError:
                return NOTHING_KNOWN
    return PIECES_KNOWN + pair


def mate_code(position, known):
    """Plies to the mate and one, NEVER_MATED for a draw, IMPOSSIBLE where nothing is known; ``known``: by whom."""
    men: Men
    attacker: cython.int = 0
    if known == NOTHING_KNOWN:
        return IMPOSSIBLE
    number = read_men(position, cython.address(men), cython.address(attacker))
    if number < 0 or (number % PIECE_KINDS != NO_PIECE and number != known - PIECES_KNOWN):
        return IMPOSSIBLE
    ending = cython.address(KNOWN[number])
    table = ending.attacking if position.side == attacker else ending.defending
    return table[place_of(ending, cython.address(men))]


def known_mate_value(position, known, ply):
    """Value of a position ``ply`` plies below the root if its mate is known, for the side to move, else NO_VALUE.

    Nothing is said of a mate that the fifty moves would cut short, as a capture may begin them anew.
    """
    code = mate_code(position, known)
    if code == IMPOSSIBLE:
        return NO_VALUE
    if code == NEVER_MATED:
        return DRAW
    plies: cython.int = code - MATED_NOW
    if position.halfmove + plies > FIFTY_MOVES or ply + plies >= MAX_PLY:
        return NO_VALUE
    return MATE - ply - plies if plies & 1 else -MATE + ply + plies


def plies_to_mate(position: Position) -> int | None:
    """Plies to the mate of a bare king with best play of both, whatever the clock says; -1 for a draw.

    None if this isn't an ending of a bare king against one or two pieces; it is solved when it is first asked for.
    """
    code: cython.int = mate_code(position, know_mates(position, True))
    return None if code == IMPOSSIBLE else code - MATED_NOW


def mating_line(position: Position) -> tuple[str, ...]:
    """The moves to the mate of a bare king with best play of both, UCI text; none where none is known."""
    moves: Move[MAX_MOVES]
    known: cython.int = know_mates(position, False)
    code: cython.int = mate_code(position, known)
    if code in (IMPOSSIBLE, NEVER_MATED):
        return ()
    walked: Position = position.copy()
    walked.reserve(code)
    line: list = []
    while code > MATED_NOW:
        for index in range(legal_moves(walked, moves)):
            walked.make(moves[index])
            if mate_code(walked, known) == code - 1:
                line.append(moves[index])
                break
            walked.unmake()
        code -= 1
    return tuple([move_text(position, move) for move in line])
