"""A real search to look at: every node with its window, value and what ended it, as a web page or in the terminal."""
