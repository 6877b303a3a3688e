"""What Python sees of ``evaluator``."""

from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.network.file import Network

EVALUATION_PARAMETERS: tuple[str, ...]

@final
class Evaluator:
    def configure(self, values: dict[str, int], network: Network | None = None) -> None: ...
    def value(self, position: Position) -> int: ...
    def break_down(self, position: Position) -> Evaluation: ...
