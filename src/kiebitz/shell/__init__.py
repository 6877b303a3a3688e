"""What the commands of the shell share: options, how positions and switches are written, the console, the refusal."""
