"""The two generators at work on a position: what their wires say, target by target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz_hydra.question import question_of
from kiebitz_hydra.simulator.stepping import SteppedCoprocessor

if TYPE_CHECKING:
    import chess


@dataclass(frozen=True, slots=True)
class Aggressor:
    """A man whom GenAggressor has found."""

    square: int
    candidates: int
    """All who were still to choose from, as a bitboard."""


@dataclass(frozen=True, slots=True)
class Victim:
    """A square that GenVictim has found, and who can go there, in order."""

    square: int
    candidates: int
    """All squares that were still to choose from, as a bitboard."""
    super_piece: int
    """Where the signals of the super piece arrive that stands there, as a bitboard."""
    aggressors: tuple[Aggressor, ...]


@dataclass(frozen=True, slots=True)
class Generation:
    """All that the generators find, in order."""

    victims: tuple[Victim, ...]
    legal: tuple[str, ...]
    """The moves (UCI) that TestCheck lets pass."""
    cycles: int


def generate(board: chess.Board) -> Generation:
    """Let the machine try all moves once, and look on. Raises MissingToolError, NotForHardwareError."""
    victims: list[Victim] = []
    found: list[Aggressor] = []
    question = question_of(board, depth=1, perft=True)
    machine = SteppedCoprocessor()
    gen_victim, gen_aggressor = machine.machine.gen_victim, machine.machine.gen_aggressor
    target = (0, 0)
    super_piece = 0

    def close() -> None:
        if found:
            victims.append(Victim(*target, super_piece, tuple(found)))
            found.clear()

    def look(state: str, read: Callable[[Any], int]) -> None:
        nonlocal target, super_piece
        if state == "VICTIM":
            close()
            target = read(gen_victim.square), read(gen_victim.candidates)
        elif state == "AGGRESSOR":
            super_piece = read(gen_aggressor.super_piece)
            aggressor = Aggressor(read(gen_aggressor.square), read(gen_aggressor.candidates))
            # A pawn that promotes comes once for each kind.
            if not found or found[-1].square != aggressor.square:
                found.append(aggressor)

    answer = machine.ask(question, look)
    close()
    return Generation(tuple(victims), answer.moves, sum(answer.cycles))
