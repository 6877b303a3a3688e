"""What Python sees of ``iterative_deepening``."""

from kiebitz.core.search.any_worker import AnyWorker

WIDEST_WINDOW: int

def think(worker: AnyWorker) -> None: ...
