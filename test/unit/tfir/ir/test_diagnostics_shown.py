"""How diagnostics look: the word under the caret, and colours only where somebody sees them."""

import io

import pytest
from tfir.ir.diagnostics import Diagnostic, in_colour, length_at
from tfir.ir.location import Source


@pytest.mark.parametrize("line, at, length", [
    ('  %0 = "tf.Neg"(%x)', 2, 2),
    ('  %0 = "tf.Neg"(%x)', 7, 8),
    ("  stablehlo.add %x, %y", 2, 13),
    ("  return %x : tensor<4xf32>", 20, 1),
    ("  return %x : tensor<4xf32>", 14, 6),
    ("a", 1, 1),
    ("", 0, 1),
    ('"open', 0, 1),
    ("@name(", 0, 5),
    ("a->b", 0, 1),
])  # fmt: skip
def test_the_word_at_a_place(line, at, length):
    assert length_at(line, at) == length


def test_the_caret_underlines_the_word():
    source = Source("f.mlir", "module {\n\treturn %x\n}")
    shown = Diagnostic("wrong", source.base + 10).render()
    assert shown == "f.mlir:2:2: error: wrong\n\treturn %x\n\t^~~~~~"


def test_colours_surround_words_and_nothing_else():
    source = Source("f.mlir", "return")
    shown = Diagnostic("wrong", source.base, notes=[Diagnostic("here", None, "note")]).render(colour=True)
    assert "\x1b[1;31merror: \x1b[0m\x1b[1mwrong\x1b[0m" in shown and "\x1b[1;36mnote: \x1b[0m" in shown
    assert Diagnostic("wrong", source.base).render(colour=False).count("\x1b") == 0


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert in_colour(Terminal()) and not in_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not in_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not in_colour(Terminal())
