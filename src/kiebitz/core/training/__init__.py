"""Learning of an evaluation at the machine's speed: packed positions, self-play, the step of training."""
