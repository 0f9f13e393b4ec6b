"""Texts while they are edited, and places as editors count them."""

import random

import pytest

from tfopt.language_server.document import Document, Edit, line_starts, span_of, units

WIDE = "a\U0001d54fb\u00e9c"  # one character of two units of UTF-16 and four bytes, one of one unit and two bytes


@pytest.mark.parametrize(
    "encoding, columns", [("utf-16", [0, 1, 3, 4, 5, 6]), ("utf-8", [0, 1, 5, 6, 8, 9]), ("utf-32", [0, 1, 2, 3, 4, 5])]
)
def test_columns_of_characters(encoding, columns):
    document = Document("", f"x\n{WIDE}\n", encoding=encoding)
    assert [document.place(2 + number) for number in range(6)] == [(1, column) for column in columns]
    assert [document.offset(1, column) for column in columns] == [2, 3, 4, 5, 6, 7]
    assert units(WIDE, encoding) == columns[-1]


def test_a_place_in_the_middle_of_a_character_is_its_beginning():
    assert Document("", WIDE).offset(0, 2) == 1 and Document("", WIDE, encoding="utf-8").offset(0, 3) == 1


def test_places_that_are_not_in_the_text():
    document = Document("", "ab\r\nc")
    assert document.offset(0, 99) == 2  # in front of the line end, whichever it is
    assert (document.offset(1, 99), document.offset(7, 0), document.offset(-1, 3)) == (5, 5, 0)
    assert document.place(99) == (1, 1)


def test_edits_one_after_the_other():
    generator = random.Random(3)
    document, text = Document("", "one\ntwo\n"), "one\ntwo\n"
    for _ in range(300):
        start = generator.randint(0, len(text))
        end = min(len(text), start + generator.choice([0, 1, 5]))
        new = generator.choice(["", "x", "\n", "a\nb\n"])
        before, text = text, text[:start] + new + text[end:]
        document.replace(start, end, new)
        assert (document.text, document.starts) == (text, line_starts(text))
        assert document.edits[-1] == Edit(start, end, len(new)) and len(before) + len(new) - (end - start) == len(text)


def test_several_edits_as_one():
    generator = random.Random(4)
    for _ in range(300):
        first = "".join([generator.choice("abc") for _ in range(generator.randint(0, 9))])
        document = Document("", first)
        for _ in range(generator.randint(1, 4)):
            start = generator.randint(0, len(document.text))
            document.replace(start, generator.randint(start, len(document.text)), generator.choice(["", "xy", "z"]))
        start, end, length = span_of(document.edits)
        assert first[:start] + document.text[start : start + length] + first[end:] == document.text
