"""What experiments measure with: positions, searches, matches, statistics, and the journal of their steps."""
