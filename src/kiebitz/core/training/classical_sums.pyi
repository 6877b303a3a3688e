"""What Python sees of ``classical_sums``."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

def classical_sums(
    positions: NDArray[np.uint8], parameters: Mapping[str, int], sums: NDArray[np.int16], game: str = "chess"
) -> None: ...
