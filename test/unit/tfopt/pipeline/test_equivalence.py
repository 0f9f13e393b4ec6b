"""The check of equivalence finds the first pass that changes a result, and does not cry where none does."""

import numpy as np
import pytest

from tfopt.main import main
from tfopt.pipeline import discovery
from tfopt.pipeline.equivalence import settings

MODULE = """
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    attributes {tf.entry_function = {inputs = "x,y", outputs = "sum,difference"}} {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.subtract %x, %y : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.mlir"
    path.write_text(MODULE)
    return str(path)


def exchange_operands(root):
    """x - y becomes y - x: wrong. x + y becomes y + x: the same to the bit."""
    for op in root.walk():
        if op.name in ("stablehlo.subtract", "stablehlo.add"):
            op.set_operands(op.operands[::-1])


def add_a_little(root):
    """x + y becomes (x + y) + 2^-19 * x: the same but for the last bits."""
    from tfir.ir.builder import Builder
    from tfir.ir.dense import DenseAttr

    total = next(op for op in root.walk() if op.name == "stablehlo.add")
    type = total.result.type
    builder = Builder.before(total.next)
    little = builder.value("stablehlo.constant", [], type, {"value": DenseAttr.of(2.0**-19, type)})
    product = builder.value("stablehlo.multiply", [total.operands[0], little], type)
    users = total.result.users
    more = builder.value("stablehlo.add", [total.result, product], type)
    for user in users:
        user.set_operands([more if value is total.result else value for value in user.operands])


def run_with(monkeypatch, function, source, *flags, exact=True):
    loaded = discovery.load("cse")
    monkeypatch.setattr(loaded, "function", function)
    monkeypatch.setattr(loaded, "exact", exact)
    return main([source, "--canonicalize", "--cse", "--symbol-dce", "-o", "/dev/null", *flags])


def test_passes_that_keep_the_meaning(source, capsys):
    assert main([source, "--canonicalize", "--cse", "--check-equivalence", "-o", "/dev/null"]) == 0
    assert capsys.readouterr().err == "remark: equivalence holds across 2 passes\n"


def test_the_first_pass_that_changes_a_result_is_named(monkeypatch, source, capsys):
    assert run_with(monkeypatch, exchange_operands, source, "--check-equivalence=seed=7") == 1
    said = capsys.readouterr().err
    assert "error: pass 'cse' changes what the program computes: @main, result 'difference': 6 of 6 elements differ" in said
    assert "worst at [" in said and "--check-equivalence=seed=7" in said and "remark" not in said


def test_without_the_check_nobody_notices(monkeypatch, source):
    assert run_with(monkeypatch, exchange_operands, source) == 0


def test_inputs_from_a_file(monkeypatch, source, tmp_path, capsys):
    same = np.ones((2, 3), np.float32)
    np.savez(tmp_path / "same.npz", x=same, y=same)
    np.savez(tmp_path / "other.npz", x=same, y=2 * same)
    assert run_with(monkeypatch, exchange_operands, source, f"--check-equivalence=inputs=@{tmp_path}/same.npz") == 0
    assert run_with(monkeypatch, exchange_operands, source, f"--check-equivalence=inputs=@{tmp_path}/other.npz") == 1
    assert "found 1.0, expected -1.0" in capsys.readouterr().err


def test_exact_passes_are_held_to_the_bit_and_others_to_a_tolerance(monkeypatch, source):
    assert run_with(monkeypatch, add_a_little, source, "--check-equivalence", exact=True) == 1
    assert run_with(monkeypatch, add_a_little, source, "--check-equivalence", exact=False) == 0
    assert run_with(monkeypatch, add_a_little, source, "--check-equivalence=rtol=1e-9,atol=0", exact=False) == 1


def test_what_could_not_be_compared_is_said(tmp_path, capsys):
    source = tmp_path / "in.mlir"
    source.write_text("func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")
    assert main([str(source), "--cse", "--check-equivalence", "-o", "/dev/null"]) == 0
    assert capsys.readouterr().err == "warning: equivalence holds across 0 passes; not compared: cse (no function to run)\n"


@pytest.mark.parametrize("text", ["seed", "seed=x", "inputs=f.npz", "tolerance=1"])
def test_wrong_settings(text):
    with pytest.raises(ValueError):
        settings(text)


GRAPH = """
tfg.graph #tf_type.version<producer = 1882, min_consumer = 12> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<2x3xf32>)
  %e, %ctl_0 = Exp(%x) name("e") {T = f32} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
}
"""


def test_graphs_are_run_as_functions(monkeypatch, tmp_path, capsys):
    def negate_instead(root):
        next(op for op in root.walk() if op.name == "tfg.Exp").rename("tfg.Neg")

    path = tmp_path / "in.mlir"
    path.write_text(GRAPH)
    monkeypatch.setattr(discovery.load("tfg-toposort"), "function", negate_instead)
    assert main([str(path), "--tfg-toposort", "--check-equivalence", "-o", "/dev/null"]) == 1
    assert "pass 'tfg-toposort' changes what the program computes: @main, result 'e'" in capsys.readouterr().err
