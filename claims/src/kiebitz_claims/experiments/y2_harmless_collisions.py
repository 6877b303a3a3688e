"""False hits a search can bear: keys of fewer and fewer bits against one that confuses nothing.

Fewer key bits mean that the table takes a stranger's entry for the position's own, value, bound, move and all. The
table keeps whole positions beside the entries and counts how often that happens, but doesn't prevent it. First,
searches to a fixed depth: how many come to another move, and how far the value is off, against 64 bits. Second,
matches at fixed nodes against 64 bits, where false hits are counted for each game. The article speaks of a few
collisions a game.
"""

from __future__ import annotations

from statistics import fmean, median
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, whiskers, whiskers_of
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import OUTCOME, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import PHASES, Sample, championship_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import probe_counts, search
from kiebitz_claims.measuring.statistics import proportion, scaled

SEARCH_BITS, QUICK_SEARCH_BITS = (4, 6, 8, 10, 12, 14, 16, 20, 24), (4, 16)
# Pairs of games by key bits: most where a few false hits a game are to be expected.
MATCHED, QUICK_MATCHED = {5: 60, 8: 60, 11: 60, 16: 1_750}, {6: 1}
SEED = 202
DEPTH, QUICK_DEPTH = 12, 6
GAMES, QUICK_GAMES = 20, 1
NODES, QUICK_NODES = 3_000, 300
HASH_MB = 1
WIDE_BITS = 64
MILLION = 1_000_000
CLAIMED_ELO = 5.0
FEW = (1.0, 10.0)
"""The range that counts as a few a game."""
SEARCHES, MATCHES = "Searches", "Matches"

STUDY = Study(
    __file__,
    constants=globals(),
    outcome=OUTCOME,
    planned=", ".join(f"{2 * pairs:,} games with {bits} key bits" for bits, pairs in MATCHED.items()),
)
HARMLESS = STUDY.predictions["harmless"]


def design(bits: int) -> TableDesign:
    """A table that counts false hits but answers with them."""
    return TableDesign(policy="buckets", key_bits=bits, verify="count")


def look(sample: Sample, bits: int, depth: int) -> dict[str, int | str]:
    """One search: move, value, probes and false hits."""
    with Engine(hash_mb=HASH_MB, table_design=design(bits), evaluation="classical") as engine:
        found = search(engine, sample.fen, depth=depth)
        counts = probe_counts(engine)
    return {
        "move": found["move"],
        "centipawns": found["centipawns"],
        "probes": counts.probes,
        "false": counts.false_hits,
    }


def measure(quick: bool, progress: Progress) -> Result:
    """Search, then play."""
    search_bits, matched = (QUICK_SEARCH_BITS, QUICK_MATCHED) if quick else (SEARCH_BITS, MATCHED)
    depth, nodes = (QUICK_DEPTH, QUICK_NODES) if quick else (DEPTH, NODES)
    by_phase = [championship_positions(phase) for phase in PHASES]
    samples = [sample for found in by_phase for sample in (found[-QUICK_GAMES:] if quick else found[:GAMES])]
    progress.expect(len(samples) * (len(search_bits) + 1) + sum(matched.values()))
    looks = {
        bits: [
            progress.step(f"depth {depth}, {bits} bits, {sample.name} {sample.fen}", look, sample, bits, depth)
            for sample in samples
        ]
        for bits in (*search_bits, WIDE_BITS)
    }
    search_rows = []
    each = []
    for bits in search_bits:
        pairs_of_looks = list(zip(looks[bits], looks[WIDE_BITS], strict=True))
        differences = [abs(int(ours["centipawns"]) - int(theirs["centipawns"])) for ours, theirs in pairs_of_looks]
        probes = sum(int(ours["probes"]) for ours in looks[bits])
        each += [
            (bits, sample.name, ours["probes"], ours["false"], ours["move"], theirs["move"], apart)
            for sample, (ours, theirs), apart in zip(samples, pairs_of_looks, differences, strict=True)
        ]
        search_rows.append(
            (
                bits,
                sum(int(ours["false"]) for ours in looks[bits]) / probes * MILLION,
                fmean(int(ours["false"]) for ours in looks[bits]),
                sum(ours["move"] != theirs["move"] for ours, theirs in pairs_of_looks),
                len(samples),
                median(differences),
                max(differences),
            )
        )
    wide = Side(design=TableDesign(policy="buckets", key_bits=WIDE_BITS), hash_mb=HASH_MB)
    matches = {
        bits: play_match(
            f"{bits} bits, {nodes} nodes",
            Side(design=design(bits), hash_mb=HASH_MB),
            wide,
            pairs,
            progress,
            match_limit=MatchLimit(nodes=nodes),
            openings_seed=SEED,
        )
        for bits, pairs in matched.items()
    }
    return STUDY.result(
        search_rows,
        [(bits, match.games, match.false_hits / match.games, *match.outcome) for bits, match in matches.items()],
        each,
        figures=tuple(
            Measurement(
                f"Elo with {match.false_hits / match.games:,.1f} false hits a game",
                match.elo.value,
                "Elo",
                match.elo.error,
            )
            for match in matches.values()
            if match.elo.error < MILLION
        ),
        conditions={
            "table": f"{HASH_MB} MB, buckets of four; against {WIDE_BITS} key bits",
            "searches": f"today's search to depth {depth}, {len(samples)} positions",
            "matches": f"{nodes:,} nodes a move, 8moves_v3, pairs with colours swapped",
        },
    )


def judge(matches: dict[int, tuple[float, Estimate, int]]) -> Judgement:
    """Decided by the matches with a few false hits a game; the others are told.

    ``matches`` are false hits a game, Elo and games by key bits.
    """
    said = "; ".join(
        f"{rate:,.1f} false hits a game ({bits} bits) {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
        for bits, (rate, elo, _) in matches.items()
    )
    parts = {
        f"{rate:.1f} false hits a game": HARMLESS.judged(elo, games, "games")
        for rate, elo, games in matches.values()
        if FEW[0] <= rate <= FEW[1]
    }
    part = in_all(parts) if parts else HARMLESS.undecided("no match had a few false hits a game")
    return Judgement((part,), f"Elo: {said}.")


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return ({row[0]: (row[2], elo_of_row(*row[3:]), row[1]) for row in result.rows(MATCHES)},)


def draw(result: Result, figure: Figure) -> None:
    """Left what searches come to, right what games are worth, both by false hits."""
    left, right = figure.subplots(1, 2)
    searches, matches = result.table(SEARCHES), result.table(MATCHES)
    rates = [max(rate, 0.1) for rate in searches.numbers("false a million probes")]
    shares = [scaled(proportion(row[3], row[4]), 100) for row in result.rows(SEARCHES)]
    values = [share.value for share in shares]
    left.errorbar(rates, values, whiskers_of(shares), fmt="o-", capsize=3)
    for bits, x, share in zip(searches.values("key bits"), rates, shares, strict=True):
        left.annotate(str(bits), (x, share.high), ha="center", fontsize=8, xytext=(0, 3), textcoords="offset points")
    left.set(
        xscale="log", xlabel="false hits a million probes (above: key bits)", ylabel="searches with another move, %"
    )
    decided = [row for row in matches.rows if None not in row]
    known = Table(MATCHES, matches.headings, tuple(decided))
    values = known.numbers("Elo")
    errors = whiskers(values, known.numbers("low"), known.numbers("high"))
    if decided:
        games_rates = [max(rate, 0.1) for rate in known.numbers("false hits a game")]
        right.errorbar(games_rates, values, yerr=errors, fmt="o", capsize=3)
        right.set_xscale("log")
    right.axhline(0, color="grey", linewidth=0.8)
    right.axhline(-CLAIMED_ELO, color="grey", linewidth=0.8, linestyle="--")
    right.set(xlabel="false hits a game", ylabel="Elo against 64 key bits (dashed: claimed)")
