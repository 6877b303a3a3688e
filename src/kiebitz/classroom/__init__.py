"""Game-tree search as something to look at and to take apart.

``theory`` has the algorithms in plain Python on abstract trees, ``animation`` shows them at work, ``tree`` and
``table`` what a real search does, ``board`` is a whole chess program to read.
"""
