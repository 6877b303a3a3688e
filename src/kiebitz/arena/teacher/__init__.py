"""Teachers: networks of Stockfish, whose values can be measured with and learned from (``kiebitz teacher``)."""
