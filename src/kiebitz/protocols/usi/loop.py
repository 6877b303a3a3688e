"""The mate solver as a process that speaks USI: ``program`` is the program ``kiebitz-usi``.

The main thread reads commands and answers them; a search runs beside it (``uci.job``). Every ``go mate`` gets exactly
one ``checkmate``, every other ``go``, for a game, ``bestmove resign``:

- ``go`` during a search ends that search first, with its ``checkmate``.
- ``position`` during a search is for the next one. One that can't be played leaves none: until another comes, ``go
  mate`` is answered by ``checkmate notimplemented``, for ``nomate`` would be claimed of the position before. So does a
  line that is too long to be read. A last "move" that says how the game ended (``resign``, ``rep_draw``) is skipped.
- An option can't be set during a search; a faulty ``setoption`` leaves the option as it was.
- ``quit`` and the end of input end a search.
"""

from __future__ import annotations

import sys
from time import monotonic

from kiebitz import __version__
from kiebitz.engine import ShogiPosition
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.mate_solver import (
    DEFAULT_HASH_MB,
    MateSolver,
    ProofLostError,
    notation_of,
)
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.dialogue import Dialogue, converse
from kiebitz.protocols.uci.job import Job
from kiebitz.protocols.uci.options import Check, OptionValues, SettingError, Spin, find_option
from kiebitz.protocols.uci.proof_telling import ProofTelling
from kiebitz.protocols.uci.protocol import MS, SetOption, quoted
from kiebitz.protocols.usi.protocol import (
    NO_GAME,
    NOT_IMPLEMENTED_LINE,
    Go,
    GoMate,
    PositionError,
    SetPosition,
    UnreadableTimeError,
    Word,
    checkmate_line,
    outcome_line,
    parse_command,
)

HASH = Spin("USI_Hash", DEFAULT_HASH_MB, 1, 2**20, "Size of the solver's table in MiB.")
PONDER = Check("USI_Ponder", False, "Sent by every GUI; a search for a mate doesn't ponder.")
THREADS = Spin("Threads", 1, 1, 1, "The solver has one.")
SHORTEST = Check("Shortest", False, "Whether to look for the shortest mate, and to prove that it is.")
# What is always left for the line of a mate that was found just in time.
READING_S = 0.1
OPTIONS = (HASH, PONDER, THREADS, SHORTEST)


class Session(Dialogue):
    """One dialogue with a GUI."""

    def __init__(self, writer: LineWriter) -> None:
        """Speak by a writer."""
        super().__init__(writer)
        self._values = OptionValues(OPTIONS)
        self._position = ShogiPosition()
        # Why the position that was set last can't be played; empty if it can.
        self._refusal = ""
        # Made when first asked for.
        self._solver: MateSolver | None = None

    # ------------------------------------------------------------------ the dialogue

    def _obey_line(self, line: str) -> bool:
        """Carry out one line; whether to go on."""
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
                    self._say("bestmove resign")
        except PositionError as error:
            self.skip_line(str(error))
        except UnreadableTimeError as error:
            self._end_search()
            self._inform(str(error))
            self._say(checkmate_line(None))
        return True

    def _obey_word(self, word: Word) -> bool:
        """Carry out a command of one word; whether to go on."""
        match word:
            case Word.USI:
                self._say(
                    f"id name Kiebitz {__version__}",
                    "id author the Kiebitz developers",
                    *(option.declaration() for option in OPTIONS),
                    "usiok",
                )
            case Word.IS_READY:
                self._ready_solver()
                self._say("readyok")
            case Word.STOP if self._job is not None:
                self._job.stop(patience_s=0)  # It says its last words when it hears; the dialogue needn't wait.
        return word is not Word.QUIT

    def skip_line(self, message: str) -> None:
        """A line couldn't be read: it may have set a position."""
        self._refusal = message
        self._inform(f"no position: {message}")

    def _inform(self, message: str) -> None:
        """Send a message for people; the protocol is in ASCII, and GUIs read it in Shift_JIS."""
        super()._inform(message.encode("ascii", "replace").decode())

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
        """Set up a position; one that can't be leaves none."""
        try:
            position = ShogiPosition(command.sfen)
            for move in command.moves:
                notation_of(position).push(position, move)
        except ValueError as error:
            self.skip_line(str(error))
            return
        self._position, self._refusal = position, ""
        if command.ending:
            self._inform(f"{quoted(command.ending)} behind the moves is no move; skipped")

    # ------------------------------------------------------------------ searching

    def _end_search(self) -> None:
        """End what runs, if anything, after its last line."""
        if self._job is not None:
            self._job.stop()

    def _go_mate(self, milliseconds: int | None) -> None:
        """Start a search for a mate. If that fails there is still a ``checkmate``, for which the GUI waits."""
        try:
            self._end_search()
            if self._refusal:
                self._inform(f"there is no position to answer for: {self._refusal}")
                self._say(NOT_IMPLEMENTED_LINE)
                return
            self._search(self._ready_solver(), self._position.copy(), milliseconds)
        except Exception:
            self._say(checkmate_line(None))
            raise

    def _search(self, solver: MateSolver, position: ShogiPosition, milliseconds: int | None) -> None:
        """Start a search. Raises what makes it impossible."""
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


def program() -> None:
    """Run the program ``kiebitz-usi``: words on its command line are the dialogue's one line."""
    converse(Session, " ".join(sys.argv[1:]))


if __name__ == "__main__":
    program()
