"""Length of a mate in shogi as problem collections count it: without futile interpositions (mudaai).

The defender may put every check of a rook, a bishop or a lance off by a drop before his king, for as long as he has
men. Such a drop is **futile** if the book's move takes the man with the man that gave the check, what follows takes no
more plies than what follows the defender's other replies (none, if there are only drops), and no line of it needs the
man taken. Futile drops and the moves that take them are not counted; a position in which there are no other replies
counts as mate. A man that is interposed by a move always counts.

That is counted in one proof. Another of the same problem, longer ply by ply, may count less.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from time import monotonic
from typing import NamedTuple

from kiebitz.engine.mate_solver import from_the_mates
from kiebitz.engine.positions import AnyPosition

DROP, PROMOTED = "*", "+"
RANKS = "abcdefghi"
FILES = 9


class _Fate(NamedTuple):
    """The knowledge of a position of the attacker."""

    counted: int
    """Plies to mate that count."""
    needed: Counter[str]
    """Men in hand that the rest needs after the book's move."""


def counted_plies(start: AnyPosition, book: dict[str, str], seconds: float | None = None) -> int | None:
    """The longest line of a proof of shogi, futile interpositions left out; None if ``seconds`` are over before.

    Raises ProofLostError.
    """
    deadline = inf if seconds is None else monotonic() + seconds
    fates: dict[str, _Fate] = {}
    here = ""
    for here, behind in from_the_mates(start, book):
        if monotonic() >= deadline:
            return None
        real = [after for reply, after in behind if DROP not in reply]
        rest = max((fates[after].counted + 1 for after in real), default=0)
        real += [
            after
            for reply, after in behind
            if DROP in reply and not _is_futile(reply, after, book[after], fates[after], rest)
        ]
        needed: Counter[str] = Counter()
        for after in real:
            needed |= _needed_before(after, book[after], fates[after].needed)
        fates[here] = _Fate(1 + max((fates[after].counted + 1 for after in real), default=0), needed)
    return fates[here].counted


def _is_futile(drop: str, after: str, answer: str, fate: _Fate, rest: int) -> bool:
    """True if a drop, which leads to the position ``after``, changes nothing; ``rest`` as the other replies count."""
    square = drop[2:]
    if DROP in answer or answer[2:4] != square or fate.counted - 1 > rest:
        return False
    men, hand = _men_and_hand(after)
    side = after.split()[1]
    king = next(place for place, man in men.items() if man == ("k" if side == "b" else "K"))
    return _is_between(king, square, answer[:2]) and fate.needed[drop[0]] <= hand[drop[0]]


def _needed_before(name: str, move: str, after: Counter[str]) -> Counter[str]:
    """The men in hand that a move needs: what it drops and what is needed after it, but for what it takes."""
    if DROP in move:
        return after + Counter(move[0])
    taken = _men_and_hand(name)[0].get(move[2:4], "")
    return after - Counter(taken.removeprefix(PROMOTED).upper())


def _men_and_hand(name: str) -> tuple[dict[str, str], Counter[str]]:
    """The men of a position by their squares, as USI writes these, and what the side to move has in hand."""
    board, side, hands, *_ = name.split()
    men: dict[str, str] = {}
    for rank, row in zip(RANKS, board.split("/"), strict=True):
        file, prefix = FILES, ""
        for letter in row:
            if letter.isdigit():
                file -= int(letter)
            elif letter == PROMOTED:
                prefix = PROMOTED
            else:
                men[f"{file}{rank}"] = prefix + letter
                file, prefix = file - 1, ""
    hand: Counter[str] = Counter()
    number = ""
    for letter in hands.replace("-", ""):
        if letter.isdigit():
            number += letter
        else:
            if letter.isupper() == (side == "b"):
                hand[letter.upper()] += int(number or 1)
            number = ""
    return men, hand


def _is_between(one: str, square: str, other: str) -> bool:
    """True if a square lies between two others on a rank, a file or a diagonal."""
    files = [int(place[0]) for place in (one, square, other)]
    ranks = [RANKS.index(place[1]) for place in (one, square, other)]
    to_square, to_other = (files[1] - files[0], ranks[1] - ranks[0]), (files[2] - files[0], ranks[2] - ranks[0])
    is_line = all(0 in step or abs(step[0]) == abs(step[1]) for step in (to_square, to_other))
    same_way = all((a > 0) - (a < 0) == (b > 0) - (b < 0) for a, b in zip(to_square, to_other, strict=True))
    return is_line and same_way and max(map(abs, to_square)) < max(map(abs, to_other))
