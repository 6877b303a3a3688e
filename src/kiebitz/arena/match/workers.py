"""The processes that play: each has players of its own and plays one game after another.

A worker that is killed takes its game with it, but not the match: a program outside that crashes does so in a process
of its own, so this death says nothing about a player. The game is void, and a new worker plays it again. A game that
costs one worker after the other ends the match. If the match itself is killed, workers and their programs end, too.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.player import Player, PlayerError, Spec
from kiebitz.arena.match.record import GameRecord, GameSummary, ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.written_game import RecordStyle, write_game
from kiebitz.processes.fresh_process import FRESH
from kiebitz.processes.shortage import REMEDY, shortage
from kiebitz.processes.worker_pool import deaf_to_interrupts, end_with_parent

# So many workers may die of one game before the match is given up.
MAX_DEATHS = 3
PATIENCE_S = 5.0


class WorkerError(RuntimeError):
    """Games can't be played: a player doesn't start, or workers die one after the other."""


class _WorkerDied(Exception):  # noqa: N818 - what happened, and no error of ours
    """A worker was killed in the middle of a game; the message says by what."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The facts that a worker must know to play."""

    players: tuple[Spec, ...]
    """The players' descriptions, the first player's first."""
    rules: Rules
    """Limit, adjudication and what is forgiven."""
    style: RecordStyle | None
    """How games are written down; None: they aren't."""


def play_all(
    setup: MatchSetup,
    games: Iterable[ScheduledGame],
    workers: int,
    on_void: Callable[[ScheduledGame, str], None] = lambda scheduled, cause: None,
) -> Iterator[GameSummary]:
    """Play the games in ``workers`` processes and yield each when it is over, in any order.

    ``on_void`` hears of a game that is played again because its process was killed, and by what. Whatever ends the
    iteration (``close()`` on it, an exception) ends the processes. Raises WorkerError.
    """
    left = iter(games)
    crew: list[_Worker] = []
    deaths: Counter[int] = Counter()
    try:
        for scheduled in left:
            worker = _Worker(setup)
            crew.append(worker)
            worker.give(scheduled)
            if len(crew) == workers:
                break
        while crew:
            ready = wait([worker.connection for worker in crew])
            for worker in [worker for worker in crew if worker.connection in ready]:
                try:
                    summary = worker.take()
                except _WorkerDied as death:
                    crew.remove(worker)
                    void = worker.scheduled
                    deaths[void.number] += 1
                    if deaths[void.number] == MAX_DEATHS:
                        raise WorkerError(
                            f"game {void.number + 1} has cost {MAX_DEATHS} playing processes, the last one by {death};"
                            " perhaps memory is short: try fewer --jobs or smaller tables"
                        ) from death
                    on_void(void, str(death))
                    worker = _Worker(setup)
                    crew.append(worker)
                    worker.give(void)
                    continue
                following = next(left, None)
                if following is None:
                    crew.remove(worker)
                    worker.dismiss()
                else:
                    worker.give(following)
                yield summary
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.end()


class _Worker:
    """The match's end of one worker."""

    def __init__(self, setup: MatchSetup) -> None:
        self.connection, theirs = FRESH.Pipe()
        self.process: BaseProcess = FRESH.Process(target=_work, args=(theirs, setup), name="kiebitz-match", daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()

    def give(self, scheduled: ScheduledGame) -> None:
        """Let it play a game."""
        self.scheduled = scheduled
        # One that has died meanwhile is noticed when its answer is taken.
        with contextlib.suppress(OSError):
            self.connection.send(scheduled)

    def take(self) -> GameSummary:
        """The outcome of its game. Raises _WorkerDied if it was killed, WorkerError if it can't play."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.end()
            code = self.process.exitcode or 0
            if code > 0:
                raise WorkerError(f"a playing process failed (exit status {code}); see above") from None
            raise _WorkerDied(f"signal {signal.Signals(-code or signal.SIGTERM).name}") from None
        if isinstance(answer, str):
            raise WorkerError(answer)
        summary: GameSummary = answer
        return summary

    def dismiss(self) -> None:
        """Let it end in its own time."""
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self.end()

    def end(self) -> None:
        """Make sure that it has ended."""
        self.process.join(PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()


def _summary(record: GameRecord, style: RecordStyle | None) -> GameSummary:
    """The summary of a game. Raises WorkerError for one that is found illegal where it is written."""
    try:
        return summarise(record, write_game(record, style) if style else None)
    except (ValueError, AssertionError) as error:
        start, moves = record.scheduled.opening.fen, " ".join(played.move for played in record.moves)
        raise WorkerError(
            f"game {record.scheduled.number + 1} can't be written: {error} ({start}, moves {moves})"
        ) from error


def _work(connection: Connection, setup: MatchSetup) -> None:
    """The life of a worker."""
    # Ctrl-C reaches every process of the terminal; the match alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    players: dict[int, Player] = {}

    def player_of(number: int) -> Player:
        """The player of this number, made for the first game that needs it."""
        if number not in players:
            players[number] = make_player(setup.players[number])
        return players[number]

    def kill_players() -> None:
        for player in list(players.values()):
            player.kill()

    def end_at_once(*_: object) -> None:
        # An exception would be lost where it came in a finaliser, and nothing here is wanted any more.
        kill_players()
        os._exit(0)

    signal.signal(signal.SIGTERM, end_at_once)
    try:
        end_with_parent(kill_players)
        while (scheduled := connection.recv()) is not None:
            first, second = (player_of(number) for number in scheduled.pairing)
            one, other = (setup.players[number].times for number in scheduled.pairing)
            record = play_game(scheduled, (first, second), setup.rules, (one, other))
            connection.send(_summary(record, setup.style))
    except (PlayerError, WorkerError) as error:
        connection.send(str(error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the match is gone
    except Exception as error:
        if what := shortage(error):
            connection.send(f"{what}: {REMEDY}")  # none of the players' faults
        else:
            raise
    finally:
        for player in players.values():
            with contextlib.suppress(Exception):
                player.close()
