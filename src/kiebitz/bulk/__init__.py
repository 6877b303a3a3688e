"""Many positions in one call: a column of positions in, columns of values out, row by row in the same order."""
