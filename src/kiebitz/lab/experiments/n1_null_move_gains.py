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

from typing import TYPE_CHECKING

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.measuring.matches import HEADINGS, MatchResult, Side, play_match
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF, POLICIES, TODAY
from kiebitz.lab.measuring.positions import PHASES, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import Settings
from kiebitz.lab.measuring.statistics import Mean, geometric_mean, mean
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


def settings_of(style: str, policy: str) -> Settings:
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
    gains: dict[tuple[str, str], Mean] = {}
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
            allowance=MatchLimit(nodes=match_nodes),
        )
        for first, second in MATCHES
    ]
    verdict, why = judge(gains["nimzo", "R = 2"], outcomes[0], gains["today", "adaptive"], outcomes[3])
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


def judge(plies: Mean, match: MatchResult, plies_today: Mean, match_today: MatchResult) -> tuple[Verdict, str]:
    """The claim holds if both gains, in the search of its time, are not outside the range claimed."""
    why = (
        f"In Nimzo's search the null move gains {plies.value:.2f} plies and {match.elo.value:+.0f} Elo "
        f"({match.elo.low:.0f} to {match.elo.high:.0f}); in today's {plies_today.value:.2f} plies and "
        f"{match_today.elo.value:+.0f} Elo ({match_today.elo.low:.0f} to {match_today.elo.high:.0f})."
    )
    deeper = plies.high >= CLAIMED_PLIES[0] and plies.low <= CLAIMED_PLIES[1]
    stronger = match.elo.high >= CLAIMED_ELO[0] and match.elo.low <= CLAIMED_ELO[1]
    if deeper and stronger:
        return Verdict.HOLDS, why
    if plies.low > 0 and match.elo.low > 0:
        return Verdict.CONDITIONALLY, f"It gains, but not what is claimed: {why}"
    return (Verdict.UNDECIDED if match.elo.high > 0 else Verdict.FAILS), why


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
