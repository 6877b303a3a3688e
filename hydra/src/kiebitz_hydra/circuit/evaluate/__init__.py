"""Evaluate: what a position is worth, in modules named as in Hydra's evaluation unit and in ``core.evaluation``."""
