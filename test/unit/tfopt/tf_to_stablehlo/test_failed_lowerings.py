"""What goes wrong in a lowering is told with the op, and without the words of Python: inside of a loop's body too, whose operations use each other."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation, Value
from tfir.ir.types import OpaqueType, TensorType
from tfir.text.parser import parse

from tfopt.arithmetic.tensor import loop
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import are_about_text, tf_to_stablehlo

TEXT = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}"""


def lowered_by_failing(monkeypatch, kind):
    def failing(x):
        def body(now):
            inner = now + x
            raise kind(f"of rank {inner.rank}")

        return loop(lambda now: now[0] > 3, body, x)[0]

    load_lowerings({"Neg"})
    monkeypatch.setitem(LOWERINGS, "Neg", failing)
    module = parse(Source("model.mlir", TEXT), lookup, dialect)
    tf_to_stablehlo(module)


@pytest.mark.parametrize("kind", [TypeError, ValueError, ZeroDivisionError])
def test_errors_of_operands_name_the_op(monkeypatch, kind):
    with pytest.raises(Error) as raised:
        lowered_by_failing(monkeypatch, kind)
    told = raised.value.diagnostics[0]
    expected = "'tf.Neg' op has operands or attributes that cannot be lowered to StableHLO: of rank 1"
    assert told.message == expected
    assert told.render().startswith("model.mlir:2:8: error: ")


def test_defects_stay_what_they_are_and_name_the_op(monkeypatch):
    with pytest.raises(AttributeError, match="of rank 1") as raised:
        lowered_by_failing(monkeypatch, AttributeError)
    (note,) = raised.value.__notes__
    assert note.startswith("while tf.Neg was lowered, model.mlir:2:8: note: this op")


SCATTER = """func.func @main(%x: tensor<f32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<f32> {
  %y = "tf.TensorScatterAdd"(%x, %i, %u) : (tensor<f32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<f32>
  return %y : tensor<f32>
}"""


def test_an_index_of_more_numbers_than_dimensions_is_refused_by_the_op():
    """TensorFlow's kernel refuses a scalar with each call, so a program that makes no such call is one for the host to run."""
    with pytest.raises(Error) as raised:
        tf_to_stablehlo(parse(Source("model.mlir", SCATTER), lookup, dialect))
    assert "'tf.TensorScatterAdd' op an index of 1 numbers is looked up in a tensor of rank 0" in raised.value.diagnostics[0].message
    module = parse(Source("model.mlir", SCATTER), lookup, dialect)
    tf_to_stablehlo(module, allow_host_ops=True)
    assert [op.name for op in module.body.first.body] == ["tf.TensorScatterAdd", "func.return"]


def test_an_index_of_as_many_numbers_as_dimensions_is_lowered():
    module = parse(Source("model.mlir", SCATTER.replace("tensor<f32>", "tensor<5xf32>")), lookup, dialect)
    tf_to_stablehlo(module)
    assert [op.name for op in module.body.first.body] == ["stablehlo.scatter", "func.return"]


@pytest.mark.parametrize("element, is_about_it", [("!tf_type.string", True), ("!tf_type.resource", False)])
def test_what_an_op_holds_is_found_behind_many_others(element, is_about_it):
    """Each reads twice what the one before it gives: as many ways lead to the first as there are subsets."""
    held = TensorType((), OpaqueType("!tf_type.variant"))
    op = Operation("tf.Identity", [Value(TensorType((), OpaqueType(element)), None, 0)], [held], {})
    for _ in range(5000):
        op = Operation("tf.AddN", [op.results[0], op.results[0]], [held], {})
    assert are_about_text([op]) is is_about_it
