"""Notes that comments have on each move: clocks, evaluations, time spent; packed, for columns take them whole."""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.engine import NO_NOTE
from kiebitz.engine.score import Score


class MoveNotes(NamedTuple):
    """Notes on the moves of a main line, in the machine's order; ``MovetextReader.notes`` makes them."""

    clocks: bytes
    """Seconds left to whoever moved, eight bytes each, not a number where none are told."""
    centipawns: bytes
    """White's evaluation of the position after the move, four bytes each, ``NO_NOTE`` where there is none."""
    mates: bytes
    """The same in moves to mate; no move has both."""
    spent: bytes
    """Seconds that the move took, as ``clocks``."""

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """White's evaluation after each move."""
        both = zip(memoryview(self.centipawns).cast("i"), memoryview(self.mates).cast("i"), strict=True)
        return tuple(_score(centipawns, mate) for centipawns, mate in both)


def seconds_of(packed: bytes) -> tuple[float | None, ...]:
    """Seconds of each move, None where none are told."""
    return tuple(None if seconds != seconds else seconds for seconds in memoryview(packed).cast("d"))  # noqa: PLR0124


def _score(centipawns: int, mate: int) -> Score | None:
    if mate != NO_NOTE:
        return Score(mate=mate)
    return None if centipawns == NO_NOTE else Score(centipawns=centipawns)
