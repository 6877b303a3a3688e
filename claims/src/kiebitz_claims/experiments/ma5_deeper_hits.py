"""Whether a hit from a greater depth than asked can harm.

Two searches differ in whether the table's values may end a node; the one "with moves only" uses the table to order
moves. In the era MiniMAX nothing depends on the way to a node but draws by repetition, and a value of just the depth
asked is what a search would have given. But in quiescence both take a bound of the table, of whatever depth, for what
standing pat is worth, where it says more than the evaluation. So what the two find otherwise comes from hits of a
greater depth, now and then from repetitions, and from such bounds, which may help the search with moves only (so in
WAC.124): the figures are of all of it. Both search the same positions to the same depth, with an empty table before:
endings of three and four men, whose right moves are those that keep the result by the tablebases, and the positions of
a tactical suite with their solutions. Harm is a right move that only the search without the values finds; a right move
that only the other finds is counted against it. Each search with values is recorded, so that hits of a greater depth
are counted among those that ended a node.
"""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import Exercise, choices, suite
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import MATE_CENTIPAWNS, search_once
from kiebitz_claims.measuring.settings import MINIMAX, SearchSettings, describe
from kiebitz_claims.measuring.statistics import paired_difference, scaled, share_of_sums

ENDINGS, TACTICS = "endings", "tactics"
DEPTHS, QUICK_DEPTHS = {ENDINGS: 10, TACTICS: 6}, {ENDINGS: 6, TACTICS: 4}
COUNTS, QUICK_COUNT = {ENDINGS: 360, TACTICS: 280}, 6
POSITIONS_A_STEP = 20
HASH_MB = 64
MOVES_ONLY: SearchSettings = {**MINIMAX, "table_cutoffs": 0}
HIT = REASONS.index("table hit")
MAX_ROWS = 3_000_000
EACH = "Every position"

STUDY = Study(
    __file__,
    constants=globals(),
    endings=COUNTS[ENDINGS],
    endings_depth=DEPTHS[ENDINGS],
    tactics=COUNTS[TACTICS],
    tactics_depth=DEPTHS[TACTICS],
)
DEEPER, HARMLESS = STUDY.predictions.values()


class Found(TypedDict):
    """Of one position."""

    solved: list[bool]
    """True if a right move was found, with the table's values and with its moves only."""
    centipawns: list[int]
    """The values found."""
    hits: int
    """Hits that ended a node."""
    deeper: int
    """Those of them from a greater depth than asked."""


def exercises(world: str) -> list[Exercise]:
    """All positions of a world."""
    return choices() if world == ENDINGS else suite("win_at_chess")


def compare(tasks: list[Exercise], depth: int) -> list[Found]:
    """Both searches of each position."""
    found = []
    for task in tasks:
        with Engine(**options_by_name(MINIMAX, hash_mb=HASH_MB)) as engine:
            trace = engine.trace(task.fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        line = trace.info.lines[0]
        without = search_once(task.fen, MOVES_ONLY, hash_mb=HASH_MB, depth=depth)
        hits = trace.rows[trace.rows["reason"] == HIT]
        found.append(
            Found(
                solved=[line.moves[0] in task.best, without["move"] in task.best],
                centipawns=[line.score.clipped(MATE_CENTIPAWNS), without["centipawns"]],
                hits=len(hits),
                deeper=int(np.count_nonzero(hits["table_depth"] > hits["depth"])),
            )
        )
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Both worlds, some positions a step."""
    depths = QUICK_DEPTHS if quick else DEPTHS
    # A first look takes other positions than the plan's.
    tasks = {
        world: exercises(world)[-QUICK_COUNT:] if quick else exercises(world)[:count] for world, count in COUNTS.items()
    }
    steps = {
        world: [of[first : first + POSITIONS_A_STEP] for first in range(0, len(of), POSITIONS_A_STEP)]
        for world, of in tasks.items()
    }
    progress.expect(sum(map(len, steps.values())))
    rows: list[tuple[Any, ...]] = []
    for world, parts in steps.items():
        for number, part in enumerate(parts):
            found: list[Found] = progress.step(
                f"{world}, part {number + 1} of {len(part)}, depth {depths[world]}", compare, part, depths[world]
            )
            rows += [
                (world, task.name, *map(int, each["solved"]), *each["centipawns"], each["hits"], each["deeper"])
                for task, each in zip(part, found, strict=True)
            ]
    hits, deeper = (sum(row[column] for row in rows) for column in (6, 7))
    return STUDY.result(
        rows,
        figures=(
            Measurement("hits of a greater depth", 100 * deeper / max(hits, 1), "%"),
            Measurement("positions whose value differs", sum(row[4] != row[5] for row in rows)),
        ),
        conditions={
            "search": f"{', '.join(f'{world} to {depth} plies' for world, depth in depths.items())}; table of "
            f"{HASH_MB} MB, empty before each; {describe(['minimax'])}",
            "hits": f"counted in the first {MAX_ROWS:,} nodes of each search",
        },
    )


def judge(
    solved: dict[str, tuple[int, int, int]], hits: dict[str, list[tuple[int, int]]], others: int, lost: list[str]
) -> Judgement:
    """Hits of a greater depth are seen, and in no kind of position do they cost more than two solutions of a hundred.

    By kind of position: how many are solved with values only, with moves only, and positions; hits and those of a
    greater depth of each; ``others`` is how many values differ, ``lost`` the positions solved without the values only.
    """
    return Judgement(
        (
            in_all({world: DEEPER.judged(share(found), len(found), "positions") for world, found in hits.items()}),
            in_all(
                {
                    world: HARMLESS.judged(
                        scaled(paired_difference(only_with, only_without, pairs), 100), pairs, "positions"
                    )
                    for world, (only_with, only_without, pairs) in solved.items()
                }
            ),
        ),
        f"The value differs in {others} positions; "
        + "; ".join(
            f"of {pairs} {world} {only_without} are solved without the values only, {only_with} with them only"
            for world, (only_with, only_without, pairs) in solved.items()
        )
        + "."
        + (f" Whether a deeper hit did harm in {', '.join(lost)} is not told by that." if lost else ""),
    )


def share(found: list[tuple[int, int]]) -> Any:
    """Hits of a greater depth of all, in per cent; errors by positions."""
    return scaled(share_of_sums((deeper for _, deeper in found), (hits for hits, _ in found)), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(EACH)
    solved, hits = {}, {}
    for world in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == world]
        pairs = [(row[2], row[3]) for row in own]
        solved[world] = pairs.count((1, 0)), pairs.count((0, 1)), len(pairs)
        hits[world] = [(row[6], row[7]) for row in own]
    lost = [row[1] for row in rows if (row[2], row[3]) == (0, 1)]
    return solved, hits, sum(row[4] != row[5] for row in rows), lost
