"""The reasons for a move overlooked: a technique at a node, proven by a search that spares that node."""
