"""The side of a branch that cannot be taken goes, with what it writes; a condition that is fed settles nothing."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tftranslate.saved_model.settled_branches import settle_branches

PROGRAM = """
tfg.func @f(%x: tensor<*xf32> {{tfg.name = "x"}}, %fed: tensor<*xi1> {{tfg.name = "fed"}}) -> (tensor<*xf32> {{tfg.name = "y"}}) {{
  %c, %cc = Const name("c") {{dtype = i1, value = dense<{value}> : tensor<i1>}} : () -> (tensor<*xi1>)
  %p, %cp = PlaceholderWithDefault(%c) name("p") {{dtype = i1, shape = #tf_type.shape<>}} : (tensor<*xi1>) -> (tensor<*xi1>)
  %w, %cw = Placeholder name("wait") {{dtype = f32, shape = #tf_type.shape<>}} : () -> (tensor<*xf32>)
  %s:2, %cs = Switch(%x, {condition}) [%cw] name("s") {{T = f32}} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %cn = Neg(%s#0) name("negative") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ce = Exp(%s#1) name("exponential") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %cm = Merge(%n, %e) name("m") {{N = 2 : i64, T = f32}} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  return(%m#0) : tensor<*xf32>
}}
"""


def names_after(**parts) -> set[str]:
    module = parse(Source("f", PROGRAM.format(**parts)), lookup, dialect)
    function = module.body.first
    settle_branches(function)
    return {op.name.removeprefix("tfg.") for op in function.body}


@pytest.mark.parametrize(("value", "side"), [("true", "Exp"), ("false", "Neg")])
def test_a_known_condition(value, side):
    """What the Switch waits for is waited for."""
    assert names_after(value=value, condition="%p") == {side, "Identity", "Placeholder", "return"}


def test_a_condition_that_is_fed():
    assert names_after(value="true", condition="%fed") >= {"Exp", "Neg", "Switch", "Merge"}
