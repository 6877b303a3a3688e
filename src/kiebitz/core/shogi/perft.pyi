"""What Python sees of ``perft``."""

from kiebitz.core.chess.perft import Halt
from kiebitz.core.shogi.position import ShogiPosition

def perft(position: ShogiPosition, depth: int, halt: Halt | None = None) -> int: ...
