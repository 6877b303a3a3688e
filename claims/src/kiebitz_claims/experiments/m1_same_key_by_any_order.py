"""Two move orders that reach one position give one key, because XOR forgets the order and undoes itself.

First the article's example by hand, with its five-bit codes: d2-d4 at once, and d2-d3 followed by d3-d4. Then the real
thing, in random games. Wherever two moves of one side can be exchanged around an answer, both orders are played and the
keys compared. After every move the key, which is only ever changed by what the move changes, is compared with one that
is computed from the position alone, as if it had just been set up. And men are played out and back (Nf3 Nf6 Ng1 Ng8):
each code of such a man goes into the key twice, so that the key at the end has to be the first one. All this is done
with moves made; none is taken back for it, as our program then fetches the key that it had kept, without any XOR.

Positions are compared whole (placement, side to move, castling, en passant), so it also shows when different orders
lead to different positions: a double step of a pawn leaves an en passant square behind, and a king that comes back has
lost its right to castle.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kiebitz.core.chess.notation import MoveError, legal_moves, push
from kiebitz.core.chess.position import Position
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress

START_KEY, PAWN_D2, PAWN_D3, PAWN_D4 = 0b01101, 0b10110, 0b11100, 0b10101
EXPECTED_KEY = 0b01110
GAMES, QUICK_GAMES = 2000, 50
PLIES = 80
SEED = 1992
SQUARE = 2
"""Letters of a square's name in UCI text."""

STUDY = Study(__file__, constants=globals())
EXAMPLE, ONE_KEY, OWN_KEY, IDENTITY = STUDY.predictions.values()


def five_bit_example() -> list[tuple[str, str, str, str]]:
    """The article's calculation: (move order, step, key before, key after), keys as five binary digits."""
    orders = {
        "d2-d4": (("pawn leaves d2", PAWN_D2), ("pawn on d4", PAWN_D4)),
        "d2-d3, d3-d4": (
            ("pawn leaves d2", PAWN_D2),
            ("pawn on d3", PAWN_D3),
            ("pawn leaves d3", PAWN_D3),
            ("pawn on d4", PAWN_D4),
        ),
    }
    steps = []
    for order, codes in orders.items():
        key = START_KEY
        for step, code in codes:
            steps.append((order, step, f"{key:05b}", f"{key ^ code:05b}"))
            key ^= code
    return steps


def placement(position: Position) -> str:
    """The key of a position, without the counters of moves."""
    return " ".join(position.fen().split()[:4])


def exchange(position: Position, moves: tuple[str, str, str]) -> tuple[Position, Position] | None:
    """The positions after first, answer, second and after second, answer, first; None if one of them is illegal."""
    first, answer, second = moves
    ends = []
    for order in ((first, answer, second), (second, answer, first)):
        after = position.copy()
        try:
            for move in order:
                push(after, move)
        except MoveError:
            return None
        ends.append(after)
    return ends[0], ends[1]


def out_and_back(position: Position, random: Random) -> Position | None:
    """The position after a man of each side, chosen by chance, has gone somewhere and back; None if one can't."""
    after = position.copy()
    ways = []
    for _ in range(2):
        moves = legal_moves(after)
        if not moves:
            return None
        ways.append(random.choice(moves))
        push(after, ways[-1])
    for move in ways:
        back = move[SQUARE : 2 * SQUARE] + move[:SQUARE]
        try:
            push(after, back)
        except MoveError:
            return None
    return after


def play_games(games: int, seed: int) -> dict[str, int]:
    """Counts over random games: what was tried, and the outcomes that matter."""
    random = Random(seed)
    counts = {"positions reached": 0, "key not its own": 0, "orders exchanged": 0, "same position": 0}
    counts |= {"same position, keys differ": 0, "other position, keys agree": 0}
    counts |= {"out and back": 0, "out and back, keys differ": 0}
    for _ in range(games):
        position = Position()
        for _ in range(PLIES):
            moves = legal_moves(position)
            if not moves:
                break
            first, second = random.choice(moves), random.choice(moves)
            after = position.copy()
            push(after, first)
            answers = legal_moves(after)
            if first != second and answers:
                ends = exchange(position, (first, random.choice(answers), second))
                if ends is not None:
                    one, other = ends
                    same = placement(one) == placement(other)
                    counts["orders exchanged"] += 1
                    counts["same position"] += same
                    counts["same position, keys differ"] += same and one.hash_key != other.hash_key
                    counts["other position, keys agree"] += not same and one.hash_key == other.hash_key
            came_back = out_and_back(position, random)
            if came_back is not None:
                same = placement(came_back) == placement(position)
                counts["out and back"] += same
                counts["out and back, keys differ"] += same and came_back.hash_key != position.hash_key
                counts["other position, keys agree"] += not same and came_back.hash_key == position.hash_key
            push(position, first)
            counts["positions reached"] += 1
            counts["key not its own"] += position.hash_key != Position(position.fen()).hash_key
    return counts


def measure(quick: bool, progress: Progress) -> Result:
    """The example by hand, and random games."""
    games = QUICK_GAMES if quick else GAMES
    progress.expect(1)
    steps = five_bit_example()
    counts = progress.step(f"{games} games, seed {SEED}", play_games, games, SEED)
    return STUDY.result(
        steps,
        figures=tuple(Measurement(name, value) for name, value in counts.items()),
        conditions={"games": f"{games:,} random games of {PLIES} plies, seed {SEED}", "key": "64 bits"},
    )


def judge(ends: tuple[str, ...], counts: dict[str, int]) -> Judgement:
    """The example must end in the article's key by both orders; and of what was tried no key may be another."""
    asked = (
        (ONE_KEY, "same position", "same position, keys differ"),
        (OWN_KEY, "positions reached", "key not its own"),
        (IDENTITY, "out and back", "out and back, keys differ"),
    )
    return Judgement(
        (
            EXAMPLE.judged(exactly(sum(end != f"{EXPECTED_KEY:05b}" for end in ends))),
            *(
                prediction.judged(exactly(counts[exceptions])) if counts[tried] else prediction.undecided("none tried")
                for prediction, tried, exceptions in asked
            ),
        ),
        f"{counts['same position']:,} pairs of orders reach one position; {counts['positions reached']:,} positions'"
        f" keys were computed anew; {counts['out and back']:,} times men went out and back.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    ends = {order: after for order, _, _, after in result.tables[0].rows}
    return tuple(ends.values()), result.measured
