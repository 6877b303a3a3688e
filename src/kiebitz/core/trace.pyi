"""What Python sees of ``trace``."""

KINDS: tuple[str, ...]
EXPECTATIONS: tuple[str, ...]
REASONS: tuple[str, ...]
FIELDS: tuple[tuple[str, str], ...]

def row_size() -> int: ...
