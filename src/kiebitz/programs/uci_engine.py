"""``kiebitz.UciEngine``: another program that speaks UCI, asked about positions as our own engine is.

What a search finds is the program's. Whether there is a mate in N moves our own solver proves, and static
evaluations are ours: reasons rest on them, whoever judges.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from math import inf
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

import chess
import chess.engine

from kiebitz.commandline.clean_text import clean
from kiebitz.engine import BoardLike, Engine, Evaluation, MoveLike, board_of, fen_of, position_of
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info, Line
from kiebitz.engine.positions import is_own_board, texts_of_moves
from kiebitz.engine.score import Score
from kiebitz.processes.worker_pool import deaf_to_interrupts
from kiebitz.programs.bounded_protocol import Found, Uci, last_words, option_value, score_of, within
from kiebitz.programs.bounds import SILENCE_S
from kiebitz.programs.description import DescriptionError, Program, read_program
from kiebitz.programs.process_group import end_group

if TYPE_CHECKING:
    from kiebitz.engine.board import Board

START_TIMEOUT_S = 30.0
QUIT_TIMEOUT_S = 1.0
POLL_S = 0.5
AT_ONCE = 100
"""A search of one ply that visits less than this part of its nodes was not limited by them."""
MANAGED = ("multipv", "ponder", "uci_chess960", "uci_variant", "uci_analysemode")
"""Options that follow from what is asked."""
NAMED = "name"
"""Set beside the options, as in ``kiebitz match``: how the program is called."""
NO_MOVES = ("(none)", "NULL")
"""The words of programs that have no move."""


class ProgramError(ValueError):
    """A program that can't be asked at all: its description is wrong, or it doesn't start."""


class ProgramFailure(RuntimeError):  # noqa: N818 - what happened to a program, not a fault of ours
    """A program that crashed, fell silent or broke the protocol; asked about another game it is started again."""


class _Asked(Uci):
    """UCI, and whether the program ends a search by an illegal move, after which python-chess would wait for ever."""

    def line_received(self, line: str) -> None:
        """Called by python-chess with each line, before it looks at it."""
        words = line.split()
        if words[:1] == ["bestmove"] and len(words) > 1 and words[1] not in NO_MOVES:
            try:
                self.board.parse_uci(words[1].lower())
            except ValueError:
                self.illegal = words[1]

    illegal: str | None = None
    """The illegal move that it has played."""


class UciEngine:
    """A program that speaks UCI, as ``COMMAND;OPTION=VALUE``: ``UciEngine("stockfish;Threads=2;Hash=256")``.

    For one thread; ``stop`` and ``close`` may be called by any. Has of ``Engine`` what analyses and explanations need.
    """

    takes_positions = False
    """It is told a game by its moves, which a ``Position`` doesn't hold."""

    def __init__(self, program: str | Program) -> None:
        """Start it. Raises ProgramError."""
        try:
            self._program = read_program(program) if isinstance(program, str) else program
        except DescriptionError as error:
            raise ProgramError(str(error)) from error
        options = dict(self._program.options)
        self._called = options.pop(NAMED, None)
        self._options = options
        for name in options:
            if name.lower() in MANAGED:
                raise ProgramError(f"{name} follows from what {self._program.file_name} is asked; leave it out")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._engine: _Asked | None = None
        self._analysis: chess.engine.AnalysisResult | None = None
        self._game = object()
        self._own: Engine | None = None
        self._is_closed = self._is_stopped = False
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        self.title = clean(self._called or self._declared_name())
        """How the program calls itself."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"UciEngine({self.title!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a UciEngine can't be copied or pickled: it has a program of its own; make another")

    @property
    def identity(self) -> str:
        """Everything that its outcome depends on, except the question, as far as the program tells."""
        return json.dumps([self.title, self._declared_name(), self._program.command, sorted(self._options.items())])

    def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Info:
        """Search and return the outcome, as ``Engine.analyse``.

        A move of ``searchmoves`` that the program has no line for, since it doesn't know 'searchmoves' or MultiPV, is
        searched from the position after it. Raises as ``Engine.analyse``, and ProgramFailure.
        """
        limit = Limit.of(limit)
        if limit.mate is not None:
            return self._asked_ourselves().analyse(board, limit, multipv=multipv, searchmoves=searchmoves)
        if not limit.is_of_positions:
            raise ValueError(f"{limit} is no limit for another program; give nodes, depth or movetime_ms")
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}; ask for at least one line")
        own = _board_of(board)
        wanted = [_move_of(own, move) for move in texts_of_moves(searchmoves)]
        if not any(own.legal_moves):
            return Info((), 0, 0, is_check=own.is_check(), fen=fen_of(own), ended_by="over")
        told = self._lines(own, limit, multipv, wanted)
        first = {line.moves[0] for line in told}
        apart = self._one_by_one(own, limit, [move for move in wanted if own.uci(move) not in first])
        lines = sorted([*told, *apart], key=lambda line: line.score, reverse=True)
        return Info(
            tuple(replace(line, rank=rank) for rank, line in enumerate(lines[:multipv], 1)),
            nodes=max((line.nodes for line in told), default=0) + sum(line.nodes for line in apart),
            time_ms=max((line.time_ms for line in told), default=0) + sum(line.time_ms for line in apart),
            is_check=own.is_check(),
            fen=fen_of(own),
        )

    def evaluate(self, board: BoardLike) -> Evaluation:
        """Our own static evaluation: as ``Engine.evaluate``."""
        return self._asked_ourselves().evaluate(board)

    def new_game(self) -> None:
        """Have the program forget everything learned; start it if it doesn't run. Raises ProgramError."""
        self._require_open()
        self._game = object()
        if self._engine is None or self._engine.returncode.done():
            self._start()
        engine = self._engine
        assert engine
        # Clearing a large table takes time; python-chess would let the program do that within its first search.
        engine.send_line("ucinewgame")
        engine.first_game = False
        engine.game = self._game
        try:
            self._wait(lambda: within(START_TIMEOUT_S, engine.ping))
        except (chess.engine.EngineError, TimeoutError) as error:
            said = last_words(engine)
            self._kill()
            raise ProgramError(f"{self.title} doesn't begin a new game: {error}{said}") from error

    def stop(self) -> None:
        """End the search under way, if any; its outcome stands."""
        analysis, loop = self._analysis, self._loop
        if analysis is not None and loop is not None:
            self._is_stopped = True
            loop.call_soon_threadsafe(analysis.stop)

    def close(self) -> None:
        """End the program; nothing can be asked of it afterwards."""
        if self._is_closed:
            return
        self._is_closed = True
        engine = self._engine
        if engine is not None and not engine.returncode.done():
            with contextlib.suppress(chess.engine.EngineError, TimeoutError, OSError):
                self._wait(lambda: within(QUIT_TIMEOUT_S, engine.quit))
        self._kill()
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop = self._thread = None
        if self._own is not None:
            self._own.close()

    def _asked_ourselves(self) -> Engine:
        self._require_open()
        if self._own is None:
            self._own = Engine()
        return self._own

    def _require_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("this engine is closed; make another, or ask before the end of its with block")

    def _declared_name(self) -> str:
        name = self._engine.id.get("name") if self._engine else None
        return name or self._program.file_name

    def _one_by_one(self, board: chess.Board, limit: Limit, moves: Sequence[chess.Move]) -> list[Line]:
        """Lines that begin with these moves, each searched from the position after it."""
        lines = []
        for move in moves:
            after = board.copy()
            after.push(move)
            found = self._lines(after, limit, 1, ()) if any(after.legal_moves) else []
            score = Score(mate=0) if after.is_check() else Score(0)
            best = found[0] if found else Line(score, (), 0, 0, 0, 0, 0, after.turn, fen=None)
            lines.append(
                replace(
                    best,
                    score=_a_move_earlier(best.score),
                    moves=(board.uci(move), *best.moves),
                    depth=best.depth + 1,
                    turn=board.turn,
                    fen=fen_of(board),
                )
            )
        return lines

    def _lines(self, board: chess.Board, limit: Limit, count: int, among: Sequence[chess.Move]) -> list[Line]:
        """Lines by the program, of ``among`` only if any are given. Raises ProgramFailure."""
        self._require_open()
        engine = self._engine
        if engine is None or engine.returncode.done():
            raise ProgramFailure(f"{self.title} is not running{last_words(engine)}")
        if "MultiPV" not in engine.options:
            count = 1
        try:
            infos = self._wait(lambda: self._search(engine, board, limit, count, among))
        except TimeoutError as error:
            self._kill()
            raise ProgramFailure(f"{self.title} comes no further for {SILENCE_S:.0f} s; ended") from error
        except chess.engine.EngineTerminatedError as error:
            said = last_words(engine)
            self._kill()
            raise ProgramFailure(f"{self.title} crashes ({clean(str(error))}){clean(said)}") from error
        except chess.engine.EngineError as error:
            self._kill()
            raise ProgramFailure(f"{self.title} breaks the protocol: {clean(str(error))}") from error
        lines = [_line(board, infos[rank]) for rank in sorted(infos)]
        allowed = {board.uci(move) for move in among}
        return [line for line in lines if not allowed or line.moves[0] in allowed]

    async def _search(
        self, engine: _Asked, board: chess.Board, limit: Limit, count: int, among: Sequence[chess.Move]
    ) -> dict[int, chess.engine.InfoDict]:
        """The last line of each rank; of two ranks with the same move the earlier is of an older depth."""
        allowed = chess.engine.Limit(
            time=None if limit.movetime_ms is None else limit.movetime_ms / 1000, nodes=limit.nodes, depth=limit.depth
        )
        multipv = count if "MultiPV" in engine.options else None
        analysis = await engine.analysis(
            board, allowed, multipv=multipv, game=self._game, root_moves=list(among) or None
        )
        self._analysis, self._is_stopped = analysis, False
        found: dict[int, chess.engine.InfoDict] = {}
        patience = _Patience(asyncio.get_running_loop().time, limit)
        try:
            while True:
                try:
                    info = await _next(analysis, engine, patience)
                except chess.engine.AnalysisComplete:
                    break
                pv = info.get("pv")
                if not pv or "score" not in info or "lowerbound" in info or "upperbound" in info:
                    continue
                for rank in [rank for rank, other in found.items() if other["pv"][0] == pv[0]]:
                    del found[rank]
                found[info.get("multipv", 1)] = info
        finally:
            self._analysis = None
        if not found:  # so short a search that no line was told: the move it plays is one
            best = await analysis.wait()
            if best.move:
                raise chess.engine.EngineError("it plays a move and tells no line; let it search longer")
            raise chess.engine.EngineError("it makes no move though it has one")
        if not self._is_stopped and _knows_no_nodes(limit, found[min(found)], len(among) or board.legal_moves.count()):
            raise chess.engine.EngineError("it stops at once, as if it knew no limit of nodes; give it depth or time")
        return found

    def _start(self) -> None:
        self._kill()
        name = self._program.file_name
        try:
            with deaf_to_interrupts():  # Half begun, neither thread nor program could be ended.
                if self._loop is None:
                    self._loop = asyncio.new_event_loop()
                    thread = threading.Thread(target=_run, args=(self._loop,), name="kiebitz-program", daemon=True)
                    thread.start()
                    self._thread = thread
                self._wait(self._begin)
            self._wait(lambda: within(START_TIMEOUT_S, self._open))
        except TimeoutError:
            reason = f"it doesn't answer within {START_TIMEOUT_S:.0f} s as UCI wants"
        except chess.engine.EngineError as error:
            reason = f"{clean(str(error))}{clean(last_words(self._engine))}"
        except OSError as error:
            reason = f"{error.strerror or error}"
        else:
            return
        self._kill()
        raise ProgramError(f"{name} doesn't start: {reason}")

    async def _begin(self) -> None:
        self._transport, self._engine = await _Asked.popen(list(self._program.command), setpgrp=True)

    async def _open(self) -> None:
        engine = self._engine
        assert engine
        await engine.initialize()
        if self._options:
            await engine.configure({name: option_value(engine, name, text) for name, text in self._options.items()})
        await engine.ping()

    def _wait(self, work: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        """Wait for the work in the loop's thread; who is interrupted ends it.

        It is begun there, too: a coroutine made here and not begun for an interruption would be complained of.
        """
        loop = self._loop
        assert loop
        done: SimpleQueue[asyncio.Task[Found]] = SimpleQueue()
        try:
            loop.call_soon_threadsafe(lambda: loop.create_task(work()).add_done_callback(done.put))
            return done.get().result()
        except KeyboardInterrupt:
            self._kill()  # started again for the next game
            loop.call_soon_threadsafe(_cancel_all, loop)
            raise

    def _kill(self) -> None:
        transport, loop = self._transport, self._loop
        self._transport = self._engine = None
        if transport is not None and loop is not None:
            end_group(transport.get_pid())
            loop.call_soon_threadsafe(transport.close)


class _Patience:
    """The patience with a program: while it comes on, and not far beyond the time that it was given."""

    def __init__(self, now: Callable[[], float], limit: Limit) -> None:
        self._now = now
        self._come_on = self._began = now()
        self._furthest = (0, 0)
        self._most_s = inf if limit.movetime_ms is None else limit.movetime_ms / 1000 + SILENCE_S

    def hear(self, info: chess.engine.InfoDict) -> None:
        """Take note of what was said."""
        reached = info.get("depth", 0), info.get("nodes", 0)
        if any(new > old for new, old in zip(reached, self._furthest, strict=True)):
            self._come_on = self._now()
            self._furthest = max(reached[0], self._furthest[0]), max(reached[1], self._furthest[1])

    @property
    def is_over(self) -> bool:
        """True if it is waited for no more."""
        return self._now() - self._come_on > SILENCE_S or self._now() - self._began > self._most_s


async def _next(analysis: chess.engine.AnalysisResult, engine: _Asked, patience: _Patience) -> chess.engine.InfoDict:
    """The program's next line. Raises AnalysisComplete, EngineError, and TimeoutError once patience is over."""
    while not patience.is_over:
        try:
            # What is there already is taken at once: a program may say more than others hear in the same time.
            coming = analysis.get()
            info = await (coming if not analysis.would_block() else asyncio.wait_for(coming, POLL_S))
        except TimeoutError:
            if engine.illegal is not None:
                raise chess.engine.EngineError(f"it plays {engine.illegal}, an illegal move") from None
        else:
            patience.hear(info)
            return info
    raise TimeoutError


def _knows_no_nodes(limit: Limit, info: chess.engine.InfoDict, moves: int) -> bool:
    """True if a search of several moves, limited by nodes alone, ended at its first ply, far from them and no mate."""
    if limit != Limit(nodes=limit.nodes) or "nodes" not in info or moves <= 1:
        return False
    return info.get("depth", 0) <= 1 and AT_ONCE * info["nodes"] < (limit.nodes or 0) and not info["score"].is_mate()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        left = _cancel_all(loop)  # by whoever was interrupted
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    finally:
        loop.close()


def _cancel_all(loop: asyncio.AbstractEventLoop) -> set[asyncio.Task[Any]]:
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    return left


def _board_of(board: BoardLike) -> chess.Board:
    """The position that is meant, with the moves before it where they are known."""
    if is_own_board(board):
        board = cast("Board", board).to_chess()
    return _since_null_move(board) if isinstance(board, chess.Board) else board_of(position_of(board))


def _since_null_move(board: chess.Board) -> chess.Board:
    """A copy that remembers no null move, which UCI has no word for, nor what was before; nor moves before an edit."""
    replayed = board.root()
    for move in board.move_stack:
        replayed.push(move)
    if replayed.fen() != board.fen():
        return board.copy(stack=False)
    plies = 0
    for move in reversed(board.move_stack):
        if not move:
            break
        plies += 1
    return board.copy(stack=plies)


def _move_of(board: chess.Board, move: MoveLike) -> chess.Move:
    return board.parse_uci(move if isinstance(move, str) else move.uci())


def _a_move_earlier(score: Score) -> Score:
    """A score of the other side to move, before the move that led there: a mate is a move further away."""
    if score.mate is not None and score.mate <= 0:
        return Score(mate=1 - score.mate)
    return -score


def _line(board: chess.Board, info: chess.engine.InfoDict) -> Line:
    """A line as a program told it."""
    along = board.copy(stack=False)
    moves = []
    for move in info["pv"]:
        if move not in along.legal_moves:
            break
        moves.append(along.uci(move))
        along.push(move)
    score = score_of(info["score"])
    assert score
    depth = info.get("depth", 0)
    return Line(
        score,
        tuple(moves),
        depth,
        info.get("seldepth", depth),
        info.get("nodes", 0),
        round(1000 * info.get("time", 0.0)),
        info.get("hashfull", 0),
        board.turn,
        fen=fen_of(board),
    )
