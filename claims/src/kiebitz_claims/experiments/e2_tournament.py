"""The documents' programs against each other and against Debian's GNU Chess: at equal nodes, and at equal time.

A round robin twice, over the same openings. At equal nodes each move has the same number of positions, so that speed
counts for nothing and what a program makes of its positions is all there is. At equal time a program has as many
positions as it searches in a moment of processor time: its speed is measured first, in turn with all others on some
middlegames, and its nodes a move follow. So a busy machine, on which games of a second measure who is interrupted,
changes nothing, and both round robins repeat exactly but for the speeds.

All programs are eras of the one engine, so board and move generator are the same. GNU Chess is a program of its own;
as it takes no number of nodes, it meets each of them by the clock, in real time. Kiebitz's own search stands among them
with its evaluation by hand; its network takes no part, as that changes.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

from kiebitz.arena.match.anchors import ANCHORS
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure, legend_above
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import MatchResult, Side, meet_anchor, play_match, side_of
from kiebitz_claims.measuring.positions import championship_positions, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.round_robin import STANDARD_ERRORS, covariance, ratings, step_between
from kiebitz_claims.measuring.searching import search_once

NODES, QUICK_NODES = 400, 50
MOVE_MS, QUICK_MOVE_MS = 1.0, 0.1
"""Of processor time, from which nodes a move follow."""
CLOCK, QUICK_CLOCK = TimeControl(1_000, 10), TimeControl(50, 1)
PAIRS_BY_NODES, PAIRS_BY_TIME, PAIRS_BY_CLOCK, ASKED = 50, 10, 3, 100
SEED = 611
SPEED_NODES, QUICK_SPEED_NODES = 50_000, 500
SPEED_GAMES, QUICK_SPEED_GAMES, HASH_MB = 12, 1, 16
BY_NODES, BY_TIME, BY_CLOCK = "nodes", "time", "clock"
GNU_CHESS = "gnuchess"
LACKS = {
    "tartan": "table, order of moves, null move, extensions, reductions; five terms of evaluation",
    "minimax": "killers, history, null move, extensions, reductions; five terms of evaluation",
    "minimax+depth": "as minimax, but deep entries stay",
    "minimax+clearing": "as minimax, but deep entries stay for one move",
    "minimax+etc": "as minimax, but looks up its moves' entries first",
    "nimzo1": "null move, reductions; king attack in the evaluation",
    "nimzo": "reductions, null windows; king attack in the evaluation",
    "hydra": "reductions and the later prunings; its cards and its cluster",
    "classical": "a network",
    GNU_CHESS: "Kiebitz's board: a program of its own, without its book",
}
"""The lacks of each, by name, oldest first; the last is no era."""
# Each of them must beat the one before.
RUNGS = ("tartan", "minimax", "nimzo", "hydra")
STRONGEST = RUNGS[-1]
QUICK_PLAYERS = RUNGS[:3]


class Program(NamedTuple):
    """A player, and what it has not."""

    player: str
    nodes_a_second: float | None
    lacks: str


class Standing(NamedTuple):
    """A player's place in one of the round robins, and what it scored against each (per cent)."""

    limit: str
    player: str
    games: int
    score: float
    rating: float
    error: float
    tartan: float | None
    minimax: float | None
    minimax_depth: float | None
    minimax_clearing: float | None
    minimax_etc: float | None
    nimzo1: float | None
    nimzo: float | None
    hydra: float | None
    classical: float | None
    gnuchess: float | None


class Match(NamedTuple):
    """All games of a pairing, from the first's view."""

    limit: str
    first: str
    second: str
    won: int
    drawn: int
    lost: int
    each_game: str


GAMES = [2 * pairs for pairs in (PAIRS_BY_NODES, PAIRS_BY_TIME, PAIRS_BY_CLOCK, ASKED)]
STUDY = Study(__file__, Program, Standing, Match, constants=globals())

Pairings = dict[tuple[str, str], MatchResult]


def speed(era: str, fen: str, nodes: int) -> float:
    """Nodes a second of processor time."""
    found = search_once(fen, side_of(era).settings, hash_mb=HASH_MB, nodes=nodes)
    return 1000 * found["nodes"] / max(found["cpu_milliseconds"], 1)


def measure(quick: bool, progress: Progress) -> Result:
    """Speeds, both round robins, and GNU Chess by the clock where it is installed."""
    players = list(QUICK_PLAYERS if quick else LACKS)
    eras = [name for name in players if name != GNU_CHESS]
    nodes, clock, move_ms = (QUICK_NODES, QUICK_CLOCK, QUICK_MOVE_MS) if quick else (NODES, CLOCK, MOVE_MS)
    by_nodes, by_time, by_clock = (1, 1, 1) if quick else (PAIRS_BY_NODES, PAIRS_BY_TIME, PAIRS_BY_CLOCK)
    speed_nodes = QUICK_SPEED_NODES if quick else SPEED_NODES
    samples = championship_positions("middlegame", taken_games(quick, SPEED_GAMES, QUICK_SPEED_GAMES))
    gnu_chess = next(anchor for anchor in ANCHORS if anchor.name == GNU_CHESS)
    has_gnu_chess = GNU_CHESS in players and gnu_chess.player is not None
    pairings = list(combinations(reversed(eras), 2))
    progress.expect(
        len(samples) * len(eras) + len(pairings) * (by_nodes + by_time) + has_gnu_chess * len(eras) * by_clock
    )
    found: dict[str, list[float]] = {era: [] for era in eras}
    for sample in samples:
        for era in eras:
            found[era].append(progress.step(f"{era}, {sample.fen}", speed, era, sample.fen, speed_nodes))
    speeds = {era: median(each) for era, each in found.items()}

    def round_robin(limits: dict[str, int], said: str, pairs: int) -> Pairings:
        sides = {era: Side(side_of(era).settings, limit=Limit(nodes=allowed)) for era, allowed in limits.items()}
        return {
            (first, second): play_match(
                f"{first} - {second}, {said}",
                sides[first],
                sides[second],
                pairs,
                progress,
                match_limit=MatchLimit(nodes=limits[first]),
                openings_seed=SEED,
            )
            for first, second in pairings
        }

    outcomes = {BY_NODES: round_robin(dict.fromkeys(eras, nodes), f"{nodes} nodes", by_nodes)}
    in_time = {era: max(1, round(speeds[era] * move_ms / 1000)) for era in eras}
    outcomes[BY_TIME] = round_robin(in_time, f"{move_ms} ms", by_time)
    if has_gnu_chess:
        met = {
            era: meet_anchor(
                f"{era} - {GNU_CHESS}, {clock}",
                side_of(era),
                gnu_chess,
                by_clock,
                progress,
                match_limit=MatchLimit(clock),
                openings_seed=SEED,
            )
            for era in eras
        }
        outcomes[BY_CLOCK] = {(era, GNU_CHESS): outcome for era, outcome in met.items() if outcome is not None}
    standings = [row for limit, each in outcomes.items() for row in standings_of(limit, players, each)]
    matches = [
        Match(limit, first, second, outcome.wins, outcome.draws, outcome.losses, outcome.each)
        for limit, each in outcomes.items()
        for (first, second), outcome in each.items()
    ]
    programs = [Program(name, speeds.get(name), lacks) for name, lacks in LACKS.items()]
    return STUDY.result(programs, standings, matches)


def standings_of(limit: str, players: list[str], outcomes: Pairings) -> list[Standing]:
    """The cross table of a round robin, the best first."""
    names = [name for name in players if any(name in pairing for pairing in outcomes)]
    rating = ratings(names, outcomes)
    errors = STANDARD_ERRORS * np.sqrt(np.diag(covariance(names, outcomes, rating)))
    against: dict[str, dict[str, tuple[float, int]]] = {name: {} for name in names}
    for (first, second), outcome in outcomes.items():
        points = outcome.wins + outcome.draws / 2
        against[first][second] = points, outcome.games
        against[second][first] = outcome.games - points, outcome.games
    rows = []
    for name, error in zip(names, errors.tolist(), strict=True):
        points, games = map(sum, zip(*against[name].values(), strict=True))
        scores = (
            100 * against[name][other][0] / against[name][other][1] if other in against[name] else None
            for other in LACKS
        )
        rows.append(Standing(limit, name, round(games), 100 * points / games, rating[name], error, *scores))
    return sorted(rows, key=lambda row: -row.rating)


def judge(_programs: list[Program], standings: list[Standing], matches: list[Match]) -> Judgement:
    """Every step from a document's program to the next must be won beyond its error, by the ratings of all games.

    At equal nodes and at equal time, each in its own ratings; and Hydra must beat GNU Chess by the clock.
    """
    parts, told = {}, []
    for limit in (BY_NODES, BY_TIME):
        players = [name for name in LACKS if any(row.limit == limit and row.player == name for row in standings)]
        outcomes = {(row.first, row.second): MatchResult(row.each_game) for row in matches if row.limit == limit}
        rating = ratings(players, outcomes)
        errors = covariance(players, outcomes, rating)
        prediction = STUDY.predictions[limit]
        steps = {
            f"{newer} over {older}": prediction.judged(
                step_between(older, newer, rating, errors),
                min(each.games for each in outcomes.values()),
                "games a pair",
            )
            for older, newer in pairwise(RUNGS)
            if {older, newer} <= rating.keys()
        }
        parts[limit] = in_all(steps)
        told.append(f"At equal {limit}: " + ", ".join(sorted(rating, key=lambda name: -rating[name])) + ".")
    stranger = STUDY.predictions["stranger"]
    met = [row for row in matches if (row.limit, row.first, row.second) == (BY_CLOCK, STRONGEST, GNU_CHESS)]
    parts["stranger"] = (
        stranger.judged(MatchResult(met[0].each_game).elo, len(met[0].each_game), "games")
        if met
        else stranger.untestable("gnuchess is not installed")
    )
    return STUDY.judgement(" ".join(told), **parts)


def draw(result: Result, figure: Figure) -> None:
    """The ratings at equal nodes and at equal time, with their 95% intervals."""
    axes = figure.add_subplot()
    rows = STUDY.rows(result, Standing)
    names = [name for name in LACKS if any(row.player == name for row in rows)]
    for limit, shift in ((BY_NODES, -0.1), (BY_TIME, 0.1), (BY_CLOCK, 0.3)):
        found = {row.player: row for row in rows if row.limit == limit}
        axes.errorbar(
            [names.index(name) + shift for name in found],
            [row.rating for row in found.values()],
            [row.error for row in found.values()],
            fmt="o",
            capsize=4,
            label=f"by {limit}",
        )
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_ylabel("Elo, Tartan at nought")
    legend_above(figure, axes)
