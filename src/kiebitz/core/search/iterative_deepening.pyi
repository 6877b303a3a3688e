"""What Python sees of ``driver``."""

from kiebitz.core.search.worker import Worker

def think(worker: Worker) -> None: ...
