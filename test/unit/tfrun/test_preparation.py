"""Files that no device runs as they are: recognized, lowered by the other tools as processes, kept, and run on the best device there is."""

import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfrun import devices, preparation
from tfrun.main import main
from tftranslate.main import main as translate
from tftranslate.onnx.export_model import export_model

MODEL = Path(__file__).parents[2] / "models" / "small_cnn"
ADD = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
# Bits of complex numbers as an integer with signedness have no lowering: 1.0 is 0x3F800000, below the imaginary part.
APART = """func.func @f(%x: i32) -> i32 {
  %i = arith.constant 0 : index
  %m = memref.alloc() : memref<2xi32, strided<[2]>>
  memref.store %x, %m[%i] : memref<2xi32, strided<[2]>>
  %0 = memref.load %m[%i] : memref<2xi32, strided<[2]>>
  return %0 : i32
}
"""
COPY = """func.func @f(%m: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4xf32>
    affine.store %0, %m[%i] : memref<4xf32>
  }
  return
}
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Calls tf-run in an empty folder, with a cache of its own: (exit code, what it prints, what it says)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def call(*argv):
        status = main(list(argv))
        return (status, *capfd.readouterr())

    return call


@pytest.mark.parametrize("text, is_ir", [
    (b"module {", True), (b"module attributes {}", True), (b"func.func @f() { return }", True), (b"func @f() {", True),
    (b"// A comment.\n\n#map = affine_map<() -> ()>\n", True), (b'"builtin.module"() ({', True), (b"tfg.graph #tf_type", True), (b"{-#\n", True),
    (b"", True), (b"ML\xefR", True), (b"\0\0\0\0EMOD", True),
    (b"node {\n", False), (b"# a comment of a text GraphDef\nnode {\n", False), (b"HloModule jit_f.1, entry", False), (b"; ModuleID = 'x'", False),
    (b"#[version = \"0.0.5\"]\n", False), (b"\n\x0a\n\x01x\x12", False), (b"module: 3", False), (b"define i32 @f()", False),
])  # fmt: skip
def test_ir_is_told_by_how_it_begins(text, is_ir):
    assert preparation.may_be_ir(text) == is_ir


def test_a_model_is_lowered_once(run, monkeypatch):
    """TensorFlow's own outputs come of it, by machine code; the second run starts no tool, and one of another file does."""
    monkeypatch.setattr(devices, "best_device", lambda: "cpu")
    monkeypatch.setattr(preparation, "best_device", lambda: "cpu")
    shutil.copy(MODEL / "model.pb", "model.pb")
    command = ["model.pb", f"--input=@{MODEL}/inputs.npz", f"--expected-output=@{MODEL}/outputs.npz", "--rtol=1e-4", "--atol=1e-5", "-v"]
    status, out, said = run(*command)
    assert (status, out) == (0, "all 2 expected outputs agree\n")
    line = "tf-translate --to=mlir model.pb | tf-opt --pipeline=cpu --allow-host-ops --keep-ssa-names -o model.cpu.mlir && tf-run model.cpu.mlir --device=cpu --input="
    assert line in said

    def refuse(*words, **_):
        raise AssertionError(words)

    monkeypatch.setattr(subprocess, "run", refuse)
    status, out, said = run(*command)
    assert (status, out) == (0, "all 2 expected outputs agree\n") and "an earlier run has kept" in said
    with open("model.pb", "ab") as file:
        file.write(b"\x1a\x00")  # an empty field of versions, so that it is the same graph in other bytes
    with pytest.raises(AssertionError):
        preparation.Preparation(arguments("model.pb", device="cpu"), preparation_stack()).run()


def arguments(path, **given):
    from tfir.cli.flags import Arguments

    from tfrun.main import FLAGS

    made = Arguments(FLAGS)
    made.files = [path]
    for name, value in given.items():
        setattr(made, name, value)
    return made


def preparation_stack():
    from contextlib import ExitStack

    return ExitStack()


def test_the_interpreter_runs_what_cannot_be_lowered(run, monkeypatch):
    """Where it is the device that was asked for, that is an error."""
    monkeypatch.setattr(preparation, "best_device", lambda: "cpu")
    Path("apart.mlir").write_text(APART)
    status, out, said = run("apart.mlir", "--input=i32=5")
    assert (status, out) == (0, "i32=5\n") and "warning: apart.mlir cannot be lowered for cpu: 'memref.alloc' op" in said
    status, out, said = run("apart.mlir", "--input=i32=5", "--device=cpu")
    assert (status, out) == (1, "") and "error: 'memref.alloc' op" in said


def test_tensors_beside_buffers_become_functions(run):
    """Whose tensors are buffers then; a tensor alone is a dispatch's."""
    text = """func.func @f(%m: memref<2xi32>, %t: tensor<2xi32>) -> tensor<2xi32> {
      %c0 = arith.constant 0 : index
      %0 = memref.load %m[%c0] : memref<2xi32>
      %1 = tensor.insert %0 into %t[%c0] : tensor<2xi32>
      return %1 : tensor<2xi32>
    }"""
    Path("both.mlir").write_text(text)
    status, out, said = run("both.mlir", "--input=2xi32=5,6", "--input=2xi32=7,8", "--device=cpu")
    assert (status, out) == (0, "2xi32=5 8\n"), said


def test_what_is_no_text_is_not_taken_for_functions(run):
    """An export of JAX holds bytecode, in which types are not spelled."""
    pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    Path("add.mlir").write_text(
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
    )
    assert translate(["--serialize-jax-export", "add.mlir", "-o", "add.jax"]) == 0
    status, out, said = run("add.jax", "--input=2xf32=1,2", "--device=cpu", "-v")
    assert (status, out) == (0, "2xf32=2 4\n") and "tf-opt --pipeline=cpu " in said


def test_what_has_no_tensors_is_lowered_to_functions(run):
    pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    Path("copy.mlir").write_text(COPY)
    status, out, said = run("copy.mlir", "--input=4xf32=1,2,3,4", "--device=cpu", "-v")
    assert (status, out) == (0, "m=4xf32=1 2 3 4\n") and "tf-opt --pipeline=llvm " in said
    Path("sum.mlir").write_text(
        COPY.replace("memref<4xf32>) {", "tensor<4xf32>) -> tensor<4xf32> {").partition("affine")[0] + "return %m : tensor<4xf32>\n}"
    )
    status, out, said = run("sum.mlir", "--input=4xf32=1,2,3,4", "--device=cpu", "-v")
    assert (status, out) == (0, "4xf32=1 2 3 4\n") and "tf-opt --pipeline=cpu " in said


def test_what_is_no_model_is_told_once(run):
    Path("model.pb").write_text("hello world\n")
    status, out, said = run("model.pb")
    assert (status, out) == (1, "") and said.count("error: not a GraphDef in text form") == 1 and "lowered" not in said
    assert run("nowhere.pb")[0] == 1


def test_programs_that_need_no_tool_start_none(run, monkeypatch):
    monkeypatch.setattr(preparation.Preparation, "made", None)
    Path("add.mlir").write_text(ADD)
    assert run("add.mlir", "--device=interpreter", "--input=b=4xf32=1", "--input=a=4xf32=1,2,3,4")[:2] == (0, "4xf32=2 3 4 5\n")
    status, _, said = run("add.mlir", "--signature=f")
    assert status == 2 and "'add.mlir' is IR; --entry=NAME runs a function of it" in said


@pytest.mark.parametrize("kernels, device", [
    ("iree.executable(IreeBytecode) { module {} } iree.executable(SPIRV) { spv.module {} }", "vulkan"),  # as IREE wrote them in 2019
    ("iree.executable(IreeBytecode) { module {} } iree.executable(SPIRV) { spirv.module {} }", "vulkan"),
    ("iree.executable(IreeBytecode) { module {} }", "vm"),
    ("iree.executable(Unspecified) { module {} }", "interpreter"),
])  # fmt: skip
def test_the_fastest_device_that_a_program_has_kernels_for(kernels, device, tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(f"iree.multi_arch_executable @e() {{ {kernels} }} func @f() {{ iree_ll_seq.return }}")
    made = preparation.Preparation(SimpleNamespace(files=[str(path)]), ExitStack())
    assert made.is_lowered and made.device_with_kernels() == device


def test_the_interpreter_gets_stablehlo_of_onnx(run):
    """As a file, and as IR, of which operators have no semantics of their own: the product and its positive part, by hand."""
    text = """module attributes {onnx.ir_version = 9 : i64, onnx.opset_import = {ai.onnx = 18 : i64}} {
  func.func @main_graph(%x: tensor<?x2xf32>) -> tensor<?x1xf32> attributes {onnx.dim_params = ["0:batch"], onnx.graph_name = "g", tf.entry_function = {inputs = "x", outputs = "z"}} {
    %w = "onnx.Constant"() {value = dense<[[1.0], [2.0]]> : tensor<2x1xf32>} : () -> tensor<2x1xf32>
    %y = "onnx.MatMul"(%x, %w) : (tensor<?x2xf32>, tensor<2x1xf32>) -> tensor<?x1xf32>
    %z = "onnx.Relu"(%y) : (tensor<?x1xf32>) -> tensor<?x1xf32>
    return %z : tensor<?x1xf32>
  }
}"""
    Path("model.mlir").write_text(text)
    module = parse(Source("model.mlir", text), lookup, dialect)
    Path("model.onnx").write_bytes(export_model(module).SerializeToString(deterministic=True))
    for name in ("model.mlir", "model.onnx"):
        assert run(name, "--device=interpreter", "--input=x=2x2xf32=1,2,3,-4") == (0, "z=2x1xf32=[5][0]\n", ""), name


def test_the_best_device_is_no_software_vulkan(monkeypatch):
    """Hardware of Vulkan, else machine code where LLVM is installed, else the interpreter."""
    ranks = {name: getattr(devices.load(name), "preference", int) for name in devices.names()}
    assert ranks["vm"]() == 0 and ranks["interpreter"]() == 1
    for rank, best in ((3, "vulkan"), (0, "cpu")):
        monkeypatch.setattr(devices.load("vulkan"), "preference", lambda rank=rank: rank)
        monkeypatch.setattr(devices.load("cpu"), "preference", lambda: 2)
        assert devices.best_device() == best
    monkeypatch.setattr(devices.load("cpu"), "preference", lambda: 0)
    assert devices.best_device() == "interpreter"


def test_without_a_vulkan_loader_the_best_device_is_another(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("tfrun.devices.vulkan.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "vulkan", None)
    assert devices.load("vulkan").preference() == 0
    assert devices.best_device() in ("cpu", "interpreter")


def test_shapes_of_feeds_are_those_of_the_lowering(run, monkeypatch):
    """An unknown batch becomes a known one, in the kept program and in what is drawn for it; a program that is lowered, or runs as it is, has no
    use for shapes."""
    Path("twice.mlir").write_text(ADD.replace("tensor<4xf32>", "tensor<?xf32>"))
    status, out, said = run("twice.mlir", "--device=cpu", "--input-shapes=a=3,b=3", "--input=zeros", "-v")
    assert (status, out) == (0, "3xf32=0 0 0\n") and "--keep-ssa-names --input-shapes=a=3,b=3 twice.mlir -o twice.cpu.mlir" in said
    status, _, said = run("twice.mlir", "--device=interpreter", "--input-shapes=a=3", "--input=zeros")
    assert status == 2 and "runs as it is with --device=interpreter" in said
    status, _, said = run("twice.mlir", "--device=cpu", "--input-shapes=c=3", "--input=zeros")
    assert status != 0 and "'c'" in said
    Path("lowered.mlir").write_text("iree_hl_seq.something\n")
    status, _, said = run("lowered.mlir", "--device=cpu", "--input-shapes=x=3")
    assert status == 2 and "'lowered.mlir' is lowered already" in said
