"""What Python sees of ``fen_values``."""

from typing import Any, final

from kiebitz.core.evaluation.evaluator import Evaluator

@final
class FenValues:
    def __init__(self, evaluator: Evaluator) -> None: ...
    def values(self, fens: list[Any]) -> tuple[bytes, bytes]: ...
