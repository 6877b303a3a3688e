"""What Python sees of ``declaration``."""

from kiebitz.core.shogi.position import ShogiPosition

def may_declare(position: ShogiPosition) -> bool: ...
