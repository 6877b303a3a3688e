"""What Python sees of ``accumulator``."""

from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.layers import Layers
from kiebitz.core.shogi.position import ShogiPosition

@final
class Views:
    def __new__(cls, layers: Layers) -> Views: ...
    @property
    def rebuilt(self) -> int: ...
    def value(self, position: Position | ShogiPosition) -> int: ...
