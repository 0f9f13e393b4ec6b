"""Drawn functions of tensors give the same when they have become functions of buffers.

`tools/check_bufferization.py` runs more of them, and compares the text with upstream's.
"""

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from random_tensors import Program
from tfir.dialects import verify

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

LOOPS = "allow-return-allocs-from-loops"
BOUNDARIES = f"one-shot-bufferize{{{LOOPS} bufferize-function-boundaries}}"
PIPELINES = [
    f"one-shot-bufferize{{{LOOPS}}}", BOUNDARIES, "one-shot-bufferize{copy-before-write}",
    f"one-shot-bufferize{{{LOOPS} bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}}",
]  # fmt: skip


def names_in(text: str, pipeline: str = BOUNDARIES) -> list[str]:
    module = bufferized(module_of(text), pipeline)
    return [op.name for op in module.walk()]


def bufferized(module, pipeline: str):
    Runner(verify).run(parse_pipeline(pipeline), module)
    return module


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_results_are_the_same(pipeline):
    in_place = copies = 0
    for seed in range(30):
        program = Program(seed, fills=seed % 2 == 1)
        module = module_of(program.text)
        expected = executed(module, program.arrays)
        names = [op.name for op in bufferized(module, pipeline).walk()]
        in_place += names.count("memref.store")
        copies += names.count("memref.copy")
        results = executed(module, program.arrays)[: len(expected)]
        assert all(map(np.array_equal, results, expected)), f"{pipeline} {seed}\n{program.text}"
    assert in_place > 10 and copies > 10


WRITTEN = """
func.func @main(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %f into %t[%c0] : tensor<4xf32>
  %1 = tensor.extract %READ[%c0] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}"""


def test_what_is_read_later_is_copied():
    assert "memref.copy" in names_in(WRITTEN.replace("%READ", "%t"))
    assert "memref.copy" not in names_in(WRITTEN.replace("%READ", "%0"))


# Upstream gives the number that was inserted for the one that was there: the first writes to memory that another iteration handed on, the
# second to that of a case.
HANDED_ON = """
func.func @main(%s: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.while (%k = %c0, %a = %s) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
    %w = tensor.insert %f into %a[%c0] : tensor<4xf32>
    %less = arith.cmpi ult, %k, %c2 : index
    scf.condition(%less) %k, %w : index, tensor<4xf32>
  } do {
  ^bb0(%at: index, %b: tensor<4xf32>):
    %more = arith.addi %at, %c1 : index
    scf.yield %more, %u : index, tensor<4xf32>
  }
  %e = tensor.extract %u[%c0] : tensor<4xf32>
  return %r#1, %e : tensor<4xf32>, f32
}"""
CHOSEN = """
func.func @main(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = scf.index_switch %c0 -> tensor<4xf32>
  case 1 {
    scf.yield %t : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c0] : tensor<4xf32>
  %e = tensor.extract %u[%c0] : tensor<4xf32>
  return %w, %e : tensor<4xf32>, f32
}"""


@pytest.mark.parametrize("text", [HANDED_ON, CHOSEN])
def test_other_memory_is_not_written(text):
    arrays = [np.arange(4, dtype=np.float32), np.arange(5, 9, dtype=np.float32), np.float32(9)]
    written, read, *_ = executed(bufferized(module_of(text), BOUNDARIES), arrays)
    assert written.tolist() == [9, 6, 7, 8] and read == 5
