"""The classical evaluation, in modules named as in Hydra's evaluation unit (Donninger, Lorenz 2004).

``weighted_sum`` sums them up; ``attacks`` is what they share, ``weights`` holds every number.
"""
