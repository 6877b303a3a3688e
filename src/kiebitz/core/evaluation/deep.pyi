"""What Python sees of ``deep``."""

WIDE: int
LAYER_1: int
LAYER_2: int
SKIPPED: int
NEURON: int
WEIGHT: int
SUM: int
