"""The machine as one asks it, whichever simulator runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kiebitz_hydra.question import Answer, Question

if TYPE_CHECKING:
    import chess


class Coprocessor(Protocol):
    """A machine to ask. It belongs to one thread."""

    def ask(self, question: Question) -> Answer:
        """Reset the machine, load the position, ask, and wait for the end."""


class Model(Protocol):
    """A simulated machine in machine code; ``verilator_clock`` has one."""

    def place(self, words: list[int]) -> None:
        """Reset the machine and load men, each a word of ``board.Write``."""

    def begin(self, question: Question) -> None:
        """Ask about what is placed; counts begin anew."""

    def run(self, cycles: int) -> bool:
        """Let the clock run so many cycles at most, without the GIL; whether the search has ended."""

    def outcome(self) -> tuple[int, int, int, list[int], list[tuple[int, int]]]:
        """Value, best move, nodes, cycles by state; moves of the root, each with its evaluation.

        Moves are words of ``men.Move``.
        """


class CompiledCoprocessor:
    """A machine whose clock runs in machine code."""

    # About a tenth of a second of the fastest simulator: so soon Ctrl-C is seen.
    CYCLES_AT_A_TIME = 100_000

    def __init__(self, model: Model) -> None:
        self.model = model

    def ask(self, question: Question) -> Answer:
        """Reset the machine, load the position, ask, and wait for the end."""
        self.model.place([word_of(*man) for man in question.men])
        self.model.begin(question)
        while not self.model.run(self.CYCLES_AT_A_TIME):
            pass
        return answer_of(*self.model.outcome())


def word_of(square: int, kind: int, black: bool) -> int:
    """A man to load, as ``board.Write`` lays him out: enabled, square, kind, colour."""
    return 1 | square << 1 | kind << 7 | black << 10


def answer_of(value: int, best: int, nodes: int, cycles: list[int], moves: list[tuple[int, int]]) -> Answer:
    """A machine's answer, in words."""
    return Answer(
        value=value,
        best=move_text(best) if best else None,
        nodes=nodes,
        cycles=tuple(cycles),
        moves=tuple(move_text(move) for move, _ in moves),
        evaluations=tuple(evaluation for _, evaluation in moves),
    )


def move_word(move: chess.Move) -> int:
    """A move as ``men.Move`` lays it out."""
    return move.from_square | move.to_square << 6 | (move.promotion or 0) << 12


def move_text(word: int) -> str:
    """A move as UCI writes it, out of the word that ``men.Move`` lays out."""
    import chess

    return chess.Move(word & 63, word >> 6 & 63, word >> 12 or None).uci()
