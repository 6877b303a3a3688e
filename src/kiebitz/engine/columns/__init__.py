"""Many positions in one call: columns in, columns out."""
