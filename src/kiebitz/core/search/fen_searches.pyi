"""What Python sees of ``fen_searches``."""

from typing import Any, final

from kiebitz.core.chess.position import Position
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.worker import Worker

FOUND: list[tuple[str, str]]
SEARCHED: int
MATED: int
STALEMATED: int
ODD: int
UNREACHED: int

@final
class FenSearches:
    def __init__(self, worker: Worker, limits: SearchLimits) -> None: ...
    @property
    def worker(self) -> Worker: ...
    def halt(self) -> None: ...
    def search(self, fens: list[Any]) -> tuple[bytes, bytes]: ...
    def search_position(self, position: Position) -> tuple[bytes, bytes]: ...
