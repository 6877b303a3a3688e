"""A claim of the literature, from the experiment that measures it to the page that tells what came out."""
