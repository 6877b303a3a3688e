"""What Python sees of ``iterative_deepening``."""

from kiebitz.core.search.worker import Worker

def think(worker: Worker) -> None: ...
