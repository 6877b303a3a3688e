"""The standing of a match of two: in words, as tables and as JSON."""

from __future__ import annotations

import math
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kiebitz.arena.match import elo
from kiebitz.arena.match.contest import Contest
from kiebitz.arena.match.record import FIRST, SECOND

PAIR_NAMES = ("0", "½", "1", "1½", "2")


def signed(value: float) -> str:
    """'+3.2'; infinity as '+inf', and no minus before 0."""
    return f"{value + 0.0 if abs(value) >= 0.05 else 0.0:+.1f}"


def progress_text(contest: Contest) -> str:
    """The standing in one line."""
    tally = contest.tally
    parts = [f"{tally.games:,}/{contest.plan.games:,} games  +{tally.wins} ={tally.draws} -{tally.losses}"]
    estimate = elo.logistic(tally.pairs)
    if math.isfinite(estimate.error):
        parts.append(f"Elo {signed(estimate.value)} ±{estimate.error:.1f}")
    sprt = contest.plan.sprt
    if sprt:
        parts.append(f"LLR {sprt.ratio(tally.pairs):+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})")
    if tally.faults:
        parts.append(f"faults {len(tally.faults)}")
    return "  ".join(parts)


def player_table(contest: Contest) -> Table:
    """Both players: points, results, effort, faults."""
    tally = contest.tally
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Player", overflow="fold")
    for heading in ("Points", "Won", "Drawn", "Lost", "ms/move", "Nodes/move", "Depth", "Faults"):
        table.add_column(heading, justify="right", no_wrap=heading != "Faults")
    results = (tally.wins, tally.draws, tally.losses), (tally.losses, tally.draws, tally.wins)
    for player in (FIRST, SECOND):
        won, drawn, lost = results[player]
        effort = tally.efforts[player]
        moves = max(effort.moves, 1)
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.faults_of(player).items()))
        table.add_row(
            Text(contest.plan.setup.players[player].name),
            f"{won + drawn / 2:g}",
            str(won),
            str(drawn),
            str(lost),
            f"{effort.time_ms / moves:.1f}",
            f"{effort.nodes / moves:,.0f}",
            f"{effort.depths / moves:.1f}",
            faults or "none",
        )
    return table


def result_lines(contest: Contest) -> list[str]:
    """Strength by the games, and how they ended."""
    tally = contest.tally
    first = contest.plan.setup.players[FIRST].name
    ended = "Games ended by " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())
    if contest.broken is not None:
        return [f"Strength unknown: {contest.plan.setup.players[contest.broken].name} doesn't play as it should", ended]
    pairs = sum(tally.pairs)
    lines = [
        f"Elo of {first}: {interval(elo.logistic(tally.pairs))}; normalized {interval(elo.normalized(tally.pairs))}"
        f"  (95%, from {pairs} pair{'s' * (pairs != 1)})",
        f"Stronger with probability {elo.likelihood_of_superiority(tally.pairs):.1%};"
        f" score {tally.score:.1%}, draws {tally.draw_rate:.1%}",
        "Pairs by points: " + "  ".join(f"{name}: {n}" for name, n in zip(PAIR_NAMES, tally.pairs, strict=True)),
        ended,
    ]
    sprt = contest.plan.sprt
    if sprt:
        outcome = {
            "H1": f"H1 accepted: {sprt.elo1:g} Elo or more is the better guess",
            "H0": f"H0 accepted: {sprt.elo0:g} Elo or less is the better guess",
            None: "not decided",
        }[contest.verdict]
        lines.append(
            f"SPRT {sprt.elo0:g} against {sprt.elo1:g} ({sprt.model} Elo): LLR {sprt.ratio(tally.pairs):+.2f}"
            f" in ({sprt.lower:.2f}, {sprt.upper:.2f}); {outcome}"
        )
    return lines


def interval(estimate: elo.Estimate) -> str:
    """'+3.2 [-1.0, +7.4]'; 'unknown' if nothing is known."""
    if not math.isfinite(estimate.error) and not math.isfinite(estimate.low) and not math.isfinite(estimate.high):
        return "unknown" if math.isfinite(estimate.value) else signed(estimate.value)
    return f"{signed(estimate.value)} [{signed(estimate.low)}, {signed(estimate.high)}]"


def ledger_entry(contest: Contest, facts: dict[str, Any]) -> dict[str, Any]:
    """The result for machines and ledgers; what is unknown is None."""
    tally = contest.tally
    sprt = contest.plan.sprt
    scales = {"elo": elo.logistic(tally.pairs), "normalized_elo": elo.normalized(tally.pairs)}
    players = contest.plan.setup.players
    return {
        **facts,
        "a": players[FIRST].name,
        "b": players[SECOND].name,
        "limit": str(contest.plan.setup.rules.limit),
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": list(tally.pairs),
        **{name: figures(estimate) for name, estimate in scales.items()},
        "los": round(elo.likelihood_of_superiority(tally.pairs), 4),
        "draw_rate": round(tally.draw_rate, 4),
        "sprt": None
        if sprt is None
        else {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "model": sprt.model,
            "llr": round(sprt.ratio(tally.pairs), 3),
            "verdict": contest.verdict,
        },
        "faults": {side: dict(tally.faults_of(player)) for player, side in enumerate("ab")},
        "status": contest.status,
        "digest": tally.digest,
        "seconds": round(contest.seconds, 1),
    }


def ledger_line(entry: dict[str, Any]) -> str:
    """The entry as ``key=value`` pairs in one line."""
    return "match: " + " ".join(f"{key}={_plain(value)}" for key, value in entry.items() if value not in (None, {}))


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{_plain(part)}" for key, part in value.items() if part not in (None, {})) or "none"
    if isinstance(value, list):
        return ",".join(_plain(part) for part in value)
    text = str(value)
    return f'"{text}"' if " " in text else text


def figures(estimate: elo.Estimate) -> list[float | None]:
    """Value and ends of the interval for machines; None for what isn't finite."""
    ends = (estimate.value, estimate.low, estimate.high)
    return [round(end, 2) + 0.0 if math.isfinite(end) else None for end in ends]
