"""Requests: each file is a call, with the outputs that single calls have, in the order of the files, however many are under way."""

import numpy as np
import pytest
from device_calls import lowered
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.text.printer import PrintOptions, print_operation

from tfrun.main import main

SCALED = """
func.func @f(%x: tensor<4xf32>, %by: tensor<f32>) -> tensor<4xf32> {
  %w = stablehlo.broadcast_in_dim %by, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %x, %w : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}"""
OF_ANY_SIZE = """
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
LOOP = """
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.while(%y = %x) : tensor<f32>
    cond {
      %hundred = stablehlo.constant dense<100.0> : tensor<f32>
      %less = stablehlo.compare LT, %y, %hundred : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %z = stablehlo.add %y, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }
  return %r : tensor<f32>
}"""
DEVICES = {"interpreter": "vulkan", "vm": "vm", "vulkan": "vulkan", "cpu": "cpu"}  # and the pipelines whose programs they run
NUMBERS = np.arange(4, dtype=np.float32)


@pytest.fixture(params=DEVICES)
def device(request, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    if request.param == "cpu":
        pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    if request.param == "vulkan":
        from tfrun.devices import load

        try:
            with load("vulkan").driver() as driver, driver.create_device():
                pass
        except Error as reason:
            pytest.skip(str(reason))
    return request.param


class Runs:
    """tf-run on a program with requests in a folder of their own."""

    def __init__(self, device: str, folder, capfd):
        self.device, self.folder, self.capfd = device, folder, capfd
        (folder / "in").mkdir()
        (folder / "out").mkdir()

    def request(self, name: str, **arrays):
        np.savez(self.folder / "in" / f"{name}.npz", **arrays)

    def run(self, text: str, *flags: str):
        module = self.folder / "program.mlir"
        target = "x86-64-v3" if self.device == "cpu" else "portable"
        module.write_text(print_operation(lowered(text, target, DEVICES[self.device]), lookup, PrintOptions(keep_names=True)))
        self.capfd.readouterr()
        status = main([str(module), f"--device={self.device}", f"--requests=@{self.folder}/in/*.npz", *flags])
        return status, *self.capfd.readouterr()

    @property
    def outputs(self):
        return {path.stem: np.load(path)["result0"] for path in sorted((self.folder / "out").iterdir())}

    @property
    def to_files(self) -> str:
        return f"--output=@{self.folder}/out/{{}}.npz"


@pytest.fixture
def runs(device, tmp_path, capfd):
    return Runs(device, tmp_path, capfd)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_each_file_is_a_call(runs, count):
    for number in range(7):
        runs.request(f"r{number}", x=NUMBERS, by=np.float32(number))
    status, out, complaint = runs.run(SCALED, runs.to_files, f"--in-flight={count}")
    assert (status, out, complaint) == (0, "", "")
    assert {name: values.tolist() for name, values in runs.outputs.items()} == {
        f"r{number}": [0, 1 + number, 2 + 2 * number, 3 + 3 * number] for number in range(7)
    }


def test_they_are_printed_in_the_order_of_the_files(runs):
    for number in (2, 0, 1):
        runs.request(f"r{number}", x=NUMBERS, by=np.float32(number))
    status, out, _ = runs.run(SCALED, "--in-flight=2")
    assert (status, out.splitlines()) == (0, ["r0: 4xf32=0 1 2 3", "r1: 4xf32=0 2 4 6", "r2: 4xf32=0 3 6 9"])


def test_a_request_that_fails_is_named_and_no_other_fails(runs):
    runs.request("a", x=NUMBERS, by=np.float32(1))
    (runs.folder / "in" / "b.npz").write_bytes(b"no archive")
    runs.request("c", x=NUMBERS)
    runs.request("d", x=NUMBERS[:3], by=np.float32(1))
    runs.request("e", x=NUMBERS, by=np.float32(2))
    status, out, complaint = runs.run(SCALED, "--in-flight=3", "-v")
    assert (status, out.splitlines()) == (1, ["a: 4xf32=0 2 4 6", "e: 4xf32=0 3 6 9"])
    named = [line.rpartition("/")[2] for line in complaint.splitlines() if "note: in the request" in line]
    assert named == ["b.npz", "c.npz", "d.npz"]
    assert "no input is given for 'by'" in complaint and "5 requests in" in complaint and "3 of them failed" in complaint


def test_requests_bring_sizes_along(runs):
    for number, size in enumerate([3, 3, 5, 1, 5, 3]):
        runs.request(f"r{number}", x=np.full(size, number, np.float32))
    status, _, complaint = runs.run(OF_ANY_SIZE, runs.to_files, "--in-flight=3")
    assert (status, complaint) == (0, "")
    assert [values.tolist() for values in runs.outputs.values()] == [
        [2 * number] * size for number, size in enumerate([3, 3, 5, 1, 5, 3])
    ]  # fmt: skip


def test_what_the_host_decides_is_decided_for_each(runs):
    for number, start in enumerate([1, 3, 200, 100]):
        runs.request(f"r{number}", x=np.float32(start))
    status, out, _ = runs.run(LOOP, "--in-flight=4")
    assert (status, out.splitlines()) == (0, ["r0: f32=128", "r1: f32=192", "r2: f32=200", "r3: f32=100"])


def test_times_of_all_requests_are_told(runs):
    for number in range(3):
        runs.request(f"r{number}", x=NUMBERS, by=np.float32(number))
    status, _, complaint = runs.run(SCALED, "--in-flight=2", "--benchmark=2")
    assert status == 0 and complaint.count("of 2 runs of 3 requests") == 2


class TestRefusals:
    @pytest.fixture
    def device(self):
        return "interpreter"

    @pytest.fixture(autouse=True)
    def requests(self, runs):
        runs.request("a", x=NUMBERS, by=np.float32(1))
        runs.request("b", x=NUMBERS, by=np.float32(1))

    @pytest.mark.parametrize(
        ("flags", "complaint"),
        [
            (["--output=@out.npz"], "is one file for all requests"),
            (["--input=x=@x.npy"], "--input: is for single calls"),
            (["--expected-output=@y.npz"], "--expected-output: is for single calls"),
            (["--entry=f", "--entry=f"], "calls of one entry"),
            (["--requests=in"], "expected @ and the names of files"),
            (["--requests=@nothing/*.npz"], "there is no such file"),
            (["--in-flight=0"], "a whole number above zero"),
        ],
    )
    def test_what_cannot_be_meant_is_told(self, runs, flags, complaint):
        status, out, told = runs.run(SCALED, *flags)
        assert (status, out) == (2, "") and complaint in told

    def test_files_of_one_name_would_overwrite_each_others_outputs(self, runs):
        (runs.folder / "in" / "more").mkdir()
        np.savez(runs.folder / "in" / "more" / "a.npz", x=NUMBERS, by=np.float32(1))
        files = f"--requests=@{runs.folder}/in/**/*.npz"
        status, _, told = runs.run(SCALED, files, runs.to_files)
        assert status == 2 and "two of the files are called a" in told
        assert runs.run(SCALED, files)[0] == 0

    def test_several_are_under_way_of_requests_alone(self, runs, tmp_path):
        assert main([str(tmp_path / "program.mlir"), "--device=interpreter", "--in-flight=2"]) != 0
        runs.run(SCALED)
        assert main([str(tmp_path / "program.mlir"), "--device=interpreter", "--in-flight=2"]) == 2

    def test_variables_go_from_call_to_call_and_so_not_from_request_to_request(self, runs):
        text = """
        func.func @f(%x: tensor<4xf32> {tf.resource_name = "v", tf.aliasing_output = 0 : i64}) -> tensor<4xf32> {
          return %x : tensor<4xf32>
        }"""
        status, _, told = runs.run(text)
        assert status == 2 and "keeps variables from call to call" in told
