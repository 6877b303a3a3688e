"""When a card is asked again: FSRS says (Free Spaced Repetition Scheduler; the library py-fsrs)."""

from __future__ import annotations

from datetime import datetime
from importlib.util import find_spec

from kiebitz.collection.schema import CollectionError

MISSING = "practice needs py-fsrs: pip install 'kiebitz[practice]'"


def check_ready() -> None:
    """Raise CollectionError if what spaces practice is missing: before anything is asked."""
    if find_spec("fsrs") is None:
        raise CollectionError(MISSING)


def reviewed(card_text: str | None, at: datetime, *, is_right: bool) -> tuple[str, datetime]:
    """A card after an answer, as JSON, and when it is due again, in UTC; None: it was never asked.

    Raises CollectionError without the library, and for a card that is none.
    """
    try:
        from fsrs import Card, Rating, Scheduler
    except ImportError as error:
        raise CollectionError(MISSING) from error
    try:
        card = Card(due=at) if card_text is None else Card.from_json(card_text)
    except (ValueError, KeyError, TypeError) as error:
        raise CollectionError("a card of your practice is damaged; delete what was kept of it") from error
    card, _ = Scheduler(enable_fuzzing=False).review_card(card, Rating.Good if is_right else Rating.Again, at)
    return card.to_json(), card.due
