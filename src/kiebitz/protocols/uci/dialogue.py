"""A dialogue with a GUI, whatever the protocol: lines are answered one by one, and one job runs beside them."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from kiebitz.protocols.uci.channel import MAX_LINE_BYTES, LineWriter, read_lines
from kiebitz.protocols.uci.job import Job
from kiebitz.protocols.uci.protocol import ProtocolError, info_string, quoted

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
