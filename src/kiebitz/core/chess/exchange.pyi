"""What Python sees of ``exchange``."""

from kiebitz.core.chess.position import Position

def static_exchange(position: Position, move: str) -> int: ...
