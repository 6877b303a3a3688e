"""The Universal Shogi Interface, as far as a search for mates (tsume) needs it: how shogi programs ask the solver.

``protocol`` reads commands and writes answers as pure functions; ``loop`` puts them and the solver together, for the
program ``kiebitz-usi``. Lines, jobs and options are those of ``uci``.
"""
