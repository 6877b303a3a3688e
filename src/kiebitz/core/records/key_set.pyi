"""What Python sees of ``key_set``."""

from typing import final

@final
class KeySet:
    @property
    def count(self) -> int: ...
