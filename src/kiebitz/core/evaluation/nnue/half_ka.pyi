"""What Python sees of ``half_ka``."""

from typing import final

from typing_extensions import Buffer

from kiebitz.core.chess.position import Position

HALF: int
INPUTS: int
STACKS: int

@final
class HalfKA:
    def __new__(cls, parts: tuple[bytes, ...], name: str, data: bytes) -> HalfKA: ...
    @property
    def name(self) -> str: ...
    @property
    def checksum(self) -> str: ...
    @property
    def data(self) -> bytes: ...
    def value(self, position: Position) -> int: ...
    def said(self, position: Position) -> tuple[int, int]: ...
    def label(self, positions: Buffer) -> None: ...
