"""Pairs of games between two settings of the engine, played by a process that keeps two engines."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.own_player import OwnPlayer, engine_of
from kiebitz.arena.match.player import OwnSpec
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.tune.spsa import Question
from kiebitz.engine import OptionError
from kiebitz.processes.shortage import NO_MEMORY


class TuneError(Exception):
    """Games can't be played, or a run can't go on; the message says why."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games to be played."""

    question: Question
    opening: Opening
    """Of both games, with colours swapped."""


class Board:
    """Two engines that differ in nothing but the numbers that are tuned."""

    def __init__(self, spec: OwnSpec, rules: Rules) -> None:
        """Raises TuneError for settings that no engine takes."""
        try:
            first, second = (engine_of(spec) for _ in range(2))
        except (OptionError, MemoryError) as error:
            raise TuneError(str(error) or NO_MEMORY) from error
        self._engines = first, second
        self._players = OwnPlayer(first), OwnPlayer(second)
        self._rules = rules

    def points(self, pair: Pair) -> float:
        """The first setting's share of the two points. Raises TuneError if an engine fails."""
        first, second = self._engines
        first.configure(**pair.question.plus)
        second.configure(**pair.question.minus)
        records = [play_game(ScheduledGame(game, pair.opening), self._players, self._rules) for game in range(2)]
        for record in records:
            if record.fault is not None:
                raise TuneError(f"pair {pair.question.number}: {record.fault.message}")
        return sum(summarise(record, None).points for record in records)
