"""Numbers of the search found by playing: SPSA over games of the engine against itself."""
