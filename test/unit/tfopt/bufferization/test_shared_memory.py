"""What one memory is under two names: results of a call or a loop that are the same tensor, arguments of blocks, globals that are written to.

Upstream writes to what is read later in each of these. Numbers are those on paper: `%t` is 0 1 2 3, `%f` is 9, and a reader of what was not
written to gets what was there.
"""

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from random_tensors import Program
from tfir.dialects import verify

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

BOUNDARIES = "one-shot-bufferize{allow-return-allocs-from-loops bufferize-function-boundaries}"

HEAD = """
func.func @main(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index"""
WRITTEN = """
  %w = tensor.insert %f into %r#0[%c0] : tensor<4xf32>
  return %w, %r#1 : tensor<4xf32>, tensor<4xf32>
}"""
PROGRAMS = {
    "an argument is returned twice": """
func.func private @twice(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %t, %t : tensor<4xf32>, tensor<4xf32>
}"""
    + HEAD
    + """
  %r:2 = call @twice(%t) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)"""
    + WRITTEN,
    "new memory is returned twice": """
func.func private @fresh() -> (tensor<4xf32>, tensor<4xf32>) {
  %n = arith.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %c3 = arith.constant 3 : index
  %three = arith.constant 3.0 : f32
  %s = tensor.insert %three into %n[%c3] : tensor<4xf32>
  return %s, %s : tensor<4xf32>, tensor<4xf32>
}"""
    + HEAD
    + """
  %r:2 = call @fresh() : () -> (tensor<4xf32>, tensor<4xf32>)"""
    + WRITTEN,
    "an iteration hands on new memory twice": HEAD
    + """
  %r:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%x = %t, %y = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.extract %x[%c2] : tensor<4xf32>
    %n = arith.constant dense<[0.0, 1.0, 7.0, 3.0]> : tensor<4xf32>
    %s = tensor.insert %e into %n[%c2] : tensor<4xf32>
    scf.yield %s, %s : tensor<4xf32>, tensor<4xf32>
  }"""
    + WRITTEN,
    "a loop of blocks": HEAD
    + """
  cf.br ^head(%c0, %t : index, tensor<4xf32>)
^head(%k: index, %x: tensor<4xf32>):
  %less = arith.cmpi ult, %k, %c1 : index
  cf.cond_br %less, ^body, ^end
^body:
  %w = tensor.insert %f into %x[%k] : tensor<4xf32>
  %more = arith.addi %k, %c1 : index
  cf.br ^head(%more, %w : index, tensor<4xf32>)
^end:
  return %x, %t : tensor<4xf32>, tensor<4xf32>
}""",
    "an argument of an earlier block": HEAD
    + """
  cf.br ^first(%t : tensor<4xf32>)
^first(%x: tensor<4xf32>):
  cf.br ^second
^second:
  %w = tensor.insert %f into %x[%c0] : tensor<4xf32>
  cf.br ^third
^third:
  return %w, %x : tensor<4xf32>, tensor<4xf32>
}""",
    "a global that is written to": """
memref.global "private" @state : memref<4xf32> = dense<[0.0, 1.0, 2.0, 3.0]> {alignment = 64 : i64}"""
    + HEAD
    + """
  %m = memref.get_global @state : memref<4xf32>
  memref.store %f, %m[%c0] : memref<4xf32>
  %n = arith.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %w = tensor.insert %f into %t[%c0] : tensor<4xf32>
  return %w, %n : tensor<4xf32>, tensor<4xf32>
}""",
}


def bufferized(module):
    Runner(verify).run(parse_pipeline(BOUNDARIES), module)
    return module


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_read_later_stays(name):
    arrays = [np.arange(4, dtype=np.float32), np.float32(9)]
    written, read, *_ = executed(bufferized(module_of(PROGRAMS[name])), arrays)
    assert written.tolist() == [9, 1, 2, 3] and read.tolist() == [0, 1, 2, 3]


def test_a_read_inside_of_a_region_is_in_the_loop_of_blocks_around_it():
    """Each of two iterations reads what was there at first, 0, before it writes 9: the sums are 0 and 18."""
    text = """
func.func @main(%t: tensor<4xf32>, %f: f32, %c: i1) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero, %zero : index, f32, f32)
^head(%k: index, %before: f32, %behind: f32):
  %e = scf.if %c -> f32 {
    %x = tensor.extract %t[%c0] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    scf.yield %f : f32
  }
  %w = tensor.insert %f into %t[%c0] : tensor<4xf32>
  %y = tensor.extract %w[%c0] : tensor<4xf32>
  %first = arith.addf %before, %e : f32
  %second = arith.addf %behind, %y : f32
  %less = arith.cmpi ult, %k, %c1 : index
  %more = arith.addi %k, %c1 : index
  cf.cond_br %less, ^head(%more, %first, %second : index, f32, f32), ^end
^end:
  return %first, %second : f32, f32
}"""
    before, behind, *_ = executed(bufferized(module_of(text)), [np.arange(4, dtype=np.float32), np.float32(9), np.bool_(True)])
    assert (before, behind) == (0, 18)


def test_results_keep_their_sizes():
    """Callers allocate by the type of a result: a cast from open sizes stays, which upstream drops and then refuses its own allocation."""
    text = """
func.func private @known(%t: tensor<?xf32>) -> tensor<4xf32> {
  %r = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @main(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %open = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = call @known(%open) : (tensor<?xf32>) -> tensor<4xf32>
  %w = tensor.insert %f into %r[%c0] : tensor<4xf32>
  return %w, %r : tensor<4xf32>, tensor<4xf32>
}"""
    written, read, *_ = executed(bufferized(module_of(text)), [np.arange(4, dtype=np.float32), np.float32(9)])
    assert written.tolist() == [9, 1, 2, 3] and read.tolist() == [0, 1, 2, 3]


def test_drawn_loops_of_blocks_and_pairs_of_results_stay_the_same():
    for seed in range(30):
        program = Program(seed, fills=seed % 2 == 1, blocks=True)
        module = module_of(program.text)
        expected = executed(module, program.arrays)
        results = executed(bufferized(module), program.arrays)[: len(expected)]
        assert all(map(np.array_equal, results, expected)), f"{seed}\n{program.text}"


def test_a_buffer_without_dimensions_is_copied_over_padding():
    text = """
func.func @main(%t: tensor<f32>, %f: f32) -> tensor<f32> {
  %r = tensor.pad %t low[] high[] { tensor.yield %f : f32 } : tensor<f32> to tensor<f32>
  return %r : tensor<f32>
}"""
    result, *_ = executed(bufferized(module_of(text)), [np.float32(3), np.float32(9)])
    assert result == 3
