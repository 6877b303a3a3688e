"""Shogi, with the names of ``chess``: board, hands, moves, rules and notations, and counting (``perft``)."""
