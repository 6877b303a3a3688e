"""Shards: the games of archives in portions, each of which some machine analyses by itself.

What becomes of a shard is a file, named by the hash of its games and of all that their analysis depends on: limits,
engine, network. It is written whole or not at all. So whoever goes on with a run looks which files are there: these
shards need not be done again, and what belongs to another run is never taken for this one's.

Shards are cut by the length of their games. How long makes enough work is measured when a run begins, and kept beside
the shards, so that the run that goes on cuts them in the same places.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from kiebitz.analysis.archive_run.batch import Games, Outcome, analyse_raw, network_of, recipe
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.judge_choice import chosen_judge
from kiebitz.analysis.judging.position_store import opened_store
from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.engine.tablebase import opened
from kiebitz.processes.bounded import content_of, gunzipped
from kiebitz.processes.whole_file import whole_file

FOLDER_SUFFIX = ".shards"
OWN_FILE = re.compile(r"[0-9a-f]{64}\.(?:jsonl\.gz|plan)(?:(?:\.[0-9a-f]+)?\.unfinished\d*)?")


class ShardError(Exception):
    """A shard can't be analysed where it was sent, or its file isn't sound; the message says why."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games that follow upon each other in the inputs."""

    games: tuple[RawGame, ...]
    done_before: int
    """Number of them, the first ones, that are in the output already."""

    @property
    def characters_left(self) -> int:
        """The length of the games that are left to do."""
        return sum(len(raw.text) for raw in self.games[self.done_before :])


def cut(games: Games, characters: int) -> Iterator[Shard]:
    """The games in shards of at least ``characters`` characters, except the last; none depends on which are left."""
    held: list[RawGame] = []
    done_before = length = 0
    for raw, is_left in games:
        held.append(raw)
        done_before += not is_left
        length += len(raw.text)
        if length >= characters:
            yield Shard(tuple(held), done_before)
            held, done_before, length = [], 0, 0
    if held:
        yield Shard(tuple(held), done_before)


def analyse_shard(games: tuple[RawGame, ...], settings: AnalysisSettings, made_by: Mapping[str, Any]) -> bytes:
    """Analyse games, and return what a shard's file holds.

    Needs nothing but its arguments, wherever it runs. Raises ShardError if the Kiebitz or the network there is another
    one than that which the run was ``made_by`` (see ``recipe``).
    """
    here = recipe(settings, network_of(settings))
    other = [name for name in ("version", "network", "judge") if here.get(name) != made_by.get(name)]
    if other:
        what = ", ".join(f"{name} {here[name]} in the place of {made_by[name]}" for name in other)
        raise ShardError(f"a machine has another Kiebitz ({what}): install the same on all of them")
    with (
        chosen_judge(settings) as judge,
        opened(settings.syzygy) as tablebase,
        opened_store(settings.store) as store,
    ):
        outcomes = [analyse_raw(raw, judge, settings, tablebase=tablebase, store=store) for raw in games]
    lines = (json.dumps({"pgn": outcome.pgn, "record": outcome.record}) + "\n" for outcome in outcomes)
    return gzip.compress("".join(lines).encode(), mtime=0)


class ShardFolder:
    """The folder beside an output where the shards of its run lie."""

    def __init__(self, output: Path, made_by: Mapping[str, Any]) -> None:
        """``made_by`` is what their analysis depends on, as plain data."""
        self.path = folder_of(output)
        self._recipe = hashlib.sha256(json.dumps(made_by, sort_keys=True).encode())

    def file_of(self, shard: Shard) -> Path:
        """Where a shard's file lies, if it is done."""
        name = self._recipe.copy()
        for raw in shard.games:
            name.update(json.dumps(astuple(raw)).encode())
        return self.path / f"{name.hexdigest()}.jsonl.gz"

    def write(self, shard: Shard, data: bytes) -> None:
        """Keep what ``analyse_shard`` returned. Raises OSError that names the file."""
        _write(self.file_of(shard), data)

    def read(self, shard: Shard) -> list[Outcome]:
        """The outcomes of a shard's games, as records. Raises OSError, and ShardError if the file is damaged."""
        file = self.file_of(shard)
        try:
            lines = gunzipped(content_of(file)).splitlines()
            outcomes = [_outcome(json.loads(line)) for line in lines]
            places = [(outcome.record["file"], outcome.record["game"]) for outcome in outcomes]
        except (zlib.error, ValueError, KeyError, TypeError) as error:
            raise ShardError(f"{file} is damaged") from error
        if places != [(raw.file, raw.number) for raw in shard.games]:
            raise ShardError(f"{file} is damaged")
        return outcomes

    def has(self, shard: Shard) -> bool:
        """True if a shard is done, and its file sound."""
        try:
            self.read(shard)
        except (OSError, ShardError):
            return False
        return True

    def characters(self, measure: Callable[[], int]) -> int:
        """Length of shards: as the run was begun with, or as ``measure`` says now; then the folder is made.

        Raises OSError.
        """
        plan = self.path / f"{self._recipe.hexdigest()}.plan"
        with suppress(OSError, ValueError):
            return int(plan.read_text("ascii"))
        characters = measure()
        self.path.mkdir(exist_ok=True)
        _write(plan, str(characters).encode())
        return characters

    def delete(self) -> None:
        """Delete the shards, as everything is in the output now, and the folder if nothing else is in it."""
        for file in self.path.iterdir() if self.path.is_dir() else ():
            if OWN_FILE.fullmatch(file.name):
                file.unlink(missing_ok=True)
        with suppress(OSError):
            self.path.rmdir()


def folder_of(output: Path) -> Path:
    """Where the shards of an output lie."""
    return output.with_name(output.name + FOLDER_SUFFIX)


def _write(file: Path, data: bytes) -> None:
    try:
        with whole_file(file) as unfinished:
            unfinished.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def _outcome(kept: Mapping[str, Any]) -> Outcome:
    """An outcome from what a shard's file says of it."""
    pgn, record = kept["pgn"], kept["record"]
    faults = (PgnFault(record["file"], record["game"], fault["line"], fault["text"]) for fault in record["faults"])
    return Outcome(pgn, record, tuple(faults), analysis=None)
