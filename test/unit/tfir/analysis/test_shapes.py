"""What is known of the values of a graph: shapes, sizes with names for the unknown ones, and small contents."""

import pytest
from tfir.analysis.shapes import STRICT, ShapeAnalysis, fixpoint
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import F32, TensorType
from tfir.ods.shapes import Symbol
from tfir.text.parser import parse

FEED = '%x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<?x28x28>} : () -> (tensor<*xf32>)\n'
NUMBERS = """
    %zero, %c1 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
    %one, %c2 = Const name("one") {dtype = i32, value = dense<[1]> : tensor<1xi32>} : () -> (tensor<*xi32>)
    %none, %c3 = Const name("none") {dtype = i32, value = dense<[0]> : tensor<1xi32>} : () -> (tensor<*xi32>)
    %many, %c4 = Const name("many") {dtype = i32, value = dense<784> : tensor<i32>} : () -> (tensor<*xi32>)
"""
BATCH = """
    %shape, %c5 = Shape(%x) name("shape") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
    %batch, %c6 = StridedSlice(%shape, %none, %one, %one) name("batch") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %wanted, %c7 = Pack(%batch, %many) name("wanted") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %flat, %c8 = Reshape(%x, %wanted) name("flat") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
"""
ADD = """
    %sum, %c9 = AddV2(%{}, %{}) name("sum") {{T = i32}} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
"""


def nodes(body: str) -> list:
    text = f"tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{\n{body}}}"
    module = parse(Source("graph", text), lookup, dialect)
    return topological_order(module.body.first.body)


def learned(body: str, *policy) -> dict:
    """What is known of each node's first result, by the node's name."""
    order = nodes(body)
    shapes = ShapeAnalysis(*policy).run(order)
    return {node_name(op): shapes[op.results[0]] for op in order}


def test_a_size_keeps_its_name_through_ops_on_shapes():
    known = learned(FEED + NUMBERS + BATCH)
    batch = known["x"].shape[0]
    assert isinstance(batch, Symbol)
    assert known["wanted"].numbers == [batch, 784]
    assert known["flat"].shape == (batch, 784)


def test_what_is_small_and_known_is_computed():
    known = learned(NUMBERS + ADD.format("many", "one"))
    assert (known["sum"].shape, known["sum"].numbers, known["sum"].integers) == ((1,), [785], [785])
    assert known["sum"].value.tolist() == [785]


def test_a_list_of_tensors_is_no_content():
    """One that is made of numbers alone, as all that asks for its length is."""
    lists = (
        '%list, %c8 = TensorListReserve(%one, %many) name("list") {element_dtype = i64, shape_type = i32} : '
        "(tensor<*xi32>, tensor<*xi32>) -> (tensor<*x!tf_type.variant>)\n"
        '%length, %c9 = TensorListLength(%list) name("length") : (tensor<*x!tf_type.variant>) -> (tensor<*xi32>)\n'
    )
    known = learned(NUMBERS + lists, STRICT)
    assert known["list"].content is None and known["length"].content is None and known["length"].shape == ()


def test_an_unknown_number_is_none():
    feed = '%y, %d = Placeholder name("y") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<*xi32>)\n'
    pack = '%p, %e = Pack(%y, %many) name("p") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)\n'
    known = learned(NUMBERS + feed + pack)["p"]
    assert (known.numbers, known.integers, known.value) == ([None, 784], None, None)


def test_sums_that_would_wrap_around_are_computed_as_the_machine_does():
    text = NUMBERS.replace("dense<784>", "dense<2147483647>") + ADD.format("many", "one")
    assert learned(text)["sum"].numbers == [-2147483648]


def test_what_is_given_counts_with_what_is_declared():
    order = nodes(FEED + NUMBERS + BATCH)
    (x,) = [op.results[0] for op in order if node_name(op) == "x"]
    (flat,) = [op.results[0] for op in order if node_name(op) == "flat"]
    assert ShapeAnalysis(given={x: (4, None, 28)}).run(order)[flat].shape == (4, 784)


WRONG = """
    %two, %d1 = Const name("two") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<*xi32>)
    %three, %d2 = Const name("three") {dtype = i32, value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> (tensor<*xi32>)
"""


def test_operands_that_do_not_fit_are_an_error_only_where_it_is_strict():
    text = WRONG + ADD.format("two", "three")
    assert learned(text)["sum"].shape is None
    with pytest.raises(Error, match="do not broadcast"):
        learned(text, STRICT)


LOOP = """
    %start, %l1 = Const name("start") {{dtype = f32, value = dense<1.0> : tensor<1x3xf32>}} : () -> (tensor<*xf32>)
    %axis, %l2 = Const name("axis") {{dtype = i32, value = dense<0> : tensor<i32>}} : () -> (tensor<*xi32>)
    %on, %l3 = Const name("on") {{dtype = i1, value = dense<true> : tensor<i1>}} : () -> (tensor<*xi1>)
    %enter, %l4 = Enter(%start) name("enter") {{T = f32, frame_name = "f", is_constant = false, parallel_iterations = 1 : i64}} : (tensor<*xf32>) -> (tensor<*xf32>)
    %merge:2, %l5 = Merge(%enter, %next) name("merge") {{N = 2 : i64, T = f32}} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
    %switch:2, %l6 = Switch(%merge#0, %on) name("switch") {{T = f32}} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
    {body}
    %next, %l8 = NextIteration(%done) name("next") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
    %exit, %l9 = Exit(%switch#0) name("exit") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
"""


def test_a_loop_s_value_has_the_shape_it_comes_in_with():
    body = '%done, %l7 = Neg(%switch#1) name("done") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)'
    assert learned(LOOP.format(body=body))["exit"].shape == (1, 3)


def test_a_size_that_changes_in_a_loop_is_unknown():
    body = (
        '%done, %l7 = ConcatV2(%switch#1, %start, %axis) name("done") {N = 2 : i64, T = f32, Tidx = i32} : '
        "(tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)"
    )
    rows, columns = learned(LOOP.format(body=body))["exit"].shape
    assert isinstance(rows, Symbol) and columns == 3


def test_an_attribute_that_is_left_out_of_a_node_with_control_operands():
    text = NUMBERS + '%sum, %c9 = AddV2(%many, %one) [%c1, %c2] name("sum") : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)\n'
    text += '%to, %c10 = Cast(%sum) [%c9] name("to") : (tensor<*xi32>) -> (tensor<*xi64>)\n'
    assert learned(text)["to"].numbers == [785]


def test_a_long_row_of_small_ops_is_followed_to_its_end():
    turn = '%n{}, %e{} = AddV2(%n{}, %many) name("n{}") {{T = i32}} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)\n'
    row = "".join([turn.format(number, number, number - 1, number) for number in range(1, 1000)])
    assert learned(NUMBERS + row.replace("%n0", "%zero"))["n999"].integers == [999 * 784]


VARIABLE = """
    %e{n}, %ec{n} = Enter(%{start}) name("enter{n}") {{T = f32, frame_name = "f", is_constant = false, parallel_iterations = 1 : i64}} : (tensor<*xf32>) -> (tensor<*xf32>)
    %m{n}:2, %mc{n} = Merge(%e{n}, %next{n}) name("merge{n}") {{N = 2 : i64, T = f32}} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
    %s{n}:2, %sc{n} = Switch(%m{n}#0, %on) name("switch{n}") {{T = f32}} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
    %next{n}, %nc{n} = NextIteration(%{comes}) name("next{n}") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
    %x{n}, %xc{n} = Exit(%s{n}#0) name("exit{n}") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)
"""
LONGER = '%longer, %l7 = ConcatV2(%s0#1, %start, %axis) name("longer") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)\n'
STARTS = "".join(LOOP.format(body="").splitlines(True)[:4])


def loop(count: int, start: str = "start") -> str:
    """A loop whose first variable becomes longer each turn, and whose others are what the one before was; the last keeps its value."""
    comes = ["longer", *[f"s{number - 1}#1" for number in range(1, count)]]
    rows = [VARIABLE.format(n=number, start="start", comes=each) for number, each in enumerate(comes)]
    return STARTS + LONGER + "".join(rows) + VARIABLE.format(n=count, start=start, comes=f"s{count}#1")


def test_a_size_that_changes_only_after_many_turns_is_unknown_and_no_other_is():
    known = learned(loop(12))
    for number in range(12):
        rows, columns = known[f"exit{number}"].shape
        assert isinstance(rows, Symbol) and columns == 3
    assert known["exit12"].shape == (1, 3)


def test_what_a_loop_keeps_has_the_sizes_of_what_came_in_by_name():
    known = learned(FEED + loop(3, start="x"))
    assert known["exit3"].shape == known["x"].shape
    assert known["exit2"].shape[0] is not known["exit1"].shape[0]  # each turn's number of rows is another


def test_a_rank_that_changes_in_a_loop_is_unknown():
    body = (
        '%done, %l7 = ExpandDims(%switch#1, %axis) name("done") {T = f32, Tdim = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)'
    )
    assert learned(LOOP.format(body=body))["exit"].shape is None


def test_a_function_s_loop_has_the_types_that_all_turns_have():
    narrow, wide = TensorType((1, 3), F32), TensorType((None, 3), F32)
    seen = []
    assert fixpoint([narrow, narrow], lambda types: seen.append(list(types)) or [TensorType((2, 3), F32), types[0]]) == [wide, wide]
    assert seen == [[narrow, narrow], [wide, narrow], [wide, wide]]
    assert fixpoint([narrow], lambda types: types) == [narrow]
