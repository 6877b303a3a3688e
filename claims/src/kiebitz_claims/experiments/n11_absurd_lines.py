"""Share of a search's lines that end in positions that clearly favour a side, and what the null move leaves of them.

Balanced middlegames are searched by the era Nimzo, without its table so that lines aren't cut short by what was found
elsewhere, once without the null move and once with it. Of every node of the last iteration at which the depth is used
up the static evaluation is kept: that is where a line ends and quiescence begins. A line is absurd if its end favours
either side by two pawns. What people would call bizarre is wider than that, as is what a search knows of a line before
its end; so the share says what the programs' own evaluation finds, and is of the lines that alpha-beta looks at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import championship_positions, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import SearchSettings
from kiebitz_claims.measuring.statistics import geometric_mean, ratio_of_sums, scaled, share_of_sums

DEPTHS, QUICK_DEPTHS = (2, 3, 4, 5), (1, 2)
GAMES, QUICK_GAMES = 60, 2
MAX_ROWS = 3_000_000
BALANCED, MARGIN = 50, 200
NO_EVALUATION = 32_002
WITHOUT, WITH = "without", "with"
SEARCHES: dict[str, SearchSettings] = {
    WITHOUT: {**NIMZO, "transposition_table": 0, "null_move_policy": OFF},
    WITH: {**NIMZO, "transposition_table": 0, "zugzwang_rule_3": 0},
}


class Lines(NamedTuple):
    """The lines of one search of a position."""

    game: str
    null_move: str
    depth: int
    ends: int
    absurd: int


STUDY = Study(__file__, Lines, balanced=BALANCED, margin=MARGIN, depths=" to ".join(map(str, (DEPTHS[0], DEPTHS[-1]))))


def lines(fen: str, settings: SearchSettings, depth: int) -> list[int]:
    """Lines whose depth is used up, and those of them that are absurd; nothing of a position that isn't balanced.

    Raises RuntimeError if the search has more nodes than can be recorded.
    """
    with Engine(**options_by_name(settings, hash_mb=1)) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
    if trace.unrecorded:
        raise RuntimeError(f"{fen} takes more than {MAX_ROWS:,} rows to depth {depth}; search it less deep")
    rows = trace.last_iteration().rows
    if abs(int(rows["evaluation"][0])) > BALANCED:
        return [0, 0]
    quiet = rows["kind"] == KINDS.index("quiescence")
    begins = quiet & ~quiet[rows["parent"]] & (rows["evaluation"] != NO_EVALUATION)
    evaluations = rows["evaluation"][begins].astype(int)
    return [len(evaluations), int(np.count_nonzero(np.abs(evaluations) >= MARGIN))]


def measure(quick: bool, progress: Progress) -> Result:
    """Every position to every depth, with the null move and without."""
    depths = QUICK_DEPTHS if quick else DEPTHS
    samples = championship_positions("middlegame", taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(len(samples) * len(depths) * len(SEARCHES))
    found = [
        Lines(sample.name, name, depth, *progress.step(f"{name}, {depth}, {sample.fen}", lines, *search))
        for sample in samples
        for name, settings in SEARCHES.items()
        for depth in depths
        if (search := (sample.fen, settings, depth))
    ]
    return STUDY.result([row for row in found if row.ends])


def judge(found: list[Lines]) -> Judgement:
    """Shares are sums over positions; two searches of one position are compared with each other."""
    depths = sorted({row.depth for row in found})
    by = {(row.game, row.null_move, row.depth): row for row in found}
    games = sorted({row.game for row in found})
    without = {depth: [by[game, WITHOUT, depth] for game in games] for depth in depths}
    shares = {
        depth: scaled(share_of_sums((row.absurd for row in rows), (row.ends for row in rows)), 100)
        for depth, rows in without.items()
    }
    least, greatest = depths[0], depths[-1]
    predictions, sample = STUDY.predictions, (len(games), "positions")
    grown = geometric_mean(
        ((after.absurd + 1) / (after.ends + 1)) / ((before.absurd + 1) / (before.ends + 1))
        for before, after in zip(without[least], without[greatest], strict=True)
    )
    left = ratio_of_sums((by[game, WITH, greatest].absurd for game in games), (row.absurd for row in without[greatest]))
    told = ", ".join(f"{share.value:.1f}% at {depth} plies" for depth, share in shares.items())
    return STUDY.judgement(
        f"Absurd without the null move: {told}.",
        absurd=predictions["absurd"].judged(shares[greatest], *sample),
        deeper=predictions["deeper"].judged(grown, *sample),
        refuted=predictions["refuted"].judged(left, *sample),
    )


def draw(result: Result, figure: Figure) -> None:
    """The share of absurd lines by depth, with the null move and without."""
    axes = figure.add_subplot()
    rows = STUDY.rows(result, Lines)
    depths = sorted({row.depth for row in rows})
    for name in SEARCHES:
        chosen = [[row for row in rows if (row.null_move, row.depth) == (name, depth)] for depth in depths]
        shares = [100 * sum(row.absurd for row in each) / sum(row.ends for row in each) for each in chosen]
        axes.plot(depths, shares, "o-", label=f"{name} null move")
    axes.set_xticks(depths)
    axes.set(xlabel="plies", ylabel="lines that are absurd, per cent", ylim=(0, 100))
    axes.legend()
