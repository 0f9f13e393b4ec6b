"""Kernels are told to debuggers and profilers by the nodes of the model that they compute, and by nothing without --debug-info."""

import os
import re
from pathlib import Path

import pytest

from tfopt.main import main as optimize
from tfrun.devices.cpu.debug_information import READ_BY_PERF
from tfrun.devices.cpu.linking import Linker

MODEL = """
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> loc("dense/MatMul"("net.py":7:3))
  %1 = stablehlo.exponential %0 : tensor<4x16xf32> loc("dense/Exp"("net.py":8:3))
  return %1 : tensor<4x16xf32>
}"""
NAME = "dense/MatMul+dense/Exp"
INPUTS = ("--input=4x8xf32=1", "--input=8x16xf32=0.125")


@pytest.fixture
def model(tmp_path):
    source, path = tmp_path / "source.mlir", tmp_path / "net.mlir"
    source.write_text(MODEL)
    assert optimize([str(source), "--pipeline=cpu", "--mlir-print-debuginfo", "-o", str(path)]) == 0
    return path


@pytest.fixture
def perf_map():
    """The file in which perf looks for names of this process's code."""
    path = Path(READ_BY_PERF, f"perf-{os.getpid()}.map")
    path.unlink(missing_ok=True)
    yield path
    path.unlink(missing_ok=True)


def emitted(run, model, *flags: str) -> bytes:
    made = model.parent / "net.o"
    status, _, complaint = run(model, "--emit=object", f"--emit-to={made}", *flags)
    assert status == 0, complaint
    return made.read_bytes()


def test_an_object_says_which_nodes_its_kernels_are(run, model):
    content = emitted(run, model, "--debug-info")
    symbols = [symbol.name for symbol in Linker(content).symbols]
    assert any([name.startswith(f"{NAME}:") for name in symbols]), symbols
    assert b".debug_info" in content and b".debug_line" in content and b"net.py" in content


def test_an_object_says_nothing_unless_it_is_asked(run, model):
    content = emitted(run, model)
    assert not any([NAME in symbol.name for symbol in Linker(content).symbols])
    assert b".debug_info" not in content and b"net.py" not in content


def test_without_names_kernels_are_called_as_their_executables(run, write):
    content = emitted(run, write(MODEL), "--debug-info")
    assert any([re.match(r"main_ex_dispatch_\d+\.", symbol.name) for symbol in Linker(content).symbols])


def test_perf_is_told_where_the_kernel_lies(run, model, perf_map):
    status, result, complaint = run(model, "--debug-info", *INPUTS)
    assert status == 0, complaint
    (line,) = [line for line in perf_map.read_text().splitlines() if NAME in line]
    start, size, name = line.split(" ")
    assert int(start, 16) > 1 << 16 and 0 < int(size, 16) < 1 << 16 and name.startswith(f"{NAME}:")
    perf_map.unlink()
    assert run(model, *INPUTS)[1] == result and not perf_map.exists()


def test_other_devices_have_no_kernels_to_name(model, capsys):
    from tfrun.main import main

    assert main([str(model), "--device=interpreter", "--debug-info", *INPUTS]) == 2
    assert "--debug-info: not with --device=interpreter, but with --device=cpu" in capsys.readouterr().err
