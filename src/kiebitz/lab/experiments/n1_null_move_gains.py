"""What the null move brings: depth at equal nodes, and Elo at equal nodes.

Positions of the opening, the middlegame and the ending are searched with a fixed number of nodes under each policy,
in the search of its time (the era Nimzo) and in today's; the depth reached is compared with that of the same search
without null moves. Then the policies play matches at fixed nodes: Nimzo's null move against none, reduction 3 and
adaptive against reduction 2, and today's default against today's without. Everything repeats exactly; Elo has its 95%
interval.

Reported elsewhere and checked along: adaptive saves 10 to 30% of the nodes of reduction 2, and verified lies between
reductions 3 and 2. Nodes are compared at fixed depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.fit import fit, told, verdict_of
from kiebitz.lab.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF, POLICIES
from kiebitz.lab.measuring.positions import PHASES, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import geometric_mean, mean
from kiebitz.match.elo import Estimate
from kiebitz.match.time_control import MatchLimit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N1",
    title="What the null move brings",
    statement="A program with the null move searches one to two plies deeper than the same program without, and plays "
    "200 to 300 Elo better.",
    source=DOCUMENT,
)

STYLES = {"nimzo": NIMZO, "today": TODAY}
# Nodes for depth, plies for nodes, positions of each phase, nodes a move and pairs of a match.
PLAN = (1_000_000, {"nimzo": 8, "today": 13}, 8, 20_000, 40)
QUICK_PLAN = (5_000, {"nimzo": 4, "today": 6}, 2, 300, 1)
# First side, second side: style and policy.
MATCHES = (
    (("nimzo", "R = 2"), ("nimzo", OFF)),
    (("nimzo", "R = 3"), ("nimzo", "R = 2")),
    (("nimzo", "adaptive"), ("nimzo", "R = 2")),
    (("today", "adaptive"), ("today", OFF)),
    (("today", "adaptive"), ("today", "R = 2")),
)
CLAIMED_PLIES, CLAIMED_ELO = (1.0, 2.0), (200.0, 300.0)
HASH_MB = 64
DEPTHS, NODES, GAMES = "Depth at equal nodes", "Nodes at equal depth", "Matches at equal nodes"


def settings_of(style: str, policy: str) -> SearchSettings:
    """The search of a style under a policy."""
    return {**STYLES[style], **POLICIES[policy]}


def side_name(side: tuple[str, str]) -> str:
    """Style and policy, for people."""
    return ", ".join(side)


def measure(quick: bool, progress: Progress) -> Result:
    """Compare depths and nodes, then play."""
    nodes, depths, count, match_nodes, pairs = QUICK_PLAN if quick else PLAN
    fens = [sample.fen for phase in PHASES for sample in phase_positions(phase, count)]
    progress.expect(2 * len(STYLES) * len(POLICIES) + len(MATCHES) * pairs)
    depth_rows, node_rows = [], []
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
                after - before for after, before in zip(reached[policy], reached[OFF], strict=True)
            )
            depth_rows.append((style, policy, mean(reached[policy]).value, gain.value, gain.low, gain.high))
            share = geometric_mean(mine / two for mine, two in zip(spent[policy], spent["R = 2"], strict=True))
            node_rows.append((style, policy, depths[style], sum(spent[policy]), share.value, share.low, share.high))
    outcomes = [
        play_match(
            f"{side_name(first)} - {side_name(second)}, {match_nodes} nodes",
            Side(settings_of(*first)),
            Side(settings_of(*second)),
            pairs,
            progress,
            match_limit=MatchLimit(nodes=match_nodes),
        )
        for first, second in MATCHES
    ]
    verdict, why = judge(gains["nimzo", "R = 2"], outcomes[0].elo, gains["today", "adaptive"], outcomes[3].elo)
    return Result(
        verdict=verdict,
        why=why,
        measurements=(Measurement("plies gained, nimzo, R = 2", gains["nimzo", "R = 2"].value, "plies"),),
        tables=(
            Table(DEPTHS, ("search", "policy", "mean depth", "gain", "low", "high"), tuple(depth_rows)),
            Table(NODES, ("search", "policy", "depth", "nodes", "of R = 2", "low", "high"), tuple(node_rows)),
            Table(
                GAMES,
                ("first", "second", *HEADINGS),
                tuple(
                    (side_name(first), side_name(second), *outcome.row)
                    for (first, second), outcome in zip(MATCHES, outcomes, strict=True)
                ),
            ),
        ),
        conditions={
            "depth": f"{nodes:,} nodes, {len(fens)} positions, {HASH_MB} MB",
            "matches": f"{match_nodes:,} nodes a move, {2 * pairs} games each",
        },
    )


def judge(plies: Estimate, elo: Estimate, plies_today: Estimate, elo_today: Estimate) -> tuple[Verdict, str]:
    """Both gains, in the search of its time, against the ranges claimed; today's are told beside them."""
    parts = {
        f"{CLAIMED_PLIES[0]:.0f} to {CLAIMED_PLIES[1]:.0f} plies": fit(plies, *CLAIMED_PLIES),
        f"{CLAIMED_ELO[0]:.0f} to {CLAIMED_ELO[1]:.0f} Elo": fit(elo, *CLAIMED_ELO),
    }
    gains = [
        f"{deeper.value:.2f} plies ({deeper.low:.2f} to {deeper.high:.2f}) and "
        f"{stronger.value:+.0f} Elo ({stronger.low:+.0f} to {stronger.high:+.0f})"
        for deeper, stronger in ((plies, elo), (plies_today, elo_today))
    ]
    why = f"In Nimzo's search the null move gains {gains[0]}; in today's {gains[1]}. With Nimzo's, {told(parts)}."
    return verdict_of(parts), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    plies = {row[:2]: Estimate(*row[3:]) for row in result.rows(DEPTHS)}
    gains = {row[:2]: elo_of_row(*row[5:]) for row in result.rows(GAMES)}
    return (
        plies["nimzo", "R = 2"],
        gains["nimzo, R = 2", "nimzo, off"],
        plies["today", "adaptive"],
        gains["today, adaptive", "today, off"],
    )


def draw(result: Result, figure: Figure) -> None:
    """Plies gained by policy."""
    axes = figure.add_subplot()
    table = result.table(DEPTHS)
    policies = [policy for policy in POLICIES if policy != OFF]
    for number, style in enumerate(STYLES):
        gains = [table.numbers("gain", search=style, policy=policy)[0] for policy in policies]
        axes.bar([place + 0.4 * number for place in range(len(policies))], gains, 0.38, label=style)
    axes.axhspan(*CLAIMED_PLIES, color="grey", alpha=0.2, label="claimed")
    axes.set_xticks([place + 0.2 for place in range(len(policies))], policies)
    axes.set_ylabel("plies deeper than without null move, equal nodes")
    axes.legend()
