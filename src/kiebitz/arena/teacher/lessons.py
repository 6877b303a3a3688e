"""A sitting with a teacher: hours of the stream, kept in one file, and a match that says what it is worth.

All that is kept is DIR/taught.network; run the same command again to go on from it. A kill loses at most ``SAVE_S`` of
work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kiebitz.arena.teacher.stream import State, Stream, Teacher
from kiebitz.arena.train.display import Display, said_of
from kiebitz.arena.train.gate import Verdict, play_gate
from kiebitz.core.evaluation.network.file import Network, read_network
from kiebitz.core.evaluation.network.games import CHESS
from kiebitz.core.evaluation.network.layers import NetworkError
from kiebitz.processes.whole_file import whole_file

TAUGHT = "taught.network"
SAVE_S = 60.0
GAMES = 400
"""Of the match against the classical evaluation."""
HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything a sitting follows from."""

    directory: Path
    teacher: Teacher
    hours: float
    seed: int
    jobs: int

    @property
    def path(self) -> Path:
        """Where the network lies."""
        return self.directory / TAUGHT

    def start(self, given: Network | None) -> Network | None:
        """The network to go on from: the one in the directory, else the one given, else none.

        Raises NetworkError for one in the directory that is not deep.
        """
        if not self.path.exists():
            return given
        kept = read_network(self.path, CHESS)
        if not kept.deep:
            raise NetworkError(f"{self.path} is shallow, and a teacher teaches deep networks; give another --directory")
        return kept

    def learn(self, start: Network | None, on_round: Callable[[State, float], None]) -> Network:
        """Learn for the hours; ``on_round`` hears of each round and the share of the time spent. Raises OSError."""
        self.directory.mkdir(parents=True, exist_ok=True)
        began = saved = time.monotonic()
        stream = Stream(self.teacher, start, seed=self.seed, jobs=self.jobs)

        def share() -> float:
            return (time.monotonic() - began) / (self.hours * HOUR_S)

        for state in stream.rounds(share):
            on_round(state, min(1.0, share()))
            if time.monotonic() - saved >= SAVE_S:
                self._save(stream.network())
                saved = time.monotonic()
        network = stream.network()
        self._save(network)
        return network

    def judge(self, network: Network, on_game: Callable[[int, float], None], games: int = GAMES) -> Verdict:
        """Match what was learned with the classical evaluation. Raises what ``play_gate`` does."""
        return play_gate(
            f"name=taught,evaluation=network,network={self.path}",
            "name=classical,evaluation=classical",
            self.directory / f"taught-{network.checksum[:8]}.pgn",
            games=games,
            jobs=self.jobs,
            seed=self.seed,
            stops_early=False,
            on_game=on_game,
        )

    def _save(self, network: Network) -> None:
        with whole_file(self.path) as file:
            file.write(network.data)


def take(lessons: Lessons, given: Network | None, display: Display) -> None:
    """Learn, and say what came of it. Raises what ``Lessons`` raises; what was kept until then stays."""
    start = lessons.start(given)
    display.begin("Learning", f"from {lessons.teacher.name}, beginning with {start.made if start else 'nothing'}")
    seen: list[tuple[float, int]] = []

    def on_round(state: State, share: float) -> None:
        seen.append((time.monotonic(), state.shown))
        (began, first), (now, shown) = seen[0], seen[-1]
        outlook = (
            f"; an hour is {(shown - first) / (now - began) * HOUR_S / 1e6:,.0f} million more" if now > began else ""
        )
        error = 100 * state.held_out**0.5
        display.progress(share, f"{shown / 1e6:,.1f} million shown, error {error:.2f} points{outlook}")

    network = lessons.learn(start, on_round)
    display.begin("Match", "against the classical evaluation, 3,000 nodes a move")
    verdict = lessons.judge(
        network, lambda games, score: display.progress(games / GAMES, f"{games} games, {score:.1%}")
    )
    told = f"{network.made}: {said_of(verdict)} over classical"
    play = f"Play with it: kiebitz play --set evaluation=network --set network={lessons.path}"
    display.console.print(f"{told}\n{play}", highlight=False, markup=False)
