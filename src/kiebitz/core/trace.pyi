"""What Python sees of ``trace``."""

KINDS: tuple[str, ...]
EXPECTATIONS: tuple[str, ...]
REASONS: tuple[str, ...]
TECHNIQUES: tuple[str, ...]
FIELDS: tuple[tuple[str, str], ...]

def named(names: dict[int, str], count: int) -> tuple[str, ...]: ...
def row_names() -> tuple[str, ...]: ...
def row_size() -> int: ...
