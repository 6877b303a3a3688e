"""The engine of shogi: as ``Engine``, with positions as SFEN or python-shogi's boards, and moves as USI text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from kiebitz.core import parameters as parameter_table
from kiebitz.core.evaluation.network.file import Network, network_for
from kiebitz.core.evaluation.network.games import SHOGI
from kiebitz.core.evaluation.shogi.evaluator import EVALUATION_PARAMETERS, ShogiEvaluator, terms_of
from kiebitz.core.search.crew import Crew
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.core.table.design import TableDesign
from kiebitz.engine.any_engine import DEFAULT_HASH_MB, DEFAULT_TRACE_ROWS, AnyEngine
from kiebitz.engine.limit import LimitLike
from kiebitz.engine.option_values import (
    DESIGN_OPTIONS,
    OptionError,
    design_among,
    judged_by,
    network_of,
    no_option,
    table_of,
    whole,
)
from kiebitz.engine.options import OptionValue
from kiebitz.engine.searchers import Searching

if TYPE_CHECKING:
    import shogi

    from kiebitz.engine.any_trace import Exemption
    from kiebitz.engine.shogi_trace import ShogiTrace

ShogiBoardLike: TypeAlias = "str | shogi.Board | ShogiPosition"
ShogiMoveLike: TypeAlias = "str | shogi.Move"

# Written for the SFEN of the starting position.
START_TEXT = "startpos"
OPTIONS = ("hash_mb", *DESIGN_OPTIONS, "threads", "move_overhead_ms", "network")
# The parameter that chooses the evaluation, its values that ask a network, and the one meant where a network is given.
EVALUATION = "evaluation"
BY_NETWORK = parameter_table.checked(EVALUATION, "hybrid")
WITH_NETWORK = (parameter_table.checked(EVALUATION, "network"), BY_NETWORK)


@dataclass(frozen=True, slots=True)
class ShogiEvaluation:
    """A static evaluation of shogi, taken apart; centipawns."""

    total: int
    """For the side to move."""
    terms: dict[str, tuple[int, int]]
    """Of the sum made by hand, by name: Black's part and White's. To their sum the right to move is added."""
    output: int | None = None
    """The network's value, for the side to move; None where none evaluates."""


def shogi_position_from(
    sfen: str = START_SFEN, moves: Sequence[str] = (), *, as_written: bool = False
) -> ShogiPosition:
    """The position after a game's moves (USI text). Raises SfenError or ShogiMoveError.

    ``as_written``: also from a start that no game leads to, to be shown; no engine searches such a position.
    """
    position = ShogiPosition(START_SFEN if sfen.strip() == START_TEXT else sfen, as_written=as_written)
    for move in moves:
        push(position, move)
    return position


def shogi_position_of(board: ShogiBoardLike) -> ShogiPosition:
    """The position that a caller means, with the moves before it where they are known (for repetitions).

    Raises SfenError for an impossible position and TypeError for what is none.
    """
    if isinstance(board, ShogiPosition):
        return shogi_position_from(board.sfen()) if board.as_written else board
    if isinstance(board, str):
        return shogi_position_from(board)
    if not hasattr(board, "move_stack") or not hasattr(board, "sfen"):
        raise TypeError(f"{board!r} is no position; give an SFEN, '{START_TEXT}', a shogi.Board or a ShogiPosition")
    moves = [move.usi() for move in board.move_stack]
    first = _first_of(board)
    return shogi_position_from(first, moves)


def _first_of(board: shogi.Board) -> str:
    """The SFEN that a python-shogi board began with; the board is as before."""
    taken = []
    while board.move_stack:
        taken.append(board.pop())
    first = str(board.sfen())
    for move in reversed(taken):
        board.push(move)
    return first


class ShogiEngine(AnyEngine[ShogiBoardLike, ShogiMoveLike]):
    """An engine of shogi.

    Options, here and in ``configure``: ``hash_mb``, ``table_design`` or ``table_policy`` (of the designs those that
    know a position by its key alone), ``threads``, ``move_overhead_ms``, ``network`` (a ``Network`` of shogi or the
    path of its file; None is the one that comes with Kiebitz) and every parameter of the search by name but those of
    chess alone (``kiebitz.ShogiEngine.parameters`` lists them). ``evaluation`` is ``hybrid`` (the network and the sum
    made by hand, mixed), ``network``, or ``classical`` (made by hand). Scores of lines are for the side to move;
    ``Line.white_score`` is the view of the side that moves first, in shogi Black.

    Thread safety: any thread may call anything. There is one search at a time: while it runs, what would disturb it
    raises RuntimeError, whoever asks.
    """

    def __init__(self, **options: OptionValue) -> None:
        """Make an engine. Raises OptionError, and MemoryError for a table that can't be had."""
        hash_mb = whole("hash_mb", options.get("hash_mb", DEFAULT_HASH_MB))
        design = _known_by_key(design_among(options, TableDesign()))
        super().__init__(Crew(table_of(hash_mb, design), make_worker=ShogiWorker))
        self._parameters = _parameters_at_first()
        # The network that was given, and the one that evaluates.
        self._given: Network | None = None
        self._network: Network | None = None
        # The settings that the values in the table depend on; none before the first.
        self._judged_by: dict[str, int | str] = {}
        self.configure(**options)

    @property
    def network(self) -> Network | None:
        """The network that evaluates; None under the evaluation made by hand."""
        return self._network

    @property
    def parameters(self) -> dict[str, int]:
        """Every parameter of the search that changes anything in shogi, with its present value."""
        return dict(self._parameters)

    def configure(self, **options: OptionValue) -> None:
        """Change options; all or, if one is refused, none. Raises OptionError or MemoryError naming the fault."""
        with self._door:
            self._await_idle()
            self._configure(options)

    def _configure(self, options: dict[str, OptionValue]) -> None:
        design = _known_by_key(design_among(options, self.table_design))
        parameters = dict(self._parameters)

        def refusal(name: str) -> str:
            if name in parameter_table.CHESS_ALONE:
                return f"{name} is a parameter of chess; it changes nothing in shogi"
            return no_option(name, OPTIONS, parameters)

        resources = self._read(options, parameters, (*DESIGN_OPTIONS, "network"), refusal)
        given = self._given
        try:
            if "network" in options:
                given = network_of(options["network"], SHOGI)
                asks_network = parameters[EVALUATION] in WITH_NETWORK
                if given is not None and EVALUATION not in options and not asks_network:
                    parameters[EVALUATION] = BY_NETWORK
            network = network_for(SHOGI, given) if parameters[EVALUATION] in WITH_NETWORK else None
            values = parameter_table.defaults(parameter_table.SHOGI) | parameters
            self._searchers.arrange(resources.hash_mb, design, resources.threads, values, network)
        except ValueError as error:
            raise OptionError(str(error)) from error
        judged = judged_by(EVALUATION_PARAMETERS, parameters, network)
        if self._judged_by not in ({}, judged):
            # What the table holds was judged otherwise.
            self._searchers.clear_table()
        self.move_overhead_ms = resources.move_overhead_ms
        self._parameters, self._given, self._network, self._judged_by = parameters, given, network, judged

    def _position_of(self, board: ShogiBoardLike) -> ShogiPosition:
        return shogi_position_of(board)

    def _searchers_for(self, limits: SearchLimits) -> Searching:
        return self._searchers

    def trace(
        self,
        board: ShogiBoardLike,
        limit: LimitLike,
        *,
        max_nodes: int = DEFAULT_TRACE_ROWS,
        multipv: int = 1,
        searchmoves: Sequence[ShogiMoveLike] | None = None,
        exempt: Sequence[Exemption] = (),
    ) -> ShogiTrace:
        """Search, and return every node of the search as data, as ``Engine.trace`` does. Raises as that."""
        from kiebitz.engine.shogi_trace import ShogiTrace

        position = shogi_position_of(board)
        rows, info, unrecorded = self._recorded(
            position, limit, max_nodes=max_nodes, multipv=multipv, searchmoves=searchmoves, exempt=exempt
        )
        return ShogiTrace(rows, position.sfen(), info, unrecorded)

    def play(self, board: ShogiBoardLike, limit: LimitLike) -> shogi.Move | None:
        """The move to play, as python-shogi has it; None if the game is over. Raises ImportError without that."""
        import shogi

        best = self.analyse(board, limit).best_move
        return None if best is None else shogi.Move.from_usi(best)

    def evaluate(self, board: ShogiBoardLike) -> ShogiEvaluation:
        """The static evaluation, without search."""
        self._require_open()
        position = shogi_position_of(board)
        evaluator = ShogiEvaluator()
        evaluator.configure(parameter_table.defaults(parameter_table.SHOGI) | self._parameters, self._network)
        output = None if self._network is None else self._network.value(position)
        return ShogiEvaluation(evaluator.value(position), terms_of(position), output)


def _parameters_at_first() -> dict[str, int]:
    values = parameter_table.defaults(parameter_table.SHOGI)
    return {name: value for name, value in values.items() if name not in parameter_table.CHESS_ALONE}


def _known_by_key(design: TableDesign) -> TableDesign:
    """The design, if it knows a position by its key alone. Raises OptionError."""
    if design.verify != "off" or design.key != "whole" or design.own_index_codes:
        raise OptionError(
            "this table design looks at chess boards (verify, reduced keys or an index of its own);"
            " take one that knows positions by their keys"
        )
    return design
