"""The evaluator: chooses among the evaluations, and is all that a search knows of them.

An evaluation answers two questions. *What is this position worth?* is asked by searches: position to centipawns, no
Python object, no memory allocated. *How does that come about?* is asked by people: position to ``Evaluation``. An
evaluation that remembers things is a class with one object an evaluator (``Classical`` with its pawn structures); one
that doesn't is a function. Nobody tells an evaluation of moves made and unmade: what it keeps of a position it finds
again by the position's keys, and brings up to date when it is asked.

Thread safety: an ``Evaluator`` belongs to one thread; ``break_down`` uses no memory and may be called from any.
"""

from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.classical.weighted_sum import SWITCHES
from kiebitz.core.evaluation.tartan.terms import break_down as break_tartan_down

EVALUATION_PARAMETERS = ("evaluation", *SWITCHES)
"""The search parameters that change what a position is worth, and so what a table's values mean."""


class Evaluator:
    """Evaluate positions as parameters say: until it is configured, by the whole classical evaluation."""

    def __cinit__(self):
        self.classical = Classical()
        self.chosen = EVALUATION_CLASSICAL

    def configure(self, values: dict[str, int]) -> None:
        """Take from a complete set of parameters which evaluation is meant, and which of its modules."""
        self.chosen = values["evaluation"]
        self.classical.configure(values)

    def value(self, position: Position) -> int:
        """Evaluate as the search does, memory used: centipawns from the view of the side to move."""
        return self.evaluate(position)

    def break_down(self, position: Position) -> Evaluation:
        """Take the evaluation of a position apart; its total is what ``value`` gives, without any memory."""
        if self.chosen == EVALUATION_TARTAN:
            return break_tartan_down(position)
        return self.classical.break_down(position)
