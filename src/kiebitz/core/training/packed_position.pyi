"""What Python sees of ``packed_position``."""

from kiebitz.core.chess.position import Position

FIELDS: tuple[tuple[str, str] | tuple[str, str, int], ...]

UNKNOWN_RESULT: int

def packed_bytes(position: Position) -> bytes: ...
def unpacked_fen(packed: bytes) -> str: ...
