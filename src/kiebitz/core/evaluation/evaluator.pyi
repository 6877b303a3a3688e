"""What Python sees of ``evaluator``."""

from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation

EVALUATION_PARAMETERS: tuple[str, ...]

@final
class Evaluator:
    def configure(self, values: dict[str, int]) -> None: ...
    def value(self, position: Position) -> int: ...
    def break_down(self, position: Position) -> Evaluation: ...
