"""Drawn transfers of vectors give and leave the same by elements and rows, or by loops, as they are: the interpreter says what they mean."""

import random

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import lookup, verify
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfopt.to_llvm import vector_transfer_by_elements

SIZES = (3, 4, 5)


def truths(numbers) -> str:
    return ", ".join([str(bool(each)).lower() for each in numbers])


def shown(shape) -> str:
    return "x".join(map(str, shape))


def drawn(seed: int) -> str:
    """A read from one buffer and a write to another, of three dimensions, along some of these in any order."""
    draw = random.Random(seed)
    along = draw.sample(range(3), draw.choice((1, 2, 2, 3)))
    if draw.random() < 0.4:
        along.sort()
    shape, first = [draw.randint(1, 3) for _ in along], [draw.randint(0, 2) for _ in SIZES]
    bounds = [first[at] + size <= SIZES[at] and draw.random() < 0.5 for at, size in zip(along, shape)]
    repeated = draw.random() < 0.3
    named = [f"d{at}" for at in along]
    ways = [
        f"{{permutation_map = affine_map<(d0, d1, d2) -> ({', '.join(names)})>, in_bounds = [{truths(inside)}]}}"
        for names, inside in (([*named, "0"], [*bounds, True]) if repeated else (named, bounds), (named, bounds))
    ]
    of_mask = [shape[along.index(at)] for at in sorted(along)]  # dimensions of a mask are those of memory, in its order
    count, mask = int(np.prod(shape)), ", %k" * (draw.random() < 0.4)
    read = shown([*shape, 2] if repeated else shape)
    at = ", ".join([f"%c{number}" for number in first])
    stored = (np.arange(count, dtype=np.float32).reshape(shape) + 100).tolist()
    return f"""func.func @main(%m: memref<?x?x?xf32>, %n: memref<3x?x5xf32>, %p: f32) -> vector<{read}xf32> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %flags = arith.constant dense<[{truths([draw.randint(0, 1) for _ in range(count)])}]> : vector<{count}xi1>
      %k = vector.shape_cast %flags : vector<{count}xi1> to vector<{shown(of_mask)}xi1>
      %v = arith.constant dense<{stored}> : vector<{shown(shape)}xf32>
      %0 = vector.transfer_read %m[{at}], %p{mask} {ways[0]} : memref<?x?x?xf32>, vector<{read}xf32>
      vector.transfer_write %v, %n[{at}]{mask} {ways[1]} : vector<{shown(shape)}xf32>, memref<3x?x5xf32>
      return %0 : vector<{read}xf32>
    }}"""


def arrays() -> list:
    return [np.arange(60, dtype=np.float32).reshape(SIZES), np.zeros(SIZES, np.float32), np.float32(-1)]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(20))
def test_large_transfers_keep_their_meaning(seed, monkeypatch):
    """As if more than two elements were many: loops over memory on the stack."""
    monkeypatch.setattr(vector_transfer_by_elements, "MOST", 2)
    text = drawn(seed)
    module, expected = module_of(text), executed(module_of(text), arrays())
    Runner(verify).run(parse_pipeline("vector-transfer-by-elements"), module)
    results = executed(module, arrays())
    assert len(results) == 2 and all(map(np.array_equal, results, expected)), print_operation(module, lookup)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(40))
def test_transfers_keep_their_meaning(seed):
    text = drawn(seed)
    module, expected = module_of(text), executed(module_of(text), arrays())
    Runner(verify).run(parse_pipeline("vector-transfer-by-elements"), module)
    results = executed(module, arrays())
    assert len(results) == 2 and all(map(np.array_equal, results, expected)), print_operation(module, lookup)
    left = [op for op in module.walk() if op.name.startswith("vector.transfer_")]
    assert all([len((op.result if op.results else op.operands[0]).type.shape) == 1 for op in left])


@pytest.mark.sweep
@pytest.mark.parametrize("options", ["", "{full-unroll=true}", "{full-unroll=true target-rank=0}", "{target-rank=2}"])
@pytest.mark.parametrize("seed", range(60, 80))
def test_loops_transfer_the_same(seed, options):
    text = drawn(seed)
    module, expected = module_of(text), executed(module_of(text), arrays())
    Runner(verify).run(parse_pipeline(f"convert-vector-to-scf{options}"), module)
    results = executed(module, arrays())
    assert len(results) == 2 and all(map(np.array_equal, results, expected)), print_operation(module, lookup)
    most = 2 if "=2" in options else 0 if "=0" in options else 1
    left = [op for op in module.walk() if op.name.startswith("vector.transfer_")]
    assert all([len((op.result if op.results else op.operands[0]).type.shape) <= most for op in left])


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(40, 60))
def test_machine_code_transfers_the_same(seed):
    pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    module, expected = module_of(drawn(seed)), executed(module_of(drawn(seed)), arrays())
    Runner(verify).run(load_pipeline("llvm"), module)
    assert all(map(np.array_equal, executed(module, arrays(), "cpu"), expected))


LARGE = """func.func @main(%m: memref<?x?xf32>, %n: memref<40x40xf32>, %p: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = vector.transfer_read %m[%c3, %c0], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<36x32xf32>
  %1 = arith.addf %0, %0 : vector<36x32xf32>
  vector.transfer_write %1, %n[%c0, %c3] : vector<36x32xf32>, memref<40x40xf32>
  return
}"""


def test_more_than_1024_elements_are_loops():
    """A transposed part of an array, and -1 past its end; by NumPy."""
    pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    given = np.arange(30 * 34, dtype=np.float32).reshape(30, 34)
    around = np.full((40, 40), -1, np.float32)
    around[:30, :34] = given
    expected = np.zeros((40, 40), np.float32)
    expected[:36, 3:35] = 2 * around[3:35, :36].T
    module = module_of(LARGE)
    Runner(verify).run(parse_pipeline("vector-transfer-by-elements"), module)
    assert len([op for op in module.walk() if op.name == "scf.for"]) == 4
    module = module_of(LARGE)
    Runner(verify).run(load_pipeline("llvm"), module)
    (result,) = executed(module, [given, np.zeros((40, 40), np.float32), np.float32(-1)], "cpu")
    np.testing.assert_array_equal(result, expected)


def test_what_stays():
    """A row, of which LLVM has a load, of bytes; tensors; lengths that are unknown."""
    text = """func.func @main(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %p: f32) {
      %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>
      %1 = vector.transfer_read %t[%i, %i], %p : tensor<?x?xf32>, vector<2x2xf32>
      %2 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x[4]xf32>
      %3 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<2000xf32>
      return
    }"""
    module = module_of(text)
    before = print_operation(module, lookup)
    Runner(verify).run(parse_pipeline("vector-transfer-by-elements"), module)
    assert print_operation(module, lookup) == before
