"""Options that both engines share: how values are checked, and the messages about faults."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING

from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import Network, read_network
from kiebitz.core.evaluation.network.games import CHESS, NetworkGame
from kiebitz.core.evaluation.nnue.file import is_nnue, read_nnue
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.table.design import DesignError, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.options import Judge, OptionValue

if TYPE_CHECKING:
    import chess

DESIGN_OPTIONS = ("table_design", "table_policy")
NAMES_OF_RIGHTS = frozenset("KQkq-")
"""How castling rights are written but in Chess960."""


class OptionError(ValueError):
    """An option that doesn't exist, or a value it can't take."""


def design_among(options: Mapping[str, OptionValue], otherwise: TableDesign) -> TableDesign:
    """How options want the table made: by its design or its policy; ``otherwise`` if neither is given.

    Raises OptionError.
    """
    design, policy = (options.get(name) for name in DESIGN_OPTIONS)
    if design is not None and policy is not None:
        raise OptionError("table_policy is short for a table_design; give one of the two")
    if design is not None:
        if not isinstance(design, TableDesign):
            raise OptionError(f"table_design is {design!r}; give a TableDesign, or a policy by name as table_policy")
        return design
    if policy is None:
        return otherwise
    try:
        return TableDesign(policy=str(policy))
    except DesignError as error:
        raise OptionError(str(error)) from error


def table_of(size_mb: int, design: TableDesign) -> Table:
    """A new table. Raises OptionError for a size that no table has, and MemoryError."""
    try:
        return Table(size_mb, design)
    except ValueError as error:
        raise OptionError(str(error)) from error


def network_of(value: OptionValue, game: NetworkGame) -> Judge | None:
    """The judge of a game in the place of its network, as an option's value means it. None: none is given.

    In chess it may be a network of Stockfish, or a function.

    Raises OptionError, and NetworkError for a file that is none, or a network of another game.
    """
    if value is None or (isinstance(value, HalfKA | FunctionEvaluation) and game is CHESS):
        return value
    if isinstance(value, Network):
        value.require(game)
        return value
    if isinstance(value, str | os.PathLike):
        if game is CHESS and is_nnue(value):
            return read_nnue(value)
        try:
            return read_network(value, game)
        except OSError as error:  # a name that no file can have
            raise OptionError(f"can't read the network: {error.strerror}") from error
    raise OptionError(f"network is {value!r}; give the path of its file")


def by_function(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options, with an evaluation that is a function of boards in the place that evaluations by networks have.

    Raises OptionError if a network is given beside it.
    """
    function = options.get("evaluation")
    if not callable(function):
        return dict(options)
    if options.get("network") is not None:
        raise OptionError("evaluation is a function, which asks no network; leave network out")
    return {**options, "evaluation": "function", "network": FunctionEvaluation(_asked_with_boards(function))}


def _asked_with_boards(function: Callable[[chess.Board], float]) -> Callable[[str], float]:
    """A function of FENs that asks one of boards."""
    from kiebitz.engine.board import Board

    @wraps(function)
    def ask(fen: str) -> float:
        return function(Board(fen, chess960=not NAMES_OF_RIGHTS.issuperset(fen.split(" ")[2])))

    return ask


def judged_by(names: Iterable[str], parameters: Mapping[str, int], network: Judge | None) -> dict[str, int | str]:
    """The settings (``names``) that say what a position is worth, and which network it is that says so."""
    judged: dict[str, int | str] = {name: parameters[name] for name in names}
    return judged if network is None else judged | {"network": network.checksum}


def whole(name: str, value: OptionValue) -> int:
    """The value, if it is a whole number. Raises OptionError."""
    if not isinstance(value, int):
        raise OptionError(f"{name} is {value!r}; it takes a whole number")
    return int(value)


def within(name: str, value: int, least: int, most: int) -> int:
    """The value, if it lies in a range. Raises OptionError."""
    if not least <= value <= most:
        raise OptionError(f"{name} = {value} is outside {least} to {most}")
    return value


def no_option(name: str, options: Iterable[str], parameters: Iterable[str]) -> str:
    """The message about an option that doesn't exist: the one that may be meant, or where they stand."""
    near = get_close_matches(name, [*options, *parameters], n=2)
    if near:
        return f"there is no option '{name}'; did you mean {' or '.join(near)}?"
    return f"there is no option '{name}'; options are {', '.join(options)}, and the parameters that 'kiebitz uci' lists"
