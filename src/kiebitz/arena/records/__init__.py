"""Training data of other trainers: converted, counted, thinned and scored anew."""
