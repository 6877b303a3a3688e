"""What Python sees of ``iterative_deepening``."""

from kiebitz.core.search.worker import Worker

WIDEST_WINDOW: int

def think(worker: Worker) -> None: ...
