"""What Python sees of ``fen_values``."""

from typing import Any, final

from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.evaluation.nnue.half_ka import HalfKA

@final
class FenValues:
    def __init__(self, evaluator: Evaluator, teacher: HalfKA | None = None) -> None: ...
    def values(self, fens: list[Any]) -> tuple[bytes, bytes, bytes]: ...
