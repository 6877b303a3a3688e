"""What Python sees of ``tartan``."""

from kiebitz.core.evaluation.breakdown import Breakdown
from kiebitz.core.chess.position import Position

TERM_NAMES: tuple[str, ...]

def break_down(position: Position) -> Breakdown: ...
