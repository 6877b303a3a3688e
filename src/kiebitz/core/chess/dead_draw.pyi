"""What Python sees of ``dead_draw``."""

from kiebitz.core.chess.position import Position

def is_dead(position: Position) -> bool: ...
