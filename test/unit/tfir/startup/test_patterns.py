"""Kept regular expressions: the same as compiled ones, and no harm where they cannot be kept."""

import re

import pytest
from tfir.startup import patterns

EXPRESSIONS = [
    (r"(?:[ \t]+|//[^\n]*)*+(%\d+)|([A-Za-z_][\w$.]*)", 0),
    (r'"(?P<body>[^"\\]|\\.)*"', patterns.DOTALL),
    (rb"\\(?:([0-9A-Fa-f]{2})|(.))", patterns.DOTALL),
    ("a b  # blanks and comments do not count", patterns.VERBOSE),
    (r"[é-ü]+\w", patterns.ASCII),
    (r"^x$", patterns.MULTILINE),
]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where expressions are kept in a test; nothing is known at first."""
    monkeypatch.setattr(patterns, "_path", str(tmp_path / "kept"))
    monkeypatch.setattr(patterns, "_kept", None)
    monkeypatch.setattr(patterns, "_is_new", False)
    monkeypatch.setattr(patterns.sys, "dont_write_bytecode", False)
    return tmp_path / "kept"


@pytest.mark.parametrize("expression, flags", EXPRESSIONS)
def test_a_kept_expression_is_what_re_compiles(place, monkeypatch, expression, flags):
    fresh = patterns.compiled(expression, flags)
    patterns.keep_patterns()
    monkeypatch.setattr(patterns, "_kept", None)
    kept = patterns.compiled(expression, flags)
    assert fresh == kept == re.compile(expression, flags)
    assert kept is not fresh and kept.groupindex == fresh.groupindex


@pytest.mark.parametrize("damage", [b"", b"\0", b"text", b"\xfb\x02\0\0\0"])
def test_a_damaged_file_is_no_file(place, damage):
    place.write_bytes(damage)
    assert patterns.compiled("ab*", 0).match("abb")


def test_a_file_that_holds_something_else_is_no_file(place):
    import marshal

    place.write_bytes(marshal.dumps([1, 2]))
    assert patterns.compiled("ab*", 0).match("abb")


def test_nothing_is_kept_where_nothing_may_be_written(place, monkeypatch):
    monkeypatch.setattr(patterns, "_path", str(place / "missing" / "kept"))
    assert patterns.compiled("ab*", 0).match("abb")
    patterns.keep_patterns()
    assert not place.exists()


def test_nothing_is_kept_when_python_keeps_no_bytecode(place, monkeypatch):
    monkeypatch.setattr(patterns.sys, "dont_write_bytecode", True)
    patterns.compiled("ab*", 0)
    patterns.keep_patterns()
    assert not place.exists()


@pytest.mark.parametrize("text", ["a.b", "(x", "tensor<*xf32>", '"', " = ", "->", "{-#"])
def test_an_escaped_text_matches_itself(text):
    assert re.fullmatch(patterns.escaped(text), text)
    assert not re.fullmatch(patterns.escaped(text), text + "b")
