"""The mate solver as a command: proofs, and the mates they hold, played through."""
