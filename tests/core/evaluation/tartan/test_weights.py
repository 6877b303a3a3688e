"""Tartan's table of numbers: all read, all explained, the values of the men as the article has them."""

from pathlib import Path

from kiebitz.core.evaluation.tartan import weights

TERMS = Path(weights.__file__).with_name("terms.py").read_text()


def test_every_number_is_used_and_explained():
    for name, entry in weights.NUMBERS.items():
        assert f'NUMBERS["{name}"]' in TERMS, f"nothing reads '{name}'"
        assert entry.meaning


def test_material_is_what_zwerschke_gives():
    assert weights.NUMBERS["material"].values == (128, 384, 384, 640, 1152, 0)
