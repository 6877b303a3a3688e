"""What Python sees of ``any_entries``."""

from typing import Any

from typing_extensions import disjoint_base

from kiebitz.core.records.key_set import KeySet

PLAIN: int
BIN: int
BULLET: int
BINPACK: int
PSV: int
HCPE: int

@disjoint_base
class AnyEntries:
    @property
    def count(self) -> int: ...
    def read(self, kind: int, data: bytes, is_last: bool = True) -> int: ...
    def write(self, kind: int) -> bytes: ...
    def texts(self) -> tuple[bytes, bytes, bytes, bytes]: ...
    def numbers(self) -> tuple[bytes, bytes, bytes]: ...
    def take(self, positions: list[Any], moves: list[Any], scores: bytes, plies: bytes, results: bytes) -> None: ...
    def drop_known(self, known: KeySet) -> int: ...
