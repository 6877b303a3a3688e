"""What Python sees of ``value``."""

DRAW: int
MAX_EVALUATION: int
KNOWN_WIN: int
MATE: int
LONGEST_MATE: int
INFINITE: int
NO_VALUE: int
