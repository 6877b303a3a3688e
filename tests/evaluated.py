"""What the evaluator says of a position, and the sizes to hold it against."""

from kiebitz.core import parameters
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz.core.evaluation.evaluator import Evaluator
from networks import Weights

Pair = tuple[int, int]
NETWORK = Weights.drawn(1).network()


def evaluator(**settings: int | str) -> Evaluator:
    """The classical evaluation, with the defaults changed so; the network is one with random weights."""
    made = Evaluator()
    made.configure(parameters.complete({"evaluation": "classical"} | settings), NETWORK)
    return made


def taken_apart(position: Position | str, **settings: int | str) -> Evaluation:
    """The evaluation of a position or FEN."""
    return evaluator(**settings).break_down(Position(position) if isinstance(position, str) else position)


def value(position: Position | str) -> int:
    """Its total: centipawns for the side to move."""
    return taken_apart(position).total


def module(fen: str, name: str) -> Pair:
    """(middlegame, endgame) of one module for White, White to move."""
    return taken_apart(f"{fen} w - - 0 1" if " " not in fen else fen).modules[name][0]


def weights(*features: str | tuple[str, int]) -> Pair:
    """The sum of weights by name; of a series by name and step."""
    pairs = [WEIGHTS[name].values[step] for name, step in ((f, 0) if isinstance(f, str) else f for f in features)]
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


def difference(one: Pair, other: Pair) -> Pair:
    """What ``one`` is more than ``other``."""
    return one[0] - other[0], one[1] - other[1]


def times(pair: Pair, factor: int) -> Pair:
    """A multiple."""
    return pair[0] * factor, pair[1] * factor
