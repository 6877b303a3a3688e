"""What Python sees of ``evaluator``."""

from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA

EVALUATION_PARAMETERS: tuple[str, ...]

@final
class Evaluator:
    def configure(
        self, values: dict[str, int], network: Network | HalfKA | FunctionEvaluation | None = None
    ) -> None: ...
    def value(self, position: Position) -> int: ...
    def raise_fault(self) -> None: ...
    def break_down(self, position: Position) -> Evaluation: ...
