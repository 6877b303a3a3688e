"""The engine: positions and limits in, lines and moves out.

An ``Engine`` has searchers of its own (``searchers``), as a rule a crew of threads with a transposition table; engines
share nothing, so any number may search at once, with the GIL released. Positions come in as FEN strings (``startpos``
for the first), boards or ``Position`` objects, limits as ``Limit`` objects, boards and limits ours or python-chess's.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, Unpack, cast

from kiebitz.core import parameters as parameter_table
from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.fen_text import parse_fen
from kiebitz.core.chess.move import NULL_MOVE_TEXT
from kiebitz.core.chess.notation import push, push_null
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.evaluator import EVALUATION_PARAMETERS, Evaluator
from kiebitz.core.evaluation.network.file import Network, network_for
from kiebitz.core.evaluation.network.games import CHESS
from kiebitz.core.evaluation.network.layers import NetworkError
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.search.crew import Crew
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.table.design import TableDesign
from kiebitz.engine.any_engine import DEFAULT_HASH_MB, DEFAULT_TRACE_ROWS, AnyEngine
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS, Era, parameters_in
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info, Line
from kiebitz.engine.option_values import (
    DESIGN_OPTIONS,
    OptionError,
    chess_network_of,
    design_among,
    judged_by,
    no_option,
    table_of,
    whole,
)
from kiebitz.engine.options import EngineOptions, OptionValue
from kiebitz.engine.searchers import Searchers, Searching
from kiebitz.engine.strength import Handicap, level_of, settings_of

if TYPE_CHECKING:
    import chess
    from typing_extensions import TypeIs

    from kiebitz.core.board.board import RulesBoard
    from kiebitz.core.board.move import Move
    from kiebitz.engine.any_trace import Exemption
    from kiebitz.engine.tablebase import Tablebase
    from kiebitz.engine.trace import Trace

BoardLike: TypeAlias = "str | chess.Board | RulesBoard | Position"
MoveLike: TypeAlias = "str | chess.Move | Move"

# Men of the largest Syzygy tables.
MOST_MEN = 7
# Written for the FEN of the starting position.
START_TEXT = "startpos"
OPTIONS = ("hash_mb", *DESIGN_OPTIONS, "threads", "move_overhead_ms", "network", "era", "elo")
# The parameter that chooses the evaluation, its values that ask a network, and the one meant where a network is given.
EVALUATION = "evaluation"
WITH_NETWORK = tuple(parameter_table.checked(EVALUATION, name) for name in ("network", "hybrid"))
BY_TEACHER = parameter_table.checked(EVALUATION, "teacher")
BY_NETWORK = parameter_table.defaults()[EVALUATION]


def network_asked(evaluation: int, given: Network | HalfKA | None) -> Network | HalfKA | None:
    """The network that an evaluation asks: the one given, or the one that comes along. Raises NetworkError."""
    if evaluation == BY_TEACHER:
        return given
    if evaluation not in WITH_NETWORK:
        return None
    if isinstance(given, HalfKA):
        raise NetworkError(f"{given.name} is a network of Stockfish, asked by evaluation=teacher alone")
    return network_for(CHESS, given)


def position_from(
    fen: str = START_FEN,
    moves: Sequence[str] = (),
    chess960: bool | None = None,
    dropped: list[str] | None = None,
) -> Position:
    """The position after a game's moves (UCI text, ``0000`` passes). Raises FenError or MoveError.

    ``chess960`` chooses which castling rights count and how castling is written; None: as Chess960 if the FEN shows it.
    What is left out of the FEN is no warning here: each is a sentence added to ``dropped``, or told by
    ``dropped_from``.
    """
    left_out = [] if dropped is None else dropped
    position = Position(START_FEN if fen.strip() == START_TEXT else fen, chess960, dropped=left_out)
    for move in moves:
        if move == NULL_MOVE_TEXT:
            push_null(position)
        else:
            push(position, move)
    return position


def dropped_from(fen: str, chess960: bool | None = None) -> tuple[str, ...]:
    """The parts of a FEN that ``position_from`` leaves out because they can't be, a sentence each. Raises FenError."""
    return () if fen.strip() == START_TEXT else parse_fen(fen, chess960).dropped


def position_of(board: BoardLike, dropped: list[str] | None = None) -> Position:
    """The position that a caller means, with the moves before it where they are known (for repetitions).

    What is dropped of a FEN is a FenWarning or, for a caller that tells of it itself, a sentence added to ``dropped``;
    python-chess writes nothing of a board that would be.
    Raises FenError for an impossible position, ValueError for a variant of chess and TypeError for anything else.
    """
    if isinstance(board, Position):
        return board
    if is_own_board(board):
        # What no game can reach is told of as a FEN's fault.
        return board.game_position() or Position(board.fen())
    if isinstance(board, str):
        return Position(START_FEN if board.strip() == START_TEXT else board, dropped=dropped)
    if not hasattr(board, "move_stack"):
        raise TypeError(f"{board!r} is no position; give a FEN, '{START_TEXT}', a Board or a Position")
    if board.uci_variant != "chess":
        raise ValueError(f"Kiebitz plays chess and Chess960, not {board.uci_variant}")
    return position_from(fen_of(board.root()), [move.uci() for move in board.move_stack], board.chess960)


def is_own_board(board: object) -> TypeIs[RulesBoard]:
    """True if it is a ``kiebitz.Board``: nobody has one before its module is loaded, which takes a moment."""
    module = sys.modules.get("kiebitz.core.board.board")
    return module is not None and isinstance(board, module.RulesBoard)


def fen_of(board: chess.Board) -> str:
    """The position as text; in Chess960 the castling rights are the files of the rooks."""
    return board.shredder_fen() if board.chess960 else board.fen()


def board_of(position: Position) -> chess.Board:
    """The same position as a python-chess board, which writes castling likewise; without the moves before it."""
    import chess

    return chess.Board(position.fen(shredder=position.chess960), chess960=position.chess960)


class Engine(AnyEngine[BoardLike, MoveLike]):
    """A chess engine.

    Options, here and in ``configure``: ``hash_mb`` (size of the transposition table), ``table_design`` (how it is made,
    a ``TableDesign``; another one empties it and forgets histories) or ``table_policy`` (short for a design of which
    only the policy is said), ``threads``, ``move_overhead_ms`` (time kept back on a clock), ``era`` (a set of
    parameters by name, see ``kiebitz.engine.eras``; what is given beside it is changed on top of it), ``network`` (a
    ``Network`` or the path of its file; None is the one that comes with Kiebitz; today's search evaluates by a network
    that is given unless ``evaluation`` says otherwise, other eras have an evaluation of their own) and every parameter
    of the search by name (``null_move=False``, ``null_move_policy="verified"``, ``reduction_divisor=200``;
    ``kiebitz.engine.Engine.parameters`` lists them). ``elo`` is a rating as UCI_Elo has it, from 600 to 2400, at which
    ``play`` chooses moves; the evaluation is then the classical one, unless ``evaluation`` says otherwise. Analyses are
    never weakened. None: full strength.

    Thread safety: any thread may call anything. An engine runs one search at a time: while it runs, calls
    that would disturb it raise RuntimeError.
    """

    def __init__(self, searchers: Searchers | None = None, /, **options: Unpack[EngineOptions]) -> None:
        """Make an engine, for which threads of this process search unless other ``searchers`` are given.

        Raises OptionError, and MemoryError for a table that can't be had.
        """
        if searchers is None:
            hash_mb = whole("hash_mb", options.get("hash_mb", DEFAULT_HASH_MB))
            searchers = Crew(table_of(hash_mb, _design_among(_values_of(options), TableDesign())))
        super().__init__(searchers)
        self.era = TODAY
        self._parameters = parameter_table.defaults()
        # The network that was given, and the one that evaluates.
        self._given: Network | HalfKA | None = None
        self._network: Network | HalfKA | None = None
        # The settings that the values in the table depend on; none before the first.
        self._judged_by: dict[str, int | str] = {}
        self._handicap: Handicap | None = None
        self.configure(**options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hash_mb={self.hash_mb}, threads={self.threads}, era={self.era!r})"

    @property
    def network(self) -> Network | HalfKA | None:
        """The network that evaluates; None under another evaluation."""
        return self._network

    @property
    def parameters(self) -> dict[str, int]:
        """Every parameter of the search with its present value."""
        return dict(self._parameters)

    def configure(self, **options: Unpack[EngineOptions]) -> None:
        """Change options; all or, if one is refused, none. Raises OptionError or MemoryError naming the fault.

        An era sets every parameter of the search anew, before the others given with it.
        """
        with self._door:
            self._await_idle()
            self._configure(_values_of(options))

    def _position_of(self, board: BoardLike) -> Position:
        return position_of(board)

    def _configure(self, options: dict[str, OptionValue]) -> None:
        design = _design_among(options, self.table_design)
        era = options.pop("era", None)
        handicap = self._handicap
        if "elo" in options:
            elo = options.pop("elo")
            handicap = None if elo is None else _handicap_of(elo)
            for setting, weakened in settings_of(self.era if era is None else str(era)).items():
                if handicap is not None or self._handicap is not None:
                    options.setdefault(setting, weakened if handicap else parameter_table.defaults()[setting])
        parameters = (
            dict(self._parameters) if era is None else parameter_table.complete(parameters_in(_era_of(era).options))
        )
        resources = self._read(
            options, parameters, (*DESIGN_OPTIONS, "network"), lambda name: no_option(name, OPTIONS, parameters)
        )
        era_name = self.era if era is None else str(era)
        sets_network = "network" in options or era is not None
        given = self._given
        try:
            if "network" in options:
                given = chess_network_of(options["network"])
            asks_network = parameters[EVALUATION] in WITH_NETWORK
            if given is not None and sets_network and era_name == TODAY and EVALUATION not in options:
                own = parameters[EVALUATION] if asks_network else BY_NETWORK
                parameters[EVALUATION] = BY_TEACHER if isinstance(given, HalfKA) else own
            network = network_asked(parameters[EVALUATION], given)
            self._searchers.arrange(resources.hash_mb, design, resources.threads, parameters, network)
        except ValueError as error:
            raise OptionError(str(error)) from error
        judged = judged_by(EVALUATION_PARAMETERS, parameters, network)
        if self._judged_by not in ({}, judged):
            # What the table holds was judged otherwise.
            self._searchers.clear_table()
        self.move_overhead_ms = resources.move_overhead_ms
        self.era = era_name
        self._handicap = handicap
        self._parameters, self._given, self._network, self._judged_by = parameters, given, network, judged

    def _searchers_for(self, limits: SearchLimits) -> Searching:
        """The searchers to ask: for a mate those that prove it, then the engine's own. Raises MemoryError."""
        if not limits.mate:
            return self._searchers
        from kiebitz.engine.mate_search import MateSearchers

        return MateSearchers(self._searchers, self.hash_mb)

    def trace(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        max_nodes: int = DEFAULT_TRACE_ROWS,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
        exempt: Sequence[Exemption] = (),
    ) -> Trace:
        """Search, and return every node of the search as data; at most ``max_nodes`` searches of a node are recorded.

        The search is the same as without recording; unless positions are ``exempt`` from techniques of it, to see what
        these hid. Raises as ``stream``, ValueError with more than one thread or for a
        mate, MemoryError if there is no memory for the nodes, and UnsupportedError on a cluster.
        """
        from kiebitz.engine.trace import Trace

        position = position_of(board)
        rows, info, unrecorded = self._recorded(
            position, limit, max_nodes=max_nodes, multipv=multipv, searchmoves=searchmoves, exempt=exempt
        )
        fen = position.fen(shredder=position.chess960)
        return Trace(rows, fen, info, unrecorded, position.chess960)

    def play(self, board: BoardLike, limit: LimitLike) -> chess.Move | None:
        """The move to play, at the strength of ``elo`` if that is given; None if the game is over."""
        limit, multipv = self.terms_of_play(board, limit)
        line = self.choice_of(board, self.analyse(board, limit, multipv=multipv))
        return None if line is None else line.move

    def terms_of_play(self, board: BoardLike, limit: LimitLike) -> tuple[Limit, int]:
        """The search limit for playing a move, and how many lines to choose from."""
        limit, handicap = Limit.of(limit), self._handicap_at(board)
        return (handicap.limit(limit), handicap.candidates) if handicap else (limit, 1)

    def choice_of(self, board: BoardLike, info: Info) -> Line | None:
        """Choose the line to play; None if the game is over."""
        handicap = self._handicap_at(board)
        return handicap.choose(info.lines) if handicap else next(iter(info.lines), None)

    def _handicap_at(self, board: BoardLike) -> Handicap | None:
        return self._handicap and self._handicap.at(position_of(board).fen())

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
        self._require_open()
        evaluator = Evaluator()
        evaluator.configure(self._parameters, self._network)
        return evaluator

    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Write the transposition table to a file.

        Raises TableFileError if it can't be written, and UnsupportedError as ``table``.
        """
        from kiebitz.engine.table_file import save_table

        with self._door:
            self._await_idle()
            save_table(self._searchers.table, path, self._judged_by)

    def load_table(self, path: str | os.PathLike[str]) -> None:
        """Load the transposition table, with its size, from a file that ``save_table`` wrote.

        Raises TableFileError for a file that is damaged, of another design or judged by another evaluation,
        MemoryError, and UnsupportedError as ``table``; the old table then stays.
        """
        from kiebitz.engine.table_file import load_table

        with self._door:
            self._await_idle()
            load_table(self._searchers.table, path, self._judged_by)


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


def _design_among(options: Mapping[str, OptionValue], present: TableDesign) -> TableDesign:
    """How options want the table made: by its design, its policy or an era. Raises OptionError."""
    era = options.get("era")
    return design_among(options, present if era is None else _era_of(era).design)
