"""What Python sees of ``packed_position``."""

from kiebitz.core.chess.position import Position

FIELDS: tuple[tuple[str, str] | tuple[str, str, int], ...]

def packed_bytes(position: Position) -> bytes: ...
