"""What Python sees of ``findings``."""

from typing import final

from kiebitz.core.table.table import Table

@final
class Findings:
    def take(self) -> bytes: ...

def row_of(key: int, ply: int, depth: int, lower: int, upper: int, move: int) -> bytes: ...
def learn(table: Table, content: bytes) -> int: ...
