"""A gauntlet against anchors: where the player stands on their scale, in words, as a table and for machines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kiebitz.arena.match import elo
from kiebitz.arena.match.anchors import SCALE, Anchor
from kiebitz.arena.match.contest import Contest
from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.rating import UNKNOWN, performance
from kiebitz.arena.match.record import FIRST, SECOND
from kiebitz.arena.match.standing import figures, interval, ledger_line
from kiebitz.arena.match.tally import Tally


@dataclass(frozen=True, slots=True)
class Rung:
    """An anchor, and what the games against it say."""

    anchor: Anchor
    tally: Tally
    """Of these games, from the player's view."""
    difference: Estimate
    """Elo of the player over the anchor, by these games alone."""
    rating: Estimate
    """The player's on the scale by these games alone, if the anchor's is known; else the anchor's, by the player's."""

    @property
    def height(self) -> float:
        """Where on the scale the anchor stands."""
        return self.rating.value if self.anchor.rating is None else self.anchor.rating


@dataclass(frozen=True, slots=True)
class Ladder:
    """The player among the anchors."""

    player: str
    """How the match calls the player."""
    rating: Estimate
    """On the scale, by all games against anchors of known rating together."""
    rungs: tuple[Rung, ...]
    """The strongest anchor first."""


def ladder(contest: Contest, anchors: Mapping[str, Anchor]) -> Ladder:
    """Where the first player of a contest stands, whose others are ``anchors`` by their names in it."""
    names = [spec.name for spec in contest.plan.setup.players]
    pairings = zip(contest.plan.schedule.pairings, contest.tallies, strict=True)
    met = [(anchors[names[second]], tally) for (_, second), tally in pairings]
    rating = performance([(anchor.rating, tally.pairs) for anchor, tally in met if anchor.rating is not None])
    rungs = [_rung(anchor, tally, rating) for anchor, tally in met]
    unknown_last = [math.inf if math.isnan(rung.height) else -rung.height for rung in rungs]
    order = sorted(range(len(rungs)), key=unknown_last.__getitem__)
    return Ladder(names[FIRST], rating, tuple(rungs[index] for index in order))


def _rung(anchor: Anchor, tally: Tally, player: Estimate) -> Rung:
    difference = elo.logistic(tally.pairs) if any(tally.pairs) else UNKNOWN
    if anchor.rating is None:
        return Rung(anchor, tally, difference, _below(player, difference))
    ends = (anchor.rating + end for end in (difference.value, difference.low, difference.high))
    return Rung(anchor, tally, difference, Estimate(*ends))


def _below(player: Estimate, difference: Estimate) -> Estimate:
    """The players worse than this one by so much; both errors count, which are of different games."""
    value = player.value - difference.value
    if not math.isfinite(value):
        return Estimate(value, -math.inf, math.inf)
    low = value - math.hypot(player.value - player.low, difference.high - difference.value)
    return Estimate(value, low, value + math.hypot(player.high - player.value, difference.value - difference.low))


def ladder_table(found: Ladder) -> Table:
    """The anchors, the strongest first."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Anchor", no_wrap=True)
    for heading in ("Rating", "Points", "+ = -", "Elo over it", "Rating by it", "Own faults", "Its faults"):
        table.add_column(heading, justify="right", no_wrap="faults" not in heading)
    for rung in found.rungs:
        tally, is_known = rung.tally, rung.anchor.rating is not None
        table.add_row(
            Text(rung.anchor.name),
            str(rung.anchor.rating) if is_known else on_scale(rung.rating),
            f"{tally.wins + tally.draws / 2:g}/{tally.games}",
            f"{tally.wins} {tally.draws} {tally.losses}",
            interval(rung.difference) if tally.games else "",
            on_scale(rung.rating) if is_known else "",
            *(_faults(tally, player) for player in (FIRST, SECOND)),
        )
    return table


def _faults(tally: Tally, player: int) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(tally.faults_of(player).items())) or "none"


def ladder_lines(found: Ladder) -> list[str]:
    """Legend of the figures."""
    known = [rung for rung in found.rungs if rung.anchor.rating is not None and any(rung.tally.pairs)]
    if not known:
        return ["No rating: no game was played against an anchor whose rating is stated"]
    pairs = sum(sum(rung.tally.pairs) for rung in known)
    rating = f"{on_scale(found.rating)} {'on the scale of' if math.isfinite(found.rating.value) else 'all levels of'}"
    return [
        f"{found.player}: {rating} {SCALE}  (95%, from {pairs:,} pairs against {len(known)} of its levels)",
        "An anchor without a stated rating has the one that follows from the player's; what is wrong with the scale"
        " itself is in no interval",
    ]


def headline(found: Ladder) -> str:
    """The player's rating: 'Kiebitz: 2468 [2431, 2505] on the scale of …'."""
    where = "all levels" if math.isinf(found.rating.value) else "on the scale"
    return f"{found.player}: {on_scale(found.rating)} {where} of {SCALE}"


def on_scale(rating: Estimate) -> str:
    """'2468 [2431, 2505]'; 'unknown' if nothing is known, 'above' or 'below' where all was won or lost."""
    if math.isnan(rating.value):
        return "unknown"
    if not math.isfinite(rating.value):
        return "above" if rating.value > 0 else "below"
    ends = f" [{rating.low:.0f}, {rating.high:.0f}]" if math.isfinite(rating.error) else ""
    return f"{rating.value:.0f}{ends}"


def ladder_entry(found: Ladder, contest: Contest, facts: dict[str, Any]) -> dict[str, Any]:
    """The result for machines and ledgers; what is unknown is None."""
    return {
        **facts,
        "player": found.player,
        "limit": str(contest.plan.setup.rules.limit),
        "scale": SCALE,
        "rating": figures(found.rating),
        "anchors": [
            {
                "name": rung.anchor.name,
                "stated": rung.anchor.rating,
                "rating": figures(rung.rating),
                "elo": figures(rung.difference),
                "games": rung.tally.games,
                "wins": rung.tally.wins,
                "draws": rung.tally.draws,
                "losses": rung.tally.losses,
                "pairs": list(rung.tally.pairs),
                "faults": {side: dict(rung.tally.faults_of(player)) for player, side in enumerate(("own", "anchor"))},
            }
            for rung in found.rungs
        ],
        "games": contest.tally.games,
        "status": contest.status,
        "digest": contest.tally.digest,
        "seconds": round(contest.seconds, 1),
    }


def gauntlet_line(entry: dict[str, Any]) -> str:
    """The entry as ``key=value`` pairs in one line."""
    points = [f"{each['name']} {each['wins'] + each['draws'] / 2:g}/{each['games']}" for each in entry["anchors"]]
    return ledger_line({**entry, "anchors": "; ".join(points)}).replace("match:", "gauntlet:", 1)
