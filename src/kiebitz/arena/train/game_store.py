"""A store of games that the engine played with itself, and of what judges said of their positions.

A store is a directory. A *series* is what one recipe plays: its games lie in ``NAME.games``, block after block, and
what a judge said of them in ``NAME.JUDGE.labels``, a block for each block of games. So games outlive their judges: a
better one labels them again, in a file of its own, and readers take the labels of the one that came last. Games take
about two bytes a ply, labels about four bytes each. A store is of one game: the first line of each file names it.

Names follow from the recipe, so two stores are merged by copying what one lacks (``merge``). A kill costs the last
block at most; a damaged block is told and skipped, whatever stands in the others.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from kiebitz.arena.train.block_file import Block, BlockFile, Damage, read_blocks
from kiebitz.arena.train.sample_file import Positions
from kiebitz.arena.train.trained_game import CHESS, TrainedGame
from kiebitz.core.training.game_record import GameRecordError, unpack_games
from kiebitz.processes.whole_file import whole_file

GAMES, LABELS = ".games", ".labels"
DIGEST_BYTES = 8
MOST_PLIES = 400
"""Positions that a game may have."""


class StoreError(Exception):
    """A store can't be used; the message says why, and what helps."""


@dataclass(frozen=True, slots=True)
class Series:
    """The games of one recipe in a store."""

    games: Path
    labels: tuple[Path, ...]
    """By judge, the last to come first."""


class LabelFile(BlockFile):
    """A judge's labels of a series; a context manager. Its first block tells who judges, and the judge's rank."""

    def __init__(self, store: Path, name: str, judge: str, about: Mapping[str, Any], game: TrainedGame = CHESS) -> None:
        """Go on with the file, or begin it. Raises BlockFileError, OSError."""
        self._judged: set[bytes] = set()
        # Asked before a file is begun: a store of another game refuses.
        rank = next_rank(store, game)
        super().__init__(labels_path(store, name, judge), game.labels_magic, self._note)
        if not self.next:
            self.append(0, json.dumps({"judge": judge, "rank": rank, **about}).encode())

    def _note(self, block: Block) -> bool:
        self._judged.add(block.data[:DIGEST_BYTES])
        return True

    def is_done(self, games: Block) -> bool:
        """True if a block of games has this judge's labels."""
        return games.digest in self._judged

    def add(self, games: Block, labels: bytes) -> None:
        """Add the labels of a block of games; they are on the disk when this returns. Raises OSError."""
        self.append(games.count, games.digest + labels)
        self._judged.add(games.digest)


class SeriesWriter:
    """Adds blocks of games, with their labels, to a series; a context manager."""

    def __init__(self, store: Path, name: str, judge: str, about: Mapping[str, Any], game: TrainedGame = CHESS) -> None:
        """Go on with the series, or begin it; ``about``, in its first block, describes it to people.

        Raises BlockFileError, OSError.
        """
        store.mkdir(parents=True, exist_ok=True)
        self._labels = LabelFile(store, name, judge, about, game)
        try:
            # Games are written first: those without labels were interrupted, and are played again.
            end = self._labels.next
            self._games = BlockFile(store / (name + GAMES), game.games_magic, lambda block: block.number < end)
            if not self._games.next:
                self._games.append(0, json.dumps(dict(about)).encode())
        except BaseException:
            self._labels.__exit__(None, None, None)
            raise

    @property
    def done(self) -> int:
        """Number of blocks of games."""
        return self._labels.next - 1

    @property
    def count(self) -> int:
        """Number of games."""
        return self._games.things

    def append(self, count: int, games: bytes, labels: bytes) -> None:
        """Add ``count`` games and their labels; they are on the disk when this returns. Raises OSError."""
        block = Block(self._games.next, count, games, 0)
        self._games.append(count, games)
        self._labels.add(block, labels)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._games.__exit__(kind, error, trace)
        self._labels.__exit__(kind, error, trace)


def labels_path(store: Path, name: str, judge: str) -> Path:
    """Where a judge's labels of a series lie."""
    return store / f"{name}.{judge}{LABELS}"


def series_of(store: Path, game: TrainedGame = CHESS) -> list[Series]:
    """The series of a store, by name. Raises BlockFileError, OSError."""
    found = []
    for games in sorted(store.glob("*" + GAMES)):
        labels = sorted(
            store.glob(games.stem + ".*" + LABELS), key=lambda path: (_rank(path, game), path.name), reverse=True
        )
        found.append(Series(games, tuple(labels)))
    return found


def next_rank(store: Path, game: TrainedGame = CHESS) -> int:
    """The number of a judge who comes last."""
    return 1 + max((_rank(path, game) for path in store.glob("*" + LABELS)), default=0)


def _rank(labels: Path, game: TrainedGame) -> int:
    for block in read_blocks(labels, game.labels_magic, lambda damage: None):
        if block.number == 0:
            return int(json.loads(block.data)["rank"])
        break
    return 0


def labelled_blocks(
    series: Series, on_damage: Callable[[Damage], None], game: TrainedGame = CHESS
) -> Iterator[tuple[Block, bytes]]:
    """Each block of games with its labels, those of the last judge who has some. Games without any are left out."""
    labels: dict[bytes, bytes] = {}
    for path in reversed(series.labels):
        for block in read_blocks(path, game.labels_magic, on_damage):
            if block.number:
                labels[block.data[:DIGEST_BYTES]] = block.data[DIGEST_BYTES:]
    for block in read_blocks(series.games, game.games_magic, on_damage):
        if block.number and block.digest in labels:
            yield block, labels[block.digest]


def labelled_positions(
    store: Path, on_damage: Callable[[Damage], None], game: TrainedGame = CHESS
) -> Iterator[Positions]:
    """The labelled positions of a store's games, block by block, the games numbered through the store.

    Damaged files, blocks, and games that don't fit their labels are told and skipped. Raises OSError.
    """
    first = 0
    for series in series_of(store, game):
        for block, labels in labelled_blocks(series, on_damage, game):
            positions = np.zeros(block.count * MOST_PLIES, game.position)
            room = positions.view(np.uint8).data
            try:
                kept = unpack_games(block.data, block.count, labels, room, first, game.name)
            except GameRecordError:
                on_damage(Damage(series.games, block.end - len(block.data), block.end))
                continue
            first += block.count
            yield positions[:kept].copy()


def merge(store: Path, other: Path) -> int:
    """Copy from another store what this one lacks; returns how many files were copied.

    A file that both have must be the beginning of the other's, or the other way round: the longer one stays. Raises
    StoreError and OSError.
    """
    copied = 0
    store.mkdir(parents=True, exist_ok=True)
    for path in sorted(other.iterdir()):
        if path.suffix not in {GAMES, LABELS}:
            continue
        own = store / path.name
        if own.exists():
            shorter, longer = sorted((own, path), key=lambda file: file.stat().st_size)
            if not _begins_with(longer, shorter):
                raise StoreError(f"{own} and {path} have the same name and different games; rename one of them")
            if longer == own or longer.stat().st_size == shorter.stat().st_size:
                continue
        with path.open("rb") as source, whole_file(own) as target:
            shutil.copyfileobj(source, target)
        copied += 1
    return copied


def _begins_with(longer: Path, shorter: Path) -> bool:
    with longer.open("rb") as one, shorter.open("rb") as other:
        while chunk := other.read(1 << 20):
            if one.read(len(chunk)) != chunk:
                return False
    return True
