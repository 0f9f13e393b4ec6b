"""What words are, for editors that colour them; places are counted by hand in the texts below."""

import re

import pytest

from tfopt.language_server.analysis import Analysis
from tfopt.language_server.document import Document
from tfopt.language_server.semantic_tokens import TYPES, encoded, tokens

PROGRAM = """\
// a comment with %0 in it
func.func private @helper(%arg: tensor<4x?xf32>)
module @inner {
  func.func @main(%x : tensor<4x?xf32>, %p: i1) attributes {n = 5 : i64} {
    %a:2, %b = "test.three"(%x) {note = "%x // no comment", other = @helper} : (tensor<4x?xf32>) -> (i1, f32, f32)
    cf.cond_br %p, ^next(%b: f32), ^last
  ^next(%y : f32):
    cf.br ^last
  ^last:
    return
  }
}
"""


def told(text: str, start: int = 0, end: int | None = None, read: bool = True) -> list[tuple[str, str, bool]]:
    analysis = Analysis()
    if read:
        analysis.update("// RUN: tf-opt --allow-unregistered-dialect\n" + text)
        text = analysis.text
        start, end = start + 44, len(text) if end is None else end + 44
    made = tokens(analysis, text, start, len(text) if end is None else end)
    return [(text[begin:behind], type, is_definition) for begin, behind, type, is_definition in made]


def of(type: str, made: list[tuple[str, str, bool]]) -> list[str]:
    """Words of a type, in their order, with a mark where they are defined."""
    return [word + "=" * is_definition for word, one, is_definition in made if one == type]


def test_each_word_is_what_the_program_says():
    made = told(PROGRAM)
    assert of("comment", made) == ["// a comment with %0 in it"]
    assert of("parameter", made) == ["%arg=", "%x=", "%p=", "%x", "%p", "%y="]  # `%b: f32` behind ^next is a use
    assert of("variable", made) == ["%a=", "%b=", "%b"]
    assert of("label", made) == ["^next", "^last", "^next=", "^last", "^last="]
    assert of("function", made) == [
        "func.func",
        "@helper=",
        "module",
        "func.func",
        "@main=",
        "test.three",
        "@helper",
        "cf.cond_br",
        "cf.br",
        "return",
    ]
    assert of("namespace", made) == ["@inner="]
    assert of("property", made) == ["n", "note", "other"]
    assert of("string", made) == ['"%x // no comment"']
    assert of("keyword", made) == ["private", "attributes"]
    assert of("type", made) == ["tensor", "f32", "tensor", "f32", "i1", "i64", "tensor", "f32", "i1", "f32", "f32", "f32", "f32"]
    assert of("number", made) == ["4x?x", "4x?x", "5", "2", "4x?x"]


def test_a_part_of_the_text_is_told_by_itself():
    begin = PROGRAM.index("    cf.cond_br")
    assert told(PROGRAM, begin, PROGRAM.index("\n", begin)) == [
        ("cf.cond_br", "function", False), ("%p", "parameter", False), ("^next", "label", False), ("%b", "variable", False),
        ("f32", "type", False), ("^last", "label", False),
    ]  # fmt: skip


def test_of_what_is_not_read_words_are_told_by_themselves():
    """Neither what is an argument, unless it is spelled as one, nor which word without a dot is an operation's name."""
    made = told(PROGRAM, read=False)
    assert of("variable", made) == ["%x", "%a=", "%b=", "%x", "%p", "%y"] and of("parameter", made) == ["%arg=", "%p=", "%b="]
    assert of("function", made) == ["func.func", "@helper", "@inner", "func.func", "@main", "test.three", "@helper", "cf.cond_br", "cf.br"]
    assert of("keyword", made) == ["private", "module", "attributes", "return"]


@pytest.mark.parametrize("text, expected", [
    ('dense<"0x00FF"> : tensor<2x2xf8E4M3FN>', [("dense", "keyword"), ('"0x00FF"', "string"), ("tensor", "type"), ("2x2x", "number"), ("f8E4M3FN", "type")]),
    ("!tf_type.string #map.x 1.5e-3 -7 0xFF", [("!tf_type.string", "type"), ("#map.x", "macro"), ("1.5e-3", "number"), ("-7", "number"), ("0xFF", "number")]),
    ("vector<[4]x!llvm.ptr> xf32 f32x", [("vector", "type"), ("[4]x", "number"), ("!llvm.ptr", "type")]),
    ('"left open', [('"left open', "string")]),
    ("%0#1 %a.b-c ^bb0", [("%0#1", "variable"), ("%a.b-c", "variable"), ("^bb0", "label")]),
])  # fmt: skip
def test_words(text, expected):
    assert [(word, type) for word, type, _ in told(text, read=False)] == expected


@pytest.mark.parametrize("encoding, first, length", [("utf-16", 3, 6), ("utf-32", 2, 5), ("utf-8", 5, 8)])
def test_places_are_counted_as_the_protocol_has_them(encoding, first, length):
    """Behind a character that is two units of UTF-16 and four bytes: `;😀"a😀b"` and, two lines below, `  %x`."""
    document = Document("", ';😀"a😀b"\n\n  %x', encoding=encoding)
    numbers = encoded(document, tokens(Analysis(), document.text, 0, len(document.text)))
    assert numbers == [0, first, length, TYPES.index("string"), 0, 2, 2, 2, TYPES.index("variable"), 0]


def test_every_word_of_a_program_has_one_place():
    """Tokens come in order, and none reaches into the next one."""
    made = list(tokens(Analysis(), PROGRAM, 0, len(PROGRAM)))
    assert all(before[1] <= after[0] for before, after in zip(made, made[1:]))
    assert all(re.fullmatch(r"[^\n]+", PROGRAM[start:end]) for start, end, _, _ in made)
