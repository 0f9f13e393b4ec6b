"""Blocks made ready to be computed: steps, regions, captured values, errors."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation, captured_values, returns_second
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


def function(text: str):
    module = parse(Source("test.mlir", text), lookup, dialect, allow_unregistered=True)
    return next(iter(module.body))


def test_values_live_as_long_as_they_are_needed():
    computation = Computation(function("""
      func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.add %a, %b : tensor<f32>
        %1 = stablehlo.multiply %0, %a : tensor<f32>
        %2 = stablehlo.negate %0 : tensor<f32>
        return %1 : tensor<f32>
      }
    """).body)  # fmt: skip
    a, b, first, second, unused = range(5)
    assert [set(step.dying) for step in computation.steps] == [{b}, {a}, {first, unused}]
    assert computation(np.float32(2), np.float32(3)) == [10]


NESTED = """
  func.func @f(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
    %0 = "stablehlo.if"(%p) ({
      %1 = "stablehlo.if"(%p) ({
        stablehlo.return %a : tensor<f32>
      }, {
        stablehlo.return %a : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }, {
      %2 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    return %0 : tensor<f32>
  }
"""


def test_regions_capture_what_is_around_them():
    func = function(NESTED)
    branch = func.body.first.regions[0].blocks[0]
    assert captured_values(branch) == func.body.arguments
    computation = Computation(func.body)
    assert computation(np.True_, np.float32(5)) == [5]
    assert computation(np.False_, np.float32(5)) == [-5]


def body(text: str):
    """The body of a reduction of one or more operands."""
    func = function(f"""
      func.func @f(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<i32> {{
        %0 = "stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            {text}
        }}) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
        return %0 : tensor<i32>
      }}
    """)
    return func.body.first.regions[0].blocks[0]


def test_a_body_that_answers_its_second_argument():
    assert returns_second(body("stablehlo.return %b : tensor<i32>"))
    assert not returns_second(body("stablehlo.return %a : tensor<i32>"))


def test_an_op_without_meaning_is_named_with_its_place():
    func = function('func.func @f() {\n  "other.op"() : () -> ()\n  return\n}')
    with pytest.raises(Error, match="'other.op' op cannot be computed here") as caught:
        Computation(func.body)
    assert "test.mlir:2:3" in caught.value.render()


def test_an_error_while_computing_is_told_about_the_op():
    func = function("""
      func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
        %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
        return
      }
    """)
    with pytest.raises(Error, match="'stablehlo.add' op cannot be computed: .*broadcast"):
        Computation(func.body)(np.zeros(2, np.float32), np.zeros(3, np.float32))


GRAPH = """
  func.func @f(%a: tensor<f32>) -> tensor<f32> {{
    %0 = tf_executor.graph {{
      {first}
      {second}
      tf_executor.fetch %twice : tensor<f32>
    }}
    return %0 : tensor<f32>
  }}
"""
TWICE = "%twice, %c1 = tf_executor.island {\n%x = stablehlo.add %neg, %neg : tensor<f32>\ntf_executor.yield %x : tensor<f32>\n}"
NEGATED = "%neg, %c2 = tf_executor.island {\n%x = stablehlo.negate USED : tensor<f32>\ntf_executor.yield %x : tensor<f32>\n}"


def test_a_graph_may_hold_its_ops_in_any_order():
    """The island that is written first uses, inside, what the second gives."""
    from tfir.execution.special import SPECIAL

    text = GRAPH.format(first=TWICE, second=NEGATED.replace("USED", "%a"))
    assert Computation(function(text).body, lambda op: SPECIAL.get(op.name))(np.float32(3)) == [-6]


def test_a_graph_that_needs_its_own_result():
    from tfir.execution.special import SPECIAL

    text = GRAPH.format(first=TWICE, second=NEGATED.replace("USED", "%twice"))
    with pytest.raises(Error, match="'tf_executor.island' op cannot be computed here: it needs its own result"):
        Computation(function(text).body, lambda op: SPECIAL.get(op.name))


def test_thousands_of_views_in_a_row():
    """Whether a value is a variable's memory is asked along all that share it: of a chain longer than Python calls functions in each other."""
    import numpy as np
    from tfir.execution.special import SPECIAL

    ops = [f'%{at + 1} = "tf.Identity"(%{at}) : (tensor<2xf32>) -> tensor<2xf32>' for at in range(3000)]
    text = "func.func @f(%0: tensor<2xf32>) -> tensor<2xf32> {\n" + "\n".join(ops) + "\nreturn %3000 : tensor<2xf32>\n}"
    computation = Computation(function(text).body, lambda op: SPECIAL.get(op.name))
    assert computation(np.array([1, 2], np.float32))[0].tolist() == [1, 2]


def test_operands_lie_in_order_where_that_is_asked():
    """A transposed array is a view; while `LaidOut` lasts, the op that reads it gets its elements in order."""
    import numpy as np
    from tfir.execution.computation import LaidOut, Step, run_step

    def seen(operands):
        return np.array([operands[0].flags.c_contiguous])

    view = np.zeros((2, 3)).T
    step = Step(None, seen, [0], [1])
    for context, answer in ((None, False), (LaidOut(), True)):
        frame = [view, None]
        if context is None:
            run_step(step, frame)
        else:
            with context:
                run_step(step, frame)
        assert frame[1].tolist() == [answer] and frame[0] is view
    run_step(step, frame)
    assert frame[1].tolist() == [False]
