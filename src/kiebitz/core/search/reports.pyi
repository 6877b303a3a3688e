"""What Python sees of ``reports``."""

from dataclasses import dataclass
from typing import Literal, final

@dataclass(frozen=True, slots=True)
class Report:
    rank: int
    depth: int
    selective_depth: int
    value: int
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    time_us: int
    hashfull: int
    moves: tuple[str, ...]

@final
class Reports: ...
