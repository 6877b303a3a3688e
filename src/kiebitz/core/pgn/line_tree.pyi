"""What Python sees of ``line_tree``."""

from typing import final

MOST_DEPTH: int

@final
class LineTree:
    @property
    def count(self) -> int: ...
    def taken(self) -> list[tuple[int, int, bytes]]: ...
