"""What Python sees of ``exchange``."""

from kiebitz.core.shogi.position import ShogiPosition

def static_exchange(position: ShogiPosition, move: str) -> int: ...
