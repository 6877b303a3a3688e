"""A game taken through the engine: every move judged."""
