"""What Python sees of ``move``."""

NO_MOVE: int
NULL_MOVE: int
NO_MOVE_TEXT: str
MAX_MOVES: int

def usi_text(move: int) -> str: ...
