"""What Python sees of ``shogi_entries``."""

from typing import final

from kiebitz.core.evaluation.shogi.evaluator import ShogiEvaluator
from kiebitz.core.records.any_entries import AnyEntries

@final
class ShogiEntries(AnyEntries):
    def relabel(self, evaluator: ShogiEvaluator) -> int: ...
    def counts(self) -> tuple[int, int, int]: ...
