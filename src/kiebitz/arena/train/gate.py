"""The gate: a new network plays its forerunner, and only a match decides which of the two stays.

Loss misleads: two networks of the same loss can be hundreds of Elo apart. The match is an SPRT with its bounds fixed
beforehand; where it can't decide within its games, the score does. Both search as many positions a move, so what else
the machine does changes nothing, and two thousand games take minutes. Games of chess begin with the openings that come
with Kiebitz, those of shogi, of which there are fewer, with random plies.
"""

from __future__ import annotations

import datetime
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import kiebitz
from kiebitz.arena.match.adjudication import DrawRule, ResignRule
from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.elo import logistic
from kiebitz.arena.match.journal import Journal
from kiebitz.arena.match.openings import Opening, read_book
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.sprt import Sprt
from kiebitz.arena.match.sprt import Verdict as SprtVerdict
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from kiebitz.arena.match.written_game import RecordStyle
from kiebitz.engine.line import GameName
from kiebitz.engine.positions import notation_of
from kiebitz.games import game_called
from kiebitz.games.live_game import LiveGame

EVENT = "Kiebitz network gate"
TEST = Sprt(0, 10)
NODES = 3_000
MOST_GAMES = 2_000
DRAW_RULES: dict[GameName, str] = {"chess": "40,8,10", "shogi": "off"}
RESIGN_RULES: dict[GameName, str] = {"chess": "4,600", "shogi": "4,3000"}
MOST_MOVES, MARGIN_MS, STALL_S = 200, 50, 30
OPENING_PLIES = (6, 10)
"""Random plies before a game of shogi, at least and at most."""
EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of a match on a new network."""

    games: int
    elo: float | None
    """Over the opponent; None where too few games were neither won nor lost."""
    error: float | None
    """Half the 95% interval."""
    score: float
    """The share of the points, 0 to 1."""
    decided: bool
    """True if the test came to an end."""
    better: bool
    """True if the new network has beaten the old one."""


def play_gate(
    new: str,
    old: str,
    path: Path,
    *,
    game: GameName = "chess",
    games: int,
    jobs: int,
    seed: int,
    stops_early: bool,
    on_game: Callable[[int, float], None],
) -> Verdict:
    """Play at most ``games`` games (an even number) between two players as ``kiebitz match`` describes them.

    They are kept in ``path``, in PGN or CSA. ``stops_early``: as soon as the test has decided. ``on_game`` hears of the
    number of games and the score after each. Goes on with the games that an interrupted run wrote. Raises what
    ``Contest.run`` and ``Journal`` raise.
    """
    limit = MatchLimit(None, NODES, None)
    players = parse_players(new, old, game=game)
    rules = Rules(
        limit,
        draw=DrawRule.parse(DRAW_RULES[game]),
        resign=ResignRule.parse(RESIGN_RULES[game]),
        most_moves=MOST_MOVES,
        margin_ms=MARGIN_MS,
        stall_s=STALL_S,
    )
    openings = tuple(read_book().shuffled(seed)) if game == "chess" else random_openings(game, games // 2, seed)
    date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
    settings = {"new": new, "old": old, "limit": str(limit), "seed": str(seed), "version": kiebitz.__version__}
    journal = Journal(path, settings, date, games=games, resume=path.exists())
    try:
        style = RecordStyle(tuple(player.name for player in players), EVENT, journal.date, limit)
        plan = Plan(MatchSetup(players, rules, style), openings, games, jobs, TEST if stops_early else None)
        contest = Contest(plan, journal)
        contest.run(lambda game: on_game(contest.tally.games, contest.tally.score))
    finally:
        journal.close()
    tally = contest.tally
    return verdict_of(tally.games, tally.score, tally.pairs, contest.verdict)


def random_openings(game: GameName, count: int, seed: int) -> tuple[Opening, ...]:
    """Random plies from the start of a game, after which it goes on, and nobody is in check."""
    rules, openings = game_called(game), []
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        live = LiveGame(rules)
        while not live.moves or live.is_check or live.ending:
            live = LiveGame(rules)
            for _ in range(chance.randint(*OPENING_PLIES)):
                if not live.ending:
                    live.push(chance.choice(notation_of(live.position).legal_moves(live.position)))
        openings.append(Opening(live.start, tuple(live.moves), game=game))
    return tuple(openings)


def verdict_of(games: int, score: float, pairs: Sequence[int], verdict: SprtVerdict | None) -> Verdict:
    """The verdict of ``games`` games, pairs counted by half points; ``verdict`` is the test's, if it has ended."""
    estimate = logistic(pairs)
    known = math.isfinite(estimate.value) and math.isfinite(estimate.error)
    elo, error = (estimate.value, estimate.error) if known else (None, None)
    decided = verdict is not None
    better = verdict == "H1" or (not decided and score > EVEN)
    return Verdict(games, elo, error, score, decided, better)
