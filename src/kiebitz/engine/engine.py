"""The engines: positions and limits in, lines and moves out.

``Engine`` plays chess, ``ShogiEngine`` shogi; what they have in common stands in ``common_engine``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Unpack, cast

from kiebitz.core import parameters as parameter_table
from kiebitz.core.chess.notation import legal_moves, push_null
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.evaluator import EVALUATION_PARAMETERS, Evaluator
from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.network.games import CHESS, SHOGI
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.evaluation.shogi.evaluator import EVALUATION_PARAMETERS as SHOGI_EVALUATION_PARAMETERS
from kiebitz.core.evaluation.shogi.evaluator import ShogiEvaluator, terms_of
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.search.worker import Worker
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.design import TableDesign
from kiebitz.engine.common_engine import SHARED_OPTIONS, AnyEngine, TermsOfPlay
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS, Era, parameters_in
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import GameName, Info, Line
from kiebitz.engine.option_values import OptionError, by_function, design_among, whole
from kiebitz.engine.options import EngineOptions, OptionValue
from kiebitz.engine.positions import (
    BoardLike,
    MoveLike,
    ShogiBoardLike,
    ShogiMoveLike,
    position_of,
    shogi_position_of,
)
from kiebitz.engine.searchers import Searchers, Searching
from kiebitz.engine.strength import Handicap, level_of, settings_of

if TYPE_CHECKING:
    import chess

    from kiebitz.engine.tablebase import Tablebase

# Men of the largest Syzygy tables.
MOST_MEN = 7
OPTIONS = (*SHARED_OPTIONS, "era", "elo")


class Engine(AnyEngine[BoardLike, MoveLike]):
    """A chess engine.

    Options, here and in ``configure``: ``hash_mb`` (size of the transposition table), ``table_design`` (how it is made,
    a ``TableDesign``; another one empties it and forgets histories) or ``table_policy`` (short for a design of which
    only the policy is said), ``threads``, ``move_overhead_ms`` (time kept back on a clock), ``era`` (a set of
    parameters by name, see ``kiebitz.engine.eras``; what is given beside it is changed on top of it), ``network`` (a
    ``Network`` or the path of its file; None is the one that comes with Kiebitz; today's search evaluates by a network
    that is given unless ``evaluation`` says otherwise, other eras have an evaluation of their own), ``evaluation`` (by
    name, or a function of yours: board to centipawns for the side to move; what it raises ends the search, and who
    waits for it gets it) and every parameter
    of the search by name (``null_move=False``, ``null_move_policy="verified"``, ``reduction_divisor=200``;
    ``kiebitz.engine.Engine.parameters`` lists them). ``elo`` is a rating as UCI_Elo has it, from 600 to 2400, at which
    ``play`` chooses moves; the evaluation is then the classical one, unless ``evaluation`` says otherwise, for analyses
    too, which are weakened by nothing else. None: full strength, and the evaluation as it was.

    Thread safety: any thread may call anything. An engine runs one search at a time: while it runs, calls
    that would disturb it raise RuntimeError.
    """

    _make_worker = Worker
    _network_game = CHESS
    _defaults = parameter_table.defaults()
    _unknown = ()
    _judging = EVALUATION_PARAMETERS
    _options = OPTIONS

    def __init__(self, searchers: Searchers | None = None, /, **options: Unpack[EngineOptions]) -> None:
        """Make an engine, for which threads of this process search unless other ``searchers`` are given.

        Raises OptionError, and MemoryError for a table that can't be had.
        """
        self.era = TODAY
        self._handicap: Handicap | None = None
        # What a limited strength sets otherwise, as it is without.
        self._unlimited: dict[str, OptionValue] = {}
        super().__init__(searchers, _values_of(options))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hash_mb={self.hash_mb}, threads={self.threads}, era={self.era!r})"

    @property
    def network(self) -> Network | HalfKA | None:
        """The network that evaluates; None under another evaluation."""
        return None if isinstance(self._network, FunctionEvaluation) else self._network

    def configure(self, **options: Unpack[EngineOptions]) -> None:  # type: ignore[override]  # by name
        """Change options; all or, if one is refused, none. Raises OptionError or MemoryError naming the fault.

        An era sets every parameter of the search anew, before the others given with it.
        """
        super().configure(**options)

    def _position_of(self, board: BoardLike) -> Position:
        return position_of(board)

    def _design_among(self, options: Mapping[str, OptionValue], present: TableDesign) -> TableDesign:
        era = options.get("era")
        return design_among(options, present if era is None else _era_of(era).design)

    def _configure(self, options: dict[str, OptionValue]) -> None:
        options = by_function(options)
        design = self._design_among(options, self.table_design)
        era = options.pop("era", None)
        sets_network = "network" in options or era is not None
        era_name = self.era if era is None else str(era)
        parameters = (
            dict(self._parameters) if era is None else parameter_table.complete(parameters_in(_era_of(era).options))
        )
        handicap, unlimited = self._handicap, dict(self._unlimited)
        asks_elo = "elo" in options
        elo = options.pop("elo", None)
        if asks_elo:
            handicap = None if elo is None else _handicap_of(elo)
        for setting, weakened in settings_of(era_name).items():
            if setting in options:
                unlimited[setting] = options[setting]
            elif self._handicap is None or era is not None:
                unlimited[setting] = parameters[setting]
            if asks_elo and (handicap or self._handicap):
                options.setdefault(setting, weakened if handicap else unlimited[setting])
        self._arrange(options, design, parameters, asks_network=sets_network and era_name == TODAY)
        self.era, self._handicap, self._unlimited = era_name, handicap, unlimited

    def _searchers_for(self, limits: SearchLimits) -> Searching:
        """The searchers to ask: for a mate those that prove it, then the engine's own. Raises MemoryError."""
        if not limits.mate:
            return super()._searchers_for(limits)
        from kiebitz.engine.mate_search import MateSearchers

        return MateSearchers(self._searchers, self.hash_mb)

    def play(self, board: BoardLike, limit: LimitLike) -> chess.Move | None:
        """The move to play, at the strength of ``elo`` if that is given; None if the game is over."""
        return cast("chess.Move | None", super().play(position_of(board), limit))

    def _moves_that_keep(self, board: BoardLike) -> tuple[str, ...] | None:
        """The moves that keep what tables of four men promise, and make progress; None where they know nothing.

        Nor does who plays at limited strength, or as a program that had no tables.
        """
        from kiebitz.engine.tablebase import Tablebase

        position = position_of(board)
        if self._handicap is not None or not self._parameters["endgame_tables"]:
            return None
        knowledge = Tablebase().probe(position, legal_moves(position))
        return (knowledge.moves or None) if knowledge else None

    def terms_of_play(self, board: BoardLike, limit: LimitLike) -> TermsOfPlay:
        """The search whose outcome tells which move to play."""
        limit, handicap = Limit.of(limit), self._handicap_at(board)
        if handicap:
            return TermsOfPlay(handicap.limit(limit), handicap.candidates)
        return TermsOfPlay(limit, searchmoves=self._moves_that_keep(board))

    def choice_of(self, board: BoardLike, info: Info) -> Line | None:
        """Choose the line to play; None if the game is over."""
        handicap = self._handicap_at(board)
        return handicap.choose(info.lines) if handicap else super().choice_of(board, info)

    def _handicap_at(self, board: BoardLike) -> Handicap | None:
        return self._handicap and self._handicap.at(position_of(board))

    def threat(self, board: BoardLike, limit: LimitLike) -> Info | None:
        """The opponent's threat if the side to move passed: its best lines, their scores the opponent's view.

        The refutation of the null move (Donninger 1993): the threat that a move must meet. None in check, where nobody
        can pass. Raises as ``stream``.
        """
        position = position_of(board)
        if position.is_check:
            return None
        after = position.copy()
        push_null(after)
        return self.analyse(after, limit)

    def use_tables(
        self, tables: Tablebase | None, *, depth: int = 1, most_men: int = MOST_MEN, fifty_moves: bool = True
    ) -> None:
        """Ask Syzygy tables in the trees of the next searches; None asks no more. A cluster asks none.

        A position of up to ``most_men`` men just after a capture or pawn move is worth what the tables say: a draw, or
        20,000 centipawns and more. Those of as many men as the largest table are asked ``depth`` plies before the
        horizon and nearer to the root, smaller ones everywhere. ``fifty_moves``: whether that rule makes draws. A file
        that is damaged says nothing. The tables are the caller's to close, after the search.
        """
        with self._door:
            self._await_idle()
            self._searchers.use_tables(tables.tables if tables else None, depth, most_men, fifty_moves)

    def evaluate(self, board: BoardLike) -> Evaluation:
        """The static evaluation, without search, as this engine's parameters have it."""
        return self.evaluator().break_down(position_of(board))

    def evaluator(self) -> Evaluator:
        """An evaluator by this engine's parameters: one of its own, for one thread."""
        return self._set_up(Evaluator())


@dataclass(frozen=True, slots=True)
class ShogiEvaluation:
    """A static evaluation of shogi, taken apart; centipawns."""

    total: int
    """For the side to move."""
    terms: dict[str, tuple[int, int]]
    """Of the sum made by hand, by name: Black's part and White's. To their sum the right to move is added."""
    output: int | None = None
    """The network's value, for the side to move; None where none evaluates."""


class ShogiEngine(AnyEngine[ShogiBoardLike, ShogiMoveLike]):
    """An engine of shogi.

    Options, here and in ``configure``: ``hash_mb``, ``table_design`` or ``table_policy`` (of the designs those that
    know a position by its key alone), ``threads``, ``move_overhead_ms``, ``network`` (a ``Network`` of shogi or the
    path of its file; None is the one that comes with Kiebitz) and every parameter of the search by name but those of
    chess alone (``kiebitz.ShogiEngine.parameters`` lists them). ``evaluation`` is ``network``, ``hybrid`` (the network
    and the sum made by hand, mixed), or ``classical`` (made by hand). Scores of lines are for the side to move;
    ``Line.white_score`` is the view of the side that moves first, in shogi Black.

    Thread safety: any thread may call anything. There is one search at a time: while it runs, what would disturb it
    raises RuntimeError, whoever asks.
    """

    _make_worker = ShogiWorker
    _network_game = SHOGI
    _defaults = parameter_table.defaults(parameter_table.SHOGI)
    _unknown = (*parameter_table.CHESS_ALONE, "era")
    _judging = SHOGI_EVALUATION_PARAMETERS
    _options = SHARED_OPTIONS

    def __init__(self, **options: OptionValue) -> None:
        """Make an engine. Raises OptionError, and MemoryError for a table that can't be had."""
        super().__init__(None, options)

    @property
    def network(self) -> Network | None:
        """The network that evaluates; None under the evaluation made by hand."""
        return cast("Network | None", self._network)

    def _position_of(self, board: ShogiBoardLike) -> ShogiPosition:
        return shogi_position_of(board)

    def _design_among(self, options: Mapping[str, OptionValue], present: TableDesign) -> TableDesign:
        design = super()._design_among(options, present)
        if design.verify != "off" or design.key != "whole" or design.own_index_codes:
            raise OptionError(
                "this table design looks at chess boards (verify, reduced keys or an index of its own);"
                " take one that knows positions by their keys"
            )
        return design

    def evaluate(self, board: ShogiBoardLike) -> ShogiEvaluation:
        """The static evaluation, without search."""
        position = shogi_position_of(board)
        output = None if self.network is None else self.network.value(position)
        return ShogiEvaluation(self.evaluator().value(position), terms_of(position), output)

    def evaluator(self) -> ShogiEvaluator:
        """An evaluator by this engine's options: one of its own, for one thread."""
        return self._set_up(ShogiEvaluator())


ENGINES: Mapping[GameName, Callable[..., AnyEngine[Any, Any]]] = MappingProxyType(
    {"chess": Engine, "shogi": ShogiEngine}
)
"""By game what makes an engine from options by name."""


def _values_of(options: EngineOptions) -> dict[str, OptionValue]:
    """Options by their names, to be looked at one after the other."""
    return cast(dict[str, OptionValue], dict(options))


def _handicap_of(elo: OptionValue) -> Handicap:
    """A player of a rating. Raises OptionError."""
    try:
        return Handicap(level_of(whole("elo", elo)))
    except ValueError as error:
        raise OptionError(f"elo: {error}") from error


def _era_of(name: OptionValue) -> Era:
    """The era of a name. Raises OptionError."""
    if name not in ERAS:
        raise OptionError(f"there is no era {name!r}; eras are {', '.join(ERAS)}")
    return ERAS[str(name)]
