"""What learning an evaluation needs at the machine's speed: packed positions, self-play, the step of training."""
