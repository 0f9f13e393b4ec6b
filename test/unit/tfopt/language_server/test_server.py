"""`tf-opt --lsp` as an editor sees it: a process, talked to over pipes by pygls' client. Places are counted by hand in the texts below."""

import re
import subprocess
import sys

import pytest

pytest.importorskip("pygls")
from editor import Editor
from lsprotocol import types as lsp

from tfopt.language_server.run_lines import idle_checks

PROGRAM = """\
// RUN: tf-opt %s --cse --canonicalize | tf-opt --symbol-dce
#map = affine_map<(d0) -> (d0 * 2)>
func.func private @helper(%arg: tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @main(%x: tensor<4x8xf32>, %p: i1) -> tensor<4x8xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x8xf32>
  %1 = func.call @helper(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  cf.cond_br %p, ^bb1(%1 : tensor<4x8xf32>), ^bb2
^bb1(%y: tensor<4x8xf32>):
  return %y : tensor<4x8xf32>
^bb2:
  %2 = stablehlo.multiply %0, %1 : tensor<4x8xf32>
  cf.br ^bb1(%2 : tensor<4x8xf32>)
}
// -----
func.func @other(%x: memref<8xf32>, %i: index) -> f32 {
  %0 = affine.load %x[%i] : memref<8xf32>
  return %0 : f32
}
"""


@pytest.fixture(scope="module")
def editor():
    editor = Editor()
    yield editor
    assert editor.close() == 0


@pytest.fixture
def program(editor):
    assert editor.open("file:///p/program.mlir", PROGRAM) == []
    return "file:///p/program.mlir"


def test_hovering_tells_types_ops_and_symbols(editor, program):
    value = editor.hover(program, 10, 28)
    assert "%0 : tensor<4x8xf32>" in value and "result of `stablehlo.add`, 2 uses" in value
    assert "rank 2, 32 elements, 128 bytes" in value  # 4 * 8, of 4 bytes each
    assert "argument 0 of a block of `func.func @main`" in editor.hover(program, 8, 9)
    page = subprocess.run([sys.executable, "-m", "tfopt", "--describe-op=stablehlo.multiply"], capture_output=True, text=True, check=True)
    assert page.stdout.strip() in editor.hover(program, 10, 15)
    assert "func.func @helper : (tensor<4x8xf32>) -> tensor<4x8xf32>" in editor.hover(program, 5, 20)
    assert "^bb1(%y : tensor<4x8xf32>)" in editor.hover(program, 11, 10)
    assert "affine_map<(d0) -> (d0 * 2)>" in editor.hover(program, 1, 2)


def test_colours_of_the_whole_and_of_a_part(editor, program):
    """`  return %y : tensor<4x8xf32>`, a line down and two columns in: an operation of six letters, and an argument two units long."""
    document, types = lsp.TextDocumentIdentifier(program), editor.server.semantic_tokens_provider.legend.token_types
    place = lsp.Range(lsp.Position(8, 4), lsp.Position(8, 5))
    told = editor.wait(editor.client.text_document_semantic_tokens_range_async(lsp.SemanticTokensRangeParams(document, place))).data
    assert list(told[:10]) == [8, 2, 6, types.index("function"), 0, 0, 7, 2, types.index("parameter"), 0]
    whole = editor.wait(editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))).data
    assert list(whole[:10]) == [0, 0, 60, types.index("comment"), 0, 1, 0, 4, types.index("macro"), 0]


@pytest.mark.parametrize("depth, told", [(1999, []), (2000, ["more than 2000 regions within each other"])])
def test_a_program_with_many_regions_within_each_other(editor, depth, told):
    """A function's is one of them; behind an edit in the innermost one as well."""
    uri = f"file:///p/deep{depth}.mlir"
    head, inside = (
        "func.func @main(%x: tensor<2xf32>, %c: tensor<i1>) -> tensor<2xf32> {\n",
        "  %in = stablehlo.add %x, %x : tensor<2xf32>\n",
    )
    back = "".join(
        [
            f'  "stablehlo.return"(%{at - 1}) : (tensor<2xf32>) -> ()\n}}, {{"stablehlo.return"(%x) : (tensor<2xf32>) -> ()}}) : (tensor<i1>) -> tensor<2xf32>\n'
            for at in range(1, depth + 1)
        ]
    )
    back = back.replace("(%0)", "(%in)", 1)
    opened = "".join([f'%{at} = "stablehlo.if"(%c) ({{\n' for at in range(depth, 0, -1)])
    text = f"{head}{opened}{inside}{back}  return %{depth} : tensor<2xf32>\n}}\n"
    assert [each.message for each in editor.open(uri, text)] == told
    if not told:
        assert "%in : tensor<2xf32>" in editor.hover(uri, depth + 1, 4)
        at = inside.rindex("%x")
        (told,) = editor.edit(uri, ((depth + 1, at), (depth + 1, at + 2), "%z"))
        assert "%z" in told.message and told.range.start.line == depth + 1


def test_hovering_where_nothing_is_told(editor, program):
    assert editor.hover(program, 12, 0) is None  # a brace
    assert editor.hover(program, 13, 4) is None  # a comment
    assert editor.hover(program, 999, 7) is None
    assert editor.hover(program, 4, 9999) is None
    assert editor.hover("file:///p/never_opened.mlir", 0, 0) is None


def test_hovering_over_a_node_shows_the_page_of_its_op(editor):
    uri = "file:///p/graph.mlir"
    node = '  %a, %c = Placeholder name("a") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<2xf32>)'
    assert editor.open(uri, f"tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {{\n{node}\n}}\n") == []
    assert "tf.Placeholder" in editor.hover(uri, 1, 13) and "%a : tensor<2xf32>" in editor.hover(uri, 1, 3)


def test_definitions_and_uses(editor, program):
    assert editor.definition(program, 10, 28) == [(4, 2, 4)]
    assert editor.references(program, 4, 3) == [(5, 25, 27), (10, 26, 28)]
    assert editor.references(program, 4, 3, with_definition=True) == [(4, 2, 4), (5, 25, 27), (10, 26, 28)]
    assert editor.definition(program, 4, 22) == [(3, 16, 18)]
    assert editor.references(program, 3, 17) == [(4, 21, 23), (4, 25, 27)]  # not the %x of the other program
    assert editor.definition(program, 11, 10) == [(7, 0, 4)]
    assert editor.references(program, 7, 2) == [(6, 17, 21), (11, 8, 12)]
    assert editor.definition(program, 5, 20) == [(2, 18, 25)]
    assert editor.references(program, 2, 20) == [(5, 17, 24)]
    assert editor.definition(program, 15, 20) == [(14, 17, 19)]
    assert editor.definition(program, 8, 4) == []


def test_the_outline(editor, program):
    symbols = editor.wait(editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(program))))
    assert [(each.name, each.range.start.line, each.selection_range.start.character) for each in symbols] == [
        ("#map", 1, 0), ("@helper", 2, 18), ("@main", 3, 10), ("@other", 14, 10),
    ]  # fmt: skip


def test_errors_while_typing(editor):
    uri = "file:///p/typing.mlir"
    assert editor.open(uri, PROGRAM) == []
    (told,) = editor.edit(uri, ((4, 18), (4, 19), ""))  # stablehlo.add becomes stablehlo.ad ...
    assert (told.severity, told.range.start, told.range.end) == (1, lsp.Position(4, 7), lsp.Position(4, 19))
    assert told.message == "custom op 'stablehlo.ad' is unknown; did you mean 'stablehlo.pad'?"
    assert "tensor<4x8xf32>" in editor.hover(uri, 10, 31)  # %1, behind the error
    assert "index" in editor.hover(uri, 15, 23)  # the other program
    assert editor.edit(uri, ((4, 18), (4, 18), "d")) == []
    (told,) = editor.edit(uri, ((10, 42), (10, 43), "5"))
    note = told.related_information[0]
    assert "expects different type than prior uses" in told.message
    assert (note.message, note.location.range.start) == ("prior use here", lsp.Position(4, 2))
    (told,) = editor.edit(uri, ((10, 42), (10, 43), "4"), ((2, 25), (2, 25), "s"))
    assert told.message == "'func.call' op 'helper' does not reference a valid function" and told.range.start == lsp.Position(5, 7)


def test_an_unsaved_edit_counts_and_a_malformed_place_does_no_harm(editor, tmp_path):
    path = tmp_path / "saved.mlir"
    path.write_text("func.func @f() { return }\n")
    uri = path.as_uri()
    assert editor.open(uri, path.read_text()) == []
    assert editor.edit(uri, ((0, 11), (0, 12), "g")) == []
    assert editor.hover(uri, 0, 12).startswith("```mlir\nfunc.func @g")
    assert editor.edit(uri, ((7, 7), (99, 99), "func.func @h() { return }\n")) == []  # behind the text is its end
    assert "func.func @h" in editor.hover(uri, 1, 12)
    assert editor.edit(uri, ((1, 12), (0, 12), "")) == []  # an end in front of its start is taken for the other way round
    assert editor.definition(uri, 0, 11) == [(0, 10, 12)] and editor.hover(uri, 1, 12) is None


def test_a_file_that_is_no_program_has_no_errors(editor):
    uri = "file:///p/readme.txt"
    assert editor.open(uri, "what is this { ( %nothing\n# RUN: tf-opt %s --cse\n", "plaintext") == []
    assert editor.hover(uri, 0, 16) is None and editor.definition(uri, 0, 16) == []
    assert "common subexpressions" in editor.hover(uri, 1, 20).lower() or "--cse" in editor.hover(uri, 1, 20)
    assert editor.completions(uri, 0, 16) == {}


def test_columns_count_units_of_utf16(editor):
    """In front of the type stand 42 characters, one of which takes two units."""
    uri = "file:///p/wide.mlir"
    (told,) = editor.open(uri, 'func.func @f(%p: i1 {tf.name = "\U0001d54f\u00e9"}, %q: nope) {\n  return\n}\n')
    assert told.range.start == lsp.Position(0, 42)  # something is missing behind the colon
    assert editor.edit(uri, ((0, 43), (0, 47), "i1")) == []
    assert editor.references(uri, 0, 39, with_definition=True) == [(0, 39, 41)]


def test_code_actions_put_errors_right(editor):
    uri = "file:///p/fix.mlir"
    text = PROGRAM.replace("stablehlo.multiply", "stablehlo.multply").replace("--symbol-dce", "--symbol-dec")
    told = editor.open(uri, text)
    assert {each.severity for each in told} == {1, 2}
    for diagnostic in told:
        (action,) = editor.actions(uri, [diagnostic])
        (change,) = action.edit.document_changes
        (edit,) = change.edits
        start, end = edit.range.start, edit.range.end
        left = editor.edit(uri, ((start.line, start.character), (end.line, end.character), edit.new_text))
    assert left == []
    (told,) = editor.edit(uri, ((10, 28), (10, 28), "no_such_value"))
    assert not editor.actions(uri, [told])  # nothing is meant by it


def test_completions(editor, program):
    editor.edit(program, ((8, 0), (8, 0), "  %new = stablehlo.\n"))
    offered = editor.completions(program, 8, 19)
    assert {"stablehlo.add", "stablehlo.multiply", "stablehlo.while"} <= offered.keys() and not any(
        each.startswith("tf.") for each in offered
    )
    resolved = editor.wait(editor.client.completion_item_resolve_async(offered["stablehlo.add"]))
    assert "Operands:" in resolved.documentation.value
    editor.edit(program, ((8, 0), (9, 0), "  %new = \n"))
    assert {"stablehlo", "tf", "return"} <= editor.completions(program, 8, 9).keys()
    editor.edit(program, ((8, 0), (9, 0), '  "tf.Conv2D"(%x, %x) {data_format = "NHWC", \n'))
    attributes = editor.completions(program, 8, 46).keys()
    assert {"strides", "padding"} <= attributes and "data_format" not in attributes
    editor.edit(program, ((8, 0), (9, 0), '  "tf.Conv2D"(%x, %x) {data_format = \n'))
    assert {'"NHWC"', '"NCHW"'} <= editor.completions(program, 8, 37).keys()
    editor.edit(program, ((8, 0), (9, 0), "  stablehlo.add %\n"))
    assert {"%x", "%y", "%p"} <= editor.completions(program, 8, 17).keys()
    editor.edit(program, ((8, 0), (9, 0), "  func.call @\n"))
    assert editor.completions(program, 8, 13).keys() == {"@helper", "@main"}
    editor.edit(program, ((8, 0), (9, 0), "  cf.br ^\n"))
    assert editor.completions(program, 8, 9).keys() >= {"^bb1"}


@pytest.mark.parametrize("words, offered, not_offered", [
    ("--canon", "--canonicalize", "--cse"),
    ("--pipeline=vul", "--pipeline=vulkan", "--pipeline=cpu"),
    ("--canonicalize=max-it", "--canonicalize=max-iterations=", "--canonicalize=fetches="),
    ("--grappler='fetches=y assume", "--grappler='fetches=y assume-device=", "--grappler"),
    ("--cse | tf-run --dev", "--device", "--cse"),
    ("--cse | file", "filecheck", "--cse"),
])  # fmt: skip
def test_what_a_run_line_is_offered(editor, words, offered, not_offered):
    uri = "file:///p/run.mlir"
    line = f"// RUN: tf-opt %s {words}"
    editor.open(uri, f"{line}\n")
    labels = editor.completions(uri, 0, len(line)).keys()
    assert offered in labels and not_offered not in labels


@pytest.mark.parametrize("text, idle", [
    ("// RUN: tf-opt %s\n// CHECK: x\n// CHECK-NEXT: y\n", [(1, 3, 8, "no RUN line runs filecheck")]),
    ("// RUN: tf-opt %s | filecheck %s\n// CHECK: x\n// CHECK-NEXT: y\n// Note: z\n", []),
    ("// RUN: tf-opt %s | FileCheck-22 %s --check-prefix=CHECK-A\n// CHECK-A-LABEL: x\n  // CHECK-B: y\n", [(2, 5, 12, "among its --check-prefixes")]),
    ("// RUN: tf-opt %s | filecheck %s --check-prefixes=CHECK,ONE\n// ONE-COUNT-2: x\n// CHECK-DAG: y\n", []),
    ("// RUN: tf-opt %s | filecheck %s --check-prefix=ONE\n// CHECK: y\n", [(1, 3, 8, "among its --check-prefixes")]),
    ("// RUN: tf-opt %s --cse | filecheck %s\n// RUN: tf-opt %s | filecheck %s --check-prefix ONE\n// CHECK: y\n// ONE: z\n", []),
    ("// CHECK: of a file without a RUN line\n", []), ("// RUN: %check %s\n// CHECK: x\n", []),
])  # fmt: skip
def test_checks_that_are_not_made(text, idle):
    told = [
        (text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1, end - text.rfind("\n", 0, start) - 1, said)
        for start, end, said in idle_checks(text)
    ]
    assert [place for *place, _ in told] == [place for *place, _ in idle] and all(
        words in said for (*_, words), (*_, said) in zip(idle, told)
    )


def test_checks_that_are_not_made_are_told(editor):
    (told,) = editor.open("file:///p/checks.mlir", "// RUN: tf-opt %s\n// CHECK: x\n")
    assert told.message == "these lines check nothing: no RUN line runs filecheck" and told.severity == lsp.DiagnosticSeverity.Warning


def test_words_of_run_lines(editor):
    uri = "file:///p/words.mlir"
    (told,) = editor.open(uri, "// RUN: tf-opt %s --cse --canonicalise --pipeline=cpu | tf-run --no-such-flag\n")
    assert "did you mean 'canonicalize'" in told.message and told.range.start.character == 24
    assert "--canonicalize" not in (editor.hover(uri, 0, 30) or "") and "--cse" in editor.hover(uri, 0, 21)
    assert "pipeline cpu" in editor.hover(uri, 0, 50)


def test_running_a_run_line(editor, tmp_path):
    path = tmp_path / "run.mlir"
    path.write_text("func.func @saved() { return }\n")
    uri = path.as_uri()
    editor.open(uri, "// RUN: tf-opt %s \\\n// RUN:   --cse\n// RUN: false\nfunc.func @unsaved() { return }\n")
    lenses = editor.wait(editor.client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri))))
    assert [(each.range.start.line, each.range.end.line) for each in lenses] == [(0, 1), (2, 2)]

    def run(command):
        return editor.wait(editor.client.workspace_execute_command_async(lsp.ExecuteCommandParams(command.command, command.arguments)))

    outcome = run(lenses[0].command)
    assert get(outcome, "exitCode") == 0 and "func.func @unsaved()" in get(outcome, "stdout")
    assert any("func.func @unsaved()" in each for each in editor.logged)
    assert get(run(lenses[1].command), "exitCode") == 1
    assert "no RUN line 7" in get(run(lsp.Command("", "tfir.runLine", arguments=[uri, 7])), "error")


def get(outcome, name):
    return outcome[name] if isinstance(outcome, dict) else getattr(outcome, name)


def test_formatting_leaves_comments_alone(editor):
    uri = "file:///p/format.mlir"
    editor.open(uri, "module {\nfunc.func @f(%a  : i32)->i32 {\nreturn %a:i32\n}\n  func.func @g() { // why\n  return\n}\n}\n")
    parameters = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), lsp.FormattingOptions(2, True))
    (edit,) = editor.wait(editor.client.text_document_formatting_async(parameters))
    assert edit.new_text == "  func.func @f(%a: i32) -> i32 {\n    return %a : i32\n  }"
    assert (edit.range.start, edit.range.end) == (lsp.Position(1, 0), lsp.Position(3, 1))


def test_without_pygls_the_extra_is_named():
    program = "import sys; sys.modules['pygls'] = None; from tfopt.main import main; sys.exit(main(['--lsp']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == "error: --lsp needs pygls: pip install 'tfir[lsp]'\n"


def test_nothing_of_it_is_loaded_by_other_runs():
    program = "import sys, tfopt.main; tfopt.main.main(['-', '--cse']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], input="module {}", capture_output=True, text=True, check=True)
    assert not re.search(r"tfopt\.language_server|pygls|lsprotocol|asyncio", done.stdout)
