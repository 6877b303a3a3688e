"""A dossier of a player, for whoever is to play him: what he plays, where he leaves theory, what he misses."""
