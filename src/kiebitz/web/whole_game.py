"""The whole game analysed in the background: what ``kiebitz analyse`` does with it, beside what the tab does.

Who reloads the page loses nothing: the engine remembers what it has found, and its table stands as it stood, so an
analysis of the same game goes on where it was left, and ends with what it would have found without a break.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias
from weakref import WeakValueDictionary

import chess
import chess.pgn

from kiebitz.analysis.analysed_game import AnalysedGame, analyse_game
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import PlayerSummary
from kiebitz.analysis.judging.main_line import playable_moves
from kiebitz.analysis.report.story import Step, chances, steps
from kiebitz.engine import BoardLike, MoveLike, fen_of
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info
from kiebitz.web.messages import Judged, MoveJudged, PlayerJudged
from kiebitz.web.searches import LeavableEngine, LeavableProgram, Searches

PERMILLE = 10
"""Permille in a percent."""
REPORT_S = 0.1
"""The time between two reports of progress."""
PATIENCE_S = 4.0
"""So long a search may go on when its analysis is left; the usual ones are over by then."""

Key: TypeAlias = tuple[str, tuple[chess.Move, ...], int]
"""The things an analysis depends on: the first position, the moves and the nodes for each position."""


class RememberingEngine(LeavableEngine):
    """An engine that, asked about a game anew, answers as it did before as far as it came, and then goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.is_cut = False
        """True if a search was cut short: its table isn't what it would have been, so nothing goes on from it."""
        self._answers: list[Info] = []
        self._asked = 0
        self._left_at = 0.0

    def leave(self) -> None:
        """Begin no other search; the one under way may come to its end, if that doesn't take too long."""
        if not self.has_left:
            self.has_left, self._left_at = True, time.monotonic()
        elif time.monotonic() - self._left_at > PATIENCE_S:
            self.is_cut = True
            self.stop()

    def take_up(self) -> None:
        """Be asked from the beginning on."""
        self.has_left = False
        self._asked = 0

    def new_game(self) -> None:
        """Forget everything learned, unless what is asked next was answered already."""
        if self._asked == len(self._answers):
            super().new_game()

    def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Info:
        """As ``LeavableEngine.analyse``."""
        if self._asked == len(self._answers):
            self._answers.append(super().analyse(board, limit, multipv=multipv, searchmoves=searchmoves))
        self._asked += 1
        return self._answers[self._asked - 1]


class WholeGames:
    """Analyses of whole games, and the engines of those that were left."""

    def __init__(self, searches: Searches, most_left: int) -> None:
        """Search as ``searches`` allow; keep so many analyses that were left."""
        self._searches = searches
        self._most_left = most_left
        self._left: dict[Key, RememberingEngine] = {}
        # Held while a game is analysed: who comes back meets what was left, even if it is only just coming to its end.
        self._turns: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    @property
    def left(self) -> int:
        """Number of analyses kept that were left."""
        return len(self._left)

    async def analyse(
        self,
        game: chess.pgn.Game,
        nodes: int,
        language: Language,
        tell: Callable[[int, int], Awaitable[None]],
        program: str = "",
    ) -> tuple[AnalysedGame, Judged]:
        """Analyse a game, which is left as it is, with so many nodes for each position.

        ``program`` judges, as ``COMMAND;OPTION=VALUE``; our own engine where it is empty. Raises ProgramError and
        ProgramFailure for one that can't be started, or ends; what it has found is kept by nobody.
        ``tell`` is told now and then how many positions are done, of how many. Cancelled, it keeps what was found for
        the next time. Raises BusyError.
        """
        copy = await asyncio.to_thread(game.accept, chess.pgn.GameBuilder())
        key = fen_of(copy.board()), tuple(await asyncio.to_thread(playable_moves, copy)), nodes
        loop = asyncio.get_running_loop()
        done, due = (0, len(key[1]) + 1), asyncio.Event()

        def on_position(count: int, of: int) -> None:
            nonlocal done
            done = count, of
            loop.call_soon_threadsafe(due.set)

        async def report() -> None:
            while True:
                await due.wait()
                due.clear()
                await tell(*done)
                await asyncio.sleep(REPORT_S)

        def act() -> tuple[AnalysedGame, Judged]:
            analysed = analyse_game(copy, Limit(nodes=nodes), words=language, engine=engine, on_position=on_position)
            return analysed, judged(analysed, language)

        async with self._turns.setdefault(key, asyncio.Lock()):
            with self._searches.one():
                engine: RememberingEngine | LeavableProgram
                if program:
                    engine = await asyncio.to_thread(LeavableProgram, program)
                else:
                    engine = self._left.pop(key, None) or RememberingEngine()
                    engine.take_up()
                reporter = asyncio.create_task(report())
                try:
                    found = await self._searches.beside(engine, act)
                    reporter.cancel()
                    await tell(*done)  # the last positions may have come since it was told of the ones before
                    return found
                except asyncio.CancelledError:
                    if isinstance(engine, RememberingEngine):
                        self._keep(key, engine)
                    raise
                finally:
                    reporter.cancel()
                    if isinstance(engine, LeavableProgram):
                        await asyncio.to_thread(engine.close)

    def _keep(self, key: Key, engine: RememberingEngine) -> None:
        if engine.is_cut:
            engine.close()
            return
        self._left[key] = engine
        while len(self._left) > self._most_left:
            self._left.pop(next(iter(self._left))).close()


def judged(analysed: AnalysedGame, language: Language) -> Judged:
    """The page's data on an analysed game."""
    analysis, record = analysed.analysis, analysed.record
    return Judged(
        expected=round(PERMILLE * chances(record["start"])),
        moves=[
            _move_judged(step, data["san"], data["best"] or "")
            for step, data in zip(steps(record, language), record["moves"], strict=True)
        ],
        white=player_judged(analysis.white),
        black=player_judged(analysis.black),
        opening=str(analysis.opening or ""),
    )


def _move_judged(step: Step, san: str, best: str) -> MoveJudged:
    return MoveJudged(
        san=san,
        expected=round(PERMILLE * step.win_percent),
        score=step.evaluation,
        judgement=step.judgement.value if step.judgement else "",
        best=best,
        said=list(step.said),
    )


def player_judged(player: PlayerSummary) -> PlayerJudged:
    """The page's data on a player."""
    return PlayerJudged(
        name=player.name,
        accuracy=player.accuracy,
        centipawn_loss=player.average_centipawn_loss,
        inaccuracies=player.inaccuracies,
        mistakes=player.mistakes,
        blunders=player.blunders,
    )
