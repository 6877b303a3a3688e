"""The engine's own network: ``features`` of the game, its arithmetic in ``layers``, its ``file``, an ``accumulator``."""
