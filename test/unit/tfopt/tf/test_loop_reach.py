"""Loops that numbers count end with TensorFlow's message where they ask a list for an element that it has not, and else answer as ever."""

from pathlib import Path

import numpy as np
import pytest
from device_calls import call, device_of, lowered
from lowered_pipelines import answers_on
from pipeline_case import recorded
from tfir.ir.diagnostics import Error

LIST = "tensor<!tf_type.variant<tensor<f32>>>"
PROGRAM = f"""
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<f32> {{{{
  %shape = "tf.Const"() {{{{value = dense<> : tensor<0xi32>}}}} : () -> tensor<0xi32>
  %zero = "tf.Const"() {{{{value = dense<0> : tensor<i32>}}}} : () -> tensor<i32>
  %sum = "tf.Const"() {{{{value = dense<0.0> : tensor<f32>}}}} : () -> tensor<f32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<?xf32>, tensor<0xi32>) -> {LIST}
  %a:4 = "tf.While"(%zero, %n, %sum, %l) {{{{cond = @below, body = @read, is_stateless = true}}}}
    : (tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) -> (tensor<i32>, tensor<i32>, tensor<f32>, {LIST})
  return %a#2 : tensor<f32>
}}}}
func.func private @below(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> tensor<i1> {{{{
  %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}}}}
func.func private @read(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> (tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) {{{{
  %shape = "tf.Const"() {{{{value = dense<> : tensor<0xi32>}}}} : () -> tensor<0xi32>
  %one = "tf.Const"() {{{{value = dense<1> : tensor<i32>}}}} : () -> tensor<i32>
  %two = "tf.Const"() {{{{value = dense<2> : tensor<i32>}}}} : () -> tensor<i32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %double = "tf.Mul"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %odd = "tf.AddV2"(%double, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %down = "tf.Sub"(%two, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %left = "tf.Sub"(%n, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %e = "tf.TensorListGetItem"(%l, %{{index}}, %shape) : ({LIST}, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  %s = "tf.AddV2"(%sum, %e) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %j, %n, %s, %l : tensor<i32>, tensor<i32>, tensor<f32>, {LIST}
}}}}
"""


@pytest.mark.parametrize("target", ["lavapipe", "x86-64-v3"])
@pytest.mark.parametrize(
    ("index", "length", "trips", "outcome"),
    [  # of a list of 1, 2, 3 ..: the sum of what is read, or the first element that there is not
        ("i", 4, 4, 1 + 2 + 3 + 4),
        ("i", 4, 0, 0),
        ("i", 0, 0, 0),
        ("i", 4, 6, 4),
        ("i", 0, 1, 0),
        ("odd", 4, 2, 2 + 4),
        ("odd", 4, 3, 5),
        ("odd", 5, 9, 5),
        ("down", 3, 3, 3 + 2 + 1),
        ("down", 3, 4, -1),
        ("down", 2, 1, 2),
        ("left", 4, 3, 3 + 2 + 1),
        ("left", 4, 6, 5),
    ],
)  # fmt: skip
def test_what_a_counted_loop_asks_for(index, length, trips, outcome, target):
    program = lowered(PROGRAM.format(index=index), target)
    numbers = [np.arange(1, length + 1, dtype=np.float32), np.int32(trips)]
    reads = {"i": range(trips), "odd": range(1, 2 * trips, 2), "down": range(2, 2 - trips, -1), "left": range(trips - 1, -1, -1)}[index]
    outside = [at for at in reads if not 0 <= at < length]
    if not outside:
        assert call(program, device_of(target), [numbers])[0][0] == outcome
        return
    assert outside[0] == outcome
    with pytest.raises(Error, match=f"Trying to access element {outcome} in a list with {length} elements"):
        call(program, device_of(target), [numbers])


READ = next(line for line in PROGRAM.splitlines() if "TensorListGetItem" in line)
GATHER = f"""
  %offsets = "tf.Const"() {{{{value = dense<[0, -1]> : tensor<2xi32>}}}} : () -> tensor<2xi32>
  %moved = "tf.AddV2"(%offsets, %i) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %turned = "tf.Sub"(%n, %offsets) : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %packed = "tf.Pack"(%odd, %i) {{{{axis = 0 : i64}}}} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %es = "tf.TensorListGather"(%l, %{{index}}, %shape) : ({LIST}, tensor<2xi32>, tensor<0xi32>) -> tensor<2xf32>
  %axis = "tf.Const"() {{{{value = dense<0> : tensor<1xi32>}}}} : () -> tensor<1xi32>
  %e = "tf.Sum"(%es, %axis) {{{{keep_dims = false}}}} : (tensor<2xf32>, tensor<1xi32>) -> tensor<f32>
"""


@pytest.mark.parametrize("index", ["moved", "turned", "packed"])
@pytest.mark.parametrize(("length", "trips"), [(4, 0), (4, 2), (8, 4), (3, 2)])
def test_what_a_counted_loop_gathers(index, length, trips):
    """Several elements of a list of 1, 2, 3 .. in each trip."""
    program = lowered(PROGRAM.replace(READ, GATHER).format(index=index), "x86-64-v3")
    numbers = [np.arange(1, length + 1, dtype=np.float32), np.int32(trips)]
    asked = {"moved": lambda i: [i, i - 1], "turned": lambda i: [trips, trips + 1], "packed": lambda i: [2 * i + 1, i]}[index]
    reads = [at for i in range(trips) for at in asked(i)]
    if all([0 <= at < length for at in reads]):
        assert call(program, device_of("x86-64-v3"), [numbers])[0][0] == sum([at + 1 for at in reads])
        return
    with pytest.raises(Error, match=f"Index -?[0-9]+ out o range; list only has {length} elements"):
        call(program, device_of("x86-64-v3"), [numbers])


NEST = f"""
func.func @main(%x: tensor<?xf32>, %m: tensor<i32>, %n: tensor<i32>) -> tensor<f32> {{{{
  %shape = "tf.Const"() {{{{value = dense<> : tensor<0xi32>}}}} : () -> tensor<0xi32>
  %zero = "tf.Const"() {{{{value = dense<0> : tensor<i32>}}}} : () -> tensor<i32>
  %sum = "tf.Const"() {{{{value = dense<0.0> : tensor<f32>}}}} : () -> tensor<f32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<?xf32>, tensor<0xi32>) -> {LIST}
  %a:5 = "tf.While"(%zero, %m, %n, %sum, %l) {{{{cond = @before, body = @rows, is_stateless = true}}}}
    : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST})
  return %a#3 : tensor<f32>
}}}}
func.func private @before(%i: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> tensor<i1> {{{{
  %c = "tf.Less"(%i, %m) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}}}}
func.func private @rows(%i: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) {{{{
  %zero = "tf.Const"() {{{{value = dense<0> : tensor<i32>}}}} : () -> tensor<i32>
  %one = "tf.Const"() {{{{value = dense<1> : tensor<i32>}}}} : () -> tensor<i32>
  %a:5 = "tf.While"(%zero, %n, %i, %sum, %l) {{{{cond = @inside, body = @row, is_stateless = true}}}}
    : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST})
  %k = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %k, %m, %n, %a#3, %a#4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}
}}}}
func.func private @inside(%j: tensor<i32>, %n: tensor<i32>, %i: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> tensor<i1> {{{{
  %c = "tf.Less"(%j, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}}}}
func.func private @row(%j: tensor<i32>, %n: tensor<i32>, %i: tensor<i32>, %sum: tensor<f32>, %l: {LIST}) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}) {{{{
  %shape = "tf.Const"() {{{{value = dense<> : tensor<0xi32>}}}} : () -> tensor<0xi32>
  %one = "tf.Const"() {{{{value = dense<1> : tensor<i32>}}}} : () -> tensor<i32>
  %three = "tf.Const"() {{{{value = dense<3> : tensor<i32>}}}} : () -> tensor<i32>
  %threefold = "tf.Mul"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %up = "tf.AddV2"(%threefold, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %down = "tf.Sub"(%three, %up) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %mixed = "tf.Sub"(%threefold, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %k = "tf.AddV2"(%j, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %e = "tf.TensorListGetItem"(%l, %{{index}}, %shape) : ({LIST}, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  %s = "tf.AddV2"(%sum, %e) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %k, %n, %i, %s, %l : tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, {LIST}
}}}}
"""
INDEX = {
    "j": lambda i, j: j,
    "up": lambda i, j: 3 * i + j,
    "down": lambda i, j: 3 - (3 * i + j),
    "mixed": lambda i, j: 3 * i - j,
}


@pytest.mark.parametrize(("index", "target"), [*[(index, "x86-64-v3") for index in INDEX], ("mixed", "lavapipe")])
def test_what_a_loop_in_a_loop_asks_for(index, target):
    program = lowered(NEST.format(index=index), target)
    outcomes = set()
    for length, outer, inner in [(4, 1, 4), (4, 1, 1), (5, 3, 2), (3, 0, 9), (3, 9, 0), (8, 3, 2), (7, 3, 3), (2, 2, 4)]:
        numbers = [np.arange(1, length + 1, dtype=np.float32), np.int32(outer), np.int32(inner)]
        reads = [INDEX[index](i, j) for i in range(outer) for j in range(inner)]
        outside = [at for at in reads if not 0 <= at < length]
        outcomes.add(bool(outside))
        if not outside:
            assert call(program, device_of(target), [numbers])[0][0] == sum([at + 1 for at in reads])
            continue
        with pytest.raises(Error, match=f"Trying to access element {outside[0]} in a list with {length} elements"):
            call(program, device_of(target), [numbers])
    assert outcomes == {False, True}


NESTED = recorded(Path(__file__).parents[3] / "support" / "nested_loops.jsonl")


@pytest.mark.parametrize("graph", NESTED, ids=lambda graph: graph.steps[0])
def test_loops_inside_of_each_other_ask_for_what_there_is(graph):
    """As TensorFlow 2.21 answered: a number, or an error with the first element that there is not."""
    (answer,), (expected,) = answers_on(graph, "stablehlo", "interpreter"), graph.answers
    if isinstance(expected, tuple):
        assert expected[1] in answer
    else:
        np.testing.assert_allclose(answer, expected)
