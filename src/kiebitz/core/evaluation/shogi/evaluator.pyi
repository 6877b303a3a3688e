"""What Python sees of ``evaluator``."""

from typing import final

from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.shogi.position import ShogiPosition

EVALUATION_PARAMETERS: tuple[str, ...]
EVALUATIONS: tuple[str, ...]

@final
class ShogiEvaluator:
    def configure(self, values: dict[str, int], network: Network | None = None) -> None: ...
    def value(self, position: ShogiPosition) -> int: ...

def terms_of(position: ShogiPosition) -> dict[str, tuple[int, int]]: ...
def evaluation_of(position: ShogiPosition) -> int: ...
