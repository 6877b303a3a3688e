"""What Python sees of ``upcoming_repetition``."""

from kiebitz.core.chess.position import Position

def repeats(position: Position) -> bool: ...
