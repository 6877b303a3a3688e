"""Proofs that the solver gives out, for tests of what is made of them."""

from kiebitz.engine.mate_solver import MateSolver, longest_line
from kiebitz.engine.positions import game_of, position_named, text_of
from kiebitz.mate.proof_file import Proof

LIMIT = 300_000


def proved(text: str, **limits) -> Proof | None:
    """The proof that the solver gives out for a position; None if it finds no mate."""
    solver = MateSolver(16)
    position = position_named(text)
    solution = solver.solve(position, nodes=LIMIT, **limits)
    if not solution.mate:
        return None
    book = solver.book(position)
    checks_only = limits.get("checks_only", "moves" not in limits)
    return Proof(game_of(position), text_of(position), len(longest_line(position, book)), checks_only, book)
