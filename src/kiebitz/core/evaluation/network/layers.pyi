"""What Python sees of ``layers``."""

from typing import final

HIDDEN: int
QA: int
MAX_WEIGHT: int
MAX_TOTAL_WEIGHT: int

class NetworkError(ValueError): ...

@final
class Layers:
    def __new__(cls, weights: tuple[bytes, bytes, bytes], qb: int, scale: int) -> Layers: ...
    @property
    def qb(self) -> int: ...
    @property
    def scale(self) -> int: ...
