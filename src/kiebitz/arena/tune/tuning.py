"""A run of SPSA from its first pair to its last, over as many sittings as it takes.

A pair believes what all pairs up to ``BEHIND`` before it said, and nothing of later ones: so many can be played at a
time, nobody waits for the longest game, and the outcome depends on the settings of the run alone, not on how many
processes play. The journal keeps what every pair said, in their order: values follow from it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import kiebitz
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import OwnSpec
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.tune.games import Board, Pair, TuneError
from kiebitz.arena.tune.spsa import Run
from kiebitz.processes.bounded import MOST_TEXT_BYTES, content_of
from kiebitz.processes.journal_file import JournalFile
from kiebitz.processes.shortage import REMEDY, shortage_as
from kiebitz.processes.whole_file import whole_file
from kiebitz.processes.worker_pool import Promised, WorkerPool

BEHIND = 64
TOLD_EVERY = 8
"""Pairs between two points of the path."""
KIND, VERSION = "kiebitz tuning", 2
DIGITS = 3
"""Number of digits after the point in the outcome."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the games of a run are played."""

    player: OwnSpec
    """The engine beside the numbers that are tuned."""
    rules: Rules
    openings: tuple[Opening, ...]
    """In their order; begun again when they run out."""
    book: str
    """Their name."""

    def record(self) -> dict[str, Any]:
        """The settings that must be the same for a run and the one that resumes it."""
        game = {} if self.player.game == "chess" else {"game": self.player.game}
        return {
            **game,
            "player": dict(self.player.options),
            "limit": str(self.rules.limit),
            "openings": f"{self.book} ({len(self.openings)})",
            "version": kiebitz.__version__,
        }


class Tuning:
    """A run under way; ``values`` are what all pairs answered say, ``path`` holds what they said on the way."""

    def __init__(self, run: Run, setting: Setting, output: Path, *, resume: bool) -> None:
        """Open the journal. Raises JournalError, TuneError and OSError."""
        self.run, self.setting = run, setting
        self.values = run.start()
        self.pairs = 0
        """Number of pairs answered."""
        self.path = [(0, self.values)]
        """Pairs answered, and the values after them."""
        self._believed = deque([self.values], BEHIND)
        """The values after the last pairs, the last of all at the end."""
        self._output = output
        self.is_over = resume and self._recall()
        """True if an earlier sitting wrote the outcome down."""
        if output.exists() and not self.is_over:
            raise TuneError(f"{output} holds the outcome of a run: name another file, or delete it")
        self._journal = JournalFile(output, KIND, VERSION)
        try:
            if not self.is_over:
                self._read(resume)
        except BaseException:
            self._journal.close()
            raise

    def _settings(self) -> dict[str, Any]:
        run = self.run
        knobs = {knob.name: [knob.start, knob.step] for knob in run.knobs}
        return {**self.setting.record(), "numbers": knobs, "pairs": run.pairs, "rate": run.rate, "seed": run.seed}

    def _recall(self) -> bool:
        """Take in the outcome, if it is of this run; a sitting that ended at the very end leaves its journal."""
        try:
            outcome = json.loads(content_of(self._output, MOST_TEXT_BYTES))
            if outcome != outcome | json.loads(json.dumps(self._settings())):
                return False
            names = [knob.name for knob in self.run.knobs]
            path = [(point["pairs"], {name: float(point[name]) for name in names}) for point in outcome["path"]]
        except (FileNotFoundError, ValueError, TypeError, KeyError):
            return False
        if not path or path[-1][0] != self.run.pairs:
            return False
        self.path = path
        self.pairs, self.values = path[-1]
        return True

    def _read(self, resume: bool) -> None:
        settings = self._settings()
        is_begun = self._journal.read(
            lambda header: self._journal.require_same(header, settings), lambda line: self._learn(line["points"])
        )
        if is_begun and not resume:
            raise TuneError(f"{self._journal.path} holds a run that was interrupted: go on with --resume, or delete it")
        if not is_begun:
            self._journal.begin(settings)

    def _learn(self, points: float) -> None:
        """Take in what the next pair said. Raises ValueError for what none says."""
        if self.pairs == self.run.pairs or points not in (0, 0.5, 1, 1.5, 2):
            raise ValueError("no pair")
        self.pairs += 1
        self.values = self.run.learned(self.values, [(self.pairs, points)])
        self._believed.append(self.values)
        if self.pairs % TOLD_EVERY == 0 or self.pairs == self.run.pairs:
            self.path.append((self.pairs, self.values))

    @shortage_as(TuneError, f"{REMEDY}; then go on with --resume")
    def play(self, jobs: int, on_pair: Callable[[], None]) -> None:
        """Play the rest in ``jobs`` processes, and write the outcome down. Raises TuneError and OSError."""
        if self.is_over:
            self._journal.delete()
            return
        try:
            with WorkerPool(jobs, Board, self.setting.player, self.setting.rules) as pool:
                asked: deque[Promised[float]] = deque()
                while self.pairs < self.run.pairs:
                    while len(asked) < BEHIND and (number := self.pairs + len(asked) + 1) <= self.run.pairs:
                        asked.append(pool.submit(Board.points, self._pair(number)))
                    points = asked.popleft().result()
                    self._journal.append({"points": points}, is_forced=False)
                    self._learn(points)
                    on_pair()
        except BrokenProcessPool as error:
            raise TuneError("a playing process was killed; go on with --resume") from error
        with whole_file(self._output) as file:
            file.write(json.dumps(self.outcome(), indent=1).encode())
        self._journal.delete()

    def _pair(self, number: int) -> Pair:
        """A pair that comes no more than BEHIND after the last one answered."""
        last = max(number - BEHIND, 0)
        openings = self.setting.openings
        question = self.run.question(number, self._believed[last - self.pairs - 1])
        return Pair(question, openings[(number - 1) % len(openings)])

    def outcome(self) -> dict[str, Any]:
        """The run as plain data."""
        path = [
            {"pairs": pairs, **{name: round(value, DIGITS) for name, value in values.items()}}
            for pairs, values in self.path
        ]
        return {
            **self._settings(),
            "knobs": [asdict(knob) for knob in self.run.knobs],
            "values": self.rounded(),
            "path": path,
        }

    def rounded(self) -> dict[str, int]:
        """The current values in whole numbers, as the result file has them."""
        return {name: round(round(value, DIGITS)) for name, value in self.values.items()}

    def close(self) -> None:
        """Free the journal."""
        self._journal.close()
