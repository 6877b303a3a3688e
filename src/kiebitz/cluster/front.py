"""The questions of process 0: depth after depth, each in a window around the last value (aspiration).

Pure as the protocol is: it hands out questions about the root and takes the answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.cluster.question import Answer, Path, Question
from kiebitz.core.search.iterative_deepening import WIDEST_WINDOW
from kiebitz.core.value import INFINITE


@dataclass(frozen=True, slots=True)
class Aspiration:
    """How narrow the windows are: the search's parameters ``aspiration_depth``, ``_window`` and ``_growth``."""

    depth: int
    """First iteration with a narrow window."""
    window: int
    """Half the width of its first window, centipawns."""
    growth: int
    """Growth of the window after a miss, percent."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """The result of an iteration."""

    depth: int
    value: int
    """For the side to move at the root."""
    line: Path


class Front:
    """The questions about the root, one at a time: ``question`` is to be answered by ``take``."""

    def __init__(
        self,
        depth: int,
        aspiration: Aspiration | None = None,
        *,
        first_depth: int = 1,
        longest_mate: int = INFINITE,
    ) -> None:
        """Ask from ``first_depth`` to ``depth`` plies, in open windows if there is no ``aspiration``.

        Values from ``longest_mate`` on are mates, around which no window is narrow.
        """
        self._last_depth = depth
        self._aspiration = aspiration
        self._longest_mate = longest_mate
        self._depth = first_depth
        self._window = self._growth = 0
        self._alpha, self._beta = -INFINITE, INFINITE
        self.iterations: list[Iteration] = []
        """Those completed."""

    @property
    def question(self) -> Question | None:
        """The next question; None when all is done."""
        if self._depth > self._last_depth:
            return None
        return Question((), self._depth, self._alpha, self._beta, iteration=self._depth)

    def take(self, answer: Answer) -> Iteration | None:
        """Take an answer; returns the iteration that it completes, if it does."""
        if answer.lower == answer.upper:
            iteration = Iteration(self._depth, answer.lower, answer.line)
            self.iterations.append(iteration)
            self._depth += 1
            self._aim(answer.lower)
            return iteration
        if answer.lower >= self._beta:
            self._beta = min(answer.lower + self._window, INFINITE)
        else:
            self._beta = (self._alpha + self._beta) // 2 if self._beta < INFINITE else self._beta
            self._alpha = max(answer.upper - self._window, -INFINITE)
        # At least a centipawn more, however narrow the window and slow its growth.
        self._window += self._window * self._growth // 100 + 1
        if self._window > WIDEST_WINDOW:
            self._alpha, self._beta = -INFINITE, INFINITE
        return None

    def _aim(self, value: int) -> None:
        """Put the window around the last value."""
        self._alpha, self._beta = -INFINITE, INFINITE
        aspiration = self._aspiration
        if aspiration is not None and self._depth >= aspiration.depth and abs(value) < self._longest_mate:
            self._window, self._growth = aspiration.window, aspiration.growth
            self._alpha = max(value - self._window, -INFINITE)
            self._beta = min(value + self._window, INFINITE)
