"""What Python sees of ``features``."""

FEATURES: int
BUCKETS: int
