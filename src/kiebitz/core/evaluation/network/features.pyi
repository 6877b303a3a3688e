"""What Python sees of ``features``."""

FEATURES: int
BUCKETS: int
MOST_MEN: int

def groups() -> bytes: ...
