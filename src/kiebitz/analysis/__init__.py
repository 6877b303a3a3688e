"""The analysis room: reads games, lets an engine judge them, and writes down what it found.

From the bottom up: ``reading`` cuts PGN files into games and reads them, ``explanation`` says why a move is good or
bad, ``judging`` takes a game through an engine, ``report`` shows it as a web page, ``archive_run`` analyses archives on
many processes and is safe against interruption, ``farm`` does so on many machines, ``survey`` asks many analysed games.
``command`` is ``kiebitz analyse``; ``analysed_game`` does the same for one game in a Python program.
"""
