"""Many at once: columns of positions in one call, and archives of games analysed, by one machine or by many."""
