"""The TextMate grammar colours words as the lexer takes them, in programs of every dialect."""

import json
import re
from pathlib import Path

import pytest
from textmate import Grammar
from tfir.text.lexer import BANG, BLOCK, END, HASH, STRING, SYMBOL, TOKEN, VALUE

import tfopt.language_server
from tfopt.main import main

FILE = Path(tfopt.language_server.__file__).with_name("mlir.tmLanguage.json")
GRAMMAR = Grammar(json.loads(FILE.read_text()))
LIT = Path(__file__).parents[3] / "lit"
SAMPLES = sorted([*(LIT / "tfir").glob("*.mlir"), *(LIT / "tfir" / "tf").glob("*.mlir")])
SCOPES = {
    VALUE: "variable.other.value", STRING: ("string.quoted", "entity.name.function.operation"), SYMBOL: "entity.name.function.symbol",
    HASH: "constant.other.attribute", BANG: "storage.type.dialect", BLOCK: "entity.name.label",
}  # fmt: skip
COMMENT = re.compile(r"//[^\n]*")


def scope_of(text, word):
    return GRAMMAR.scopes(text)[text.index(word)].removesuffix(".mlir")


@pytest.mark.parametrize("text, word, scope", [
    ("  %0 = stablehlo.add %a, %b : tensor<4x?xf32>", "stablehlo.add", "entity.name.function.operation"),
    ("  %0 = stablehlo.add %a, %b : tensor<4x?xf32>", "%b", "variable.other.value"),
    ("  %0 = stablehlo.add %a, %b : tensor<4x?xf32>", "tensor", "storage.type"),
    ("  %0 = stablehlo.add %a, %b : tensor<4x?xf32>", "?x", "constant.numeric.dimension"),
    ("  %0 = stablehlo.add %a, %b : tensor<4x?xf32>", "f32", "storage.type"),
    ('%0 = "tf.Add"(%a) {device = "a//b"}', "tf.Add", "entity.name.function.operation"),
    ('%0 = "tf.Add"(%a) {device = "a//b"}', "device", "variable.parameter.attribute"),
    ('%0 = "tf.Add"(%a) {device = "a//b"}', "//b", "string.quoted.double"),
    ("call @f() // %x @g", "%x", "comment.line.double-slash"),
    ("// RUN: tf-opt %s", "RUN", "keyword.other.directive"),
    ("func.func private @f(i32) -> i32", "private", "keyword.other"),
    ("  %y, %ctl = Placeholder name(\"x\") {dtype = f32}", "Placeholder", "entity.name.function.operation"),
    ("memref<4xf32, affine_map<(d0) -> (d0)>, 1> %x", "%x", "variable.other.value"),
    ("#map = affine_map<(d0) -> (d0)>", "#map", "constant.other.attribute"),
    ("arith.constant dense<[1.5, -2.0e3]> : tensor<2xf32>", "-2.0e3", "constant.numeric"),
    ('"a\\"%b" %c', "%b", "string.quoted.double"),
])  # fmt: skip
def test_words(text, word, scope):
    assert scope_of(text, word) == scope


def test_a_string_ends_with_its_line():
    assert GRAMMAR.scopes('"open\n%x')[6] == "variable.other.value.mlir"


def test_a_shape_that_does_not_end_may_go_on():
    assert GRAMMAR.scopes("tensor<4x\nf32> %x")[-1] == "variable.other.value.mlir"


def test_programs_are_coloured_as_the_lexer_takes_them():
    assert sum([compared_words(path.read_text()[:1800]) for path in SAMPLES]) > 2000


def compared_words(text):
    """How many words of a text have the scope of what the lexer takes them for; all that it takes has one."""
    text = text[: text.rfind("\n") + 1]
    scopes = GRAMMAR.scopes(text)
    at, compared = 0, 0
    while (match := TOKEN(text, at)) is not None and match.lastindex not in (None, END):
        start, at = match.start(match.lastindex), match.end()
        for comment in COMMENT.finditer(text, match.start(), start):
            assert scopes[comment.start()].startswith(("comment.", "keyword.other.directive"))
        expected = SCOPES.get(match.lastindex)
        if expected is not None and text[start - 1 : start] != "x":  # an element type right behind a size
            assert scopes[start].startswith(expected), (text[max(0, start - 40) : at], scopes[start])
            compared += 1
        assert scopes[start], f"no rule takes {text[start:at]!r}"
    return compared


def test_it_is_printed(capsys):
    assert main(["--textmate-grammar"]) == 0
    assert json.loads(capsys.readouterr().out) == GRAMMAR.source
