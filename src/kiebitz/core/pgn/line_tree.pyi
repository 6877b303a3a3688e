"""What Python sees of ``line_tree``."""

from typing import final

@final
class LineTree:
    @property
    def count(self) -> int: ...
    def taken(self) -> list[tuple[int, int, bytes]]: ...
