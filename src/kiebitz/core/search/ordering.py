"""Move ordering: the best guess first, and nothing generated before it is needed.

Alpha-beta sees least of the tree when the refutation comes first. The picker hands out, one at a time: the table's move;
captures that win or hold material by static exchange, most valuable victim first, least valuable attacker among equals;
two killers; the quiet moves by history; the captures that lose material. In check all evasions are weighed at once.

History (Schaeffer 1983): a quiet move that refutes gains, those tried before it lose, both in proportion to the room
left below the limit, so that entries never overflow and old successes fade.
"""

import cython
from cython.cimports.kiebitz.core.bitboard import EMPTY, PAWN, QUEEN
from cython.cimports.kiebitz.core.exchange import EXCHANGE_VALUES, exchange_at_least
from cython.cimports.kiebitz.core.move import (
    CASTLING,
    EN_PASSANT,
    NO_MOVE,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.movegen import is_legal, legal_moves, noisy_moves, quiet_moves


def is_noisy(position, move):
    """Whether a move captures or promotes."""
    sort = sort_of(move)
    if sort == CASTLING:
        return False
    return sort != 0 or position.board[target_of(move)] != EMPTY


def start_picker(picker, worker, ply, hash_move, noisy_only):
    """Begin a node: ``hash_move`` may come from anywhere, it is checked here."""
    frame = worker.frame(ply)
    picker.noisy_only = noisy_only
    picker.exchange_threshold = 0
    picker.next = 0
    picker.end = 0
    picker.bad = 0
    picker.bad_next = 0
    picker.hash_move = NO_MOVE
    picker.killers[0] = NO_MOVE
    picker.killers[1] = NO_MOVE
    if hash_move != NO_MOVE and worker.parameters.hash_move and is_legal(worker.position, hash_move):
        if not noisy_only or worker.position.checkers or is_noisy(worker.position, hash_move):
            picker.hash_move = hash_move
    if worker.parameters.killers and not noisy_only:
        picker.killers[0] = frame.killers[0]
        picker.killers[1] = frame.killers[1]
    if picker.hash_move != NO_MOVE:
        picker.stage = HASH_MOVE
    else:
        picker.stage = WEIGH_EVASIONS if worker.position.checkers else WEIGH_NOISY


def next_move(picker, worker, ply):
    """The next move, or NO_MOVE when there is none left."""
    frame = worker.frame(ply)
    if picker.stage == HASH_MOVE:
        picker.stage = WEIGH_EVASIONS if worker.position.checkers else WEIGH_NOISY
        return picker.hash_move

    if picker.stage == WEIGH_NOISY:
        picker.end = noisy_moves(worker.position, frame.moves)
        weigh_noisy(picker, worker, frame)
        picker.stage = GOOD_NOISY

    if picker.stage == GOOD_NOISY:
        while picker.next < picker.end:
            move = take_best(picker, frame)
            if move == picker.hash_move:
                continue
            if not picker.noisy_only and not exchange_at_least(worker.position, move, picker.exchange_threshold):
                frame.moves[picker.bad] = move
                picker.bad += 1
                continue
            return move
        picker.stage = DONE if picker.noisy_only else FIRST_KILLER

    if picker.stage == FIRST_KILLER:
        picker.stage = SECOND_KILLER
        move = picker.killers[0]
        if move != NO_MOVE and move != picker.hash_move and not is_noisy(worker.position, move) and is_legal(worker.position, move):
            return move
        picker.killers[0] = NO_MOVE

    if picker.stage == SECOND_KILLER:
        picker.stage = WEIGH_QUIETS
        move = picker.killers[1]
        if move != NO_MOVE and move != picker.hash_move and not is_noisy(worker.position, move) and is_legal(worker.position, move):
            return move
        picker.killers[1] = NO_MOVE

    if picker.stage == WEIGH_QUIETS:
        picker.next = picker.end
        picker.end += quiet_moves(worker.position, frame.moves + picker.end)
        weigh_quiets(picker, worker, frame)
        picker.stage = QUIETS

    if picker.stage == QUIETS:
        while picker.next < picker.end:
            move = take_best(picker, frame)
            if move != picker.hash_move and move != picker.killers[0] and move != picker.killers[1]:
                return move
        picker.stage = BAD_NOISY

    if picker.stage == BAD_NOISY:
        if picker.bad_next < picker.bad:
            picker.bad_next += 1
            return frame.moves[picker.bad_next - 1]
        picker.stage = DONE

    if picker.stage == WEIGH_EVASIONS:
        picker.end = legal_moves(worker.position, frame.moves)
        weigh_evasions(picker, worker, frame)
        picker.stage = EVASIONS

    if picker.stage == EVASIONS:
        while picker.next < picker.end:
            move = take_best(picker, frame)
            if move != picker.hash_move:
                return move
        picker.stage = DONE

    return NO_MOVE


def take_best(picker, frame):
    """Take the worthiest move left out of the list (one step of selection sort)."""
    best = picker.next
    for index in range(picker.next + 1, picker.end):
        if frame.worths[index] > frame.worths[best]:
            best = index
    move = frame.moves[best]
    frame.moves[best] = frame.moves[picker.next]
    frame.worths[best] = frame.worths[picker.next]
    picker.next += 1
    return move


def weigh_noisy(picker, worker, frame):
    """Most valuable victim first, least valuable attacker among equals; a promotion gains its piece."""
    board = cython.cast(cython.p_uchar, worker.position.board)
    for index in range(picker.next, picker.end):
        move = frame.moves[index]
        victim = PAWN if sort_of(move) == EN_PASSANT else board[target_of(move)] >> 1
        worth = VICTIM_WEIGHT * EXCHANGE_VALUES[victim] - EXCHANGE_VALUES[board[origin_of(move)] >> 1]
        if sort_of(move) == PROMOTION:
            worth += VICTIM_WEIGHT * (EXCHANGE_VALUES[promoted_kind(move)] - EXCHANGE_VALUES[PAWN])
            if promoted_kind(move) != QUEEN:
                worth -= VICTIM_WEIGHT * EXCHANGE_VALUES[QUEEN]
        frame.worths[index] = worth


def weigh_quiets(picker, worker, frame):
    """Quiet moves by history."""
    side = worker.position.side
    for index in range(picker.next, picker.end):
        move = frame.moves[index]
        frame.worths[index] = worker.history[side][origin_of(move)][target_of(move)]


def weigh_evasions(picker, worker, frame):
    """In check: captures first, by victim and attacker; then by history."""
    side = worker.position.side
    board = cython.cast(cython.p_uchar, worker.position.board)
    for index in range(picker.next, picker.end):
        move = frame.moves[index]
        if is_noisy(worker.position, move):
            victim = PAWN if sort_of(move) == EN_PASSANT else board[target_of(move)] >> 1
            frame.worths[index] = (
                CAPTURE_FIRST
                + VICTIM_WEIGHT * EXCHANGE_VALUES[victim]
                - EXCHANGE_VALUES[board[origin_of(move)] >> 1]
            )
        else:
            frame.worths[index] = worker.history[side][origin_of(move)][target_of(move)]


def reward_quiet(worker, frame, best, tried, count, depth):
    """A quiet move refuted: remember it as a killer, raise its history, lower that of the quiet moves tried before."""
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
    if not worker.parameters.history:
        return
    bonus = min(worker.parameters.history_bonus_slope * depth, worker.parameters.history_bonus_limit)
    side = worker.position.side
    add_history(worker, side, best, bonus)
    for index in range(count):
        if tried[index] != best:
            add_history(worker, side, tried[index], -bonus)


def add_history(worker, side, move, bonus):
    """Move a history entry towards its limit by a share of the room left."""
    entry = cython.address(worker.history[side][origin_of(move)][target_of(move)])
    size = bonus if bonus > 0 else -bonus
    entry[0] += bonus - entry[0] * size // worker.parameters.history_limit
