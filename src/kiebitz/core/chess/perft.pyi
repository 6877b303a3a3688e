"""What Python sees of ``perft``."""

from typing import final

from kiebitz.core.chess.position import Position

@final
class Halt:
    def set(self) -> None: ...

def perft(position: Position, depth: int, halt: Halt | None = None) -> int: ...
