"""What Python sees of ``views``."""

from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.weights import Network

@final
class Views:
    def __new__(cls, network: Network) -> Views: ...
    @property
    def rebuilt(self) -> int: ...
    def value(self, position: Position) -> int: ...
