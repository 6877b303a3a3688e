"""What Python sees of ``gradient``."""

import numpy as np
from numpy.typing import NDArray

_Row = NDArray[np.float32]
_Bytes = NDArray[np.uint8]

WEIGHTS: int
SHOGI_WEIGHTS: int
DEEP_WEIGHTS: int
SHOGI_DEEP_WEIGHTS: int
PARTS: tuple[int, int, int]

def parts_of(weights: int) -> tuple[int, int, int]: ...
def accumulate(
    positions: _Bytes,
    weights: _Row,
    gradients: _Row,
    result_share: float,
    scale: float,
) -> float: ...
def outputs(positions: _Bytes, weights: _Row, values: _Row) -> None: ...
def step(
    weights: _Row,
    gradients: _Row,
    first: _Row,
    second: _Row,
    number: int,
    count: int,
    rate: float,
    decay: float,
    limit: float,
) -> None: ...
def check_sizes(*sizes: int) -> None: ...
