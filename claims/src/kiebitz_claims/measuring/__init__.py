"""Tools of experiments: positions, searches, matches, statistics, and the journal of their steps."""
