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


FUNCTIONAL = """
tfg.func @f(%x: tensor<*xf32> {{tfg.name = "x"}}, %fed: tensor<*xi1> {{tfg.name = "fed"}}) -> (tensor<*xf32> {{tfg.name = "y"}}) {{
  %c, %cc = Const name("c") {{dtype = i1, value = dense<true> : tensor<i1>}} : () -> (tensor<*xi1>)
  %p, %cp = PlaceholderWithDefault(%c) name("p") {{dtype = i1, shape = #tf_type.shape<>}} : (tensor<*xi1>) -> (tensor<*xi1>)
  %n, %cn = LogicalNot(%p) name("n") : (tensor<*xi1>) -> (tensor<*xi1>)
  %y, %cy = {op}({condition}, %x) [%cp] name("y") {{Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@other, {{}}>, output_shapes = [], then_branch = #tf_type.func<@one, {{}}>}} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%y) : tensor<*xf32>
}}
"""


@pytest.mark.parametrize("op, condition, settled, side", [
    ("If", "%p", "StatefulPartitionedCall", "one"),
    ("StatelessIf", "%n", "PartitionedCall", "other"),
    ("If", "%fed", "If", None),
    ("If", "%x", "If", None),
])  # fmt: skip
def test_a_functional_branch(op, condition, settled, side):
    """The node is a call of the side that is taken, and waits for what it waited for."""
    text = FUNCTIONAL.format(op=op, condition=condition).replace(
        "(tensor<*xi1>, t", "(tensor<*xf32>, t" if condition == "%x" else "(tensor<*xi1>, t"
    )
    function = parse(Source("f", text), lookup, dialect).body.first
    settle_branches(function)
    (node,) = [inner for inner in function.body if inner.name.endswith(("Call", "If"))]
    assert (
        node.name == f"tfg.{settled}"
        and [value.op.name for value in node.operands if value.op is not None][-1] == "tfg.PlaceholderWithDefault"
    )
    if side is not None:
        assert node.attributes["f"].text.startswith(f"#tf_type.func<@{side},") and not {"Tcond", "then_branch", "else_branch"} & set(
            node.attributes
        )


def test_a_condition_that_is_fed():
    assert names_after(value="true", condition="%fed") >= {"Exp", "Neg", "Switch", "Merge"}
