"""Spans: squares ahead of, behind and near men, for all men of a board at once.

``up`` is the way in which a side's pawns go: 1 for White's, -1 for Black's. 'Ahead' is that way, and a rank's number
counts from 0 at the side's own edge. A filled board holds the men themselves, a span does not.
"""

from __future__ import annotations

from amaranth.hdl import Cat, Module, Signal, Value

from kiebitz_hydra.circuit.geometry import DOWN_ASIDE, UP_ASIDE, hop, named, squares_of

SIDES = (("white", "black", 1), ("black", "white", -1))
"""Each side with the other one and the way its pawns go."""


def ahead(board: Value, up: int) -> Value:
    """One square ahead."""
    return hop(board, [(0, up)])


def filled(m: Module, name: str, board: Value, up: int) -> Signal:
    """The men and all squares ahead of them: three steps, of one, two and four squares."""
    reach = named(m, f"{name}_filled_0", board)
    for squares in (1, 2, 4):
        reach = named(m, f"{name}_filled_{squares}", reach | hop(reach, [(0, squares * up)]))
    return reach


def span(m: Module, name: str, board: Value, up: int) -> Value:
    """All squares ahead of men."""
    return ahead(filled(m, name, board, up), up)


def files(m: Module, name: str, board: Value) -> Value:
    """Whole files that hold a man."""
    return filled(m, f"{name}_up", board, 1) | filled(m, f"{name}_down", board, -1)


def beside(board: Value) -> Value:
    """The squares at either side."""
    return hop(board, ((1, 0), (-1, 0)))


def pawn_attacks(pawns: Value, up: int) -> Value:
    """The squares that pawns attack."""
    return hop(pawns, UP_ASIDE if up == 1 else DOWN_ASIDE)


def rank(number: int, up: int) -> int:
    """A whole rank, as a constant."""
    return squares_of([number if up == 1 else 7 - number])


def row(board: Value, number: int, up: int) -> Value:
    """A rank's eight squares."""
    number = number if up == 1 else 7 - number
    return board[8 * number : 8 * number + 8]


def column(board: Value, file: int, up: int) -> Value:
    """A file's eight squares, by rank."""
    by_rank = [board[8 * number + file] for number in range(8)]
    return Cat(by_rank if up == 1 else by_rank[::-1])


def passed_among(m: Module, name: str, pawns: Value, enemies: Value, up: int) -> Signal:
    """Pawns that no enemy pawn can stop or take, now or later; of doubled ones the first."""
    stopped = span(m, f"{name}_stopped", enemies, -up)
    taken = filled(m, f"{name}_taken", pawn_attacks(enemies, -up), -up)
    return named(m, f"{name}_passed", pawns & ~stopped & ~taken & ~span(m, f"{name}_behind", pawns, -up))


def within(m: Module, name: str, king: Value) -> list[Signal]:
    """By number of steps, 0 to 7: the squares that a king is no farther from.

    They are where a band of ranks crosses a band of files, and the bands grow by a rank or file a step.
    """
    ranks = named(m, f"{name}_ranks", Cat(row(king, number, 1).any() for number in range(8)))
    across = named(m, f"{name}_files", Cat(column(king, file, 1).any() for file in range(8)))
    near = []
    for steps in range(8):
        near.append(named(m, f"{name}_within_{steps}", Cat(across & ranks[number].replicate(8) for number in range(8))))
        ranks = named(m, f"{name}_ranks_{steps}", grown(ranks))
        across = named(m, f"{name}_files_{steps}", grown(across))
    return near


def grown(band: Value) -> Value:
    """A band of ranks or files, and its neighbours."""
    return band | Cat(0, band)[:8] | band[1:]
