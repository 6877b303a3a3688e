"""What Python sees of ``worker``."""

from typing import TypeAlias, final

from kiebitz.core.position import Position
from kiebitz.core.table import Table

# Rank from 1, depth, selective depth, value, bound, nodes, microseconds, permille, moves as UCI text.
_Line: TypeAlias = tuple[int, int, int, int, str, int, int, int, tuple[str, ...]]

@final
class Worker:
    def __init__(self, table: Table) -> None: ...
    def configure(self, values: dict[str, int]) -> None: ...
    def new_game(self) -> None: ...
    def prepare(
        self,
        position: Position,
        depth: int,
        nodes: int,
        soft_us: int,
        hard_us: int,
        mate: int,
        multipv: int,
        searchmoves: list[str] | None,
        ponder: bool,
    ) -> int: ...
    def stop(self) -> None: ...
    def ponderhit(self) -> None: ...
    @property
    def node_count(self) -> int: ...
    @property
    def time_us(self) -> int: ...
    def read_reports(self) -> list[_Line]: ...
    def results(self) -> list[_Line]: ...

def score_of(value: int) -> tuple[int | None, int | None]: ...
