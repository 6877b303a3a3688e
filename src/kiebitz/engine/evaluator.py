"""``kiebitz.Evaluator``: a static evaluation that is kept, for whoever asks about one position after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import numpy as np

from kiebitz.core.evaluation.fen_values import FenValues
from kiebitz.engine.engine import Engine
from kiebitz.engine.options import EngineOptions
from kiebitz.engine.positions import BoardLike, position_of

if TYPE_CHECKING:
    from kiebitz.core.evaluation.breakdown import Evaluation

Values: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"
SMALL_HASH_MB = 1


class Evaluator:
    """Values of positions without a search, by the evaluation that an engine with these options has.

    What making an engine takes is paid once. An evaluator belongs to one thread at a time: it remembers what it saw,
    and is faster where positions resemble each other, as those of a game or a search do.
    """

    def __init__(self, **options: Unpack[EngineOptions]) -> None:
        """Have the evaluation of ``Engine(**options)``. Raises OptionError as that."""
        options.setdefault("hash_mb", SMALL_HASH_MB)
        with Engine(**options) as engine:
            self._evaluator = engine.evaluator()
        self._fens = FenValues(self._evaluator)

    def value(self, board: BoardLike) -> int:
        """The value in centipawns, in the view of the side to move. Raises as ``Engine.evaluate``."""
        return self._evaluator.value(position_of(board))

    def values(self, boards: Sequence[BoardLike]) -> Values:
        """The values of some positions, likewise; of many ``evaluate_batch`` makes columns, by several threads."""
        fens = list(boards)
        values, _, states = self._fens.values(fens)
        found = np.frombuffer(values, np.int32)
        if any(states):
            found = found.copy()
            for index in np.flatnonzero(np.frombuffer(states, np.uint8)).tolist():
                found[index] = self.value(fens[index])
        return found

    def break_down(self, board: BoardLike) -> Evaluation:
        """The evaluation taken apart, as ``Engine.evaluate`` does."""
        return self._evaluator.break_down(position_of(board))
