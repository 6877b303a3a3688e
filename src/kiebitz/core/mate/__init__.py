"""A mate solver by proof numbers for two games, and the table that it cannot do without."""
