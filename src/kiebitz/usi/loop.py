"""The mate solver as a process that speaks USI: ``program`` is the program ``kiebitz-usi``.

The main thread reads commands and answers them; a search runs beside it (``uci.job``). Every ``go mate`` gets exactly
one ``checkmate``, every other ``go``, for a game, ``bestmove resign``:

- ``go`` during a search ends that search first, with its ``checkmate``.
- ``position`` during a search is for the next one. A faulty ``position`` leaves the position as it was.
- An option can't be set during a search; a faulty ``setoption`` leaves the option as it was.
- ``quit`` and the end of input end a search.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic

from kiebitz import __version__
from kiebitz.engine import ShogiPosition
from kiebitz.engine.mate_solver import (
    DEFAULT_HASH_MB,
    MateProgress,
    MateSolver,
    ProofLostError,
    longest_line,
    notation_of,
)
from kiebitz.uci.channel import MAX_LINE_BYTES, LineWriter, converse, tell_of_fault
from kiebitz.uci.job import Job
from kiebitz.uci.options import Check, OptionValues, SettingError, Spin, find_option
from kiebitz.uci.protocol import ProtocolError, SetOption, info_string, quoted
from kiebitz.usi.protocol import (
    MS,
    NO_GAME,
    Go,
    GoMate,
    SetPosition,
    UnreadableTimeError,
    Word,
    checkmate_line,
    outcome_line,
    parse_command,
    progress_lines,
)

HASH = Spin("USI_Hash", DEFAULT_HASH_MB, 1, 2**20, "Size of the solver's table in MiB.")
PONDER = Check("USI_Ponder", False, "Sent by every GUI; a search for a mate doesn't ponder.")
THREADS = Spin("Threads", 1, 1, 1, "The solver has one.")
SHORTEST = Check("Shortest", False, "Whether to look for the shortest mate, and to prove that it is.")
OPTIONS = (HASH, PONDER, THREADS, SHORTEST)
# Between two lines about a search under way.
TELL_EVERY_S = 1.0
# How long ``quit`` waits for the end of a search.
QUIT_PATIENCE_S = 2.0


class Session:
    """One dialogue with a GUI."""

    def __init__(self, writer: LineWriter) -> None:
        """Speak by a writer."""
        self._writer = writer
        self._values = OptionValues(OPTIONS)
        self._position = ShogiPosition()
        # Made when first asked for.
        self._solver: MateSolver | None = None
        self._job: Job | None = None

    # ------------------------------------------------------------------ the dialogue

    def run(self, lines: Iterator[str | None]) -> None:
        """Answer lines until ``quit``, the end of input, or until nobody reads the answers."""
        for line in lines:
            if line is None:
                self._inform(f"a line of more than {MAX_LINE_BYTES} bytes is ignored")
            elif not self.handle(line) or self._writer.is_closed:
                return

    def answer(self, line: str) -> None:
        """Answer one line, and wait for the end of what it begins."""
        if self.handle(line) and self._job is not None:
            self._job.wait()

    def handle(self, line: str) -> bool:
        """Answer one line; whether to go on. Raises nothing: what goes wrong is told to the GUI."""
        try:
            match parse_command(line):
                case Word() as word:
                    return self._obey_word(word)
                case SetOption(name, value):
                    self._set_option(name, value)
                case SetPosition() as command:
                    self._set_position(command)
                case GoMate(milliseconds):
                    self._go_mate(milliseconds)
                case Go():
                    self._end_search()
                    self._inform(NO_GAME)
                    self._writer.say("bestmove resign")
        except UnreadableTimeError as error:
            self._end_search()
            self._inform(str(error))
            self._writer.say(checkmate_line(None))
        except ProtocolError as error:
            self._inform(str(error))
        except Exception as error:  # The dialogue outlives any fault; the trace goes to whoever looks for it.
            self._report(error, f"answering {quoted(line)}")
        return True

    def close(self) -> bool:
        """End what runs; whether nothing is left running."""
        return self._job is None or self._job.stop(QUIT_PATIENCE_S)

    def _obey_word(self, word: Word) -> bool:
        """Carry out a command of one word; whether to go on."""
        match word:
            case Word.USI:
                self._writer.say(
                    f"id name Kiebitz {__version__}",
                    "id author the Kiebitz developers",
                    *(option.declaration() for option in OPTIONS),
                    "usiok",
                )
            case Word.IS_READY:
                self._ready_solver()
                self._writer.say("readyok")
            case Word.STOP if self._job is not None:
                self._job.stop(patience_s=0)  # It says its last words when it hears; the dialogue needn't wait.
        return word is not Word.QUIT

    def _inform(self, message: str) -> None:
        """Send a message for people, as ``info string``; the protocol is in ASCII, and GUIs read it in Shift_JIS."""
        self._writer.say(info_string(message).encode("ascii", "replace").decode())

    def _report(self, error: Exception, doing: str) -> None:
        """Tell people of a fault of our own."""
        tell_of_fault(self._writer, error, doing)

    # ------------------------------------------------------------------ state

    def _ready_solver(self) -> MateSolver:
        """The solver, made when first asked for. Raises MemoryError."""
        if self._solver is None:
            self._solver = MateSolver(self._values.spin(HASH))
        return self._solver

    def _set_option(self, name: str, text: str | None) -> None:
        """Check an option and set it; a faulty value changes nothing."""
        if self._job is not None and self._job.is_running:
            self._inform(f"option unchanged: {quoted(name)} can't be set during a search; stop it first")
            return
        try:
            option = find_option(name, OPTIONS)
            assert isinstance(option, Spin | Check)
            value = option.parse(text)
            if option is HASH:
                self._solver = MateSolver(int(value))
        except (SettingError, MemoryError) as error:
            self._inform(f"option unchanged: {error or 'not enough memory'}")
            return
        self._values.store(option, value)

    def _set_position(self, command: SetPosition) -> None:
        """Set up a position; a faulty one changes nothing."""
        try:
            position = ShogiPosition(command.sfen)
            for move in command.moves:
                notation_of(position).push(position, move)
        except ValueError as error:
            self._inform(f"position unchanged: {error}")
        else:
            self._position = position

    # ------------------------------------------------------------------ searching

    def _end_search(self) -> None:
        """End what runs, if anything, after its last line."""
        if self._job is not None:
            self._job.stop()

    def _go_mate(self, milliseconds: int | None) -> None:
        """Start a search for a mate."""
        self._end_search()
        try:
            solver = self._ready_solver()
        except MemoryError:
            self._writer.say(checkmate_line(None))
            raise
        position = self._position.copy()
        self._job = Job(lambda job: self._solve(job, solver, position, milliseconds), solver.stop)

    def _solve(self, job: Job, solver: MateSolver, position: ShogiPosition, milliseconds: int | None) -> None:
        """Solve, and tell of it; the body of a job."""
        began = told = monotonic()

        def heed(progress: MateProgress) -> None:
            """Hear of a stop that came before the search had begun, and tell of progress."""
            nonlocal told
            if job.stopping.is_set():
                solver.stop()
            if monotonic() - told >= TELL_EVERY_S:
                told = monotonic()
                self._writer.say(*progress_lines(progress, round((told - began) * MS)))

        mate: bool | None = None
        line: tuple[str, ...] = ()
        try:
            solution = solver.solve(
                position,
                seconds=None if milliseconds is None else milliseconds / MS,
                exact=self._values.check(SHORTEST),
                progress=heed,
            )
            mate = solution.mate
            if mate:
                line = longest_line(position, solver.book(position))
            self._writer.say(outcome_line(solution, line))
        except ProofLostError as error:
            fault = "it was stopped before the line was read off" if job.stopping.is_set() else error
            self._inform(f"there is a mate, but {fault}")
        except Exception as error:
            self._report(error, "searching")
        finally:
            job.ending.set()
            self._writer.say(checkmate_line(mate, line))


def program() -> None:
    """Run the program ``kiebitz-usi``: words on its command line are the dialogue's one line."""
    converse(Session, " ".join(sys.argv[1:]))


if __name__ == "__main__":
    program()
