"""The processes that play: each has two players of its own and plays one game after another.

A worker that dies in the middle of a game takes its players with it, but not the match: it leaves a *black box*, a
piece of shared memory that says who was thinking about which game. That player has lost the game, and a new worker
takes the place of the dead one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from kiebitz.match.live_game import LiveGame
from kiebitz.match.make_player import make_player
from kiebitz.match.pgn import PgnStyle, write_game
from kiebitz.match.player import PlayerError, Spec
from kiebitz.match.record import GameFault, GameRecord, GameSummary, PlayedMove, ScheduledGame, summarise
from kiebitz.match.referee import PGN_TERMINATIONS, Rules, play_game
from kiebitz.runs.worker_pool import deaf_to_interrupts

# Room for the moves of the longest game in UCI text.
BLACK_BOX_BYTES = 1 << 15
PATIENCE_S = 5.0


class WorkerError(RuntimeError):
    """Games can't be played: a player doesn't start, or workers die without playing."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """What a worker must know to play."""

    players: tuple[Spec, Spec]
    """The players' descriptions, the first player's first."""
    rules: Rules
    """Limit, adjudication and what is forgiven."""
    style: PgnStyle | None
    """How games are written down; None: they aren't."""


def play_all(setup: MatchSetup, games: Iterable[ScheduledGame], workers: int) -> Iterator[GameSummary]:
    """Play the games in so many processes and yield each when it is over, in any order.

    Whatever ends the iteration (``close()`` on it, an exception) ends the processes. Raises WorkerError.
    """
    context = multiprocessing.get_context("spawn")
    left = iter(games)
    crew: list[_Worker] = []
    try:
        for scheduled in left:
            worker = _Worker(context, setup)
            crew.append(worker)
            worker.give(scheduled)
            if len(crew) == workers:
                break
        while crew:
            ready = wait([worker.connection for worker in crew])
            for worker in [worker for worker in crew if worker.connection in ready]:
                summary = worker.take()
                following = next(left, None)
                if following is None:
                    crew.remove(worker)
                    worker.dismiss()
                else:
                    if worker.is_dead:
                        crew.remove(worker)
                        worker = _Worker(context, setup)
                        crew.append(worker)
                    worker.give(following)
                yield summary
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.end()


class _Worker:
    """The match's end of one worker."""

    def __init__(self, context: Any, setup: MatchSetup) -> None:
        self._setup = setup
        self.connection, theirs = context.Pipe()
        self._black_box = context.RawArray("c", BLACK_BOX_BYTES)
        self.process: BaseProcess = context.Process(
            target=_work, args=(theirs, self._black_box, setup), name="kiebitz-match", daemon=True
        )
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()
        self._scheduled: ScheduledGame | None = None
        self.is_dead = False

    def give(self, scheduled: ScheduledGame) -> None:
        """Let it play a game."""
        self._scheduled = scheduled
        self._black_box.value = b""
        # One that has died meanwhile is noticed when its answer is taken.
        with contextlib.suppress(OSError):
            self.connection.send(scheduled)

    def take(self) -> GameSummary:
        """The outcome of its game, also if it died of it. Raises WorkerError."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            return self._post_mortem()
        if isinstance(answer, str):
            raise WorkerError(answer)
        summary: GameSummary = answer
        return summary

    def _post_mortem(self) -> GameSummary:
        self.is_dead = True
        self.end()
        code = self.process.exitcode or 0
        cause = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
        text = self._black_box.value.decode()
        if self._scheduled is None or not text:
            raise WorkerError(f"a playing process ended with {cause} before it played; see above")
        player, turn, *moves = text.split()
        name = self._setup.players[int(player)].name
        fault = GameFault(int(player), "crash", f"{name} crashes its process ({cause})")
        record = GameRecord(
            self._scheduled,
            "0-1" if turn == "w" else "1-0",
            f"{'White' if turn == 'w' else 'Black'} crashes ({cause})",
            PGN_TERMINATIONS["crash"],
            tuple(PlayedMove(move, None, 0, 0, 0.0) for move in moves[len(self._scheduled.opening.moves) :]),
            fault,
        )
        return _summary(record, self._setup.style)

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


def _summary(record: GameRecord, style: PgnStyle | None) -> GameSummary:
    """What the match keeps of a game. Raises WorkerError for one that python-chess, writing it, finds illegal."""
    try:
        return summarise(record, write_game(record, style) if style else None)
    except (ValueError, AssertionError) as error:
        start, moves = record.scheduled.opening.fen, " ".join(played.move for played in record.moves)
        raise WorkerError(
            f"game {record.scheduled.number + 1} can't be written: {error} ({start}, moves {moves})"
        ) from error


def _work(connection: Connection, black_box: Any, setup: MatchSetup) -> None:
    """The life of a worker."""
    # Ctrl-C reaches every process of the terminal; the match alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))

    def watch(player: int, game: LiveGame) -> None:
        note = f"{player} {'w' if game.turn else 'b'} {' '.join(game.moves)}".encode()
        black_box.value = note[: BLACK_BOX_BYTES - 1]

    players = []
    try:
        players = [make_player(spec) for spec in setup.players]
        while (scheduled := connection.recv()) is not None:
            record = play_game(scheduled, (players[0], players[1]), setup.rules, watch)
            connection.send(_summary(record, setup.style))
    except (PlayerError, WorkerError) as error:
        connection.send(str(error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the match is gone
    finally:
        for player in players:
            with contextlib.suppress(Exception):
                player.close()
