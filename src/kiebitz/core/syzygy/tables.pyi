"""What Python sees of ``tables``."""

import re
from collections.abc import Sequence
from threading import RLock
from typing import final

from kiebitz.core.chess.position import Position

LETTERS: str
NAME: re.Pattern[str]
OPENING: RLock

class DamagedTableError(ValueError): ...

@final
class Tables:
    wdl_files: int
    dtz_files: int
    most_men: int
    @property
    def hits(self) -> int: ...
    def __init__(self, directories: Sequence[str]) -> None: ...
    @property
    def faults(self) -> dict[str, str]: ...
    def result_of(self, position: Position) -> int | None: ...
    def distance_of(self, position: Position) -> int | None: ...
    def distances(self, position: Position, moves: Sequence[str]) -> dict[str, int] | None: ...
