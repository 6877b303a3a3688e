"""What Python sees of ``parameters``."""

from dataclasses import dataclass

@dataclass(frozen=True)
class Tunable:
    name: str
    default: int
    minimum: int
    maximum: int
    meaning: str

TABLE: tuple[Tunable, ...]

def technique(name: str, meaning: str) -> Tunable: ...
def defaults() -> dict[str, int]: ...
def checked(name: str, value: int) -> int: ...
def struct_names() -> list[str]: ...
