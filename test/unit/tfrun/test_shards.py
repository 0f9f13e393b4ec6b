"""`--shard`: outputs are those of the call on the whole arrays, whatever the pieces are; expected values come from NumPy on whole numbers."""

import pickle
from io import BytesIO

import numpy as np
import pytest

from tfrun.main import main

PRODUCT = """func.func @main(%x: tensor<?x3xf32>, %w: tensor<3x2xf32>) -> (tensor<?x2xf32>, tensor<2x?xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x2xf32>) -> tensor<2x?xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<2x?xf32>
}
"""
SUM = """func.func @main(%x: tensor<?xi32>, %y: tensor<1x?xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
"""
X = np.arange(30, dtype=np.float32).reshape(10, 3) % 7
W = np.array([[1, -2], [3, 0], [-1, 5]], np.float32)


@pytest.fixture
def run(tmp_path, capfd):
    def run(program, *words, status=0):
        (tmp_path / "p.mlir").write_text(program)
        np.save(tmp_path / "x.npy", X)
        np.save(tmp_path / "w.npy", W)
        np.savez(tmp_path / "expected.npz", result0=X @ W, result1=(X @ W).T)
        words = [word.replace("DIR", str(tmp_path)) for word in words]
        assert main([str(tmp_path / "p.mlir"), "--device=interpreter", *words]) == status
        return capfd.readouterr()

    return run


GIVEN = ("--input=@DIR/x.npy", "--input=@DIR/w.npy", "--shard=result1:1", "--expected-output=@DIR/expected.npz")


@pytest.mark.parametrize(
    "size, shard, count", [("?", "x:0:4", 3), ("?", "x:-2:5", 2), ("?", "x:0:100", 1), ("?", "x:0", 1), ("4", "x:0", 3), ("10", "x:0", 1)]
)
def test_outputs_are_those_of_the_whole(run, size, shard, count):
    said = run(PRODUCT.replace("?", size), *GIVEN, f"--shard={shard}")
    assert "all 2 expected outputs agree" in said.out and f"{count} pieces in" in said.err


def test_a_wrong_output_is_told_of_the_whole(run):
    said = run(PRODUCT, *GIVEN[:3], "--shard=x:0:4", "--expected-output=10x2xf32=0", status=1)
    assert "output 'result0'" in said.err


@pytest.mark.parametrize("words, message", [
    (["--shard=x:0:4"], "the output 'result1' has 2 along axis 0, where the piece has 4; --shard=result1:AXIS says"),
    (["--shard=x:0:4", "--shard=result1:2"], "'result1' has 2 dimensions"),
    (["--shard=y:0"], "there is no input or output 'y'; there are 'x', 'w', 'result0', 'result1'"),
    (["--shard=x:2"], "'x' has 2 dimensions"), (["--shard=x"], "expected NAME:AXIS"), (["--shard=x:0:0"], "expected NAME:AXIS"),
    (["--shard=x:0", "--shard=w:0"], "'w' has 3 along the axis, and another input that is cut 10"),
    (["--shard=result0:0"], "names no input that is given"),
    (["--shard=x:0:4", "--shard=x:0:5"], "the input is cut once"),
    (["--shard=x:0", "--replicas=2"], "not of --replicas"),
    (["--shard=x:0", "--benchmark=3"], "--shard"),
])  # fmt: skip
def test_what_cannot_be_cut_is_told(run, words, message):
    status = 1 if "AXIS says" in message or "another input" in message else 2
    assert message in run(PRODUCT, *GIVEN[:2], *words, status=status).err


def test_batches_are_not_cut(run):
    assert "--shard: is for single calls" in run(PRODUCT, "--shard=x:0", "--batches=DIR/*.npz", "--output-dir=DIR/out", status=2).err


def test_pieces_of_another_length_than_the_type_s_are_refused(run):
    assert "pieces of 4 and of 5 are asked for" in run(PRODUCT.replace("?", "4"), *GIVEN, "--shard=x:0:5", status=2).err


def test_an_output_without_the_axis_is_not_put_together(run):
    assert "the output 'result0' has no such axis" in run(SUM, "--input=6xi32=1", "--input=zeros", "--shard=x:0:3", status=1).err


@pytest.mark.parametrize("element", ["bf16", "f8E5M2"])
def test_parts_keep_a_type_that_files_do_not_name(run, element):
    twice = f"func.func @main(%x: tensor<?x{element}>) -> tensor<?x{element}> {{\n  %0 = stablehlo.add %x, %x : tensor<?x{element}>\n  return %0 : tensor<?x{element}>\n}}\n"
    assert f"3x{element}=2 3 -8" in run(twice, f"--input=x=3x{element}=1,1.5,-4", "--shard=x:0:2").out


def test_what_all_pieces_share_goes_with_the_program():
    from tfrun.batches import Program
    from tfrun.outputs import archive

    program = Program("p.mlir", PRODUCT.encode(), None, "interpreter", {"threads": None})
    entry = [program.prepare(), program.entries.get(None, ())][1]
    program.shared = {"arg1": W}
    sent = pickle.loads(pickle.dumps(program))
    outputs = sent("piece", archive(entry.feeds[:1], [X[:2]]))
    assert np.array_equal(np.load(BytesIO(outputs))["result0"], X[:2] @ W)
