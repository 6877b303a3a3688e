"""What Python sees of ``subtree``."""

from kiebitz.core.chess.position import Position
from kiebitz.core.search.worker import Worker

def begin(worker: Worker) -> None: ...
def rearm(worker: Worker) -> None: ...
def key_below(worker: Worker, root: Position, path: tuple[int, ...]) -> int: ...
def search_below(
    worker: Worker,
    root: Position,
    path: tuple[int, ...],
    depth: int,
    alpha: int,
    beta: int,
    iteration: int,
    cut_node: bool,
) -> tuple[int | None, int, tuple[int, ...]]: ...
def expand(
    worker: Worker,
    root: Position,
    path: tuple[int, ...],
    depth: int,
    alpha: int,
    beta: int,
    iteration: int,
    cut_node: bool,
) -> tuple[int, int, int, int, int | None, tuple[tuple[int, int], ...]]: ...
def path_text(root: Position, path: tuple[int, ...]) -> tuple[str, ...]: ...
def game_of(position: Position) -> tuple[str, tuple[str, ...]]: ...
