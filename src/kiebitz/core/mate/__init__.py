"""A mate solver by proof numbers, and the table that it cannot do without."""
