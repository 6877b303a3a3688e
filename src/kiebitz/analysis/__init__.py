"""The analysis room: reads games, lets an engine judge them, and writes down what it found.

From the bottom up: ``archive`` cuts PGN files into games, ``reader`` turns one game's text into a tree, ``judgement``
holds the formulas, ``phase`` tells opening from endgame, ``annotate`` takes a game through an engine, ``journal`` makes
a long run safe against interruption, ``batch`` runs archives on many processes, ``record`` and ``table`` show the
result to programs and to people, ``report`` as web pages. ``analysed_game`` does the same for one game in a Python
program.
"""
