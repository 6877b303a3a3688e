"""What Python sees of ``position_facts``."""

from typing import Any, final

from kiebitz.core.chess.position import Position

SQUARES: list[str]
SIDE_NUMBERS: list[str]
SIDE_COUNTS: list[str]
SIDE_FLAGS: list[str]
NUMBERS: list[str]
COUNTS: list[str]
FLAGS: list[str]
SIDE_LAYOUT: tuple[tuple[str, str], ...]
LAYOUT: tuple[tuple[str, str], ...]

@final
class FactRows:
    def __init__(self) -> None: ...
    def facts(self, fens: list[Any]) -> bytes: ...
    def facts_of(self, position: Position) -> bytes: ...
