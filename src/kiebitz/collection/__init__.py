"""The user's own games: kept in one file, found by position, and what they show that its owner misses."""
