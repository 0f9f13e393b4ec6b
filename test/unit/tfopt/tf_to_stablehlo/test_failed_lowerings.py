"""What goes wrong in a lowering is told with the op, and without the words of Python: inside of a loop's body too, whose operations use each other."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.arithmetic.tensor import loop
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

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
