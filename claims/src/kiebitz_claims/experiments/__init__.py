"""One file a claim; ``lab.experiment`` says what it holds."""
