"""What Python sees of ``evaluator``."""

from typing import final

from kiebitz.core.shogi.position import ShogiPosition

@final
class ShogiEvaluator: ...

def terms_of(position: ShogiPosition) -> dict[str, tuple[int, int]]: ...
def evaluation_of(position: ShogiPosition) -> int: ...
