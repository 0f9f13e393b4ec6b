"""What tools print as tables, as JSON by one spelling: `--format=json`."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import tfopt.main
import tfrun.main
import tftranslate.main

MODEL = Path(__file__).parents[1] / "models" / "small_cnn"
ADD = """func.func @main(%a: tensor<2x3xf32>, %b: tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>) {
  %0 = stablehlo.add %a, %a : tensor<2x3xf32>
  return %0, %b : tensor<2x3xf32>, tensor<i32>
}
"""


@pytest.fixture
def call(tmp_path, monkeypatch, capfd):
    """Calls a tool in a folder with add.mlir: what it prints, and what it says."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "add.mlir").write_text(ADD)

    def called(tool, *words):
        assert tool.main([*words, "--format=json"]) == 0, capfd.readouterr().err
        return capfd.readouterr()

    return called


def test_passes(call):
    listed = json.loads(call(tfopt.main, "--list-passes").out)
    passes = {each["name"]: each for each in listed["passes"]}
    options = {each["name"]: each for each in passes["canonicalize"]["options"]}
    assert options["region-simplify"]["choices"] == ["disabled", "normal", "aggressive"] and options["max-iterations"]["default"] == "10"
    assert {"vulkan", "cpu", "tf"} <= {each["name"] for each in listed["pipelines"]}
    assert "fetches" in [each["name"] for each in passes["grappler-constfold"]["options"]]  # as each pass on a graph with fetches has it


def test_dialects_and_ops(call):
    dialects = {each["name"]: each for each in json.loads(call(tfopt.main, "--show-dialects").out)}
    assert {"add", "dot_general"} <= set(dialects["stablehlo"]["ops"]) and dialects["tf"]["is_open"] and not dialects["chlo"]["is_open"]
    op = json.loads(call(tfopt.main, "--describe-op=LeakyRelu").out)
    assert op["name"] == "tf.LeakyRelu" and op["attributes"] == [{"name": "alpha", "kind": "float", "default": "0.2"}]
    assert set(op["ways"]) == {"StableHLO", "TensorFlow Lite"}


def test_reports_of_passes(call):
    said = call(tfopt.main, "add.mlir", "--canonicalize", "--mlir-pass-statistics", "-o", os.devnull).err
    (step,) = json.loads(said)
    assert step["pass"] == "canonicalize" and step["statistics"]["ops-before"] == 3 + 1
    assert json.loads(call(tfopt.main, "add.mlir", "--print-op-stats", "-o", os.devnull).err)["stablehlo.add"] == 1
    assert json.loads(call(tfopt.main, "add.mlir", "--mlir-timing", "-o", os.devnull).err)[-1]["name"] == "Total"
    assert json.loads(call(tfopt.main, "add.mlir", "--cost-report", "-o", os.devnull).err)["cluster"] == "cpu"
    assert json.loads(call(tfopt.main, "add.mlir", "--summary").out)["ops"]["stablehlo.add"] == 1
    assert json.loads(call(tftranslate.main, "--inspect", "add.mlir").out)["kind"] == "text IR"


def test_greatest_numbers(call):
    """Of 2 * (1 5 3) and 2 * (-1 nan 0)."""
    numpy.save("a.npy", numpy.array([[1, 5, 3], [-1, numpy.nan, 0]], numpy.float32))
    Path("labels.txt").write_text("x\ny\nz\n")
    out = call(tfrun.main, "add.mlir", "--device=interpreter", "--input=@a.npy", "--input=i32=7", "--top=2", "--labels=labels.txt").out
    rows = [[{"place": 1, "value": 10.0, "label": "y"}, {"place": 2, "value": 6.0, "label": "z"}],
            [{"place": 2, "value": 0.0, "label": "z"}, {"place": 0, "value": -2.0, "label": "x"}]]  # fmt: skip
    assert list(map(json.loads, out.splitlines())) == [*[{"result0": row} for row in rows], {"result1": "i32=7"}]


def test_devices(call):
    devices = {each["device"]: each["description"] for each in json.loads(call(tfrun.main, "--list-devices").out)}
    assert devices["interpreter"] == "NumPy on this machine" and all([each.count(":") < 2 for each in devices])


@pytest.mark.parametrize("words, is_elided", [
    (["tfopt", "model.mlir"], True), (["tftranslate", "--graphdef-to-mlir", "model.pb"], True),
    (["tfopt", "model.mlir", "--elide-large-constants=false"], False), (["tftranslate", "--graphdef-to-mlir", "model.pb", "-o", "-"], False),
    (["tfopt", "add.mlir"], False),
])  # fmt: skip
def test_a_terminal_gets_no_large_constants_and_a_note(words, is_elided, tmp_path):
    (tmp_path / "model.pb").write_bytes((MODEL / "model.pb").read_bytes())
    (tmp_path / "add.mlir").write_text(ADD)
    assert tftranslate.main.main(["--graphdef-to-mlir", str(tmp_path / "model.pb"), "-o", str(tmp_path / "model.mlir")]) == 0
    ours, terminal = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", *words], cwd=tmp_path, stdout=terminal, stderr=subprocess.PIPE)
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # how the end of a terminal is told
        pass
    said = process.communicate()[1].decode()
    assert process.returncode == 0 and ("dense_resource<__elided__>" in shown.decode(), "--elide-large-constants=false" in said) == (
        is_elided,
        is_elided,
    )
    os.close(ours)
