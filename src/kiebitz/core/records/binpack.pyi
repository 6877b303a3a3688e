"""What Python sees of ``binpack``."""

from typing import final

@final
class BinpackWriter:
    def finish(self) -> bytes: ...
