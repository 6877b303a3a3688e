"""The engine of shogi as a process that speaks USI: ``program`` is the program ``kiebitz-usi``.

The main thread reads commands and answers them; a search runs beside it (``uci.job``). Every ``go mate`` gets exactly
one ``checkmate``, every other ``go`` one ``bestmove``:

- ``go`` during a search ends that search first, with its last line. So does ``gameover``.
- While it ponders, and with ``infinite``, there is no ``bestmove`` before ``stop`` or ``ponderhit``. A ``go ponder``
  without times gets them with ``ponderhit``.
- Who has no move resigns, and who is ``ResignValue`` behind what the game began with, except under ``go infinite``;
  who may declare that he has won by 27 points does (``bestmove win``).
- ``position`` during a search is for the next one. One that can't be played leaves none: until another comes, ``go
  mate`` is answered by ``checkmate notimplemented``, for ``nomate`` would be claimed of the position before, and ``go``
  by ``bestmove resign``. So does a line that is too long to be read. A last "move" that says how the game ended
  (``resign``, ``rep_draw``) is skipped.
- An option can't be set during a search; a faulty ``setoption`` leaves the option as it was.
- ``quit`` and the end of input end a search.

Nothing is loaded or allocated before ``isready`` or ``go``, but for a network, which is read when it is named; the mate
solver's table not before the first ``go mate``.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.engine import ShogiPosition, TableDesign
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.mate_solver import DEFAULT_HASH_MB, MateSolver, ProofLostError
from kiebitz.engine.positions import notation_of
from kiebitz.engine.strength import FULL_STRENGTH, Handicap, shogi_level
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.dialogue import EngineDialogue, converse
from kiebitz.protocols.uci.job import Job
from kiebitz.protocols.uci.options import Check, OptionValues, Spin, Text, Valued
from kiebitz.protocols.uci.proof_telling import ProofTelling
from kiebitz.protocols.uci.protocol import MS, NoPositionError, PositionError, ProtocolError, SetOption, quoted
from kiebitz.protocols.usi.protocol import (
    NOT_IMPLEMENTED_LINE,
    Go,
    GoMate,
    PonderHit,
    SetPosition,
    UnreadableTimeError,
    Word,
    best_move_line,
    checkmate_line,
    outcome_line,
    parse_command,
)

if TYPE_CHECKING:
    from kiebitz.engine.engine import ShogiEngine
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.stream import Stream
    from kiebitz.protocols.usi.narration import Narration

HASH = Spin(
    "USI_Hash",
    DEFAULT_HASH_MB,
    1,
    2**20,
    "Size of the transposition table in MiB, and of the mate solver's.",
    "hash_mb",
)
PONDER = Check("USI_Ponder", False, "Sent by every GUI, which decides itself whether to ponder.")
THREADS = Spin("Threads", 1, 1, 256, "Threads that search for a move; the mate solver has one.", "threads")
MULTI_PV = Spin("MultiPV", 1, 1, 600, "How many lines to show, the best ones.", is_clamped=True)
DELAY = Spin(
    "NetworkDelay",
    50,
    0,
    10_000,
    "Time that program and network cost with each move, in milliseconds.",
    "move_overhead_ms",
)
LEVEL = Spin("Level", FULL_STRENGTH, 1, FULL_STRENGTH, "Strength to play at; the highest is full strength.")
RESIGN = Spin(
    "ResignValue", 3000, 100, 99_999, "Resign when so many centipawns are lost since the start; 99999: only when mated."
)
SHORTEST = Check("Shortest", False, "Whether to look for the shortest mate, and to prove that it is.")
# What is always left for the line of a mate that was found just in time.
READING_S = 0.1
EVAL_FILE = Text("EvalFile", "", "The network of shogi that evaluates; none: the one that comes with Kiebitz.")
HASH_USED = Check(
    "HashUsed",
    False,
    "Whether hashfull counts all used entries among the first thousand, those of earlier searches, too.",
)
OPTIONS = (HASH, PONDER, THREADS, MULTI_PV, LEVEL, RESIGN, DELAY, EVAL_FILE, SHORTEST, HASH_USED)


class Session(EngineDialogue["ShogiEngine", ShogiPosition]):
    """One dialogue with a GUI."""

    def __init__(self, writer: LineWriter) -> None:
        """Speak by a writer."""
        super().__init__(writer, OPTIONS, OptionValues(OPTIONS, known=()))
        self._position = ShogiPosition()
        self._start = self._position
        # Made when first asked for.
        self._solver: MateSolver | None = None
        # Of a search that ponders: where it comes from, whether it has times, and what will end it if it has none.
        self._pondering: Stream | None = None
        self._ponders_without_times = False
        self._bell: threading.Timer | None = None

    # ------------------------------------------------------------------ the dialogue

    def _obey_line(self, line: str) -> bool:
        """Carry out one line; whether to go on."""
        try:
            match parse_command(line):
                case Word() as word:
                    return self._obey_word(word)
                case SetOption() as command:
                    self._set_option(command)
                case SetPosition() as command:
                    self._set_position(command)
                case GoMate(milliseconds):
                    self._go_mate(milliseconds)
                case Go(limit, searchmoves, notes):
                    for note in notes:
                        self._inform(note)
                    self._go(limit, searchmoves)
                case PonderHit(limit):
                    self._ponder_hit(limit)
        except PositionError as error:
            self.skip_line(str(error))
        except UnreadableTimeError:
            self._stop()
            raise
        except MemoryError as error:
            raise ProtocolError(f"{error or 'not enough memory'}; choose a smaller USI_Hash") from error
        return True

    def _conclude(self, line: str) -> None:
        """End the answer to a line that couldn't be carried out; a search that couldn't begin, with a legal move."""
        match line.split():
            case ["go", "mate", *_]:
                self._say(NOT_IMPLEMENTED_LINE if self._refusal else checkmate_line(None))
            case ["go", *_]:
                self._say(best_move_line(self._any_move()))
            case [Word.IS_READY, *_]:
                self._say("readyok")

    def _obey_word(self, word: Word) -> bool:
        """Carry out a command of one word; whether to go on."""
        match word:
            case Word.USI:
                self._introduce("usiok")
            case Word.IS_READY:
                self._ready_engine()
                self._narrator()
                self._say("readyok")
            case Word.NEW_GAME if self._engine is not None:
                self._stop()
                self._engine.new_game()
            case Word.GAME_OVER:
                self._stop()
            case Word.STOP if self._job is not None:
                self._job.stop(patience_s=0)  # It says its last words when it hears; the dialogue needn't wait.
        return word is not Word.QUIT

    def _inform(self, message: str) -> None:
        """Send a message for people; the protocol is in ASCII, and GUIs read it in Shift_JIS."""
        super()._inform(message.encode("ascii", "replace").decode())

    # ------------------------------------------------------------------ state

    def _current_position(self) -> ShogiPosition:
        """A copy of the position that was set last. Raises NoPositionError."""
        if self._refusal:
            raise NoPositionError(self._refusal)
        return self._position.copy()

    def _ready_solver(self) -> MateSolver:
        """The solver, made when first asked for. Raises MemoryError."""
        if self._solver is None:
            self._solver = MateSolver(self._values.spin(HASH))
        return self._solver

    def _ready_engine(self) -> ShogiEngine:
        """The engine, made when first asked for. Raises MemoryError."""
        if self._engine is None:
            from kiebitz.engine.engine import ShogiEngine

            network, design = self._values.text(EVAL_FILE) or None, _design(self._values.check(HASH_USED))
            self._engine = ShogiEngine(**self._values.numbers(), network=network, table_design=design)
        return self._engine

    def _set_option(self, command: SetOption) -> None:
        """As ever, but not during a search."""
        if self._is_busy:
            self._inform(f"option unchanged: {quoted(command.name)} can't be set during a search; stop it first")
        else:
            super()._set_option(command)

    def _take(self, option: Valued, value: int | bool | str) -> None:
        if option is HASH and self._solver is not None:
            self._solver = MateSolver(int(value))
        if option is EVAL_FILE:
            # A wrong file is told at once, not when the first search wants it.
            self._ready_engine().configure(network=str(value) or None)
        elif self._engine is not None and option.engine_keyword:
            self._engine.configure(**{option.engine_keyword: int(value)})
        elif self._engine is not None and option is HASH_USED:
            self._engine.configure(table_design=_design(bool(value)))

    def _set_position(self, command: SetPosition) -> None:
        """Set up a position; one that can't be leaves none."""
        try:
            start = ShogiPosition(command.sfen)
            position = start.copy()
            for move in command.moves:
                notation_of(position).push(position, move)
        except ValueError as error:
            self.skip_line(str(error))
            return
        self._start, self._position, self._refusal = start, position, ""
        if command.ending:
            self._inform(f"{quoted(command.ending)} behind the moves is no move; skipped")

    # ------------------------------------------------------------------ searching

    def _go(self, limit: Limit, searchmoves: Sequence[str] = ()) -> None:
        """Start a search for a move. Raises what makes it impossible; there was no ``bestmove`` then."""
        self._stop()
        position = self._current_position()
        among = self._legal_among(position, searchmoves, "here")
        stream = self._begin_search(position, limit, self._narration(position, limit), among, self._call_off)
        self._pondering = stream if limit.ponder else None
        self._ponders_without_times = not (limit.is_on_clock or limit.movetime_ms)

    def _call_off(self, stream: Stream) -> None:
        """Nothing need end a search that has ended."""
        del stream
        if self._bell is not None:
            self._bell.cancel()

    def _ponder_hit(self, limit: Limit) -> None:
        """The move pondered on was played: the search goes on, on its clock, or on the one that is told now."""
        from kiebitz.engine.search_limits import search_limits

        stream, self._pondering = self._pondering, None
        if stream is None:
            return
        engine = self._ready_engine()
        if self._ponders_without_times:
            told = search_limits(limit, self._position, engine.move_overhead_ms)
            if told.soft_us:
                self._bell = threading.Timer(told.soft_us / 1_000_000, stream.stop)
                self._bell.daemon = True
                self._bell.start()
        engine.ponderhit()

    def _narrator(self) -> type[Narration]:
        """The class that tells a search: loaded when it is first asked for, at the latest before a clock may run."""
        from kiebitz.protocols.usi.narration import Narration

        return Narration

    def _narration(self, position: ShogiPosition, limit: Limit) -> Narration:
        """How a search is to be held back, told and given up."""
        level = None if limit.infinite else shogi_level(self._values.spin(LEVEL))
        behind = 0
        if not limit.infinite:
            # In a handicap game the stronger side begins far behind, and is not to resign for that.
            score = self._ready_engine().evaluate(self._start).total
            behind = min(score if self._start.turn == self._position.turn else -score, 0)
        return self._narrator()(
            self._writer,
            position,
            lines_shown=self._values.spin(MULTI_PV),
            handicap=None if level is None else Handicap(level),
            resigns_at=None if limit.infinite else behind - self._values.spin(RESIGN),
        )

    def _go_mate(self, milliseconds: int | None) -> None:
        """Start a search for a mate. Raises what makes it impossible; there was no ``checkmate`` then."""
        self._stop()
        position = self._current_position()
        solver = self._ready_solver()
        has_answered = False

        def solve(job: Job) -> None:
            nonlocal has_answered
            mate, line = self._solve(job, solver, position, milliseconds)
            job.ending.set()
            self._say(checkmate_line(mate, line))
            has_answered = True

        def answer() -> None:
            if not has_answered:
                self._say(checkmate_line(None))

        self._begin("searching", solve, solver.stop, answer)

    def _solve(
        self, job: Job, solver: MateSolver, position: ShogiPosition, milliseconds: int | None
    ) -> tuple[bool | None, tuple[str, ...]]:
        """Solve, and tell of it; whether there is a mate (None: not known), and its line."""
        telling = ProofTelling(self._writer)

        def heed(progress: MateProgress) -> None:
            """Hear of a stop that came before the search had begun, and tell of progress."""
            if job.stopping.is_set():
                solver.stop()
            telling.hear(progress)

        line: tuple[str, ...] = ()
        began = monotonic()
        solution = solver.solve(
            position,
            seconds=None if milliseconds is None else milliseconds / MS,
            exact=self._values.check(SHORTEST),
            progress=heed,
        )
        plies = solution.plies or 0
        if solution.mate:
            try:
                left = None if milliseconds is None else milliseconds / MS - (monotonic() - began)
                if job.stopping.is_set():
                    left = 0
                read = solver.line(position, seconds=None if left is None else max(left, READING_S))
                line = read.moves
                plies = len(line) if read.is_longest else plies
            except ProofLostError as error:
                self._inform(f"the mate takes {plies} plies at most, but its line is unknown: {error}")
        self._say(outcome_line(solution, plies, line))
        return solution.mate, line


def _design(counts_used: bool) -> TableDesign:
    """The table of the engine; what its hashfull counts."""
    return TableDesign(hashfull="used" if counts_used else "recent")


def program() -> None:
    """Run the program ``kiebitz-usi``: words on its command line are the dialogue's one line."""
    converse(Session, " ".join(sys.argv[1:]))


if __name__ == "__main__":
    program()
