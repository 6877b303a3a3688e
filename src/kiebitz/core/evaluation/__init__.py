"""The classical evaluation, in modules named as Hydra's (Lorenz, lecture 'Computerschach', document 003)."""
