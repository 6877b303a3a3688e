"""Questions about a position that take a search: one at a time, bounded, and ended when the asking task is cancelled.

A search waits in a thread beside the event loop and looks a hundred times a second whether its task was cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import anyio
import chess
import chess.pgn
from anyio import from_thread, to_thread

from kiebitz.analysis.analysed_game import AnalysedGame, analyse_game
from kiebitz.analysis.explanation import explanation
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import PlayerSummary
from kiebitz.engine import BoardLike, Engine, MoveLike, fen_of
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info
from kiebitz.engine.score import Score
from kiebitz.engine.wdl import material_of, win_draw_loss
from kiebitz.protocols.mcp.held_game import RefusedError
from kiebitz.protocols.mcp.results import (
    BestLines,
    Explained,
    FoundLine,
    GameReport,
    Judgement,
    Moment,
    Moments,
    PlayerReport,
    Reason,
    Value,
)

Found = TypeVar("Found")
MAX_LINES = 5
LEAST_NODES, MAX_NODES = 1_000, 20_000_000
"""The least and most nodes a client may ask of one search."""
REPORT_NODES, MAX_REPORT_NODES = 50_000, 1_000_000
"""For each position of a game that is judged as a whole."""
MAX_MOVETIME_MS = 30_000
"""No search takes longer, however many nodes were asked for."""
REASON_FIELDS = {"role", "theme", "proof", "fen", "line", *Language}
"""The fields of a reason's record beside its claim."""


class CancellableEngine(Engine):
    """An engine for threads of anyio: ``analyse`` ends when the task that waits for the thread is cancelled."""

    def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Info:
        """As ``Engine.analyse``. Raises the loop's own cancellation, too."""
        stream = self.stream(board, limit, multipv=multipv, searchmoves=searchmoves)
        stream.while_waiting = from_thread.check_cancelled
        for _ in stream:
            pass
        return stream.info


class Searching:
    """The answerer of such questions, with one engine."""

    def __init__(self, engine: CancellableEngine) -> None:
        self._engine = engine
        self._turn = anyio.Lock()
        self._last: tuple[tuple[str, int, Language], AnalysedGame] | None = None

    async def best_lines(self, board: chess.Board, count: int, nodes: int) -> BestLines:
        """The best lines. Raises RefusedError where no move is left."""
        info = await self._asked(board, lambda: self._engine.analyse(board, _limit(nodes), multipv=count))
        lines = tuple(
            FoundLine(
                rank=line.rank,
                value=Value.of(line.white_score),
                text=board.variation_san(line.pv),
                moves=line.moves,
            )
            for line in info.lines
        )
        return BestLines(fen=fen_of(board), lines=lines, depth=info.depth, nodes=info.nodes)

    async def evaluate(self, board: chess.Board, nodes: int) -> Judgement:
        """Evaluate the position. Raises RefusedError where no move is left."""
        info = await self._asked(board, lambda: self._engine.analyse(board, _limit(nodes)))
        best = info.lines[0]
        win, draw, loss = win_draw_loss(best.white_score, material_of(board.fen()))
        static = self._engine.evaluate(board).total
        return Judgement(
            fen=fen_of(board),
            value=Value.of(best.white_score),
            win=win,
            draw=draw,
            loss=loss,
            static_centipawns=static if board.turn else -static,
            best=board.san(best.move),
            depth=info.depth,
            nodes=info.nodes,
        )

    async def explain(self, board: chess.Board, move: chess.Move | None, nodes: int, language: Language) -> Explained:
        """Why a legal move is good or bad or, without one, what the position holds; ``nodes`` are of each search.

        Raises RefusedError where no move is left.
        """
        found = await self._asked(board, lambda: explanation.explain(board, move, _limit(nodes), engine=self._engine))
        assert found.best is not None
        assert found.score is not None
        assert found.best_score is not None
        return Explained(
            fen=found.fen,
            move=None if move is None else board.san(move),
            value=Value.of(found.score),
            best=board.san(board.parse_uci(found.best)),
            best_value=Value.of(found.best_score),
            reasons=tuple(
                Reason(
                    sentence=record[language],
                    role=record["role"],
                    theme=record["theme"],
                    proof=record["proof"],
                    fen=record["fen"],
                    line=tuple(record["line"]),
                    claim={name: value for name, value in record.items() if name not in REASON_FIELDS},
                )
                for record in found.record["reasons"]
            ),
        )

    async def report(self, game: chess.pgn.Game, nodes: int) -> GameReport:
        """A game judged; ``nodes`` are for each position. Raises RefusedError for one without moves."""
        analysis = (await self._analysed(game, nodes, Language.ENGLISH)).analysis
        opening = analysis.opening
        return GameReport(
            opening=f"{opening.eco} {opening.name}" if opening else "",
            white=_player(analysis.white),
            black=_player(analysis.black),
            values=tuple(Value.of(move.score) for move in analysis.moves),
        )

    async def moments(self, game: chess.pgn.Game, nodes: int, language: Language) -> Moments:
        """The marked moves of a game. Raises RefusedError for one without moves."""
        record = (await self._analysed(game, nodes, language)).record
        scores = [record["start"], *record["moves"]]
        return Moments(
            moments=tuple(
                Moment(
                    ply=ply,
                    move=f"{move['number']}{'.' if move['color'] == 'white' else '...'}{move['san']}",
                    judgement=move["judgement"],
                    before=_value(scores[ply - 1]),
                    after=_value(move),
                    best=move["best_san"],
                    line=" ".join(move["lines"][0]["pv_san"]),
                    reasons=tuple(reason[language] for reason in move["reasons"]),
                )
                for ply, move in enumerate(record["moves"], 1)
                if move["judgement"]
            )
        )

    async def _analysed(self, game: chess.pgn.Game, nodes: int, language: Language) -> AnalysedGame:
        """A game analysed, once for all questions about it."""
        asked = (str(game), nodes, language)
        if not game.variations:
            raise RefusedError("the game has no moves: load one, or make some")
        async with self._turn:
            if self._last is None or self._last[0] != asked:
                limit = Limit(nodes=nodes)
                found = await to_thread.run_sync(lambda: analyse_game(game, limit, words=language, engine=self._engine))
                self._last = asked, found
            return self._last[1]

    async def _asked(self, board: chess.Board, ask: Callable[[], Found]) -> Found:
        """The result of ``ask`` in a thread, when its turn has come."""
        if not any(board.legal_moves):
            raise RefusedError("the game is over, there is no move to judge: undo a move, or begin a new_game")
        async with self._turn:
            return await to_thread.run_sync(ask)


def _player(player: PlayerSummary) -> PlayerReport:
    return PlayerReport(
        name=player.name,
        accuracy=player.accuracy,
        average_centipawn_loss=player.average_centipawn_loss,
        inaccuracies=player.inaccuracies,
        mistakes=player.mistakes,
        blunders=player.blunders,
    )


def _value(record: Mapping[str, Any]) -> Value:
    """The score of a record, which is White's view."""
    return Value.of(Score(centipawns=record["cp"], mate=record["mate"]))


def _limit(nodes: int) -> Limit:
    return Limit(nodes=nodes, movetime_ms=MAX_MOVETIME_MS)
