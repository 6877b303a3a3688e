"""The laboratory: theory that runs, searches that can be watched, claims that are measured."""
