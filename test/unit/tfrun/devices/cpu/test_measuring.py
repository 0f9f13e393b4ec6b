"""Times of dispatches, with the operations and bytes that paper says, and a run as a trace."""

import json

PRODUCT = """
func.func @main(%x: tensor<32x64xf32>, %y: tensor<64x16xf32>) -> tensor<32x16xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}"""
LOOP = """
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%n = %x) : tensor<f32>
   cond {
    %limit = stablehlo.constant dense<100.0> : tensor<f32>
    %1 = stablehlo.compare LT, %n, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %n, %n : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}"""


def given(shape: str) -> str:
    return f"--input=dense<1.0> : tensor<{shape}xf32>"


def test_a_product(write, run, tmp_path):
    path = write(PRODUCT)
    status, _, complaint = run(path, given("32x64"), given("64x16"), f"--measure={tmp_path / 'm.json'}", f"--trace={tmp_path / 't.json'}")
    assert status == 0, complaint
    table = json.loads((tmp_path / "m.json").read_text())
    (dispatch,) = [op for op in table["ops"] if op["op"] == "dot_general"]
    assert dispatch["flop"] == 2 * 32 * 64 * 16
    assert dispatch["bytes"] == 4 * (32 * 64 + 64 * 16 + 32 * 16)
    assert abs(dispatch["gflops"] * dispatch["seconds"] * 1e9 / dispatch["flop"] - 1) < 0.01
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert [event["args"]["op"] for event in events] == [op["op"] for op in table["ops"]]
    assert all([event["ph"] == "X" and event["dur"] > 0 for event in events])


def test_a_loop_is_followed(write, run, tmp_path):
    """1 doubles seven times until it is 128."""
    path = write(LOOP)
    assert run(path, "--input=f32=1", f"--trace={tmp_path / 't.json'}")[:2] == (0, "f32=128\n")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert [event["args"]["op"] for event in events].count("add") == 7


def test_other_devices_have_no_traces(write, run, tmp_path):
    status, _, complaint = run(write(LOOP), "--device=interpreter", "--input=f32=1", f"--trace={tmp_path / 't.json'}")
    assert status == 2 and "--trace: not with --device=interpreter, but with --device=cpu" in complaint
