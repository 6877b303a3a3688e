"""The course of learning: from nothing to a judge in generations, each resumable, each judged by matches.

What is learned is a network that judges *alone*, as a deep one always does, or that of the *hybrid*: half of a
position's value is the network's, half the classical sum's (in shogi, of the sum made by hand). Yet it is fitted by
itself: the mean of two judges is worth more the less they err together, and a network that is fitted so that the mean
comes out right leans on the other half.
Generation 0 learns to agree with the classical evaluation. Each further generation plays games with the best judge so
far, labels their quiet positions by searches of it that are some seven times as long, shows the network these
together with positions that searches visit (with the best judge's static values: without them it drifts where searches
ask it most), and must beat its forerunner. The best judge is the classical evaluation until a network has beaten it:
what a weak judge labels makes weak judges.

Games and labels lie in a store (``game_store``), which may serve many courses: each generation learns from all of it.
Everything else lies in one directory: ``course.json`` (settings, and what is done), and for each generation N the files
``gN.visited`` (gone when the next generation has its own), ``gN.labelled.set`` and ``gN.visited.set`` (what is learned
from, gone when it is learned), ``gN.fit.npz`` (the training under way), ``gN.network``, ``gN.gate.pgn`` and
``gN.classical.pgn`` (the matches; of shogi ``.csa``), and ``best.network``. Time is counted in seconds of work,
whenever they are worked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from kiebitz.arena.match.written_game import KINDS
from kiebitz.arena.train.block_file import Damage
from kiebitz.arena.train.export import NETWORK_SHARE, Spread, export, export_deep, spread_of, starting_weights
from kiebitz.arena.train.fit import (
    BATCH,
    Fit,
    Numbers,
    Source,
    Training,
    first_deep_weights,
    first_weights,
    loss_of,
)
from kiebitz.arena.train.game_store import labelled_positions
from kiebitz.arena.train.gate import MOST_GAMES, Verdict, play_gate
from kiebitz.arena.train.generate import GameRecipe, VisitRecipe, play_games, visit_positions
from kiebitz.arena.train.sample_file import Positions, SampleFile, position_blocks
from kiebitz.arena.train.trained_game import CHESS, GAMES, MADE_FOR
from kiebitz.arena.train.training_set import gather
from kiebitz.core.evaluation.network.file import Network, read_network
from kiebitz.processes.bounded import MOST_TEXT_BYTES, content_of
from kiebitz.processes.whole_file import whole_file

STATE = "course.json"
BEST = "best.network"
STORE = "store"
VERSION = 2

MOST_GENERATIONS = 6
NODES, LABEL_NODES, LABEL_EVERY = 150, 1_000, 1
"""Searched a move and a label; and of how many quiet positions one has a label. In equal time these are five times as
many labels as of 5,000 nodes, and make a judge 41 Elo stronger."""
VISIT_NODES, VISIT_STRIDE = 50, 24
"""Searched a move where positions are visited, and of how many of these one is taken."""
MOST_VISITED = 1 << 24
MOST_VALUE = 3000
"""Centipawns beyond which labels teach nothing: the game is won."""
RESULT_SHARE = 0.0
"""Of the games' results in what is learned: below eight million labels results are noise."""
RATES = (1e-3, 7e-4)
"""Learning rates of generation 0, and of those that train on."""
MOST_LABELS = 0.8
"""Of a batch, how much of it are labels at most; the rest are visited positions."""
PRESENTATIONS_A_LABEL = 12
"""So many a training would like to make, if its share of the hours is enough."""
MOST_PRESENTATIONS_A_LABEL = 40
"""So many it makes where labels are few: that they fill their part of a batch is worth more than that they are new."""
FEWEST_PRESENTATIONS = 100_000_000
FITTED_A_SECOND = 500_000
"""Positions that a training may show for each second of its share of the hours."""
GENERATION_0 = 0.08
"""Its share of the hours."""
STAGES = ("games", "visit", "fit", "gate")
STAGES_OF_GENERATION_0 = {"games": 0.0, "visit": 0.3, "fit": 0.4, "gate": 0.3}
STAGES_OF_LATER_ONES = {"games": 0.75, "visit": 0.05, "fit": 0.1, "gate": 0.1}
"""Shares of a generation's hours."""
FEWEST_GAMES = 20
SAVE_S = 30.0
REPORT_STEPS = 32


class CourseError(Exception):
    """The course can't begin or go on; the message says why, and what helps."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that a course follows from, fixed when it begins."""

    hours: float
    seed: int
    start: str | None = None
    """The checksum of the network that it begins with, if it doesn't begin with nothing."""
    game: str = CHESS.name
    deep: bool = False
    """True for a deep network, which always judges alone."""
    alone: bool = False
    """True for a network that judges alone; else it is half of the hybrid."""

    @property
    def evaluation(self) -> str:
        """How its networks judge."""
        return "network" if self.alone or self.deep else "hybrid"

    @property
    def generations(self) -> int:
        """Number of generations beside generation 0: two an hour, at most six. Each labels with a better judge."""
        return max(1, min(MOST_GENERATIONS, round(2 * self.hours)))

    def seconds(self, generation: int, stage: str) -> float:
        """Time for a stage, in seconds."""
        total = 3600 * self.hours
        first = 0.0 if self.start else GENERATION_0
        if generation == 0:
            return total * first * STAGES_OF_GENERATION_0[stage]
        return total * (1 - first) / self.generations * STAGES_OF_LATER_ONES[stage]

    def presentations(self, generation: int, labels: int) -> int:
        """Number of positions shown by a training that has so many labelled ones."""
        affordable = round(FITTED_A_SECOND * self.seconds(generation, "fit"))
        wanted = max(FEWEST_PRESENTATIONS, round(labels * PRESENTATIONS_A_LABEL / MOST_LABELS))
        return max(BATCH, min(affordable, wanted))


def label_share(labels: int, presentations: int) -> float:
    """Of each batch, how much of it are labels, if there are so many, and so many positions are shown."""
    return min(MOST_LABELS, MOST_PRESENTATIONS_A_LABEL * labels / presentations)


@dataclass(slots=True)
class Generation:
    """The state of a generation; everything but its number grows as its stages are done."""

    number: int
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    """Of work, by stage."""
    core_seconds: float = 0.0
    """Of work, each core's."""
    player: str | None = None
    """The checksum of the network that plays and judges; None for the classical evaluation."""
    games: int = 0
    """Of its own that are in the store."""
    labels: int = 0
    """Different positions that it learns from, those of earlier generations and courses in the store among them."""
    visited: int = 0
    presentations: int = 0
    """Fixed when the training begins."""
    losses: list[tuple[int, float]] = field(default_factory=list)
    """Positions shown, and the mean loss until then."""
    test_loss: float | None = None
    spread: Spread | None = None
    checksum: str | None = None
    verdict: Verdict | None = None
    """Of the match against its forerunner; generation 0 has none."""
    classical: Verdict | None = None
    """Of the match against the classical evaluation, if it stays."""
    stays: bool = False
    """True if its network is the best so far: it has beaten its forerunner, or is the first."""
    is_over: bool = False


class Watcher(Protocol):
    """Hears how the course goes."""

    def stage(self, generation: int, stage: str, detail: str) -> None:
        """A stage begins, or goes on."""

    def progress(self, share: float, detail: str) -> None:
        """So much of the stage is done, 0 to 1."""

    def done(self, generation: Generation) -> None:
        """A generation is over."""

    def damage(self, damage: Damage) -> None:
        """Something in a file can't be read, and is left out."""


class Course:
    """A course in its directory."""

    def __init__(
        self, directory: Path, settings: Settings, jobs: int, watcher: Watcher, store: Path | None = None
    ) -> None:
        """Go on with the course that lies there, or begin it. Raises CourseError and OSError."""
        self.directory = directory
        self.store = directory / STORE if store is None else store
        self.settings = settings
        self.game = GAMES[settings.game]
        self.jobs = jobs
        self.watcher = watcher
        self.generations: list[Generation] = []
        directory.mkdir(parents=True, exist_ok=True)
        self._load()

    def begin_with(self, network: Network) -> None:
        """Let a network be the best so far: generation 0 is left out. Only at the beginning of a course."""
        if not self.generations:
            _write(self.directory / BEST, network.data)
            self.generations.append(Generation(0, checksum=network.checksum, stays=True, is_over=True))
            self._save()

    def run(self) -> None:
        """Work until the last generation is judged. Raises what its stages raise; what is done stays done."""
        while True:
            if not self.generations or self.generations[-1].is_over:
                number = len(self.generations)
                if number > self.settings.generations:
                    return
                self.generations.append(Generation(number, player=self._best_judge()))
                self._save()
            generation = self.generations[-1]
            if not generation.presentations:
                self._play(generation)
                self._visit(generation)
            self._fit(generation)
            self._judge(generation)
            generation.is_over = True
            self._save()
            self.watcher.done(generation)

    @property
    def best_network(self) -> Path | None:
        """The best network so far."""
        path = self.directory / BEST
        return path if path.exists() else None

    # ------------------------------------------------------------------ the stages

    def _play(self, generation: Generation) -> None:
        if not generation.number:
            return
        evaluation, network = self._judge_of(generation)
        recipe = GameRecipe(
            self._seed(generation),
            NODES,
            evaluation,
            network,
            self.game.name,
            label_nodes=LABEL_NODES,
            label_every=LABEL_EVERY,
        )
        budget = self.settings.seconds(generation.number, "games")
        judge = f"network {generation.player[:8]}" if generation.player else "the evaluation made by hand"
        self.watcher.stage(generation.number, "games", f"{NODES} nodes a move, {LABEL_NODES:,} a label, by {judge}")
        with self._clock(generation, "games") as clock:

            def on_block(games: int) -> bool:
                generation.games = games
                spent = clock()
                self.watcher.progress(min(1.0, spent / budget), f"{games:,} games")
                return not games or spent < budget

            play_games(recipe, self.store, self.jobs, on_block)
        self._save()

    def _visit(self, generation: Generation) -> None:
        evaluation, network = self._judge_of(generation)
        recipe = VisitRecipe(
            self._seed(generation), VISIT_NODES, evaluation, network, self.game.name, stride=VISIT_STRIDE
        )
        budget = self.settings.seconds(generation.number, "visit")
        self.watcher.stage(generation.number, "visit", "positions that searches evaluate")
        with (
            SampleFile(self._path(generation, "visited"), self.game) as output,
            self._clock(generation, "visit") as clock,
        ):

            def on_block(positions: int) -> bool:
                generation.visited = positions
                share = max(clock() / budget, positions / MOST_VISITED)
                self.watcher.progress(min(1.0, share), f"{positions:,} positions")
                return not positions or share < 1

            visit_positions(recipe, output, self.jobs, on_block)
        for earlier in self.generations[:-1]:
            self._path(earlier, "visited").unlink(missing_ok=True)
        self._save()

    def _fit(self, generation: Generation) -> None:
        if generation.checksum:
            return
        best = self._best()
        self.watcher.stage(generation.number, "fit", "gathering what is learned from")
        sources, tests = self._sources(generation)
        training = Training(
            seed=self._seed(generation),
            presentations=generation.presentations,
            result_share=RESULT_SHARE,
            rate=RATES[min(generation.number, 1)],
            scale=self.game.scale,
        )
        checkpoint = self._path(generation, "fit.npz")
        start = self._first_weights() if best is None else starting_weights(best)
        fit = Fit.load(checkpoint, training) if checkpoint.exists() else Fit(training, start)
        generation.losses = [loss for loss in generation.losses if loss[0] <= fit.presented]
        labelled = f"{generation.labels:,} labelled positions and " if generation.labels else ""
        self.watcher.stage(generation.number, "fit", f"{labelled}{generation.visited:,} visited ones")
        saved = time.monotonic()
        with self._clock(generation, "fit") as clock:
            for loss in fit.run(sources, self.jobs, REPORT_STEPS):
                clock()
                generation.losses.append((fit.presented, loss))
                self.watcher.progress(min(1.0, fit.presented / training.presentations), f"loss {loss:.5f}")
                if time.monotonic() - saved >= SAVE_S:
                    fit.save(checkpoint)
                    self._save()
                    saved = time.monotonic()
        fit.save(checkpoint)
        judged = tests[0]
        generation.test_loss = loss_of(judged, fit.weights, training.result_share, training.scale)
        share = NETWORK_SHARE if self.settings.evaluation == "hybrid" else 1.0
        generation.spread = spread_of(tests[-1], fit.weights, self.game, share)
        factor, made = generation.spread.factor, self._made(generation)
        data = (
            export_deep(fit.weights, made, self.game.scale * factor, self.game)
            if self.settings.deep
            else export(fit.weights, factor, made, tests[-1], self.game)
        )
        _write(self._path(generation, "network"), data)
        generation.checksum = Network(data).checksum
        self._save()
        for kind in ("labelled.set", "visited.set"):
            self._path(generation, kind).unlink(missing_ok=True)

    def _sources(self, generation: Generation) -> tuple[list[Source], list[Positions]]:
        """The positions a network is shown, and those it is tested with: labelled ones first, if there are any."""
        kinds = {"visited": position_blocks(self._path(generation, "visited"), self.watcher.damage, self.game)}
        if generation.number:
            kinds = {"labelled": self._labelled(), **kinds}
        shown, held_out = {}, {}
        for kind, blocks in kinds.items():
            shown[kind], held_out[kind] = gather(blocks, self._path(generation, f"{kind}.set"), self.game)
        labels = len(shown.get("labelled", ()))
        if generation.labels != labels or not generation.presentations:
            # What is learned from has grown since an interrupted training began, in a store that others add to.
            self._path(generation, "fit.npz").unlink(missing_ok=True)
            generation.labels, generation.visited = labels, len(shown["visited"])
            generation.presentations = self.settings.presentations(generation.number, labels)
            self._save()
        shares = {"visited": 1.0}
        if labels:
            shares["labelled"] = label_share(labels, generation.presentations)
            shares["visited"] -= shares["labelled"]
        sources = [Source(shown[kind], shares[kind]) for kind in kinds if kind in shares]
        tests = [held_out[kind] for kind in kinds if len(held_out[kind])]
        for source in sources:
            if len(source.positions) < round(BATCH * source.share):
                raise CourseError(f"{len(source.positions):,} positions are too few to learn from; give more --hours")
        return sources, tests or [source.positions for source in sources]

    def _labelled(self) -> Iterator[Positions]:
        for positions in labelled_positions(self.store, self.watcher.damage, self.game):
            yield positions[np.abs(positions["score"]) < MOST_VALUE]

    def _judge(self, generation: Generation) -> None:
        """Match the new judge with its forerunner, and, if it stays, with the classical evaluation."""
        new, best = self._path(generation, "network"), self.directory / BEST
        if generation.number and generation.verdict is None:
            generation.verdict = self._match(generation, "gate", "against its forerunner", new, best)
            self._save()
        generation.stays = generation.verdict is None or generation.verdict.better
        if not generation.stays:
            return
        if generation.classical is None:
            generation.classical = self._match(
                generation, "classical", "against the evaluation made by hand", new, None
            )
        _write(best, new.read_bytes())

    def _match(self, generation: Generation, name: str, against: str, new: Path, old: Path | None) -> Verdict:
        """Match a network's evaluation with that of an older one, whom it must beat, or with the classical one."""
        matches = 2 if generation.number else 1
        budget = self.settings.seconds(generation.number, "gate") / matches
        games = max(FEWEST_GAMES, min(MOST_GAMES, 2 * int(budget * self.jobs / self.game.seconds_a_game / 2)))
        self.watcher.stage(generation.number, "gate", against)
        with self._clock(generation, "gate") as clock:

            def on_game(played: int, score: float) -> None:
                clock()
                self.watcher.progress(played / games, f"{played} games, {score:.1%}")

            return play_gate(
                f"name=new,evaluation={self.settings.evaluation},network={new}",
                "name=classical,evaluation=classical"
                if old is None
                else f"name=old,evaluation={self.settings.evaluation},network={old}",
                self._path(generation, f"{name}{KINDS[self.game.name]}"),
                game=self.game.name,
                games=games,
                jobs=self.jobs,
                seed=self._seed(generation),
                stops_early=old is not None,
                on_game=on_game,
            )

    # ------------------------------------------------------------------ what lies in the directory

    def _seed(self, generation: Generation) -> int:
        return self.settings.seed * 1000 + generation.number

    def _best_judge(self) -> str | None:
        """The checksum of the best network, if it has beaten the classical evaluation; None: that judges.

        A network that the course begins with judges in any case.
        """
        best = next((generation for generation in reversed(self.generations) if generation.stays), None)
        if best is None or (best.classical is not None and not best.classical.better):
            return None
        return best.checksum

    def _judge_of(self, generation: Generation) -> tuple[str, bytes | None]:
        """The judge that plays, labels and evaluates visited positions: the evaluation, and its network if any."""
        best = self._best()
        return (self.settings.evaluation, best.data) if generation.player and best else ("classical", None)

    def _first_weights(self) -> Numbers:
        """The weights that learning from nothing begins with."""
        if self.settings.deep:
            return first_deep_weights(self.settings.seed, self.game)
        return first_weights(self.settings.seed, self.game.weights)

    def _best(self) -> Network | None:
        path = self.directory / BEST
        return read_network(path, self.game.network) if path.exists() else None

    def _path(self, generation: Generation, kind: str) -> Path:
        return self.directory / f"g{generation.number}.{kind}"

    def _made(self, generation: Generation) -> str:
        return (
            f"kiebitz train: {MADE_FOR[self.settings.evaluation]}, generation"
            f" {generation.number}, seed {self.settings.seed},"
            f" {generation.labels} labels of {LABEL_NODES} nodes and {generation.visited} visited positions,"
            f" {generation.presentations} presentations, judged by {generation.player or 'the classical evaluation'}"
        )

    def _clock(self, generation: Generation, stage: str) -> _Clock:
        return _Clock(generation, stage, self.jobs, self._save)

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
            if any(entry.name != self.store.name for entry in self.directory.iterdir()):
                raise CourseError(f"{self.directory} holds something else; give an empty or new directory")
            self._save()
            return
        try:
            state = json.loads(content_of(path, MOST_TEXT_BYTES))
            version = state["version"]
            if version == VERSION:
                settings = Settings(**state["settings"])
                generations = [_generation(data) for data in state["generations"]]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CourseError(f"{path} is damaged ({error}); begin again in another directory") from error
        if version != VERSION:
            raise CourseError(f"{path} is of format {version}, not {VERSION}; go on with the Kiebitz that wrote it")
        if settings != self.settings:
            raise CourseError(
                f"{self.directory} holds a course of {settings.hours:g} hours with seed {settings.seed}, of"
                f" {settings.game}{', deep' if settings.deep else ''}{', alone' if settings.alone else ''}"
                f"{f', from network {settings.start}' if settings.start else ''};"
                " give the same, or another directory"
            )
        self.generations = generations


class _Clock:
    """Counts the seconds of a stage, and keeps the count now and then."""

    def __init__(self, generation: Generation, stage: str, jobs: int, save: Callable[[], None]) -> None:
        self._generation, self._stage, self._jobs, self._save = generation, stage, jobs, save
        self._before, self._cores_before = generation.seconds[stage], generation.core_seconds
        self._began = self._saved = time.monotonic()

    def __call__(self) -> float:
        """The seconds of the stage so far, earlier runs included."""
        now = time.monotonic()
        spent = self._before + now - self._began
        self._generation.seconds[self._stage] = spent
        self._generation.core_seconds = self._cores_before + (now - self._began) * self._jobs
        if now - self._saved >= SAVE_S:
            self._save()
            self._saved = now
        return spent

    def __enter__(self) -> _Clock:
        return self

    def __exit__(self, *exception: object) -> None:
        self()
        self._save()


def _generation(data: dict[str, Any]) -> Generation:
    generation = Generation(**data)
    generation.losses = [(int(presented), float(loss)) for presented, loss in generation.losses]
    if data["verdict"]:
        generation.verdict = Verdict(**data["verdict"])
    if data["classical"]:
        generation.classical = Verdict(**data["classical"])
    if data["spread"]:
        generation.spread = Spread(**data["spread"])
    return generation


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)
