"""Move ordering: the best guess first, and nothing generated before it is needed.

Alpha-beta sees least of the tree when the refutation comes first. The picker hands out, one at a time: the table's
move; captures that win or hold material by static exchange, most valuable victim first, least valuable attacker among
equals; two killers and the counter move; the quiet moves by history; the captures that lose material. In check all
evasions are weighed at once. What refuted before is known from ``histories``.
"""

import cython
from cython.cimports.kiebitz.core.game import (
    NO_MOVE,
    Checks,
    checks_itself,
    evades,
    exchange_at_least,
    find_checks,
    is_in_check,
    is_legal,
    is_noisy,
    is_promotion,
    legal_moves,
    noisy_moves,
    quiet_moves,
    value_moved,
    value_promoted,
    value_taken,
)
from cython.cimports.kiebitz.core.search.histories import capture_history, counter_move, quiet_history


@cython.inline
def ranked(worth: cython.int, place: cython.int) -> cython.int:
    """A move's worth with its place in the list below it: the greatest is the worthiest, of equals the first.

    No worth is as large as 2^21, which leaves room for PLACES: a history is a short, and evasions begin at 2^20.
    """
    return worth * PLACES + (PLACES - 1 - place)


@cython.inline
def place_of(rank: cython.int) -> cython.int:
    """The place in a move's rank."""
    return PLACES - 1 - (rank & (PLACES - 1))


@cython.inline
def moved_to(rank: cython.int, place: cython.int) -> cython.int:
    """The rank of a move that comes to another place."""
    return (rank | (PLACES - 1)) - place


def start_picker(picker, worker, ply, hash_move, noisy_only):
    """Begin a node: ``hash_move`` may come from anywhere, it is checked here."""
    frame = worker.frame(ply)
    picker.noisy_only = noisy_only
    frame.knows_threats = False
    picker.exchange_threshold = 0
    picker.next = 0
    picker.end = 0
    picker.bad = 0
    picker.bad_next = 0
    picker.skip_quiets = False
    picker.counter = NO_MOVE
    picker.hash_move = NO_MOVE
    picker.killers[0] = NO_MOVE
    picker.killers[1] = NO_MOVE
    if hash_move != NO_MOVE and worker.parameters.hash_move and is_legal(worker.position, hash_move):
        if not noisy_only or is_in_check(worker.position) or is_noisy(worker.position, hash_move):
            picker.hash_move = hash_move
    if worker.parameters.killers and not noisy_only:
        picker.killers[0] = frame.killers[0]
        picker.killers[1] = frame.killers[1]
    if worker.parameters.counter_moves and not noisy_only:
        picker.counter = counter_move(worker, ply)
    if picker.hash_move != NO_MOVE:
        picker.stage = HASH_MOVE
    else:
        picker.stage = WEIGH_EVASIONS if is_in_check(worker.position) else WEIGH_NOISY


def next_move(picker, worker, ply):
    """The next move, or NO_MOVE when there is none left."""
    frame = worker.frame(ply)
    if picker.stage == HASH_MOVE:
        picker.stage = WEIGH_EVASIONS if is_in_check(worker.position) else WEIGH_NOISY
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
            if (
                worker.parameters.capture_ordering
                and not picker.noisy_only
                and not exchange_at_least(worker.position, move, picker.exchange_threshold)
            ):
                frame.moves[picker.bad] = move
                picker.bad += 1
                continue
            return move
        picker.stage = DONE if picker.noisy_only else FIRST_KILLER

    if picker.stage == FIRST_KILLER:
        picker.stage = SECOND_KILLER
        if can_refute(picker, worker, picker.killers[0]):
            return picker.killers[0]
        picker.killers[0] = NO_MOVE

    if picker.stage == SECOND_KILLER:
        picker.stage = COUNTER_MOVE
        if can_refute(picker, worker, picker.killers[1]):
            return picker.killers[1]
        picker.killers[1] = NO_MOVE

    if picker.stage == COUNTER_MOVE:
        picker.stage = WEIGH_QUIETS
        if (
            picker.counter != picker.killers[0]
            and picker.counter != picker.killers[1]
            and can_refute(picker, worker, picker.counter)
        ):
            return picker.counter
        picker.counter = NO_MOVE

    if picker.stage == WEIGH_QUIETS:
        if not picker.skip_quiets:
            picker.next = picker.end
            picker.end += quiet_moves(worker.position, frame.moves + picker.end)
            weigh_quiets(picker, worker, ply)
        picker.stage = QUIETS

    if picker.stage == QUIETS:
        while picker.next < picker.end and not picker.skip_quiets:
            move = take_best(picker, frame)
            if (
                move != picker.hash_move
                and move != picker.killers[0]
                and move != picker.killers[1]
                and move != picker.counter
            ):
                return move
        picker.stage = BAD_NOISY

    if picker.stage == BAD_NOISY:
        if picker.bad_next < picker.bad:
            picker.bad_next += 1
            return frame.moves[picker.bad_next - 1]
        picker.stage = DONE

    if picker.stage == WEIGH_EVASIONS:
        picker.end = legal_moves(worker.position, frame.moves)
        weigh_evasions(picker, worker, ply)
        picker.stage = EVASIONS

    if picker.stage == EVASIONS:
        while picker.next < picker.end:
            move = take_best(picker, frame)
            if move != picker.hash_move:
                return move
        picker.stage = DONE

    return NO_MOVE


def take_best(picker, frame):
    """Take the worthiest move left out of the list (one step of selection sort).

    Worth and place are one number (``ranked``): so to look for the greatest is to take maxima, which a compiler does
    with several numbers at a time. The first of a list is known from when it was weighed: to read at once in one what
    was just written one by one would make the processor wait.
    """
    moves = frame.moves
    first = picker.next
    left = frame.worths + first
    greatest = picker.greatest
    picker.greatest = LEAST_RANK
    if greatest == LEAST_RANK:
        # As many as the compiler takes at a time, and what ``close_list`` put there is the least.
        looked_at = (picker.end - first + LANES - 1) & -LANES
        for index in range(looked_at):
            greatest = max(greatest, left[index])
    best = place_of(greatest)
    move = moves[best]
    moves[best] = moves[first]
    frame.worths[best] = moved_to(left[0], best)
    picker.next += 1
    return move


def close_list(picker, frame, greatest):
    """Note the greatest rank of a list; and put what is no move's behind it, so that nothing else is looked at."""
    picker.greatest = greatest
    for index in range(picker.end, picker.end + LANES):
        frame.worths[index] = LEAST_RANK


def can_refute(picker, worker, move):
    """True if a killer or counter move is a legal quiet move here that was not tried as the table's move."""
    return (
        move != NO_MOVE
        and move != picker.hash_move
        and not is_noisy(worker.position, move)
        and is_legal(worker.position, move)
    )


def weigh_noisy(picker, worker, frame):
    """Captures by victim, then attacker, corrected by history; a promotion gains its piece."""
    worths = frame.worths
    moves = frame.moves
    greatest: cython.int = LEAST_RANK
    for index in range(picker.next, picker.end):
        worth = 0
        if worker.parameters.capture_ordering:
            move = moves[index]
            worth = VICTIM_WEIGHT * value_taken(worker.position, move) - value_moved(worker.position, move)
            worth += capture_history(worker, move) // CAPTURE_HISTORY_DIVISOR
            if is_promotion(worker.position, move):
                worth += VICTIM_WEIGHT * value_promoted(worker.position, move)
        worths[index] = ranked(worth, index)
        greatest = max(greatest, worths[index])
    close_list(picker, frame, greatest)


def weigh_quiets(picker, worker, ply):
    """Quiet moves by history, those that check safely before the others; a threatened man may get a bonus."""
    frame = worker.frame(ply)
    worths = frame.worths
    moves = frame.moves
    checks: Checks
    find_checks(worker.position, cython.address(checks))
    greatest: cython.int = LEAST_RANK
    for index in range(picker.next, picker.end):
        move = moves[index]
        worth = quiet_history(worker, ply, move) + low_ply_history(worker, ply, move)
        if frame.threat != NO_MOVE and evades(worker.position, move, frame.threat):
            worth += worker.parameters.threat_bonus
        if checks_itself(worker.position, cython.address(checks), move) and exchange_at_least(worker.position, move, 0):
            worth += worker.parameters.check_bonus
        worths[index] = ranked(worth, index)
        greatest = max(greatest, worths[index])
    close_list(picker, frame, greatest)


def weigh_evasions(picker, worker, ply):
    """In check: captures first, by victim and attacker; then by history."""
    frame = worker.frame(ply)
    worths = frame.worths
    moves = frame.moves
    greatest: cython.int = LEAST_RANK
    for index in range(picker.next, picker.end):
        move = moves[index]
        if is_noisy(worker.position, move) and worker.parameters.capture_ordering:
            worth = VICTIM_WEIGHT * value_taken(worker.position, move) - value_moved(worker.position, move)
            worth += CAPTURE_FIRST
        else:
            worth = quiet_history(worker, ply, move)
        worths[index] = ranked(worth, index)
        greatest = max(greatest, worths[index])
    close_list(picker, frame, greatest)
