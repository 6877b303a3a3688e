"""The explanation room: why a move is good or bad; every reason is proven.

A search says what a move is worth and shows a line; the ``themes`` turn such lines into facts, one detector a file. A
``Fact`` holds its claim, the line that shows it and what proved it. From the bottom up: ``man`` and ``exchange`` (what
men are worth), ``shown_line`` (a line with its boards), ``fact``, ``asker`` (who is asked to search), ``themes``,
``explanation`` (which facts tell why a move is good or bad), ``english`` and ``german`` (a sentence a fact).
"""
