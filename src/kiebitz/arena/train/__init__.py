"""Learning a network from the engine's own games (``kiebitz train``)."""
