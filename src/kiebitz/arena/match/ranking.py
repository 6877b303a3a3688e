"""How a match of more than two stands, in words, in tables and for machines."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kiebitz.arena.match import elo
from kiebitz.arena.match.contest import Contest
from kiebitz.arena.match.rating import ratings
from kiebitz.arena.match.record import FIRST, Effort
from kiebitz.arena.match.standing import PAIR_NAMES, figures, interval, ledger_line, signed


@dataclass(frozen=True, slots=True)
class Ranked:
    """One player's standing."""

    player: int
    """Its number."""
    name: str
    """Its name in the match."""
    won: int
    drawn: int
    lost: int
    effort: Effort
    """Time, nodes and depth it spent."""
    faults: Counter[str]
    """Its faults, counted by kind."""
    elo: elo.Estimate
    """Over the mean of all players, or over the first of a gauntlet."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A win is one, a draw half."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> float:
        """Fraction of the points it could have made; 0 before its first game."""
        return self.points / self.games if self.games else 0.0


def ranking(contest: Contest) -> list[Ranked]:
    """All players, the best first: by Elo, or by their share of the points where that is not known."""
    pairings = contest.plan.schedule.pairings
    counts = {pairing: tally.pairs for pairing, tally in zip(pairings, contest.tallies, strict=True)}
    estimates = ratings(len(contest.plan.setup.players), counts, FIRST if contest.is_gauntlet else None)
    ranked = []
    for player, (spec, estimate) in enumerate(zip(contest.plan.setup.players, estimates, strict=True)):
        won = drawn = lost = 0
        effort, faults = Effort(), Counter[str]()
        for pairing, tally in zip(pairings, contest.tallies, strict=True):
            if player in pairing:
                seat = pairing.index(player)
                won += tally.losses if seat else tally.wins
                lost += tally.wins if seat else tally.losses
                drawn += tally.draws
                effort += tally.efforts[seat]
                faults += tally.faults_of(seat)
        ranked.append(Ranked(player, spec.name, won, drawn, lost, effort, faults, estimate))
    is_known = not any(math.isnan(each.elo.value) for each in ranked)
    return sorted(ranked, key=lambda each: (each.elo.value if is_known else 0.0, each.share), reverse=True)


def ranking_progress(contest: Contest) -> str:
    """The standing in one line."""
    tally = contest.tally
    parts = [f"{tally.games:,}/{contest.plan.games:,} games"]
    if tally.games:
        leader = ranking(contest)[0]
        parts.append(f"{leader.name} leads, {leader.points:g} of {leader.games:,}")
    if tally.faults:
        parts.append(f"faults {len(tally.faults)}")
    return "  ".join(parts)


def ranking_table(contest: Contest) -> Table:
    """The players, best first: Elo with its error, points, results, effort, faults."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("", justify="right")
    table.add_column("Player", overflow="fold")
    headings = ("Elo", "±", "Games", "Points", "%", "Won", "Drawn", "Lost", "ms/move", "Nodes/move", "Depth", "Faults")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=heading != "Faults")
    for place, each in enumerate(ranking(contest), 1):
        moves = max(each.effort.moves, 1)
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(each.faults.items()))
        table.add_row(
            str(place),
            Text(each.name),
            "" if math.isnan(each.elo.value) else signed(each.elo.value),
            f"{each.elo.error:.1f}" if each.elo.error and math.isfinite(each.elo.error) else "",
            f"{each.games:,}",
            f"{each.points:g}",
            f"{100 * each.share:.1f}",
            f"{each.won:,}",
            f"{each.drawn:,}",
            f"{each.lost:,}",
            f"{each.effort.time_ms / moves:.1f}",
            f"{each.effort.nodes / moves:,.0f}",
            f"{each.effort.depths / moves:.1f}",
            faults or "none",
        )
    return table


def pairing_table(contest: Contest) -> Table:
    """Each pairing from its first player's view: results, how many pairs of games made how many points, Elo."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Player", overflow="fold")
    table.add_column("against", overflow="fold")
    for heading in ("Points", "Won", "Drawn", "Lost", f"Pairs {' '.join(PAIR_NAMES)}", "Elo"):
        table.add_column(heading, justify="right", no_wrap=True)
    for (first, second), tally in zip(contest.plan.schedule.pairings, contest.tallies, strict=True):
        table.add_row(
            Text(contest.plan.setup.players[first].name),
            Text(contest.plan.setup.players[second].name),
            f"{tally.wins + tally.draws / 2:g}",
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
            "  ".join(str(count) for count in tally.pairs),
            interval(elo.logistic(tally.pairs)) if tally.games else "",
        )
    return table


def ranking_entry(contest: Contest, facts: dict[str, Any]) -> dict[str, Any]:
    """The result for machines and ledgers; what is unknown is None."""
    tally = contest.tally
    names = [spec.name for spec in contest.plan.setup.players]
    return {
        **facts,
        "schedule": "gauntlet" if contest.is_gauntlet else "round robin",
        "limit": str(contest.plan.setup.rules.limit),
        "games": tally.games,
        "players": [
            {
                "name": each.name,
                "elo": figures(each.elo),
                "games": each.games,
                "wins": each.won,
                "draws": each.drawn,
                "losses": each.lost,
                "faults": dict(each.faults),
            }
            for each in ranking(contest)
        ],
        "pairings": [
            {
                "a": names[first],
                "b": names[second],
                "games": each.games,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
                "pairs": list(each.pairs),
                "elo": figures(elo.logistic(each.pairs)),
            }
            for (first, second), each in zip(contest.plan.schedule.pairings, contest.tallies, strict=True)
        ],
        "draw_rate": round(tally.draw_rate, 4),
        "status": contest.status,
        "digest": tally.digest,
        "seconds": round(contest.seconds, 1),
    }


def ranking_lines(contest: Contest) -> list[str]:
    """Legend of the tables' figures, and the ends of the games."""
    over = f"over {contest.plan.setup.players[FIRST].name}" if contest.is_gauntlet else "over the mean of the players"
    tally = contest.tally
    lines = []
    if contest.broken is not None:
        name = contest.plan.setup.players[contest.broken].name
        lines.append(f"Strength unknown: {name} doesn't play as it should")
    lines += [
        f"Elo: {over}, ± for 95%, from {sum(tally.pairs):,} pairs; draws {tally.draw_rate:.1%}",
        "Games ended by " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common()),
    ]
    return lines


def ranking_line(entry: dict[str, Any]) -> str:
    """The entry as ``key=value`` pairs in one line, without what each pairing did."""
    points = [f"{each['name']} {each['wins'] + each['draws'] / 2:g}/{each['games']}" for each in entry["players"]]
    return ledger_line({**entry, "players": "; ".join(points), "pairings": None})
