"""What Python sees of ``shogi_packed_position``."""

from kiebitz.core.shogi.position import ShogiPosition

FIELDS: tuple[tuple[str, str] | tuple[str, str, int], ...]

def shogi_packed_bytes(position: ShogiPosition) -> bytes: ...
def unpacked_sfen(packed: bytes) -> str: ...
