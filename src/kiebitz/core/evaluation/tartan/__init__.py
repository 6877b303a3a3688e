"""Tartan's evaluation (Zwerschke 1991): ``terms`` are its five, ``weights`` holds their numbers."""
