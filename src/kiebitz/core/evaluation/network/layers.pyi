"""What Python sees of ``layers``."""

from typing import final

from kiebitz.core.evaluation.network.games import NetworkGame

HIDDEN: int
QA: int
MAX_WEIGHT: int
MAX_TOTAL_WEIGHT: int

class NetworkError(ValueError): ...

@final
class Layers:
    def __new__(cls, weights: tuple[bytes, ...], qb: int, scale: int, game: NetworkGame, deep: bool) -> Layers: ...
    @property
    def deep(self) -> bool: ...
    @property
    def width(self) -> int: ...
    @property
    def rooms(self) -> int: ...
    @property
    def features(self) -> int: ...
    @property
    def qb(self) -> int: ...
    @property
    def scale(self) -> int: ...
