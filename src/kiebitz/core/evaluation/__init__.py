"""What a position is worth without search: the evaluations there are, and what they share.

``classical`` is the weighted sum of Hydra's modules, ``tartan`` Tartan's five terms; ``weights`` holds every number.
"""
