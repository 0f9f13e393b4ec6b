"""Functions of several blocks."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse


def results(text: str, *inputs):
    module = parse(Source("blocks.mlir", text), lookup, dialect)
    verify(module, lookup)
    outputs = Program(module).run({f"arg{at}": np.asarray(value) for at, value in enumerate(inputs)})
    return [value.tolist() for value in outputs.values()]


def test_blocks_read_values_of_blocks_before_them():
    """The sum of n, n - 1, .. 1, and n itself."""
    text = """
    func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      cf.br ^bb1(%n, %zero : tensor<i32>, tensor<i32>)
    ^bb1(%i: tensor<i32>, %sum: tensor<i32>):
      %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c = tensor.extract %p[] : tensor<i1>
      %next = stablehlo.subtract %i, %one : tensor<i32>
      %more = stablehlo.add %sum, %i : tensor<i32>
      cf.cond_br %c, ^bb1(%next, %more : tensor<i32>, tensor<i32>), ^bb2(%sum : tensor<i32>)
    ^bb2(%result: tensor<i32>):
      return %result, %n : tensor<i32>, tensor<i32>
    }"""
    assert results(text, np.int32(4)) == [10, 4]
    assert results(text, np.int32(0)) == [0, 0]


@pytest.mark.parametrize(("flag", "expected"), [(-1, 10), (7, 20), (3, 30)])
def test_a_switch_takes_the_block_of_its_flag(flag, expected):
    text = """
    func.func @main(%i: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>, %z: tensor<i32>) -> tensor<i32> {
      %flag = tensor.extract %i[] : tensor<i32>
      cf.switch %flag : i32, [
        default: ^bb1(%z : tensor<i32>),
        -1: ^bb1(%x : tensor<i32>),
        7: ^bb2(%y, %x : tensor<i32>, tensor<i32>)
      ]
    ^bb1(%a: tensor<i32>):
      return %a : tensor<i32>
    ^bb2(%b: tensor<i32>, %c: tensor<i32>):
      return %b : tensor<i32>
    }"""
    assert results(text, *[np.int32(value) for value in (flag, 10, 20, 30)]) == [expected]
