"""Game-tree search on abstract trees, in plain Python that reads like the textbook.

``node`` and ``trees`` hold the trees, one file each the algorithms, ``watch`` what can be seen of them while they run,
``node_types`` and ``certificate`` the lecture's theorem. ``algorithms`` lists all there is.
"""
