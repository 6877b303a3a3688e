"""The search: worker state, move ordering, quiescence, the node function, the root and iterative deepening."""
