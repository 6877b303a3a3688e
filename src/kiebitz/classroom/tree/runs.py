"""One traced search to be shown, or two of the same position under different settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from kiebitz.engine import BoardLike, ShogiPosition
from kiebitz.engine.engine import ENGINES
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import Trace

EngineOptions: TypeAlias = Mapping[str, int | bool | str]
Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"


class NothingToSearchError(ValueError):
    """The game is over."""


@dataclass(frozen=True, eq=False)
class Run:
    """A traced search."""

    title: str
    """Its settings as the user wrote them, 'default settings' without any."""
    trace: Trace
    """Every node."""
    only_here: Flags
    """By row: whether the other run never visited that position by that path; all false without another run."""


def trace_runs(
    board: BoardLike | ShogiPosition,
    limit: Limit,
    settings: EngineOptions,
    changed: EngineOptions | None = None,
    *,
    max_nodes: int,
) -> list[Run]:
    """Search with an empty table and record it; again with ``changed`` set on top, if given.

    At most ``max_nodes`` searches of a node are recorded in each run. Raises OptionError for settings that don't exist,
    ValueError for more than one thread, NothingToSearchError if the game is over, MemoryError.
    """
    wanted = [settings] if changed is None else [settings, {**settings, **changed}]
    traces = []
    for options in wanted:
        traces.append(_traced(board, limit, options, max_nodes))
        if not len(traces[-1]):
            raise NothingToSearchError("there is nothing to search: the side to move has no move")
    titles = [settings_text(options) for options in wanted]
    if len(traces) == 1:
        return [Run(titles[0], traces[0], np.zeros(len(traces[0]), dtype=np.bool_))]
    first, second = traces
    return [
        Run(title, mine, np.isin(mine.paths, other.paths, invert=True))
        for title, mine, other in zip(titles, (first, second), (second, first), strict=True)
    ]


def _traced(board: BoardLike | ShogiPosition, limit: Limit, options: EngineOptions, max_nodes: int) -> Trace:
    with ENGINES["shogi" if isinstance(board, ShogiPosition) else "chess"](**options) as engine:
        return engine.trace(board, limit, max_nodes=max_nodes)


def settings_text(settings: EngineOptions) -> str:
    """Options as a title."""
    words = {True: "on", False: "off"}
    return (
        ", ".join(f"{name}={words[value] if isinstance(value, bool) else value}" for name, value in settings.items())
        or "default settings"
    )
