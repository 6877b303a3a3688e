"""What Python sees of ``entries``."""

from typing import final

from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.records.any_entries import AnyEntries
from kiebitz.core.records.binpack import BinpackWriter

@final
class Entries(AnyEntries):
    def write_binpack(self, writer: BinpackWriter) -> bytes: ...
    def relabel(self, evaluator: Evaluator, teacher: HalfKA | None) -> int: ...
    def counts(self) -> tuple[int, int, int]: ...
