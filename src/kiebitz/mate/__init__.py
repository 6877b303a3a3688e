"""``kiebitz mate``: mates proved in chess and shogi, their proofs written down and checked."""
