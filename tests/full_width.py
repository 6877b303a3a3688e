"""Full-width search for tsume mates, the truth that the solver is held against; and its problems."""

import random
from collections.abc import Iterator

from kiebitz.core.shogi.notation import checking_moves, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, KING, SET, Setup, SfenError, square_at, write_sfen
from sources import DATA

CORNER = [square_at(file, rank) for file in range(4) for rank in range(4)]


def mates_within(position: ShogiPosition, plies: int) -> bool:
    """Whether the side to move mates within so many plies by checks alone, whatever the defence."""
    for move in checking_moves(position):
        push(position, move)
        replies = legal_moves(position)
        refuted = bool(replies) and plies < 3
        for reply in () if refuted else replies:
            push(position, reply)
            refuted = not mates_within(position, plies - 2)
            position.pop()
            if refuted:
                break
        position.pop()
        if not refuted:
            return True
    return False


def random_problems(chance: random.Random, count: int) -> Iterator[str]:
    """So many SFENs with a king near a corner, few men around it, and something in the attacker's hand."""
    while count:
        men, hands = [EMPTY] * 82, [[0] * 7, [0] * 7]
        squares = chance.sample(CORNER, 8)
        men[squares.pop()] = 2 * KING + 1
        left = dict(SET)
        for _ in range(chance.randint(2, 6)):
            kind = chance.randrange(7)
            if left[kind]:
                left[kind] -= 1
                promoted = kind < 6 and chance.random() < 0.2
                men[squares.pop()] = 2 * (kind + 8 * promoted) + (chance.random() < 0.3)
        for _ in range(chance.randint(1, 4)):
            kind = chance.choice([kind for kind in SET if left[kind]])
            left[kind] -= 1
            hands[0][kind] += 1
        for kind in chance.sample(list(SET), 2):
            hands[1][kind] = left[kind]
        try:
            position = ShogiPosition(write_sfen(Setup(tuple(men), 0, (tuple(hands[0]), tuple(hands[1])), 1)))
        except SfenError:
            continue
        count -= 1
        yield position.sfen()


def known_problems() -> list[tuple[str, bool, int, str]]:
    """SFEN, whether there is a mate, plies, and how that is known (see tests/data/README.md)."""
    problems = []
    for line in (DATA / "tsume" / "mates_1_to_9.tsv").read_text().splitlines():
        if not line.startswith("#"):
            sfen, claim, known_by = line.split("\t")
            what, plies = claim.split()
            problems.append((sfen, what == "mate", int(plies), known_by))
    return problems


def microcosmos_end(plies: int) -> str:
    """The SFEN of Microcosmos so many plies before its mate."""
    sfen, moves = microcosmos()
    position = ShogiPosition(sfen)
    for move in moves[: len(moves) - plies]:
        push(position, move)
    return position.sfen()


def microcosmos() -> tuple[str, list[str]]:
    """The longest tsume problem known: its SFEN, and its solution in USI moves."""
    lines = (DATA / "tsume" / "microcosmos.txt").read_text().splitlines()
    return lines[1], lines[2].split()
