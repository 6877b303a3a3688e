"""What Python sees of ``shogi_features``."""

FEATURES: int
MOST_MEN: int
HAND_SIZES: tuple[int, ...]

def groups() -> bytes: ...
