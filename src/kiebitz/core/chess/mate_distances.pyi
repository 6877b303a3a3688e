"""What Python sees of ``mate_distances``."""

from threading import RLock

from kiebitz.core.chess.position import Position

MAKING: RLock

def plies_to_mate(position: Position) -> int | None: ...
def mating_line(position: Position) -> tuple[str, ...]: ...
