"""Game records of shogi: KIF, KI2 and CSA read, written and turned into each other."""
