"""Where RE2's expressions differ from Python's, they mean what RE2 means."""

import pytest
from tfir.dialects.tf.regular_expressions import compiled, replaced
from tfir.ir.diagnostics import Error


@pytest.mark.parametrize(
    "pattern, text, rewrite, wanted",
    [
        ("a$", "a\n", "-", "a\n"),  # the end of the text, not of a line
        ("(?m)a$", "a\nb", "-", "-\nb"),
        (r"a\$", "a$", "-", "-"),
        ("[$]", "a$", "-", "a-"),
        (r"a\z", "a", "-", "-"),
        ("x*", "abxd", "-", "-a-b-d-"),  # no empty match where one has just ended
        ("[[:digit:]]+", "a12b", "<\\0>", "a<12>b"),
        ("[^[:alpha:]]", "a1-b", "", "ab"),
        (r"\d", "\u0664", "-", "\u0664"),  # digits are those of ASCII
        ("(a)|b", "ab", "[\\1]", "[a][]"),
    ],
)
def test_replaces_as_re2_does(pattern, text, rewrite, wanted):
    assert replaced(compiled(pattern.encode()), text, rewrite, True) == wanted


@pytest.mark.parametrize(
    "pattern, message", [(r"\pL+", r"uses \\p"), ("(", "is no regular expression"), ("[[:wrong:]]", "which there is not")]
)
def test_refuses_what_it_cannot_read(pattern, message):
    with pytest.raises(Error, match=message):
        compiled(pattern.encode())


def test_nothing_is_replaced_by_a_group_that_there_is_not():
    """RE2 says so in its log, and leaves the string as it is."""
    assert replaced(compiled(b"a"), "ab", "x\\1", True) == "ab"
    assert replaced(compiled(b"(a)"), "ab", "x\\1", True) == "xab"


def test_of_a_wrong_escape_what_stands_before_it_is_written_where_all_is_replaced():
    assert replaced(compiled(b"a"), "aba", "x\\q", True) == "xbx"
    assert replaced(compiled(b"a"), "aba", "x\\q", False) == "aba"
