"""The classical evaluation, in modules named as in Hydra's evaluation unit (Donninger, Lorenz 2004).

``classical`` sums them up; ``weights`` holds every number; ``attacks``, ``spans`` and ``pair`` are what they share.
"""
