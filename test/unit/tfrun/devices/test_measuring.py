"""Times of dispatches, with the operations and bytes that paper says, and a run as a trace."""

import json

import pytest
from device_calls import DEVICES, call, lowered
from tfir.dialects import lookup
from tfir.text.printer import PrintOptions, print_operation

from tfrun.main import main

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
PRODUCT_INPUTS = ("--input=dense<1.0> : tensor<32x64xf32>", "--input=dense<1.0> : tensor<64x16xf32>")


@pytest.fixture(params=["vulkan", "cpu"])
def device(request, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    call(lowered(LOOP, DEVICES[request.param]), request.param, [])  # which skips where there is no such device
    return request.param


@pytest.fixture
def run(device, tmp_path, capfd):
    """The exit code of tf-run on a program that is lowered for the device, what it prints and what it complains of."""

    def run(text: str, *flags: str):
        path = tmp_path / "lowered.mlir"
        path.write_text(print_operation(lowered(text, DEVICES[device]), lookup, PrintOptions(keep_names=True)))
        capfd.readouterr()
        status = main([str(path), f"--device={device}", *flags])
        return status, *capfd.readouterr()

    return run


def test_a_product(run, tmp_path):
    measured, traced = tmp_path / "m.json", tmp_path / "t.json"
    status, _, complaint = run(PRODUCT, *PRODUCT_INPUTS, f"--measure={measured}", f"--trace={traced}")
    assert status == 0, complaint
    table = json.loads(measured.read_text())
    (dispatch,) = [op for op in table["ops"] if op["op"] == "dot_general"]
    assert dispatch["flop"] == 2 * 32 * 64 * 16
    assert dispatch["bytes"] == 4 * (32 * 64 + 64 * 16 + 32 * 16)
    assert abs(dispatch["gflops"] * dispatch["seconds"] * 1e9 / dispatch["flop"] - 1) < 0.01
    events = [event for event in json.loads(traced.read_text())["traceEvents"] if event["ph"] == "X"]
    assert [event["args"]["op"] for event in events] == [op["op"] for op in table["ops"]]
    assert all([event["dur"] > 0 for event in events])


def test_times_of_many_runs_as_a_file(run, device, tmp_path):
    """The middle one of ten in ascending order is the sixth, nine tenths of them take no longer than the ninth."""
    status, _, told = run(PRODUCT, *PRODUCT_INPUTS, "--benchmark=10", f"--benchmark-output={tmp_path / 'b.json'}")
    table = json.loads((tmp_path / "b.json").read_text())
    assert status == 0 and table["runs"] == 10 and table["device"] == device
    for name in ("wall", "cpu"):
        seconds = table[name]["seconds"]
        assert seconds == sorted(seconds) and len(seconds) == 10
        expected = {"least": seconds[0], "median": seconds[5], "p90": seconds[8], "most": seconds[9]}
        assert {key: table[name][key] for key in table[name] if key != "seconds"} == expected
        assert f"{name}: least {seconds[0] * 1e3:.3f} ms, median {seconds[5] * 1e3:.3f} ms, p90 {seconds[8] * 1e3:.3f} ms" in told


def test_a_loop_is_followed(run, tmp_path):
    """1 doubles seven times until it is 128. No two steps overlap."""
    assert run(LOOP, "--input=f32=1", f"--trace={tmp_path / 't.json'}")[:2] == (0, "f32=128\n")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    steps = [event for event in events if event["ph"] == "X"]
    assert [event["args"]["op"] for event in steps].count("add") == 7
    ends = [event["ts"] + event["dur"] for event in steps]
    assert all([end <= after["ts"] + 0.001 for end, after in zip(ends, steps[1:])])


def test_other_devices_have_no_traces(tmp_path, capfd):
    path = tmp_path / "loop.mlir"
    path.write_text(LOOP)
    assert main([str(path), "--device=interpreter", "--input=f32=1", f"--trace={tmp_path / 't.json'}"]) == 2
    assert "--trace: not with --device=interpreter, but with --device=vulkan or cpu" in capfd.readouterr().err
