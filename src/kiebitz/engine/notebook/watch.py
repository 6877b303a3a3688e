"""``kiebitz.watch``: an analysis that is shown while it runs, in one place, until the cell is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

from kiebitz.engine import BoardLike, Engine
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info, Line

# A picture is drawn anew this often at most: faster than that nobody reads.
PICTURE_S = 0.25


def watch(
    board: BoardLike,
    limit: LimitLike | None = None,
    *,
    multipv: int = 3,
    engine: Engine | None = None,
) -> Info:
    """Search a position and show its lines as they are found. Returns the outcome.

    Without a limit the search goes on until the cell is interrupted (Ctrl-C), which ends it and keeps what was found.
    ``engine`` searches; else one is made for the search. In a notebook the picture changes in place; elsewhere each
    finished depth is printed. Raises as ``Engine.stream``.
    """
    if engine is None:
        with Engine() as own:
            return watch(board, limit, multipv=multipv, engine=own)
    show = _place_in_a_notebook() or _print
    lines: dict[int, Line] = {}
    shown = 0.0
    with engine.stream(board, limit or Limit(infinite=True), multipv=multipv) as stream:
        try:
            for line in stream:
                lines[line.rank] = line
                if line.rank == min(multipv, len(lines)) and monotonic() - shown >= PICTURE_S:
                    show(_so_far(lines))
                    shown = monotonic()
        except KeyboardInterrupt:
            pass  # The way to say that it is enough.
        info = stream.info
    show(info)
    return info


def _so_far(lines: dict[int, Line]) -> Info:
    """The result of a search so far."""
    found = tuple(lines[rank] for rank in sorted(lines))
    return Info(found, found[-1].nodes, found[-1].time_ms, fen=found[0].fen)


def _place_in_a_notebook() -> Callable[[Info], None] | None:
    """The handle of an outcome in one place of a notebook; None if this is no notebook.

    Whatever runs a notebook is imported already.
    """
    marimo = sys.modules.get("marimo")
    if marimo is not None and marimo.running_in_notebook():
        replace: Callable[[Info], None] = marimo.output.replace
        return replace
    ipython = sys.modules.get("IPython")
    if ipython is None or not hasattr(ipython.get_ipython(), "kernel"):
        return None
    place = ipython.display.DisplayHandle()
    place.display({"text/plain": ""}, raw=True)
    update: Callable[[Info], None] = place.update
    return update


def _print(info: Info) -> None:
    """Say an outcome on standard output."""
    for line in info.lines:
        print(line.depth, line.white_score, " ".join(line.moves))
