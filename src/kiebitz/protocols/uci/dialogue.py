"""A dialogue with a GUI, whatever the protocol: lines are answered one by one, and one job runs beside them."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from kiebitz import __version__
from kiebitz.protocols.uci.channel import MAX_LINE_BYTES, LineWriter, read_lines
from kiebitz.protocols.uci.job import Job
from kiebitz.protocols.uci.options import Button, Option, OptionValues, SettingError, Spin, Valued, find_option
from kiebitz.protocols.uci.protocol import ProtocolError, SetOption, info_string, quoted

if TYPE_CHECKING:
    from kiebitz.engine.common_engine import AnyEngine
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.positions import AnyPosition
    from kiebitz.engine.stream import Stream
    from kiebitz.protocols.uci.narration import Narration

EngineT = TypeVar("EngineT", bound="AnyEngine[Any, Any]")
PositionT = TypeVar("PositionT", bound="AnyPosition")

# How long ``close`` waits for work that hears no interrupt.
QUIT_PATIENCE_S = 2.0


class Dialogue(ABC):
    """An engine that answers a GUI."""

    def __init__(self, writer: LineWriter) -> None:
        """Speak by a writer."""
        self._writer = writer
        self._job: Job | None = None
        """The job that runs beside the input, or ran last."""

    @abstractmethod
    def _obey_line(self, line: str) -> bool:
        """Carry out one line; whether to go on. Raises ProtocolError, told as it is, and what else goes wrong."""

    def run(self, lines: Iterator[str | None]) -> None:
        """Answer lines as ``read_lines`` gives them: to the last, to one that ends it, or until nobody reads on."""
        for line in lines:
            if line is None:
                self.skip_line(f"a line of more than {MAX_LINE_BYTES} bytes is ignored")
            elif not self.handle(line):
                return
            if self._writer.is_closed:
                return

    def answer(self, line: str) -> None:
        """Answer one line, and wait for the end of what it begins."""
        if self.handle(line) and self._job is not None:
            self._job.wait()

    def handle(self, line: str) -> bool:
        """Answer one line; whether to go on. Raises nothing: faults go to the GUI."""
        try:
            return self._obey_line(line)
        except Exception as error:  # The dialogue outlives any fault; the trace goes to whoever looks for it.
            try:
                if isinstance(error, ProtocolError):
                    self._inform(str(error))
                else:
                    self._report(error, f"answering {quoted(line)}")
            finally:
                self._conclude(line)
        return True

    @abstractmethod
    def _conclude(self, line: str) -> None:
        """End the answer to a line that couldn't be carried out by the last line that programs wait for, if any."""

    @abstractmethod
    def skip_line(self, message: str) -> None:
        """A line couldn't be read, as the message says; it may have been any."""

    def close(self) -> bool:
        """End what runs; whether nothing is left running."""
        return self._job is None or self._job.stop(QUIT_PATIENCE_S)

    def _say(self, *lines: str) -> None:
        self._writer.say(*lines)

    def _inform(self, message: str) -> None:
        """Send a message for people, as ``info string``."""
        self._say(info_string(message))

    def _begin(
        self,
        doing: str,
        work: Callable[[Job], None],
        interrupt: Callable[[], None] | None = None,
        answer: Callable[[], None] | None = None,
    ) -> None:
        """Run work beside the input. A fault that ends it is told; then ``answer`` gives what somebody waits for.

        Raises RuntimeError if the system refuses a thread.
        """

        def failed(fault: BaseException) -> None:
            try:
                self._report(fault, doing)
            finally:
                if answer is not None:
                    answer()

        self._job = Job(work, interrupt, failed=failed)

    def _report(self, error: BaseException, doing: str) -> None:
        """Tell people of a fault of our own, with the trace on standard error."""
        self._inform(f"internal error in {doing}: {type(error).__name__}: {error}")
        with contextlib.suppress(OSError, ValueError):  # A GUI may have closed the error stream.
            traceback.print_exception(error)


class EngineDialogue(Dialogue, Generic[EngineT, PositionT]):
    """A dialogue about positions and searches of them: what UCI and USI have in common."""

    _names_options: ClassVar[bool] = False
    """True if the reason why an option can't have a value begins with both."""

    def __init__(self, writer: LineWriter, offered: Sequence[Option], values: OptionValues) -> None:
        """Speak by a writer; ``offered`` are the options that are obeyed, ``values`` what they are at first."""
        super().__init__(writer)
        self._offered = offered
        self._values = values
        self._engine: EngineT | None = None
        """Made when first asked for."""
        self._refusal = ""
        """Why the position that was set last can't be played; empty if it can."""
        self._when_idle: list[Callable[[], None]] = []

    @abstractmethod
    def _ready_engine(self) -> EngineT:
        """The engine, made when first asked for."""

    @abstractmethod
    def _current_position(self) -> PositionT:
        """A copy of the position that was set last. Raises NoPositionError."""

    @abstractmethod
    def _take(self, option: Valued, value: int | bool | str) -> None:
        """Make a checked value hold. Raises ValueError and MemoryError."""

    @property
    def _is_busy(self) -> bool:
        return self._job is not None and self._job.is_running

    def _introduce(self, last: str) -> None:
        """Say who this is, and which options there are."""
        self._say(
            f"id name Kiebitz {__version__}",
            "id author the Kiebitz developers",
            *(option.declaration() for option in self._offered),
            last,
        )

    def skip_line(self, message: str) -> None:
        """A line couldn't be read: it may have set a position."""
        self._refuse(message)

    def _refuse(self, fault: str) -> None:
        """Say that a position can't be played; there is none until another comes."""
        self._refusal = fault
        self._inform(f"no position: {fault}")

    def _any_move(self) -> str | None:
        """A legal move of the position that was set last; None if there is none, or no position."""
        from kiebitz.engine.positions import notation_of

        try:
            position = self._current_position()
            return next(iter(notation_of(position).legal_moves(position)), None)
        except Exception:
            return None

    def _legal_among(self, position: PositionT, moves: Sequence[str], where: str) -> list[str] | None:
        """The legal ones of ``searchmoves``, each once; None, for all moves, if there are none."""
        from kiebitz.engine.positions import notation_of

        legal: list[str] = []
        illegal: list[str] = []
        for move in dict.fromkeys(moves):
            try:
                notation_of(position).push(position.copy(), move)
            except ValueError:
                illegal.append(move)
            else:
                legal.append(move)
        if illegal:
            self._inform(f"searchmoves {quoted(' '.join(illegal))} left out: not legal {where}")
        if moves and not legal:
            self._inform("none of the searchmoves is legal; all moves are searched")
        return legal or None

    def _begin_search(
        self,
        position: PositionT,
        limit: Limit,
        told: Narration,
        moves: Sequence[str] | None,
        ended: Callable[[Stream], None],
    ) -> Stream:
        """Search, and tell of it beside the input; ``ended`` is called after the last line."""
        engine: AnyEngine[Any, Any] = self._ready_engine()
        stream = engine.stream(position, told.limit(limit), multipv=told.lines_searched, searchmoves=moves)

        def tell(job: Job) -> None:
            told.run(stream, job.ending.set)
            ended(stream)

        def answer() -> None:
            stream.stop()
            if not told.has_ended:
                self._say(told.last_line())

        self._begin("searching", tell, stream.stop, answer)
        return stream

    # ------------------------------------------------------------------ options

    def _set_option(self, command: SetOption) -> None:
        """Check an option and set it; a faulty value changes nothing."""
        try:
            option = find_option(command.name, self._offered)
            value = None if isinstance(option, Button) else option.parse(command.value)
        except SettingError as error:
            self._inform(f"option unchanged: {error}")
            return
        if isinstance(option, Spin) and (note := option.changed(command.value, int(value or 0))):
            self._inform(note)
        if isinstance(option, Button):
            self._once_idle(option.name, lambda: self._ready_engine().new_game())
        elif value is not None:
            self._once_idle(option.name, lambda: self._apply(option, value))

    def _apply(self, option: Valued, value: int | bool | str) -> None:
        """Make a checked value hold, or tell why it can't."""
        try:
            self._take(option, value)
        except (ValueError, MemoryError) as error:
            blamed = f"{option.name} can't be {value}: " if self._names_options else ""
            self._inform(f"option unchanged: {blamed}{error or 'not enough memory'}")
            return
        self._values.store(option, value)

    def _once_idle(self, name: str, action: Callable[[], None]) -> None:
        """Act now or, if something runs, when it has ended."""
        if self._is_busy:
            self._inform(f"{name} takes effect when the search has ended")
            self._when_idle.append(action)
        else:
            action()

    def _settle(self) -> None:
        """Do what was put off, if nothing runs any more."""
        if self._is_busy:
            return
        while self._when_idle:
            self._when_idle.pop(0)()

    def _stop(self) -> None:
        """End what runs, if anything, after its last line; then do what was put off."""
        if self._job is not None:
            self._job.stop()
        self._settle()


def converse(begin: Callable[[LineWriter], Dialogue], only: str = "") -> None:
    """Hold a dialogue on standard input and output to its end, or answer one line only."""
    if sys.stdin is None or sys.stdout is None:
        return  # Closed before we came: there is nobody to talk to.
    writer = LineWriter(sys.stdout.buffer)
    dialogue = begin(writer)
    with contextlib.suppress(KeyboardInterrupt), open(sys.stdin.fileno(), "rb", closefd=False) as source:
        if only:
            dialogue.answer(only)
        else:
            dialogue.run(read_lines(source))
    is_over = dialogue.close()
    if writer.is_closed:
        # What Python would flush at exit goes nowhere instead of failing again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not is_over:
        os._exit(0)
