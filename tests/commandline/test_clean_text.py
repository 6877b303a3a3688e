"""What moves a cursor is not shown; what people read is."""

from kiebitz.commandline.clean_text import clean


def test_what_is_not_printable_is_a_question_mark():
    assert clean("a\x1b[2J\tb\r\n♘ü [/bold]\udcff") == "a?[2J?b??♘ü [/bold]?"
