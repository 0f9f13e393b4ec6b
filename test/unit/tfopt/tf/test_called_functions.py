"""Functions take on the types that they are called with: in place where one call is all that there is, and in a copy otherwise."""

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf import called_functions
from tfopt.tf.infer_shapes import infer_shapes

COUNT = 40
FUNCTION = """
func.func private @f{0}(%x: tensor<*xf32>) -> tensor<*xf32> {{
  %y = "tf.Neg"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}}"""
CALL = '  %r{0} = "tf.PartitionedCall"(%x) {{f = @f{1}, config = "", config_proto = "", executor_type = ""}} : (tensor<{2}f32>) -> tensor<*xf32>\n'


def functions_after(calls: str) -> dict[str, str]:
    text = f"func.func @main(%x: tensor<3xf32>) {{\n{calls}return\n}}\n" + "".join([FUNCTION.format(at) for at in range(COUNT)])
    module = parse(Source("calls", text), lookup, dialect)
    infer_shapes(module)
    verify(module)
    return {op.get("sym_name"): str(op.body.arguments[0].type) for op in module.body}


@pytest.fixture
def walks(monkeypatch):
    """The modules that were searched for references."""
    searched = []
    search = called_functions.references_in
    monkeypatch.setattr(called_functions, "references_in", lambda op: searched.append(op) or search(op))
    return searched


def test_of_functions_that_are_called_once_the_module_is_searched_once(walks):
    types = functions_after("".join([CALL.format(at, at, "3x") for at in range(COUNT)]))
    assert len(walks) == 1 and len(types) == COUNT + 1 and set(types.values()) == {"tensor<3xf32>"}


def test_functions_that_others_call_stay_as_they_are():
    """The second call of @f0 is of a shape that is not known."""
    other = '  %y = "tf.Unknown"(%x) : (tensor<3xf32>) -> tensor<*xf32>\n'
    types = functions_after(CALL.format(0, 0, "3x") + other + CALL.format(1, 0, "*x").replace("(%x)", "(%y)"))
    assert types["f0"] == "tensor<*xf32>" and sorted(types.values()).count("tensor<3xf32>") == 2  # @main, and a copy
