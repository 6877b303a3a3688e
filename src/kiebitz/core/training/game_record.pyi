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
def lines_to_judge(
    games: bytes, count: int, labels: bytes, game: str = "chess"
) -> list[tuple[str, list[str], list[int]]]: ...
def labels_judged(
    games: bytes, count: int, labels: bytes, judged: list[list[tuple[str, int] | None]], game: str = "chess"
) -> bytes: ...
