"""Functions that call each other: as deeply as they like, and told when they never come to an end."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution import depth
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


def result(text: str, **inputs):
    (found,) = Program(parse(Source("test", text), lookup, dialect)).run(inputs).values()
    return found.item()


def chain(length: int) -> str:
    """Each function adds 1 to what the next one makes of its argument."""
    functions = [
        f"""func.func {"" if number == 0 else "private "}@f{number}(%a: tensor<i32>) -> tensor<i32> {{
          %0 = func.call @f{number + 1}(%a) : (tensor<i32>) -> tensor<i32>
          %c = stablehlo.constant dense<1> : tensor<i32>
          %1 = stablehlo.add %0, %c : tensor<i32>
          return %1 : tensor<i32>
        }}"""
        for number in range(length)
    ]
    return "\n".join([*functions, f"func.func private @f{length}(%a: tensor<i32>) -> tensor<i32> {{\nreturn %a : tensor<i32>\n}}"])


COUNTING = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %0 = func.call @count(%n) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @count(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %done = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%done) ({ stablehlo.return %zero : tensor<i32> }, {
    %less = stablehlo.subtract %n, %one : tensor<i32>
    %inner = func.call @count(%less) : (tensor<i32>) -> tensor<i32>
    %more = stablehlo.add %inner, %one : tensor<i32>
    stablehlo.return %more : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
"""


def test_a_long_chain_of_functions():
    assert result(chain(1000), arg0=np.array(5, np.int32)) == 1005


def test_a_function_that_calls_itself_in_a_branch():
    assert result(COUNTING, arg0=np.array(5000, np.int32)) == 5000


def test_what_goes_wrong_far_down_is_told_with_its_place():
    text = COUNTING.replace("(%done) ({ stablehlo", '(%done) ({ "t.unknown"() : () -> ()\nstablehlo')
    module = parse(Source("test", text), lookup, dialect, allow_unregistered=True)
    with pytest.raises(Error, match="'t.unknown' op cannot be computed here"):
        Program(module).run({"arg0": np.array(300, np.int32)})


def test_recursion_without_end(monkeypatch):
    monkeypatch.setattr(depth, "DEEPEST", 500)
    with pytest.raises(Error, match="'func.call' op 500 calls are open within each other: this recursion does not seem to end"):
        result(COUNTING, arg0=np.array(-1, np.int32))
