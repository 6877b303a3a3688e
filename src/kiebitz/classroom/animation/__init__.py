"""Watching an algorithm at work: its code beside the tree, step by step, in the terminal or as a web page."""
