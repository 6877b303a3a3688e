"""What Python sees of ``game_record``."""

from typing_extensions import Buffer

class GameRecordError(ValueError): ...

def unpack_games(games: bytes, count: int, labels: bytes | None, buffer: Buffer, first_game: int) -> int: ...
