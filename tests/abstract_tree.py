"""Random game trees that exist only as numbers: the same path has the same moves and values in every process."""

import random

from kiebitz.cluster.question import Answer, Expansion, Question
from kiebitz.cluster.virtual import Cost
from kiebitz.core.value import INFINITE


class Tree:
    """A tree given by a seed. Values are few, so that equal ones are frequent; some nodes have no moves."""

    longest_mate = INFINITE

    def __init__(self, seed, *, most_moves=5, values=9, split_depth=2, ends=0.05):
        self.seed = seed
        self.most_moves = most_moves
        self.values = values
        self.split_depth = split_depth
        self.ends = ends
        self.untold, self.told, self.heard = [], 0, 0

    def random_at(self, path):
        return random.Random(f"{self.seed}{path}")

    def static(self, path):
        return self.random_at(path).randrange(-self.values, self.values + 1)

    def moves(self, path):
        chance = self.random_at(path)
        chance.random()
        if path and chance.random() < self.ends:
            return []
        return list(range(100, 100 + chance.randint(1, self.most_moves)))

    def is_leaf(self, question):
        return question.depth <= self.split_depth

    def expand(self, question):
        moves = self.moves(question.path)
        if not moves:
            value = self.static(question.path)
            return Expansion(value, value, question.depth, ())
        return Expansion(-INFINITE, INFINITE, question.depth, tuple((move, 0) for move in moves))

    def learn(self, key, ply, depth, answer, is_told):
        if is_told:
            self.told += 1
            self.untold.append(answer)

    def take_findings(self):
        findings, self.untold = self.untold, []
        return findings or None

    def hear(self, findings):
        self.heard += len(findings)

    def alpha_beta(self, question):
        """Sequential alpha-beta, fail-soft: the reference. Returns (value, line, nodes)."""
        moves = self.moves(question.path) if question.depth > 0 else []
        if not moves:
            return self.static(question.path), (), 1
        best, line, nodes = -INFINITE, (), 1
        for move in moves:
            floor = max(question.alpha, best)
            below = Question((*question.path, move), question.depth - 1, -question.beta, -floor)
            value, rest, more = self.alpha_beta(below)
            nodes += more
            if -value > best:
                best, line = -value, (move, *rest)
            if best >= question.beta:
                break
        return best, line, nodes

    def cost(self, rank, question):
        """A search by one processor; it takes a tenth of a millisecond a node, give or take."""
        value, line, nodes = self.alpha_beta(question)
        seconds = nodes * 1e-4 * (1 + self.random_at((question.path, rank)).random())
        return Cost(Answer.of_value(question, value, line), nodes, seconds)
