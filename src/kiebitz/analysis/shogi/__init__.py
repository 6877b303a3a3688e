"""A record of shogi through the engine, as ``kiebitz analyse`` does it: judged, written back, told.

``judged_game`` judges each move by the rules of chess's ``judging``, with winning chances as shogi programs reckon
them; ``written_back`` puts marks, evaluations and better lines into the record, ``record`` is the whole as plain data,
``page`` as a web page, ``run`` takes files through all of it.
"""
