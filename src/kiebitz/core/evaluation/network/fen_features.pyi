"""What Python sees of ``fen_features``."""

from typing import Any, final

from kiebitz.core.chess.position import Position

SEEN: list[tuple[str, str]]
ROWS: int
NO_ROW: int

@final
class FenFeatures:
    def __init__(self) -> None: ...
    def features(self, fens: list[Any]) -> tuple[bytes, bytes, bytes]: ...
    def features_of(self, position: Position) -> tuple[bytes, bytes, bytes]: ...
