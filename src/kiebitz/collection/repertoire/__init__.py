"""A repertoire: one's own opening lines, in which transpositions are one position; trained, and held against games."""
