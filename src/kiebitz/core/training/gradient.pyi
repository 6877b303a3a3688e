"""What Python sees of ``gradient``."""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Bytes = NDArray[np.uint8]

WEIGHTS: int
PARTS: tuple[int, int, int]

def accumulate(positions: Bytes, weights: Numbers, gradients: Numbers, result_share: float, scale: float) -> float: ...
def outputs(positions: Bytes, weights: Numbers, values: Numbers) -> None: ...
def step(
    weights: Numbers,
    gradients: Numbers,
    first: Numbers,
    second: Numbers,
    number: int,
    count: int,
    rate: float,
    decay: float,
    limit: float,
) -> None: ...
def check_sizes(*sizes: int) -> None: ...
