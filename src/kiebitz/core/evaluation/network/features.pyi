"""What Python sees of ``features``."""

FEATURES: int
ROOMS: int
FORMER_ROOMS: int
BUCKETS: int
MOST_MEN: int

def groups() -> bytes: ...
def former_rooms() -> bytes: ...
