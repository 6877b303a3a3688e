"""Games analysed by the machines of a Ray cluster, or by an embedded Ray on this one.

A task is a shard: it needs nothing but its games, and keeps nothing. Of the results only files count: when a task ends,
this process writes the shard's, and hands out what is done in the order of the inputs. So this process may be killed at
any moment, and the next one goes on from the files. A task that dies, or whose machine does, is sent out again. Never
are more than twice as many out as there are processors: machines that join find work, and one that leaves takes little
along.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kiebitz.analysis.archive_run.batch import BatchError, Games, Outcome, Outcomes, Progress, network_of, recipe
from kiebitz.analysis.farm.shards import Shard, ShardError, ShardFolder, analyse_shard, cut
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.position_store import StoreError
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.processes.cores import usable_cores

LOCAL = "local"
"""The address that means: a Ray embedded here."""
AUTO = "auto"
"""Ray's word for the cluster that this machine belongs to."""
OBJECT_STORE_BYTES = 128 << 20
"""Bytes in which an embedded Ray holds results; those of a shard are some hundred kilobytes."""
SHARDS_A_PROCESSOR = 2
"""Number of shards out, the one in work included."""
AHEAD = 8
"""The factor on these that may be done or out behind one that isn't: they are held in memory."""
ATTEMPTS = 5
"""Number of times a shard is sent out before its games are suspected of ending whoever analyses them."""
HOST_AND_PORT = re.compile(r"(?P<host>.+):(?P<port>\d{1,6})")
REACHED_S = 10.0
"""The longest time for an address to answer."""
POLL_S = 0.5
"""The time between two looks for machines that joined."""


class RayError(Exception):
    """Ray is missing, or there is none at an address; the message says what to do."""


@contextmanager
def connected(address: str, jobs: int | None = None) -> Iterator[None]:
    """A connection to the Ray at an address, or to an embedded one with ``jobs`` processors.

    A process has one Ray: where it has one already, that is used. Raises RayError, also if it is at another address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _ray()
    if ray.is_initialized():
        present = ray.get_runtime_context().gcs_address
        if address not in (LOCAL, AUTO, present):
            raise RayError(f"this process uses the Ray at {present}, not that at {address}")
        yield
        return
    _require_reachable(address)
    embedded = {
        "num_cpus": jobs or usable_cores(),
        "include_dashboard": False,
        "object_store_memory": OBJECT_STORE_BYTES,
    }
    try:
        with _own_signals():
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **(embedded if address == LOCAL else {}),
            )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise RayError(f"there is no Ray at {address}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


def _require_reachable(address: str) -> None:
    """Raise RayError if nobody answers at HOST:PORT: Ray itself would end this process."""
    place = HOST_AND_PORT.fullmatch(address)
    if place is None:
        return
    try:
        socket.create_connection((place["host"], int(place["port"])), timeout=REACHED_S).close()
    except (OSError, OverflowError) as error:
        raise RayError(f"there is no Ray at {address}: {error}") from error


@contextmanager
def _own_signals() -> Iterator[None]:
    """Signals are answered afterwards as before: Ray takes SIGTERM for itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError as error:
        raise RayError("Ray is missing: pip install 'kiebitz[ray]'") from error


def processors() -> int:
    """Number of processors of the machines that are there now."""
    return int(_ray().cluster_resources().get("CPU", 0))


class RayFarm:
    """A ``Farm`` of shards; there is a connection while it is used."""

    def __init__(self, folder: ShardFolder, measure: Callable[[], int]) -> None:
        """``measure`` says how many characters of games make a shard, if no earlier run has."""
        self._folder = folder
        self._measure = measure

    def __call__(self, games: Games, settings: AnalysisSettings, progress: Progress) -> Outcomes:
        """The outcomes of the games that are left, in their order.

        Raises BatchError, ShardError, StoreError and OSError.
        """
        tasks = _Tasks(settings)
        in_order: deque[Shard] = deque()
        length = self._folder.characters(self._measure)
        shards = (shard for shard in cut(games, length) if shard.done_before < len(shard.games))
        characters = 0
        is_all_out = False
        try:
            while True:
                window = max(1, processors() // settings.threads) * SHARDS_A_PROCESSOR
                while not is_all_out and len(tasks.out) < window and len(in_order) < AHEAD * window:
                    shard = next(shards, None)
                    if shard is None:
                        is_all_out = True
                        break
                    in_order.append(shard)
                    if self._folder.has(shard):
                        characters += shard.characters_left
                    else:
                        tasks.send(shard)
                progress.show(characters)
                while in_order and not tasks.is_out(in_order[0]):
                    yield from self._outcomes(in_order.popleft())
                if is_all_out and not in_order:
                    return
                for shard, data in tasks.ended():
                    self._folder.write(shard, data)
                    characters += shard.characters_left
        finally:
            tasks.cancel()

    def _outcomes(self, shard: Shard) -> Iterator[tuple[RawGame, Outcome]]:
        done = shard.done_before
        return zip(shard.games[done:], self._folder.read(shard)[done:], strict=True)


class _Tasks:
    """The shards that are out."""

    def __init__(self, settings: AnalysisSettings) -> None:
        self._ray = _ray()
        self._settings = settings
        self._made_by = recipe(settings, network_of(settings))
        self._work = self._ray.remote(num_cpus=settings.threads, max_retries=0)(analyse_shard)
        self._attempts: Counter[Shard] = Counter()
        self.out: dict[Any, Shard] = {}
        """By Ray's name of the result to come."""

    def send(self, shard: Shard) -> None:
        """Have a shard analysed somewhere."""
        self._attempts[shard] += 1
        self.out[self._work.remote(shard.games, self._settings, self._made_by)] = shard

    def is_out(self, shard: Shard) -> bool:
        """True if somebody has it in work."""
        return shard in self.out.values()

    def ended(self) -> Iterator[tuple[Shard, bytes]]:
        """Wait a moment; yield the shards that ended, with their results. Lost ones are sent out again.

        Raises BatchError if a shard ends its workers time and again, ShardError and StoreError.
        """
        from ray.exceptions import RayError as AnyRayError
        from ray.exceptions import RayTaskError

        if not self.out:
            return
        ready, _ = self._ray.wait(list(self.out), num_returns=len(self.out), timeout=0)
        ready = ready or self._ray.wait(list(self.out), num_returns=1, timeout=POLL_S)[0]
        for result in ready:
            shard = self.out.pop(result)
            try:
                data = self._ray.get(result)
            except RayTaskError as error:
                known = isinstance(error.cause, ShardError | StoreError)
                raise error.cause if known else BatchError(str(error)) from error
            except AnyRayError as error:
                first, last = shard.games[0], shard.games[-1]
                if self._attempts[shard] >= ATTEMPTS:
                    raise BatchError(
                        f"games {first.number} to {last.number} of {first.file} crashed every process that analysed"
                        f" them, {ATTEMPTS} times: {type(error).__name__}"
                    ) from error
                self.send(shard)
                continue
            del self._attempts[shard]
            yield shard, data

    def cancel(self) -> None:
        """Have what is still out ended: nobody waits for it."""
        for result in self.out:
            self._ray.cancel(result, force=True)
