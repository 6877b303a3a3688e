"""What Python sees of ``deep_gradient``."""

DEEP_ROWS: int
DEEP_BIAS_AT: int
DEEP_SETS_AT: int
WEIGHTS_2_AT: int
WEIGHTS_3_AT: int
BIAS_1_AT: int
BIAS_2_AT: int
BIAS_3_AT: int
DEEP_SET: int
DEEP_NUMBERS: int
