"""What process 0 asks: depth after depth, each in a window around the last value (aspiration).

Pure as the protocol is: it hands out questions about the root and takes the answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.cluster.question import INFINITE, Answer, Path, Question


@dataclass(frozen=True, slots=True)
class Course:
    """How the iterations run."""

    depth: int
    """The last iteration, plies."""
    first_depth: int = 1
    """The first one."""
    aspiration_depth: int = 5
    """First iteration with a narrow window."""
    aspiration_window: int = 18
    """Half its width, centipawns; 0 for open windows."""
    aspiration_growth: int = 60
    """Growth of the window after a miss, percent."""
    widest_window: int = 2000
    """A window wider than this is opened wholly."""
    longest_mate: int = INFINITE
    """Values from here on are mates, around which no window is narrow."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """What an iteration found."""

    depth: int
    value: int
    """For the side to move at the root."""
    line: Path


class Front:
    """The questions about the root, one at a time: ``question`` is to be answered by ``take``."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._depth = course.first_depth
        self._window = course.aspiration_window
        self._alpha, self._beta = -INFINITE, INFINITE
        self.iterations: list[Iteration] = []
        """Those completed."""

    @property
    def question(self) -> Question | None:
        """What to ask now; None when all is done."""
        if self._depth > self._course.depth:
            return None
        return Question((), self._depth, self._alpha, self._beta, iteration=self._depth)

    def take(self, answer: Answer) -> Iteration | None:
        """An answer has come; the iteration it completes, if it does."""
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
        self._window += self._window * self._course.aspiration_growth // 100 + 1
        if self._window > self._course.widest_window:
            self._alpha, self._beta = -INFINITE, INFINITE
        return None

    def _aim(self, value: int) -> None:
        """Put the window around the last value."""
        course = self._course
        self._window = course.aspiration_window
        self._alpha, self._beta = -INFINITE, INFINITE
        if self._window and self._depth >= course.aspiration_depth and abs(value) < course.longest_mate:
            self._alpha = max(value - self._window, -INFINITE)
            self._beta = min(value + self._window, INFINITE)
