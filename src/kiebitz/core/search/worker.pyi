"""What Python sees of ``worker``."""

from typing import final

from typing_extensions import Buffer

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.search.any_worker import AnyWorker
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.syzygy.tables import Tables
from kiebitz.core.table.table import Table

@final
class Worker(AnyWorker):
    def __init__(self, table: Table, shared: Shared | None = None, index: int = 0) -> None: ...
    def configure(self, values: dict[str, int], network: Network | HalfKA | None = None) -> None: ...
    def new_game(self) -> None: ...
    def prepare(self, position: Position, limits: SearchLimits) -> int: ...
    def use_tables(self, tables: Tables | None, depth: int, most_men: int, fifty_moves: bool) -> None: ...
    def sample_into(self, buffer: Buffer | None, stride: int) -> None: ...
