"""The transposition table: the default one, the laboratory's other designs, and the memory they lie in."""
