"""The engine's own network: ``weights`` is what it has learned, shared by all, ``views`` what a thread knows of it."""
