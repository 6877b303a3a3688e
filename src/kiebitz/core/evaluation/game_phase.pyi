"""What Python sees of ``game_phase``."""

FULL_PHASE: int
FULL_SCALE: int
