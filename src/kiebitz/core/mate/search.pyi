"""What Python sees of ``search``."""

from collections.abc import Sequence
from typing import final

from kiebitz.core.chess.position import Position
from kiebitz.core.mate.proof import MateProof
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.position import ShogiPosition

MOST_PLIES: int

@final
class MateSearch:
    def __init__(self, table: ProofTable, checks_only: bool = False, table_only: bool = False) -> None: ...
    @property
    def table(self) -> ProofTable: ...
    @property
    def checks_only(self) -> bool: ...
    @property
    def table_only(self) -> bool: ...
    @property
    def deepest(self) -> int: ...
    def stop(self) -> None: ...
    def progress(self) -> tuple[int, int, int, int, int]: ...
    def prove(
        self, position: Position | ShogiPosition, moves: int | None, node_limit: int, first: Sequence[str] = ()
    ) -> MateProof: ...
