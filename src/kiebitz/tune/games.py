"""Pairs of games between two settings of the engine, played by a process that keeps two engines."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.engine import Engine, OptionError, options_by_name
from kiebitz.match.openings import Opening
from kiebitz.match.own_player import OwnPlayer
from kiebitz.match.player import OwnSpec
from kiebitz.match.record import ScheduledGame, summarise
from kiebitz.match.referee import Rules, play_game
from kiebitz.runs.shortage import NO_MEMORY
from kiebitz.tune.spsa import Question


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
            first, second = (Engine(**options_by_name(dict(spec.options))) for _ in range(2))
        except (OptionError, MemoryError) as error:
            raise TuneError(str(error) or NO_MEMORY) from error
        self._engines = first, second
        self._players = OwnPlayer(first), OwnPlayer(second)
        self._rules = rules

    def points(self, pair: Pair) -> float:
        """What the first setting makes of the two points. Raises TuneError if an engine fails."""
        first, second = self._engines
        first.configure(**options_by_name(pair.question.plus))
        second.configure(**options_by_name(pair.question.minus))
        records = [play_game(ScheduledGame(game, pair.opening), self._players, self._rules) for game in range(2)]
        for record in records:
            if record.fault is not None:
                raise TuneError(f"pair {pair.question.number}: {record.fault.message}")
        return sum(summarise(record, None).points for record in records)
