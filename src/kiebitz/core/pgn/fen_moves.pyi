"""What Python sees of ``fen_moves``."""

from typing import Any, final

PLAYED: int
NOT_LEGAL: int
ODD: int

@final
class FenMoves:
    def __init__(self) -> None: ...
    def after(self, fens: list[Any], moves: list[Any], writes: bool) -> tuple[bytes, bytes, bytes]: ...
