"""The evaluation: piece values and first-order values; the other modules follow."""
import cython
from cython.cimports.kiebitz.core.evaluation.pair import middlegame_of, endgame_of
class Evaluator:
    def evaluate(self, position):
        v = middlegame_of(position.placement)
        return v + 10 if position.side == 0 else 10 - v
def evaluate_position(position: Position) -> int:
    """."""
    return Evaluator().evaluate(position)
def explain(position: Position) -> dict:
    """."""
    return {}
def phase_of(position: Position) -> int:
    """."""
    return 0
