"""The engine's own network: ``features`` of the game, arithmetic in ``layers``, its ``file``, an ``accumulator``."""
