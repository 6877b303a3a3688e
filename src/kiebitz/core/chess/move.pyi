"""What Python sees of ``move``."""

NO_MOVE: int
NULL_MOVE: int
NULL_MOVE_TEXT: str
MAX_MOVES: int

def uci_text(move: int, chess960: bool) -> str: ...
