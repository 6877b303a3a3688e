"""A match, of two players or more: games in order, their standing, what may end it early, and what is kept on disk.

Games finish in any order, but count in the order of their numbers: a game counts once all before it are over. So the
result, the point at which a sequential test stops included, doesn't depend on how many games run at a time. Games
that are over but behind that point are dropped; after an interruption all that are over count.

A player that loses game after game by its own faults is broken, and the match is stopped: more such games would say
nothing about strength. Mended, it can go on with ``--resume``.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Literal

from kiebitz.arena.match.journal import Journal
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.record import GameSummary, ScheduledGame
from kiebitz.arena.match.schedule import Schedule
from kiebitz.arena.match.sprt import Sprt, Verdict
from kiebitz.arena.match.tally import Tally
from kiebitz.arena.match.workers import MatchSetup, WorkerError, play_all
from kiebitz.processes.shortage import REMEDY, shortage_as

Status = Literal["complete", "decided", "broken", "interrupted"]
# So many games on end a player may lose by its own faults before the match is stopped.
MAX_FAULTS_ON_END = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a match."""

    setup: MatchSetup
    """The players, and their settings."""
    openings: tuple[Opening, ...]
    """In order, each for one round; taken again from the start when they run out."""
    games: int
    """Most games, of all pairings together."""
    workers: int
    """Games at a time."""
    sprt: Sprt | None = None
    """The test that may end a match of two early."""
    schedule: Schedule = field(default_factory=Schedule)
    """The order of the pairings."""

    def scheduled(self, number: int) -> ScheduledGame:
        """The game with this number."""
        opening = self.openings[self.schedule.round_number(number) % len(self.openings)]
        return ScheduledGame(number, opening, self.pairing(number))

    def pairing(self, number: int) -> tuple[int, int]:
        """The players of the game with this number."""
        return self.schedule.pairings[self.schedule.pairing_number(number)]


class Contest:
    """A match under way; ``tallies``, ``verdict`` and ``status`` say how it stands, also after it failed."""

    def __init__(self, plan: Plan, journal: Journal | None = None) -> None:
        self.plan = plan
        self.tally = Tally()
        """The games that count, all pairings together."""
        self.tallies = tuple(Tally() for _ in plan.schedule.pairings)
        """The games that count, of each pairing."""
        self.verdict: Verdict | None = None
        """The test's decision."""
        self.status: Status = "interrupted"
        """How the match ended: played to the end, decided by the test, stopped for a broken player, or not at all."""
        self.broken: int | None = None
        """The player that lost game after game by its own faults."""
        self.seconds = 0.0
        """Time taken by this run."""
        self._journal = journal
        self._over = {game.number: game for game in journal.games} if journal else {}
        self._before = frozenset(self._over)
        self.games_before = len(self._over)
        """Games that an earlier run played."""
        self._faults_on_end: Counter[int] = Counter()

    @property
    def is_tournament(self) -> bool:
        """True if more than two play."""
        return len(self.plan.setup.players) > 2

    @property
    def is_gauntlet(self) -> bool:
        """True if only the first player meets all others."""
        return len(self.plan.schedule.pairings) < comb(len(self.plan.setup.players), 2)

    @shortage_as(WorkerError, REMEDY)
    def run(
        self,
        on_game: Callable[[GameSummary], None] = lambda game: None,
        on_void: Callable[[ScheduledGame, str], None] = lambda scheduled, cause: None,
    ) -> None:
        """Play to the end; ``on_game`` hears of each game that counts, ``on_void`` of each played again, and why.

        Raises WorkerError, and OSError if the games can't be written down.
        """
        began = time.monotonic()
        games = play_all(self.plan.setup, self._games_left(), self.plan.workers, on_void)
        try:
            self._count(on_game)
            while self.status == "interrupted":
                game = next(games)
                if self._journal:
                    self._journal.note(game)
                self._over[game.number] = game
                self._count(on_game)
        except OSError:
            # What can't be written any more counts all the same: the standing is still to be told.
            self._journal = None
            raise
        finally:
            games.close()  # type: ignore[attr-defined]
            self.seconds = time.monotonic() - began
            if self.status == "interrupted":
                self._count_rest(on_game)
        if self._journal and self.status != "broken":
            self._journal.complete()

    def _games_left(self) -> Iterator[ScheduledGame]:
        over = frozenset(self._over)
        return (self.plan.scheduled(number) for number in range(self.plan.games) if number not in over)

    def _count(self, on_game: Callable[[GameSummary], None]) -> None:
        """Count the games whose turn has come, and look whether that ends the match."""
        while self.status == "interrupted":
            if self.tally.games >= self.plan.games:
                self.status = "complete"
                return
            game = self._over.pop(self.tally.games, None)
            if game is None:
                return
            self._take(game, on_game)
            is_pair = game.number % 2 == 1
            if self.plan.sprt and is_pair:
                self.verdict = self.plan.sprt.verdict(self.tally.pairs)
                if self.verdict:
                    self.status = "decided"
            self._note_fault(game)

    def _note_fault(self, game: GameSummary) -> None:
        """Look whether a player is broken; what an earlier run has seen may be mended."""
        if game.number in self._before:
            return
        for seat, player in enumerate(self.plan.pairing(game.number)):
            is_at_fault = game.fault is not None and game.fault.player == seat
            self._faults_on_end[player] = self._faults_on_end[player] + 1 if is_at_fault else 0
            if self._faults_on_end[player] == MAX_FAULTS_ON_END:
                self.status, self.broken = "broken", player

    def _count_rest(self, on_game: Callable[[GameSummary], None]) -> None:
        for number in sorted(self._over):
            self._take(self._over.pop(number), on_game)

    def _take(self, game: GameSummary, on_game: Callable[[GameSummary], None]) -> None:
        self.tally.add(game)
        self.tallies[self.plan.schedule.pairing_number(game.number)].add(game)
        if self._journal:
            self._journal.publish(game)
        on_game(game)
