"""What Python sees of ``worker``."""

from typing import TypeAlias, final

from kiebitz.core.position import Position
from kiebitz.core.search.shared import Shared
from kiebitz.core.table import Table

# Rank from 1, depth, selective depth, value, bound, nodes, microseconds, permille, moves as UCI text.
_Line: TypeAlias = tuple[int, int, int, int, str, int, int, int, tuple[str, ...]]

@final
class Worker:
    def __init__(self, table: Table, shared: Shared | None = None, index: int = 0) -> None: ...
    @property
    def index(self) -> int: ...
    @property
    def completed(self) -> int: ...
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
        flexible: bool = ...,
    ) -> int: ...
    def current_move(self) -> tuple[str, int] | None: ...
    @property
    def time_us(self) -> int: ...
    def read_reports(self) -> list[_Line]: ...
    def announce(self, other: Worker) -> None: ...
    def results(self) -> list[_Line]: ...

def score_of(value: int) -> tuple[int | None, int | None]: ...
