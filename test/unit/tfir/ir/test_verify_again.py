"""A verifier that is asked again, as passes change a program, still sees what is wrong, and holds on to no weights."""

import pytest
from tfir.dialects import dialect, lookup, verifier
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import I64
from tfir.text.parser import parse

PROGRAM = """
func.func @f(%x: tensor<2x100xf32>) -> tensor<2x100xf32> {
  %weights = stablehlo.constant dense<WEIGHTS> : tensor<2x100xf32>
  %few = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %few, dims = [0] : (tensor<2xf32>) -> tensor<2x100xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x100xf32>
  %2 = stablehlo.concatenate %1, %weights, dim = 0 : (tensor<2x100xf32>, tensor<2x100xf32>) -> tensor<4x100xf32>
  %3 = stablehlo.slice %2 [0:2, 0:100] : (tensor<4x100xf32>) -> tensor<2x100xf32>
  return %3 : tensor<2x100xf32>
}
""".replace("WEIGHTS", str([[float(number) for number in range(row, row + 100)] for row in range(2)]))


def program():
    module = parse(Source("program.mlir", PROGRAM), lookup, dialect)
    return module, {op.name.partition(".")[2]: op for op in module.walk()}


def test_an_attribute_that_became_wrong_is_told_and_one_that_is_right_again_is_not():
    module, ops = program()
    again = verifier()
    again.verify(module)
    right = ops["concatenate"].attributes["dimension"]
    ops["concatenate"].set_attribute("dimension", IntegerAttr(2, I64))
    with pytest.raises(Error, match="dim"):
        again.verify(module)
    ops["concatenate"].set_attribute("dimension", right)
    again.verify(module)


def test_an_operand_of_another_type_is_told():
    module, ops = program()
    again = verifier()
    again.verify(module)
    ops["add"].set_operands([ops["add"].operands[0], ops["constant"].results[0]])  # of one dimension
    with pytest.raises(Error) as told:
        again.verify(module)
    assert len(told.value.diagnostics) == 1


def test_constants_of_many_elements_are_not_kept_and_small_ones_are():
    module, ops = program()
    again = verifier()
    again.verify(module)
    kept = [attribute for attributes in again.kept for attribute in attributes]
    constants = [op.attributes["value"] for op in module.walk() if op.name == "stablehlo.constant"]
    assert [any(each is attribute for attribute in kept) for each in constants] == [False, True]
    before = len(again.kept)
    again.verify(module)
    assert len(again.kept) == before
