"""What Python sees of ``cutter``."""

from typing import final

@final
class GameCutter:
    @property
    def lines(self) -> int: ...
    def feed(self, piece: bytes) -> list[tuple[bytes, int, int]]: ...
    def finish(self) -> list[tuple[bytes, int, int]]: ...
