"""Shogi as a ``Game``: its rules by the core, its words and records by ``kifu``."""
