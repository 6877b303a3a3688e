"""Tsume problems out of games of shogi: made, proven sound, written."""
