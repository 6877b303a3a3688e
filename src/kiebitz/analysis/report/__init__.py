"""An analysed game as a web page that stands alone, and an archive as a folder of them.

A page is made from a game's record (see ``record``) alone. ``words`` holds what it says in each language, ``diagram``
draws boards and ``graph`` the course of the game, ``page`` puts one together, ``index`` lists an archive's, and
``pages`` says where they go.
"""
