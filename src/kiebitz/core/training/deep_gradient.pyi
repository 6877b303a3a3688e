"""What Python sees of ``deep_gradient``."""

CHESS_DEEP_ROWS: int
SHOGI_DEEP_ROWS: int
WEIGHTS_2_AT: int
WEIGHTS_3_AT: int
BIAS_1_AT: int
BIAS_2_AT: int
BIAS_3_AT: int
DEEP_SET: int
DEEP_SETS: int
CHESS_DEEP_NUMBERS: int
SHOGI_DEEP_NUMBERS: int
