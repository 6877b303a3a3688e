"""What Python sees of ``features``."""

FEATURES: int
ROOMS: int
BUCKETS: int
MOST_MEN: int

def groups() -> bytes: ...
