"""A run of SPSA from its first pair to its last, over as many sittings as it takes.

Pairs are asked in portions of ``AT_ONCE``, all of which believe the same values; what they say is learned together. So
the outcome depends on the settings of the run alone, not on how many processes play. The journal keeps what every pair
said: values follow from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
from kiebitz.processes.worker_pool import WorkerPool

AT_ONCE = 8
KIND, VERSION = "kiebitz tuning", 1
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
    """A run under way; ``values`` are believed now, ``path`` holds what was believed after each portion."""

    def __init__(self, run: Run, setting: Setting, output: Path, *, resume: bool) -> None:
        """Open the journal. Raises JournalError, TuneError and OSError."""
        self.run, self.setting = run, setting
        self.values = run.start()
        self.path = [(0, self.values)]
        """Pairs answered, and the values after them."""
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

    @property
    def pairs(self) -> int:
        """Number of pairs answered."""
        return self.path[-1][0]

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
        self.path, self.values = path, path[-1][1]
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

    def _learn(self, points: list[float]) -> None:
        """Take in what a portion said. Raises ValueError for what no pairs say."""
        first = self.pairs + 1
        if len(points) != len(self._portion(first)) or any(made not in (0, 0.5, 1, 1.5, 2) for made in points):
            raise ValueError("no portion")
        self.values = self.run.learned(self.values, list(enumerate(points, first)))
        self.path.append((self.pairs + len(points), self.values))

    def _portion(self, first: int) -> range:
        return range(first, min(first + AT_ONCE, self.run.pairs + 1))

    @shortage_as(TuneError, f"{REMEDY}; then go on with --resume")
    def play(self, jobs: int, on_portion: Callable[[], None]) -> None:
        """Play the rest in ``jobs`` processes, and write the outcome down. Raises TuneError and OSError."""
        if self.is_over:
            self._journal.delete()
            return
        try:
            with WorkerPool(jobs, Board, self.setting.player, self.setting.rules) as pool:
                while self.pairs < self.run.pairs:
                    tasks = [pool.submit(Board.points, pair) for pair in self._asked()]
                    points = [task.result() for task in tasks]
                    self._journal.append({"points": points}, is_forced=False)
                    self._learn(points)
                    on_portion()
        except BrokenProcessPool as error:
            raise TuneError("a playing process was killed; go on with --resume") from error
        with whole_file(self._output) as file:
            file.write(json.dumps(self.outcome(), indent=1).encode())
        self._journal.delete()

    def _asked(self) -> Iterator[Pair]:
        openings = self.setting.openings
        for number in self._portion(self.pairs + 1):
            yield Pair(self.run.question(number, self.values), openings[(number - 1) % len(openings)])

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
