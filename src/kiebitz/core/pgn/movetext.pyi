"""What Python sees of ``movetext``."""

from typing import final

from kiebitz.core.chess.position import Position

NO_NOTE: int
FAULTS: tuple[str, ...]
RESULTS: tuple[str, ...]
TOKENS: tuple[str, ...]
ANNOTATION_SIGNS: dict[str, int]
MOVE_ORNAMENTS: frozenset[str]
STRAY_ENDS: str
PARTING_SIGNS: str

@final
class MovetextReader:
    @property
    def plies(self) -> int: ...
    @property
    def fault(self) -> str: ...
    @property
    def fault_start(self) -> int: ...
    @property
    def fault_end(self) -> int: ...
    @property
    def result(self) -> str: ...
    def read(
        self,
        text: str,
        start: int = 0,
        position: Position | None = None,
        comments: bool = False,
        is_forfeited: bool = False,
        variations: bool = False,
        tokens: bool = False,
    ) -> bytes: ...
    def count(self, text: str, start: int = 0, is_forfeited: bool = False) -> int: ...
    def lines(self) -> list[tuple[int, int, bytes]]: ...
    def tokens(self, text: str) -> list[tuple[str, int, int, int]]: ...
    def remarks(self, text: str) -> list[tuple[int, int, str]]: ...
    def notes(self, text: str) -> tuple[bytes, bytes, bytes, bytes]: ...
