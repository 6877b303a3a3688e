"""What Python sees of ``slices``."""

SLICE: int
