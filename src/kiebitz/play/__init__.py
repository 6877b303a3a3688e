"""A game against the engine, in the terminal.

``played_game`` is the game and its record, ``opponent`` chooses the engine's moves; the browser's page Play stands on
these two as well. ``dialogue`` reads what the player types, and ``command`` is ``kiebitz play``. All of it is written
for any ``games.game.Game``.
"""
