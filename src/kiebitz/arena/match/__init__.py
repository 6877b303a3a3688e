"""Games between engines: players, openings, the referee, processes that play, and what the results mean."""
