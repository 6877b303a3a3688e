"""King and pawn against king, solved: a table of all such positions, computed at import by retrograde analysis.

Positions decided at once get their verdict first (the pawn queens, is taken, or stalemate); then a position is won when
a move of White's reaches a won one or all of Black's do, and drawn likewise, until nothing changes. What is undecided
then is drawn. A pawn only moves forward, so the pawns on rank 7 are solved first and each rank builds on the ranks
ahead.

Thread safety: written once, at import.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, KING_ATTACKS, PAWN_ATTACKS, WHITE, bit
from cython.cimports.kiebitz.core.machine import lowest


def king_and_pawn_win(strong, strong_king, pawn, weak_king, to_move):
    """Look a position up, mirrored so that White has a pawn on the left half."""
    mirror = 0 if strong == WHITE else 56
    if pawn & 7 > 3:
        mirror ^= 7
    weak_moves = 0 if to_move == strong else 1
    return VERDICTS[pawn_index(pawn ^ mirror)][weak_moves][(strong_king ^ mirror) + 64 * (weak_king ^ mirror)] == WON


def pawn_index(pawn):
    """The number of a pawn's square on files a to d, ranks 2 to 7."""
    return ((pawn >> 3) - 1) * 4 + (pawn & 7)


def first_verdict(pawn, to_move, white, black):
    """The verdict that needs no look at other positions."""
    queening = pawn + 8
    if white == black or white == pawn or black == pawn or KING_ATTACKS[white] & bit(black):
        return IMPOSSIBLE
    if to_move == WHITE:
        if PAWN_ATTACKS[WHITE][pawn] & bit(black):
            return IMPOSSIBLE
        queens: cython.bint = pawn >= 48 and queening != white and queening != black
        if queens and (not KING_ATTACKS[black] & bit(queening) or KING_ATTACKS[white] & bit(queening)):
            return WON
        return UNKNOWN
    free = KING_ATTACKS[black] & ~KING_ATTACKS[white] & ~bit(white) & ~PAWN_ATTACKS[WHITE][pawn]
    if free & bit(pawn):
        return DRAWN
    if not free:
        return WON if PAWN_ATTACKS[WHITE][pawn] & bit(black) else DRAWN
    return UNKNOWN


def after_white(pawn, white, black):
    """The verdict on a position with Black to move."""
    return VERDICTS[pawn_index(pawn)][BLACK][white + 64 * black]


def verdict_by_moves(pawn, to_move, white, black):
    """The verdict that follows from the positions one move on."""
    undecided: cython.bint = False
    if to_move == WHITE:
        targets = KING_ATTACKS[white] & ~KING_ATTACKS[black] & ~bit(pawn)
        while targets:
            verdict = after_white(pawn, lowest(targets), black)
            targets &= targets - 1
            if verdict == WON:
                return WON
            undecided |= verdict == UNKNOWN
        if pawn < 48 and pawn + 8 != white and pawn + 8 != black:
            if after_white(pawn + 8, white, black) == WON:
                return WON
            if pawn < 16 and pawn + 16 != white and pawn + 16 != black and after_white(pawn + 16, white, black) == WON:
                return WON
        return UNKNOWN if undecided else DRAWN
    targets = KING_ATTACKS[black] & ~KING_ATTACKS[white] & ~PAWN_ATTACKS[WHITE][pawn]
    while targets:
        verdict = VERDICTS[pawn_index(pawn)][WHITE][white + 64 * lowest(targets)]
        targets &= targets - 1
        if verdict == DRAWN:
            return DRAWN
        undecided |= verdict == UNKNOWN
    return UNKNOWN if undecided else WON


def solve_pawn(pawn):
    """Solve all positions with one pawn; those with it farther ahead are solved already."""
    verdicts = VERDICTS[pawn_index(pawn)]
    for to_move in range(2):
        for kings in range(KING_PAIRS):
            verdicts[to_move][kings] = first_verdict(pawn, to_move, kings & 63, kings >> 6)
    changed: cython.bint = True
    while changed:
        changed = False
        # Black first: its positions are the leaves that White's verdicts grow from.
        for turn in range(2):
            to_move = 1 - turn
            for kings in range(KING_PAIRS):
                if verdicts[to_move][kings] == UNKNOWN:
                    verdict = verdict_by_moves(pawn, to_move, kings & 63, kings >> 6)
                    if verdict != UNKNOWN:
                        verdicts[to_move][kings] = verdict
                        changed = True


def solve():
    """Solve the ending, the most advanced pawns first."""
    for rank in range(6, 0, -1):
        for file in range(4):
            solve_pawn(8 * rank + file)


solve()


def wins(strong: bool, strong_king: int, pawn: int, weak_king: int, to_move: bool) -> bool:
    """True if king and pawn win against the king; colours as in python-chess (True: White), squares 0..63.

    Raises ValueError for a square off the board or a pawn on rank 1 or 8. What is answered for a position that can't be
    (touching kings) means nothing.
    """
    for square in (strong_king, pawn, weak_king):
        if not 0 <= square < 64:
            raise ValueError(f"square {square} is not in 0..63")
    if not 8 <= pawn < 56:
        raise ValueError(f"a pawn can't stand on square {pawn}; pawns live on ranks 2 to 7")
    return bool(
        king_and_pawn_win(WHITE if strong else BLACK, strong_king, pawn, weak_king, WHITE if to_move else BLACK)
    )
