"""Functions of MLIR's standard dialects as machine code: what the interpreter gives on drawn programs, and what is refused."""

import platform
from pathlib import Path

import numpy as np
import pytest
import random_affine
from random_affine import Nest, inputs_of
from random_stablehlo_legs import executed, module_of
from tfir.dialects import verify
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session


def lowered(text: str):
    module = module_of(text)
    Runner(verify).run(load_pipeline("llvm"), module)
    return module


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(24))
def test_drawn_loop_nests_leave_the_same_in_memory(seed, monkeypatch):
    monkeypatch.setattr(random_affine, "SIZE", 6)
    nest = Nest(seed, perfect=seed % 2 == 1, again=0.6)
    expected = executed(module_of(nest.text()), inputs_of(nest))
    results = executed(lowered(nest.text()), inputs_of(nest), "cpu")
    assert len(results) == len(expected) and all(map(np.array_equal, results, expected)), nest.text()


def test_inputs_stay_as_they_are():
    text = """func.func @main(%m: memref<2xf32>) -> f32 {
      %at = arith.constant 1 : index
      %nine = arith.constant 9.0 : f32
      %old = memref.load %m[%at] : memref<2xf32>
      memref.store %nine, %m[%at] : memref<2xf32>
      return %old : f32
    }"""
    given = np.array([1, 2], np.float32)
    old, left = executed(lowered(text), [given], "cpu")
    assert old == 2 and left.tolist() == [1, 9] and given.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("llvm.func @nowhere()\nllvm.func @main() {\nllvm.call @nowhere() : () -> ()\nllvm.return\n}", "calls @nowhere"),
        (
            'llvm.func @main() {\n"llvm.return"() : () -> ()\n}\nfunc.func private @f(%x: i32) -> i32 {\nreturn %x : i32\n}',
            "not been lowered",
        ),
        ("llvm.func @main(%x: i24) -> i24 {\nllvm.return %x : i24\n}", "called with no i24"),
        (
            'module attributes {llvm.data_layout = "E-p:32:32"} {\nllvm.func @main() {\nllvm.return\n}\n}',
            "laid out for another machine",
        ),
    ],
)
def test_refused(text, message):
    with pytest.raises(Error, match=message):
        executed(module_of(text), [np.zeros((), np.int8)] if "i24" in text else [], "cpu")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors may have such vectors")
def test_vectors_of_unknown_length_are_refused():
    text = "llvm.func @main(%x: vector<[4]xi32>) {\n%0 = llvm.add %x, %x : vector<[4]xi32>\nllvm.return\n}"
    with pytest.raises(Error, match="x86 has none"):
        executed(module_of(text), [np.zeros(4, np.int32)], "cpu")


@pytest.mark.skipif(platform.system() != "Linux", reason="LLVM is asked in a process of its own on Linux alone")
@pytest.mark.parametrize(
    ("made", "said"),
    [
        ('llvm.call_intrinsic "llvm.INTRINSIC"(%x, %x) : (i32, i32) -> i32', "Cannot select: intrinsic"),
        ('llvm.inline_asm "frobnicate $0, $1", "=r,r" %x : (i32) -> i32', "invalid"),
    ],
    ids=["intrinsic", "assembly"],
)
def test_what_llvm_ends_the_process_for_is_an_error(made, said):
    """Instructions of other processors; a function that the processor has instructions for is compiled after that as before."""
    other = "hexagon.A2.add" if platform.machine() in ("aarch64", "arm64") else "aarch64.crc32w"
    text = f"llvm.func @main(%x: i32) -> i32 {{\n%r = {made.replace('INTRINSIC', other)}\nllvm.return %r : i32\n}}"
    with pytest.raises(Error, match=f"no machine code of the module: .*{said}"):
        executed(module_of(text), [np.int32(1)], "cpu")
    (answer,) = executed(module_of(text.replace(text.split("\n")[1], "%r = llvm.add %x, %x : i32")), [np.int32(4)], "cpu")
    assert answer == 8


@pytest.mark.parametrize("length", [8, 16, 64])
def test_vectors_lie_where_arrays_do(length):
    """Arrays begin at multiples of 16 bytes, where an instruction that loads a whole vector may ask for more."""
    kind = f"vector<{length}xf32>"
    module = module_of(f"llvm.func @main(%x: {kind}) -> {kind} {{\n%r = llvm.fadd %x, %x : {kind}\nllvm.return %r : {kind}\n}}")
    given = np.arange(length, dtype="f4")
    with session(module, "cpu") as program_of:
        program = program_of(find_entry(module))
        answers = [program([given])[0] for _ in range(20)]  # which stay, so that the next one lies elsewhere
    assert all([np.array_equal(answer, 2 * given) for answer in answers])


def test_vectors_of_truth_values():
    """LLVM has a bit for each, arrays a byte."""
    kind = "vector<11xi1>"
    text = f"""func.func @main(%m: {kind}, %n: {kind}) -> {kind} {{
      %0 = arith.xori %m, %n : {kind}
      return %0 : {kind}
    }}"""
    one, other = np.random.default_rng(3).integers(0, 2, (2, 11)).astype(bool)
    (answer,) = executed(lowered(text), [one, other], "cpu")
    np.testing.assert_array_equal(answer, one ^ other)


@pytest.mark.parametrize("results", ["vector<3xi1>, i32", "vector<2x3xi1>", "i32, vector<2x3xi1>, vector<3xi1>"])
def test_truth_values_within_results(results):
    """In rows, and among other results, which LLVM gives as a structure."""
    values = {"vector<3xi1>": "%m", "vector<2x3xi1>": "%b", "i32": "%x"}
    text = f"""func.func @main(%m: vector<3xi1>, %x: i32) -> ({results}) {{
      %b = vector.broadcast %m : vector<3xi1> to vector<2x3xi1>
      return {", ".join([values[each] for each in results.split(", ")])} : {results}
    }}"""
    given = np.array([True, False, True])
    expected = {"vector<3xi1>": given, "vector<2x3xi1>": np.stack([given, given]), "i32": np.int32(7)}
    answers = executed(lowered(text), [given, np.int32(7)], "cpu")
    for answer, each in zip(answers, results.split(", "), strict=True):
        np.testing.assert_array_equal(answer, expected[each])


def test_what_is_declared_and_not_called_may_be_missing():
    text = "llvm.func @nowhere()\nllvm.func @main(%x: i32) -> i32 {\n%0 = llvm.add %x, %x : i32\nllvm.return %0 : i32\n}"
    assert executed(module_of(text), [np.asarray(21, np.int32)], "cpu") == [42]


def test_the_layout_that_holds_without_one_is_this_machine_s():
    layout = "e-p0:64:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128"  # as LLVM IR without a layout is read
    text = f'module attributes {{llvm.data_layout = "{layout}"}} {{\nllvm.func @main(%x: i32) -> i32 {{\nllvm.return %x : i32\n}}\n}}'
    assert executed(module_of(text), [np.asarray(5, np.int32)], "cpu") == [5]


def test_arithmetic_is_that_of_upstream_s_folders():
    """Operations of arith, math and index on constants that nothing folds on the way; what mlir-opt 22 makes of each stands beside."""
    text = (Path(__file__).parents[3] / "tfir" / "dialects" / "arithmetic.mlir").read_text()
    module, entries = lowered(text), ("computed", "folded")
    with session(module, "cpu") as program_of:
        computed, folded = [program_of(find_entry(module, name))([]) for name in entries]
    alike = [
        np.array_equal(here, there, equal_nan=True) or abs(here - there) <= 2 * np.spacing(abs(there))
        for here, there in zip(computed, folded)
    ]
    assert len(computed) == len(folded) > 200 and all(alike)
