"""``kiebitz doctor``: what this installation is and can do, and what it lacks."""
