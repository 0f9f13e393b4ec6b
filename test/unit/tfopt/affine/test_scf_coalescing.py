"""Loops of scf that are made one compute what they did."""

import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import lookup, verify
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

# A number that tells in which order the iterations ran.
PROGRAM = """func.func @main(%n: index, %k: index, %x: f64) -> (f64, f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %half = arith.constant 0.5 : f64
  %0:2 = scf.for %i = {outer} iter_args(%a = %x, %b = %x) -> (f64, f64) {{
    %1:2 = scf.for %j = {inner} iter_args(%c = %a, %d = %b) -> (f64, f64) {{
      %2 = arith.muli %i, %c10 : index
      %3 = arith.addi %2, %j : index
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      %6 = arith.mulf %c, %half : f64
      %7 = arith.addf %6, %5 : f64
      scf.yield %7, %c : f64, f64
    }}
    scf.yield %1#0, %1#1 : f64, f64
  }}
  return %0#0, %0#1 : f64, f64
}}
"""
BOUNDS = ["%c0 to %c10 step %c3", "%c3 to %n step %c2", "%n to %c10 step %c1", "%c2 to %c2 step %c1", "%c1 to %k step %c3"]


@pytest.mark.parametrize("inner", BOUNDS)
@pytest.mark.parametrize("outer", BOUNDS)
def test_results_are_the_same(outer, inner):
    text = PROGRAM.format(outer=outer, inner=inner)
    before, after = module_of(text), module_of(text)
    Runner(verify).run(parse_pipeline("func.func(affine-loop-coalescing)"), after)
    bounds = (outer, inner)
    is_one = "%c2 to %c2 step %c1" not in bounds and sum(["%n" in each or "%k" in each for each in bounds]) < 2
    assert print_operation(after, lookup).count("scf.for") == (1 if is_one else 2)
    for n in (-3, 0, 4, 11):
        for k in (-2, 1, 7):
            assert executed(after, [n, k, 1.0]) == executed(before, [n, k, 1.0]), (n, k)
