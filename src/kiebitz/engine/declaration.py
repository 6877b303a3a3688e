"""The declaration of entering kings (jishogi) by 27 points, for the rooms above."""

from kiebitz.core.shogi.declaration import may_declare

__all__ = ("may_declare",)
