"""Static evaluation, without search: the evaluations there are, and what they share.

``evaluator`` chooses among them: ``classical`` is the weighted sum of Hydra's modules, ``tartan`` Tartan's five terms,
``network`` the engine's own network.
"""
