"""Gain of the null move: depth at equal nodes, and Elo at equal nodes.

Positions of the opening, the middlegame and the ending are searched with a fixed number of nodes under each policy,
in the search of its time (the era Nimzo) and in today's; the depth reached is compared with that of the same search
without null moves. Then the policies play matches at fixed nodes: Nimzo's null move against none, reduction 3 and
adaptive against reduction 2, and today's default against today's without. Everything repeats exactly; Elo has its 95%
interval.

Reported elsewhere and checked along: adaptive saves 10 to 30% of the nodes of reduction 2, and verified lies between
reductions 3 and 2. Nodes are compared at fixed depth.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF, POLICIES
from kiebitz_claims.measuring.positions import PHASES, positions_of_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import geometric_mean, mean

STYLES = {"nimzo": NIMZO, "today": TODAY}
# Nodes for depth, plies for nodes, games that give a position of each phase, nodes a move and pairs of a match.
PLAN_OF_MEASURING = (1_000_000, {"nimzo": 8, "today": 13}, slice(20, 40), 20_000, 200)
QUICK_PLAN = (5_000, {"nimzo": 4, "today": 6}, slice(-2, None), 300, 1)
# Of the openings of the first match; each later one has the next.
FIRST_SEED = 501
# First side, second side: style and policy.
MATCHES = (
    (("nimzo", "R = 2"), ("nimzo", OFF)),
    (("nimzo", "R = 3"), ("nimzo", "R = 2")),
    (("nimzo", "adaptive"), ("nimzo", "R = 2")),
    (("today", "adaptive"), ("today", OFF)),
    (("today", "adaptive"), ("today", "R = 2")),
)
CLAIMED_PLIES = 1.0, 2.0
HASH_MB = 64
DEPTHS, GAMES = "Depth at equal nodes", "Matches at equal nodes"
EACH = "Every position"

STUDY = Study(
    __file__,
    constants=globals(),
    headings=HEADINGS,
    phases=len(PHASES),
    match_games=2 * PLAN_OF_MEASURING[4],
    last_seed=FIRST_SEED + len(MATCHES) - 1,
)
DEEPER, STRONGER = STUDY.predictions.values()


def settings_of(style: str, policy: str) -> SearchSettings:
    """The search of a style under a policy."""
    return {**STYLES[style], **POLICIES[policy]}


def side_name(side: tuple[str, str]) -> str:
    """Style and policy, for people."""
    return ", ".join(side)


def measure(quick: bool, progress: Progress) -> Result:
    """Compare depths and nodes, then play."""
    nodes, depths, taken, match_nodes, pairs = QUICK_PLAN if quick else PLAN_OF_MEASURING
    samples = positions_of_phases(taken)
    fens, games = [sample.fen for _, sample in samples], [sample.name for _, sample in samples]
    progress.expect(2 * len(STYLES) * len(POLICIES) + len(MATCHES) * pairs)
    depth_rows, node_rows = [], []
    each: list[tuple[str, str, str, str, int, int]] = []
    gains: dict[tuple[str, str], Estimate] = {}
    for style in STYLES:
        reached, spent = {}, {}
        for policy in POLICIES:
            used = settings_of(style, policy)
            reached[policy] = progress.step(
                f"{style}, {policy}, depth after {nodes:,} nodes, {len(fens)} positions",
                lambda used=used: [search_once(fen, used, hash_mb=HASH_MB, nodes=nodes)["depth"] for fen in fens],  # type: ignore[misc]
            )
            spent[policy] = progress.step(
                f"{style}, {policy}, nodes to depth {depths[style]}, {len(fens)} positions",
                lambda used=used, style=style: [  # type: ignore[misc]
                    search_once(fen, used, hash_mb=HASH_MB, depth=depths[style])["nodes"] for fen in fens
                ],
            )
        for policy in POLICIES:
            gain = gains[style, policy] = mean(
                (after - before for after, before in zip(reached[policy], reached[OFF], strict=True)), games
            )
            depth_rows.append((style, policy, mean(reached[policy]).value, gain.value, gain.low, gain.high))
            share = geometric_mean((mine / two for mine, two in zip(spent[policy], spent["R = 2"], strict=True)), games)
            node_rows.append((style, policy, depths[style], sum(spent[policy]), share.value, share.low, share.high))
            each += [
                (style, policy, phase, sample.name, depth, number)
                for (phase, sample), depth, number in zip(samples, reached[policy], spent[policy], strict=True)
            ]
    outcomes = [
        play_match(
            f"{side_name(first)} - {side_name(second)}, {match_nodes} nodes",
            Side(settings_of(*first)),
            Side(settings_of(*second)),
            pairs,
            progress,
            match_limit=MatchLimit(nodes=match_nodes),
            openings_seed=seed,
        )
        for seed, (first, second) in enumerate(MATCHES, FIRST_SEED)
    ]
    return STUDY.result(
        depth_rows,
        node_rows,
        [
            (side_name(first), side_name(second), *outcome.row)
            for (first, second), outcome in zip(MATCHES, outcomes, strict=True)
        ],
        each,
        figures=(Measurement("plies gained, nimzo, R = 2", gains["nimzo", "R = 2"].value, "plies"),),
        conditions={
            "depth": f"{nodes:,} nodes, {len(fens)} positions, {HASH_MB} MB",
            "matches": f"{match_nodes:,} nodes a move, {2 * pairs} games each",
        },
    )


def judge(
    plies: Estimate, elo: Estimate, plies_today: Estimate, elo_today: Estimate, counts: tuple[int, int]
) -> Judgement:
    """Both gains, in the search of its time, against the ranges claimed; today's are told beside them.

    ``counts`` are the positions searched and the games played.
    """
    return Judgement(
        (DEEPER.judged(plies, counts[0], "positions"), STRONGER.judged(elo, counts[1], "games")),
        f"In today's search it gains {plies_today.value:.2f} plies ({plies_today.low:.2f} to {plies_today.high:.2f}) "
        f"and {elo_today.value:+.0f} Elo ({elo_today.low:+.0f} to {elo_today.high:+.0f}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    plies = {row[:2]: Estimate(*row[3:]) for row in result.rows(DEPTHS)}
    positions = sum(row[:2] == ("nimzo", OFF) for row in result.rows(EACH))
    matches = {row[:2]: row[2:] for row in result.rows(GAMES)}
    in_its_time, today = matches["nimzo, R = 2", "nimzo, off"], matches["today, adaptive", "today, off"]
    return (
        plies["nimzo", "R = 2"],
        elo_of_row(*in_its_time[3:]),
        plies["today", "adaptive"],
        elo_of_row(*today[3:]),
        (positions, sum(in_its_time[:3])),
    )


def draw(result: Result, figure: Figure) -> None:
    """Plies gained by policy, with their intervals."""
    axes = figure.add_subplot()
    table = result.table(DEPTHS)
    policies = [policy for policy in POLICIES if policy != OFF]
    for number, style in enumerate(STYLES):
        gains, lows, highs = (
            [table.numbers(heading, search=style, policy=policy)[0] for policy in policies]
            for heading in ("gain", "low", "high")
        )
        places = [place + 0.2 * number for place in range(len(policies))]
        axes.errorbar(places, gains, whiskers(gains, lows, highs), fmt="o", capsize=4, label=style)
    axes.axhspan(*CLAIMED_PLIES, color="grey", alpha=0.2, label="claimed")
    axes.set_xticks([place + 0.1 for place in range(len(policies))], policies)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_ylabel("plies deeper than without null move, equal nodes")
    legend_above(figure, axes)
