"""The machine clock by clock: what it does in every cycle of a search, as a page to step through."""
