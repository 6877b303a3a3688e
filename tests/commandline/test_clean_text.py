"""What moves a cursor is not shown; what people read is."""

from kiebitz.commandline.clean_text import clean, clean_lines


def test_what_is_not_printable_is_a_question_mark():
    assert clean("a\x1b[2J\tb\r\n♘ü [/bold]\udcff") == "a?[2J?b??♘ü [/bold]?"


def test_spaces_of_japanese_names_stay():
    assert clean("羽生　善治\u2028\u202e") == "羽生　善治??"


def test_lines_and_tabs_stay():
    assert clean_lines("a\tb\r\n\x1b]0;x\x07c\n") == "a\tb?\n?]0;x?c\n"
