"""Other programs as players: python-chess speaks UCI and xboard with them.

A program that crashes, hangs or breaks the protocol is ended and started again for the next game.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any

import chess
import chess.engine

from kiebitz.arena.match.player import Choice, OutsideSpec, PlayerError, PlayerFault
from kiebitz.engine.limit import Limit
from kiebitz.games.live_game import LiveGame
from kiebitz.programs.bounded_protocol import Bounded, Found, Uci, last_words, option_value, score_of, within
from kiebitz.programs.process_group import end_group

START_TIMEOUT_S = 30.0
QUIT_TIMEOUT_S = 1.0

# Limits and setup that an xboard program may complain of; a complaint of anything else is about the game.
COMPLAINT = re.compile(r"\s*(?:Error|Illegal move)[^:]*:\s*((?:level|nps|sd|st|setboard)\b.*)")


class _Features(dict[str, Any]):
    """Features declared by an xboard program.

    python-chess refuses one without ``setboard``, which games from the starting position don't need.
    """

    def get(self, key: str, default: Any = None) -> Any:
        """A feature; setting up positions counts as declared."""
        return 1 if key == "setboard" else super().get(key, default)


class _XBoard(Bounded, chess.engine.XBoardProtocol):
    """xboard, with the program's last words, its clock as programs understand it, and fewer demands."""

    def __init__(self) -> None:
        super().__init__()
        self.features = _Features()

    @property
    def sets_up_positions(self) -> bool:
        """True if a game may begin anywhere."""
        return bool(dict(self.features).get("setboard", 0))

    def send_line(self, line: str) -> None:
        """Called by python-chess, which writes less than a second as none: programs take that for no clock."""
        super().send_line(line.replace(" 0:00 ", " 0:01 ", 1) if line.startswith("level ") else line)


class OutsidePlayer:
    """A program that runs beside us."""

    def __init__(self, spec: OutsideSpec) -> None:
        self._spec = spec
        self._runner: asyncio.Runner | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._engine: Uci | _XBoard | None = None
        self._game_id = object()
        self._board = chess.Board()
        self._followed: LiveGame | None = None

    def new_game(self) -> None:
        """Start the program if it doesn't run, and let it prepare before its clock runs. Raises PlayerError."""
        self._game_id = object()
        self._followed = None
        if self._engine is None or self._engine.returncode.done():
            self._start()
        engine = self._engine
        if not isinstance(engine, Uci):
            return  # xboard programs get 'new' with their first move, and answer at once
        # Clearing a large table takes time; python-chess would let the program do that on its clock.
        engine.send_line("ucinewgame")
        engine.first_game = False
        engine.game = self._game_id
        try:
            self._wait(engine.ping, START_TIMEOUT_S)
        except (chess.engine.EngineError, TimeoutError) as error:
            said = last_words(self._engine)
            self._kill()
            self._start()
            raise PlayerError(f"{self._spec.name} doesn't begin a new game: {error}{said}") from error

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """The program's move. Raises PlayerFault, and PlayerError if it doesn't know what this game needs."""
        engine = self._engine
        if engine is None:
            raise PlayerFault("crash", "is not running")
        self._follow(game)
        if isinstance(engine, _XBoard):
            self._require_features(engine, limit)
        # One clock a game: xboard programs count its moves by themselves.
        allowed = _engine_limit(limit, self._game_id)
        options: dict[str, Any] = {"game": self._game_id, "info": chess.engine.INFO_SCORE | chess.engine.INFO_BASIC}
        try:
            result = self._wait(lambda: engine.play(self._board, allowed, **options), timeout_s)
        except TimeoutError:
            self._kill()
            kind = "time loss" if limit.white_clock_ms is not None else "stall"
            hint = " (does it obey a limit of nodes?)" if limit.nodes else ""
            raise PlayerFault(kind, f"doesn't move within {timeout_s:.1f} s{hint}; ended") from None  # type: ignore[arg-type]
        except chess.engine.EngineTerminatedError as error:
            said = last_words(self._engine)
            self._kill()
            raise PlayerFault("crash", f"crashes ({error}){said}") from error
        except chess.engine.EngineError as error:
            self._kill()
            if complaint := COMPLAINT.match(str(error)):
                raise PlayerError(
                    f"{self._spec.name} doesn't understand xboard's '{complaint[1]}':"
                    " play it at another limit (--tc, --nodes or --depth)"
                ) from error
            raise PlayerFault("illegal move", f"plays an illegal move or breaks the protocol: {error}") from error
        if result.resigned:
            return Choice(None)
        if result.move is None:
            raise PlayerFault("illegal move", "makes no move though it has one")
        info = result.info
        return Choice(
            self._board.uci(result.move), score_of(info.get("score")), info.get("depth", 0), info.get("nodes", 0)
        )

    def game_over(self, points: float) -> None:
        """Nothing to do: UCI and xboard programs are told of a new game only."""

    def close(self) -> None:
        """Ask the program to quit; end it if it doesn't."""
        if self._engine is not None and not self._engine.returncode.done():
            with contextlib.suppress(chess.engine.EngineError, TimeoutError, OSError):
                self._wait(self._engine.quit, QUIT_TIMEOUT_S)
        self._kill()
        if self._runner:
            self._runner.close()
            self._runner = None

    def kill(self) -> None:
        """End the program at once; from whatever thread, also while it thinks."""
        transport = self._transport
        if transport is not None:
            end_group(transport.get_pid())

    def _start(self) -> None:
        self._kill()
        if self._runner is None:
            self._runner = asyncio.Runner()
        try:
            self._wait(self._open, START_TIMEOUT_S)
        except TimeoutError:
            reason = f"it doesn't answer within {START_TIMEOUT_S:.0f} s as {self._spec.protocol} wants"
        except chess.engine.EngineError as error:
            hint = "; does it speak UCI? (uci:COMMAND)" if self._spec.protocol == "xboard" else ""
            reason = f"{error}{hint}{last_words(self._engine)}"
        except OSError as error:
            reason = f"{error.strerror or error}"
        else:
            return
        self._kill()
        raise PlayerError(f"{self._spec.name} ({' '.join(self._spec.command)}) doesn't start: {reason}")

    async def _open(self) -> None:
        kind: type[Uci] | type[_XBoard] = Uci if self._spec.protocol == "uci" else _XBoard
        transport, engine = await kind.popen(list(self._spec.command), setpgrp=True)
        self._transport, self._engine = transport, engine  # known even if the start fails, to be ended then
        await engine.initialize()
        if self._spec.options:
            await engine.configure({name: option_value(engine, name, text) for name, text in self._spec.options})
        await engine.ping()

    def _require_features(self, engine: _XBoard, limit: Limit) -> None:
        """Raise PlayerError if a program can't play this game by what it declares."""
        if not engine.sets_up_positions and self._board.root() != chess.Board():
            raise PlayerError(
                f"{self._spec.name} can't set up positions (it lacks xboard's feature 'setboard'):"
                " give --openings a PGN file of games from the starting position"
            )
        if limit.nodes and not engine.features.get("nps"):
            raise PlayerError(
                f"{self._spec.name} can't be limited by nodes (it lacks xboard's feature 'nps'): give --tc or --depth"
            )

    def _follow(self, game: LiveGame) -> None:
        """Bring the program's board to where the game stands."""
        if game is not self._followed:
            self._followed = game
            self._board = chess.Board(game.start, chess960=game.position.chess960)
        for move in game.moves[len(self._board.move_stack) :]:
            self._board.push_uci(move)

    def _wait(self, work: Callable[[], Awaitable[Found]], timeout_s: float) -> Found:
        assert self._runner
        return self._runner.run(within(timeout_s, work))

    def _kill(self) -> None:
        self.kill()
        if self._transport is not None:
            self._transport.close()
            if self._engine is not None:
                returncode = self._engine.returncode
                # Its end is awaited: asyncio complains of processes that outlive their loop.
                with contextlib.suppress(TimeoutError):
                    self._wait(lambda: asyncio.shield(returncode), QUIT_TIMEOUT_S)
        self._transport = self._engine = None


def _engine_limit(limit: Limit, clock: object) -> chess.engine.Limit:
    if limit.white_clock_ms is None or limit.black_clock_ms is None:
        seconds = None if limit.movetime_ms is None else limit.movetime_ms / 1000
        return chess.engine.Limit(time=seconds, nodes=limit.nodes, depth=limit.depth)
    return chess.engine.Limit(
        white_clock=limit.white_clock_ms / 1000,
        black_clock=limit.black_clock_ms / 1000,
        white_inc=limit.white_increment_ms / 1000,
        black_inc=limit.black_increment_ms / 1000,
        remaining_moves=limit.moves_to_go,
        clock_id=clock,
    )
