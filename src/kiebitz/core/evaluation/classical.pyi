"""What Python sees of ``classical``."""

from typing import final

from kiebitz.core.evaluation.breakdown import Breakdown
from kiebitz.core.position import Position

MODULE_NAMES: tuple[str, ...]

@final
class Evaluator:
    def value(self, position: Position) -> int: ...

def evaluate_position(position: Position) -> int: ...
def break_down(position: Position) -> Breakdown: ...
def explain(position: Position) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]: ...
def phase_of(position: Position) -> int: ...
