"""The driver where text files cannot show it: crashes of passes, and what is left behind."""

import re

import pytest
from tfir.ir.attributes import TypeAttr
from tfir.ir.types import F32, FunctionType

from tfopt.flags import pass_flags, shapes
from tfopt.main import main
from tfopt.pipeline import discovery

MODULE = "module {\n  func.func @f() {\n    return\n  }\n}\n"


@pytest.fixture
def crashing_cse(monkeypatch):
    def crash(root):
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(discovery.load("cse"), "function", crash)


def test_a_crash_writes_a_reproducer_that_runs(crashing_cse, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    source, out = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(MODULE)
    assert main([str(source), "--canonicalize", "--cse", "-o", str(out)]) == 70
    said = capsys.readouterr().err
    assert "internal error: ZeroDivisionError: a defect; in pass 'cse'" in said and "Traceback" not in said
    assert not out.exists()
    reproducer = re.search(r"--run-reproducer (\S+)", said)[1]
    assert main([reproducer, "--run-reproducer"]) == 70
    monkeypatch.undo()
    assert main([reproducer, "--run-reproducer", "-o", str(out)]) == 0
    assert out.read_text().startswith(MODULE.rstrip())


def test_a_file_that_asks_for_no_pipeline_is_no_reproducer(tmp_path, capsys):
    source = tmp_path / "in.mlir"
    source.write_text(MODULE)
    assert main([str(source), "--run-reproducer"]) == 1
    assert "is no reproducer" in capsys.readouterr().err


def test_bytes_are_no_text(tmp_path, capsys):
    source = tmp_path / "model.pb"
    source.write_bytes(b"\x0a\x00\x12\x03abc")
    assert main([str(source)]) == 1
    assert "expected IR as text, but this is a GraphDef; tf-translate --graphdef-to-mlir reads it" in capsys.readouterr().err


def test_an_invalid_result_of_a_pass_is_an_error_that_names_it(monkeypatch, tmp_path, capsys):
    def break_module(root):
        function = next(op for op in root.walk() if op.name == "func.func")
        function.set_attribute("function_type", TypeAttr(FunctionType((F32,), ())))

    monkeypatch.setattr(discovery.load("cse"), "function", break_module)
    source = tmp_path / "in.mlir"
    source.write_text(MODULE)
    assert main([str(source), "--cse"]) == 1
    assert "note: this came out of pass 'cse'" in capsys.readouterr().err


def test_a_failed_part_leaves_no_file(tmp_path, capsys):
    source, out = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(MODULE + "// -----\nnonsense\n")
    assert main([str(source), "--split-input-file", "-o", str(out)]) == 1
    assert not out.exists()


@pytest.mark.parametrize("text, found", [
    ("x=1x784", {"x": (1, 784)}),
    ("x=1x784,y=4", {"x": (1, 784), "y": (4,)}),
    ("a/b:0=?x3", {"a/b:0": (None, 3)}),
    ("scalar=", {"scalar": ()}),
])  # fmt: skip
def test_shapes(text, found):
    assert shapes(text) == found


@pytest.mark.parametrize("text", ["x", "=1", "x=1xq", "x=1x-2", "x=1,,y=2"])
def test_no_shapes(text):
    with pytest.raises(ValueError):
        shapes(text)


def test_a_module_that_prints_as_another_one_is_told():
    from tfir.dialects import dialect, lookup
    from tfir.ir.diagnostics import Error
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    from tfopt.job import check_round_trip

    def read(source):
        return parse(source, lookup, dialect)

    module = read(Source("f", MODULE))
    check_round_trip(module, read)
    with pytest.raises(Error, match="reads as something else") as caught:
        check_round_trip(module, lambda source: read(Source("f", MODULE.replace("@f", "@g"))))
    assert caught.value.diagnostics[0].place().line == 2


@pytest.mark.parametrize("flag, offered, others", [
    ("canonicalize", {"region-simplify=disabled", "region-simplify=normal", "top-down=true", "max-iterations="}, {"region-simplify="}),
    ("cse", set(), {"max-iterations="}),
])  # fmt: skip
def test_options_of_passes_are_offered_to_the_shell(flag, offered, others):
    (values,) = [each.values() for each in pass_flags() if each.name == flag]
    assert offered <= {*values} and not others & {*values}
