"""What is told of a text is what tf-opt says of it, and what is told after an edit is what is told of the text anew."""

import random
from pathlib import Path

import pytest

from tfopt import main
from tfopt.language_server import patching
from tfopt.language_server.analysis import Analysis
from tfopt.language_server.document import Document, span_of
from tfopt.language_server.splitting import parts_of

LIT = Path(__file__).parents[3] / "lit"
PROGRAMS = [
    """\
func.func @loop(%m: memref<10xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%a = %zero) -> f32 {
    %v = affine.load %m[%i] : memref<10xf32>
    %w = arith.addf %a, %v : f32
    affine.yield %w : f32
  }
  %0 = arith.mulf %sum, %sum : f32
  %1 = arith.addf %0, %zero : f32
  return %1 : f32
}
""",
    """\
module @outer {
  func.func private @helper(i32) -> i32
  func.func @branches(%x: i32, %p: i1) -> i32 {
    %0 = arith.addi %x, %x : i32
    cf.cond_br %p, ^bb1(%0 : i32), ^bb2
  ^bb1(%y: i32):
    %1 = func.call @helper(%y) : (i32) -> i32
    return %1 : i32
  ^bb2:
    %2 = arith.muli %0, %x : i32
    cf.br ^bb1(%2 : i32)
  }
}
// -----
func.func @other() { return }
""",
    """\
#map = affine_map<(d0) -> (d0 * 2)>
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ac = Placeholder name("a") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<2xf32>)
  %b, %bc = Exp(%d) name("b") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
  %c, %cc = Sub(%a, %b) [%bc] name("c") {T = f32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  %d, %dc = Neg(%a) name("d") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
}
""",
]


def told(analysis):
    return sorted((one.at, one.diagnostic.severity, one.diagnostic.message, tuple(at for _, at in one.notes)) for one in analysis.told)


def errors_of(analysis):
    """Errors as tf-opt begins them, `line:column: severity: message`, sorted."""
    text, lines = analysis.text, []
    for one in analysis.told:
        column = one.at - text.rfind("\n", 0, one.at)
        lines.append(f"{text.count(chr(10), 0, one.at) + 1}:{column}: {one.diagnostic.severity}: {one.diagnostic.message}")
    return sorted(lines)


def said_by_tf_opt(text, path, capsys):
    path.write_text(text)
    main.main([str(path), "--split-input-file", "--allow-unregistered-dialect", "-o", "-"])
    return sorted(
        line.removeprefix(f"{path}:") for line in capsys.readouterr().err.split("\n") if line.startswith(f"{path}:") and "note:" not in line
    )


@pytest.mark.parametrize("name", ["scf_invalid", "invalid_structure", "memref_invalid", "tfg_invalid", "stablehlo_constraints"])
def test_errors_are_those_of_tf_opt(name, tmp_path, capsys):
    path = LIT / "tfir" / f"{name}.mlir"
    analysis = Analysis()
    text = "// RUN: -allow-unregistered-dialect\n" + path.read_text()
    analysis.update(text)
    said = said_by_tf_opt(text, tmp_path / "x.mlir", capsys)
    assert said
    assert set(said) - set(errors_of(analysis)) == set()  # reading goes on behind the first error of a part


def test_a_text_is_its_parts():
    for text in [*PROGRAMS, *[path.read_text(errors="replace") for path in sorted(LIT.rglob("*.mlir"))[::20]]]:
        parts = parts_of(text)
        assert "".join(text[part.start : part.end] for part in parts) == text


@pytest.mark.parametrize("seed", range(3))
def test_after_an_edit_the_same_is_told_as_of_the_text_anew(seed, monkeypatch):
    """But for errors that follow from others: once a name has no definition, whether what names it otherwise is wrong too."""
    monkeypatch.setattr(patching, "SMALLEST", 0)
    generator, patches = random.Random(seed), 0
    for program in PROGRAMS * 6:
        document = Document("", program)
        analysis = Analysis()
        analysis.update(document.text)
        for _ in range(3):
            drawn_edit(document, generator)
            pieces = list(analysis.pieces)
            analysis.update(document.text, span_of(document.edits))
            document.edits = []
            patches += pieces == analysis.pieces
            anew = Analysis()
            anew.update(document.text)
            first, again = told(analysis), told(anew)
            assert bool(first) == bool(again), document.text
            follows = any("undeclared" in message for _, _, message, _ in [*first, *again])
            assert first == again or follows, document.text
    assert patches > 0


def drawn_edit(document, generator):
    """One line doubled, deleted or with other types or names; or a few characters replaced."""
    text = document.text
    start = generator.randrange(len(text))
    end = min(len(text), start + generator.choice([0, 1, 5]))
    new = generator.choice(["", "a", "%0", "}", "{", "\n", "f32"])
    if generator.random() < 0.6:
        start = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        new = generator.choice(["", line + line, line.replace("f32", "f64"), line.replace("%0", "%1")])
    document.replace(start, end, new)


FUNCTION = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {{\n{}  return %x : tensor<4xf32>\n}}\n"


def large(count=200):
    lines = "".join(f"  %{number} = stablehlo.add %x, %x : tensor<4xf32>\n" for number in range(count))
    return FUNCTION.format(lines)


def edited(text, old, new):
    """The analyses before an edit and after it, and whether it was read in part."""
    document, analysis = Document("", text), Analysis()
    analysis.update(text)
    first = analysis.pieces[0]
    at = text.index(old)
    document.replace(at, at + len(old), new)
    analysis.update(document.text, span_of(document.edits))
    return analysis, analysis.pieces[0] is first


def test_an_edit_of_a_large_function_is_read_in_part():
    analysis, in_part = edited(large(), "%70 = stablehlo.add", "%70 = stablehlo.multiply")
    assert in_part and told(analysis) == []
    piece = analysis.pieces[0]
    assert [op.name for op in piece.indexed].count("stablehlo.multiply") == 1
    assert all(
        piece.text.startswith(op.name.removeprefix("func."), place) or op.name[:5] == "func."
        for place, op in zip(piece.index, piece.indexed)
    )


def test_the_head_of_a_large_function_is_read_whole():
    analysis, in_part = edited(large(), "-> tensor<4xf32> {", "-> tensor<5xf32> {")
    assert not in_part and [message for _, _, message, _ in told(analysis)][0].startswith("type of return operand 0")


def test_renaming_a_value_that_is_used_is_told_at_its_first_use():
    text = large().replace("%90 = stablehlo.add %x, %x", "%90 = stablehlo.add %70, %x")
    analysis, in_part = edited(text, "%70 =", "%seventy =")
    assert in_part and [(text.index("%70, %x") + 5, "error")] == [one[:2] for one in told(analysis)]


def test_other_programs_keep_what_was_read():
    text = "func.func @a() { return }\nfunc.func @b() { call @a() : () -> () return }\n// -----\nfunc.func @c() { return }\n"
    document, analysis = Document("", text), Analysis()
    analysis.update(text)
    a, b, _, c = analysis.pieces
    document.replace(text.index("@a"), text.index("@a") + 2, "@z")
    analysis.update(document.text, span_of(document.edits))
    assert analysis.pieces[1] is b and analysis.pieces[3] is c and analysis.pieces[0] is not a
    assert [message for _, _, message, _ in told(analysis)] == ["'func.call' op 'a' does not reference a valid function"]
