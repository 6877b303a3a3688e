"""Homework: puzzles as one file that poses them and grades itself, without a server."""
