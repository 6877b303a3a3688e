"""Films of the machines at work: what a real search did, step by step, for one player that shows them all."""
