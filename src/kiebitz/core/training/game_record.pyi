"""What Python sees of ``game_record``."""

from typing import final

from typing_extensions import Buffer

GAMES: tuple[str, ...]

class GameRecordError(ValueError): ...

@final
class RecordReader:
    def __new__(cls, games: bytes, labels: bytes | None, game: str = "chess") -> RecordReader: ...

def unpack_games(
    games: bytes, count: int, labels: bytes | None, buffer: Buffer, first_game: int, game: str = "chess"
) -> int: ...
