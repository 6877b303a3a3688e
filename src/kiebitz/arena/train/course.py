"""The course of learning: from nothing to a network in stages, each resumable, each network gated by a match.

Generation 0 distils the classical evaluation: positions that searches visit, with its values. Each further generation
plays games with the best network so far, at more nodes a move than the one before and with a rising share of the games'
results in what is learned, trains on from that network's weights, and must beat it. A network that doesn't is put
aside, its games are used all the same.

Everything lies in one directory: ``course.json`` (settings, and what is done), and for each generation N the files
``gN.positions``, ``gN.fit.npz`` (the training under way), ``gN.network``, ``gN.pgn`` (the match), and ``best.network``.
Time is counted in seconds of work, whenever they are worked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from kiebitz.arena.train.export import Spread, export, spread_of, starting_weights
from kiebitz.arena.train.fit import BATCH, Fit, Training, first_weights, loss_of, split
from kiebitz.arena.train.gate import Verdict, play_gate
from kiebitz.arena.train.generate import Recipe, generate
from kiebitz.arena.train.sample_file import Positions, SampleFile, read_positions
from kiebitz.core.evaluation.network.weights import Network, read_network
from kiebitz.processes.whole_file import whole_file

STATE = "course.json"
BEST = "best.network"
VERSION = 1

NODES = (500, 50, 100, 200, 400, 800, 1600)
"""Searched a move, by generation; the first plays only to visit positions."""
RESULT_SHARES = (0.0, 0.1, 0.2, 0.3, 0.35, 0.4, 0.4)
STRIDE = 12
RATES = (1e-3, 5e-4)
"""Learning rates of the first generation, and of those that train on."""
EPOCHS = 8
"""Times that a training shows each position."""
MOST_POSITIONS = 1 << 24
"""Of a generation: no more fit into the memory of a laptop three times."""
REMEMBERED = 3
"""Generations whose positions a training sees, its own among them."""
GENERATION_0 = 0.2
"""Its share of the hours."""
STAGES = ("generate", "fit", "gate")
STAGES_OF_GENERATION_0 = {"generate": 0.2, "gate": 0.1}
STAGES_OF_LATER_ONES = {"generate": 0.6, "gate": 0.15}
"""Shares of a generation's hours; those of generation 0 are made faster than learned. The rest is for the training,
which takes as long as its positions need."""
SECONDS_A_GAME = 5.0
MIN_GATE_GAMES = 20
SAVE_S = 30.0
REPORT_STEPS = 32


class CourseError(Exception):
    """The course can't begin or go on; the message says why, and what helps."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a course follows from, fixed when it begins."""

    hours: float
    seed: int
    start: str | None = None
    """The checksum of the network that it begins with, if it doesn't begin with nothing."""

    @property
    def generations(self) -> int:
        """How many there are beside generation 0: one for each half hour, at most six."""
        return max(1, min(len(NODES) - 1, round(2 * self.hours)))

    def seconds(self, generation: int, stage: str) -> float:
        """How long generating or the gate may take."""
        total = 3600 * self.hours
        if generation == 0:
            return total * GENERATION_0 * STAGES_OF_GENERATION_0[stage]
        return total * (1 - GENERATION_0) / self.generations * STAGES_OF_LATER_ONES[stage]


@dataclass(slots=True)
class Generation:
    """What is known of a generation; everything but its number grows as its stages are done."""

    number: int
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    """Of work, by stage."""
    player: str | None = None
    """The checksum of the network that plays; None for the classical evaluation."""
    positions: int = 0
    presentations: int = 0
    """Fixed when the training begins."""
    losses: list[tuple[int, float]] = field(default_factory=list)
    """Positions shown, and the mean loss until then."""
    test_loss: float | None = None
    spread: Spread | None = None
    checksum: str | None = None
    verdict: Verdict | None = None
    stays: bool = False
    """Whether its network is the best so far: it has beaten its forerunner, or is the first."""


class Watcher(Protocol):
    """Hears how the course goes."""

    def stage(self, generation: int, stage: str, detail: str) -> None:
        """A stage begins, or goes on."""

    def progress(self, share: float, detail: str) -> None:
        """So much of the stage is done, 0 to 1."""

    def done(self, generation: Generation) -> None:
        """A generation is over."""


class Course:
    """A course in its directory."""

    def __init__(self, directory: Path, settings: Settings, jobs: int, watcher: Watcher) -> None:
        """Go on with the course that lies there, or begin it. Raises CourseError and OSError."""
        self.directory = directory
        self.settings = settings
        self.jobs = jobs
        self.watcher = watcher
        self.generations: list[Generation] = []
        directory.mkdir(parents=True, exist_ok=True)
        self._load()

    def begin_with(self, network: Network) -> None:
        """Let a network be the best so far: generation 0 is left out. Only at the beginning of a course."""
        if not self.generations:
            _write(self.directory / BEST, network.data)
            self.generations.append(Generation(0, checksum=network.checksum, stays=True))
            self._save()

    def run(self) -> None:
        """Work until the last generation is gated. Raises what its stages raise; what is done stays done."""
        while True:
            if not self.generations or self._is_over(self.generations[-1]):
                number = len(self.generations)
                if number > self.settings.generations:
                    return
                best = self._best()
                self.generations.append(Generation(number, player=best.checksum if best else None))
                self._save()
            generation = self.generations[-1]
            self._generate(generation)
            self._fit(generation)
            self._gate(generation)
            self.watcher.done(generation)

    @property
    def best_network(self) -> Path | None:
        """The best network so far."""
        path = self.directory / BEST
        return path if path.exists() else None

    # ------------------------------------------------------------------ the stages

    def _generate(self, generation: Generation) -> None:
        if generation.presentations:
            return
        best = self._best()
        first = generation.number == 0
        recipe = Recipe(
            seed=self.settings.seed * 1000 + generation.number,
            nodes=NODES[generation.number],
            stride=STRIDE if first else 0,
            parameters={"evaluation": "classical" if first or best is None else "network"},
            network=None if first or best is None else best.data,
        )
        budget = self.settings.seconds(generation.number, "generate")
        what = "positions that searches visit" if first else f"games at {recipe.nodes} nodes a move"
        self.watcher.stage(generation.number, "generate", what)
        with SampleFile(self._path(generation, "positions")) as output, self._clock(generation, "generate") as clock:

            def on_block(positions: int) -> bool:
                generation.positions = positions
                spent = clock()
                share = max(spent / budget, positions / MOST_POSITIONS)
                self.watcher.progress(min(1.0, share), f"{positions:,} positions")
                return not positions or share < 1

            generate(recipe, output, self.jobs, on_block)
        self._save()

    def _fit(self, generation: Generation) -> None:
        if generation.checksum:
            return
        best = self._best()
        first = generation.number == 0
        oldest = max(0 if first else 1, generation.number - REMEMBERED + 1)
        kinds = [read_positions(self._path(other, "positions")) for other in self.generations[oldest:]]
        training_set, test_set = split(_joined(kinds))
        checkpoint = self._path(generation, "fit.npz")
        share, rate = RESULT_SHARES[generation.number], RATES[0 if first else 1]
        start = first_weights(self.settings.seed) if best is None else starting_weights(best)
        if len(training_set) < BATCH:
            raise CourseError(f"{len(training_set):,} positions are too few to learn from; give more --hours")
        if not generation.presentations:
            generation.presentations = EPOCHS * len(training_set)
            self._save()
        training = Training(
            seed=self.settings.seed + generation.number,
            presentations=generation.presentations,
            result_share=share,
            rate=rate,
        )
        fit = Fit.load(checkpoint, training) if checkpoint.exists() else Fit(training, start)
        generation.losses = [loss for loss in generation.losses if loss[0] <= fit.presented]
        self.watcher.stage(generation.number, "fit", f"{len(training_set):,} different positions")
        saved = time.monotonic()
        with self._clock(generation, "fit") as clock:
            for loss in fit.run(training_set, self.jobs, REPORT_STEPS):
                clock()
                generation.losses.append((fit.presented, loss))
                self.watcher.progress(min(1.0, fit.presented / training.presentations), f"loss {loss:.5f}")
                if time.monotonic() - saved >= SAVE_S:
                    fit.save(checkpoint)
                    self._save()
                    saved = time.monotonic()
        fit.save(checkpoint)
        judged = test_set if len(test_set) else training_set
        generation.test_loss = loss_of(judged, fit.weights, share)
        generation.spread = spread_of(judged, fit.weights)
        data = export(
            fit.weights, generation.spread.factor if first else 1.0, self._made(generation, len(training_set)), judged
        )
        _write(self._path(generation, "network"), data)
        generation.checksum = Network(data).checksum
        self._save()

    def _gate(self, generation: Generation) -> None:
        if generation.verdict:
            return
        new, best = self._path(generation, "network"), self.directory / BEST
        old = best if best.exists() else None
        budget = self.settings.seconds(generation.number, "gate")
        games = max(MIN_GATE_GAMES, 2 * int(budget * self.jobs / SECONDS_A_GAME / 2))
        self.watcher.stage(
            generation.number, "gate", f"against {'its forerunner' if old else 'the classical evaluation'}"
        )
        with self._clock(generation, "gate") as clock:

            def on_game(played: int, score: float) -> None:
                clock()
                self.watcher.progress(played / games, f"{played} games, {score:.1%}")

            generation.verdict = play_gate(
                f"name=new,evaluation=network,network={new}",
                f"name=old,evaluation=network,network={old}" if old else "name=classical,evaluation=classical",
                self._path(generation, "pgn"),
                games=games,
                jobs=self.jobs,
                seed=self.settings.seed + generation.number,
                on_game=on_game,
            )
        generation.stays = generation.verdict.better or old is None
        if generation.stays:
            _write(best, new.read_bytes())
        self._save()

    # ------------------------------------------------------------------ what lies in the directory

    def _best(self) -> Network | None:
        path = self.directory / BEST
        return read_network(path) if path.exists() else None

    def _path(self, generation: Generation, kind: str) -> Path:
        return self.directory / f"g{generation.number}.{kind}"

    def _is_over(self, generation: Generation) -> bool:
        return generation.verdict is not None or (generation.number == 0 and self.settings.start is not None)

    def _made(self, generation: Generation, positions: int) -> str:
        return (
            f"kiebitz train: generation {generation.number}, seed {self.settings.seed}, {positions} positions at"
            f" {NODES[generation.number]} nodes, {generation.presentations} presentations, result share"
            f" {RESULT_SHARES[generation.number]:g}, after {generation.player or 'nothing'}"
        )

    def _clock(self, generation: Generation, stage: str) -> _Clock:
        return _Clock(generation, stage, self._save)

    def _save(self) -> None:
        state = {
            "version": VERSION,
            "settings": asdict(self.settings),
            "generations": [asdict(generation) for generation in self.generations],
        }
        _write(self.directory / STATE, json.dumps(state, indent=1).encode())

    def _load(self) -> None:
        path = self.directory / STATE
        if not path.exists():
            if any(self.directory.iterdir()):
                raise CourseError(f"{self.directory} holds something else; give an empty or new directory")
            self._save()
            return
        try:
            state = json.loads(path.read_bytes())
            settings, version = Settings(**state["settings"]), state["version"]
            generations = [_generation(data) for data in state["generations"]]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CourseError(f"{path} is damaged ({error}); begin again in another directory") from error
        if version != VERSION:
            raise CourseError(f"{path} is of format {version}, not {VERSION}; go on with the Kiebitz that wrote it")
        if settings != self.settings:
            raise CourseError(
                f"{self.directory} holds a course of {settings.hours:g} hours with seed {settings.seed}"
                f"{f' from network {settings.start}' if settings.start else ''}; give the same, or another directory"
            )
        self.generations = generations


class _Clock:
    """Counts the seconds of a stage, and keeps the count now and then."""

    def __init__(self, generation: Generation, stage: str, save: Callable[[], None]) -> None:
        self._generation, self._stage, self._save = generation, stage, save
        self._before = generation.seconds[stage]
        self._began = self._saved = time.monotonic()

    def __call__(self) -> float:
        """The seconds of the stage so far, earlier runs included."""
        now = time.monotonic()
        spent = self._before + now - self._began
        self._generation.seconds[self._stage] = spent
        if now - self._saved >= SAVE_S:
            self._save()
            self._saved = now
        return spent

    def __enter__(self) -> _Clock:
        return self

    def __exit__(self, *exception: object) -> None:
        self()
        self._save()


def _joined(kinds: list[Positions]) -> Positions:
    """All positions, their games numbered so that none occurs twice."""
    for number, positions in enumerate(kinds):
        kinds[number] = positions.copy()
        kinds[number]["game"] = positions["game"] ^ np.uint32(number << 30)
    return np.concatenate(kinds)


def _generation(data: dict[str, Any]) -> Generation:
    generation = Generation(**data)
    generation.losses = [(int(presented), float(loss)) for presented, loss in generation.losses]
    if data["verdict"]:
        generation.verdict = Verdict(**data["verdict"])
    if data["spread"]:
        generation.spread = Spread(**data["spread"])
    return generation


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)
