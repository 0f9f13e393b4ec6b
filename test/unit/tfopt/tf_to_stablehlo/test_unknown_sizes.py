"""One lowered module serves any batch: programs whose sizes are not known when they are lowered, run for several, against TensorFlow's ops as
the interpreter computes them for the sizes at hand."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

ENTRY = 'attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "y"}}'
PAIR = "(tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>"


def module(body: str, argument: str = "tensor<?x6xf32>", result: str = "tensor<?x6xf32>"):
    text = f"func.func @main(%x: {argument}) -> {result} {ENTRY} {{\n{body}\n  return %y : {result}\n}}"
    return parse(Source("test", text), lookup, dialect)


def constant(name: str, content: str, type: str) -> str:
    return f'%{name} = "tf.Const"() {{value = dense<{content}> : {type}}} : () -> {type}\n'


ONE_AXIS = constant("one", "1", "tensor<i32>")
BATCH = (
    '%shape = "tf.Shape"(%x) : (tensor<?x6xf32>) -> tensor<2xi32>\n' + constant("begin", "0", "tensor<1xi32>") + constant("end", "1", "tensor<1xi32>")
    + '%n = "tf.StridedSlice"(%shape, %begin, %end, %end) {begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, '
    "new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>\n"
)  # fmt: skip
MASKS = "begin_mask = {} : i64, ellipsis_mask = 0 : i64, end_mask = {} : i64, new_axis_mask = 0 : i64, shrink_axis_mask = {} : i64"


def strided(begin: str, end: str, result: str, end_mask: int = 1, shrink: int = 0, strides: str = "1", begin_mask: int = 1) -> str:
    bounds = constant("b", begin, "tensor<2xi32>") + constant("e", end, "tensor<2xi32>") + constant("s", strides, "tensor<2xi32>")
    masks = MASKS.format(begin_mask, end_mask, shrink)
    types = "tensor<?x6xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>"
    return bounds + f'%y = "tf.StridedSlice"(%x, %b, %e, %s) {{{masks}}} : ({types}) -> {result}'


PROGRAMS = {
    "a number spread over all": constant("two", "2.0", "tensor<f32>")
    + '%y = "tf.Mul"(%x, %two) : (tensor<?x6xf32>, tensor<f32>) -> tensor<?x6xf32>',
    "a row added to each": constant("row", "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]", "tensor<6xf32>")
    + '%y = "tf.AddV2"(%x, %row) : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>',
    "softmax": '%y = "tf.Softmax"(%x) : (tensor<?x6xf32>) -> tensor<?x6xf32>',
    "the mean of the batch": constant("axis", "0", "tensor<i32>")
    + '%m = "tf.Mean"(%x, %axis) {keep_dims = true} : (tensor<?x6xf32>, tensor<i32>) -> tensor<1x6xf32>\n'
    + '%y = "tf.Sub"(%x, %m) : (tensor<?x6xf32>, tensor<1x6xf32>) -> tensor<?x6xf32>',
    "the batch times itself": '%m = "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = true} : '
    + "(tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x?xf32>\n"
    + f'%y = "tf.MatMul"(%m, %x) {{transpose_a = false, transpose_b = false}} : {PAIR.replace("?x6", "?x?", 1)}',
    "sizes that the program computes": BATCH + constant("six", "6", "tensor<i32>")
    + '%p = "tf.Pack"(%n, %six) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + constant("three", "3.0", "tensor<f32>") + '%f = "tf.Fill"(%p, %three) : (tensor<2xi32>, tensor<f32>) -> tensor<?x6xf32>\n'
    + f'%y = "tf.AddV2"(%x, %f) : {PAIR}',
    "as many as the batch": BATCH + constant("zero", "0", "tensor<i32>") + ONE_AXIS
    + '%r = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>\n'
    + '%f = "tf.Cast"(%r) {Truncate = false} : (tensor<?xi32>) -> tensor<?xf32>\n'
    + '%e = "tf.ExpandDims"(%f, %one) : (tensor<?xf32>, tensor<i32>) -> tensor<?x1xf32>\n'
    + '%y = "tf.Mul"(%x, %e) : (tensor<?x6xf32>, tensor<?x1xf32>) -> tensor<?x6xf32>',
}  # fmt: skip
OTHERS = {  # whose results have another shape
    "columns": (strided("[0, 1]", "[0, 3]", "tensor<?x2xf32>"), "tensor<?x2xf32>"),
    "one column": (strided("[0, 4]", "[0, 5]", "tensor<?xf32>", shrink=2), "tensor<?xf32>"),
    "in pairs": (
        constant("shape", "[-1, 3]", "tensor<2xi32>") + '%y = "tf.Reshape"(%x, %shape) : (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x3xf32>',
        "tensor<?x3xf32>",
    ),
    "twice": (
        constant("axis", "0", "tensor<i32>") + '%y = "tf.ConcatV2"(%x, %x, %axis) : (tensor<?x6xf32>, tensor<?x6xf32>, tensor<i32>) -> tensor<?x6xf32>',
        "tensor<?x6xf32>",
    ),
    "the first": (strided("[0, 0]", "[1, 0]", "tensor<6xf32>", end_mask=2, shrink=1), "tensor<6xf32>"),
    "three of the first": (strided("[0, 0]", "[3, 6]", "tensor<?x6xf32>", end_mask=2), "tensor<?x6xf32>"),
    "all but the first": (strided("[1, 0]", "[0, 6]", "tensor<?x6xf32>", end_mask=3, begin_mask=2), "tensor<?x6xf32>"),
    "all but the last": (strided("[0, 0]", "[-1, 6]", "tensor<?x6xf32>", end_mask=2), "tensor<?x6xf32>"),
    "the last three": (strided("[-3, 0]", "[0, 6]", "tensor<?x6xf32>", end_mask=3, begin_mask=2), "tensor<?x6xf32>"),
    "the last": (strided("[-1, 0]", "[0, 6]", "tensor<6xf32>", end_mask=2, shrink=1, begin_mask=2), "tensor<6xf32>"),
    "each second": (strided("[0, 0]", "[0, 6]", "tensor<?x6xf32>", end_mask=3, strides="[2, 1]"), "tensor<?x6xf32>"),
    "from the last on": (strided("[0, 0]", "[0, 6]", "tensor<?x6xf32>", end_mask=3, strides="[-1, 1]"), "tensor<?x6xf32>"),
    "a spectrum of each row": (
        constant("n", "6", "tensor<1xi32>") + '%c = "tf.RFFT"(%x, %n) : (tensor<?x6xf32>, tensor<1xi32>) -> tensor<?x4xcomplex<f32>>\n'
        + '%y = "tf.ComplexAbs"(%c) : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>', "tensor<?x4xf32>",
    ),
    "of rows cut off": (
        constant("n", "4", "tensor<1xi32>") + '%c = "tf.RFFT"(%x, %n) : (tensor<?x6xf32>, tensor<1xi32>) -> tensor<?x3xcomplex<f32>>\n'
        + '%y = "tf.ComplexAbs"(%c) : (tensor<?x3xcomplex<f32>>) -> tensor<?x3xf32>', "tensor<?x3xf32>",
    ),
    "how many": ('%y = "tf.Size"(%x) : (tensor<?x6xf32>) -> tensor<i32>', "tensor<i32>"),
}  # fmt: skip
CASES = {name: (body, "tensor<?x6xf32>") for name, body in PROGRAMS.items()} | OTHERS


@pytest.mark.parametrize("name", CASES)
def test_one_module_serves_any_batch(name):
    body, result = CASES[name]
    lowered = module(body, result=result)
    tf_to_stablehlo(lowered)
    verify(lowered, lookup)
    assert not [op for op in lowered.walk() if op.dialect == "tf"]
    program, reference = Program(lowered), Program(module(body, result=result))
    for batch in (1, 7, 32):
        x = np.random.default_rng(batch).standard_normal((batch, 6)).astype(np.float32)
        value, expected = program.run({"x": x})["y"], reference.run({"x": x})["y"]
        assert value.shape == expected.shape
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5)


def test_arguments_of_unknown_sizes_broadcast_as_they_come():
    text = f"""func.func @main(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {{
      %0 = "tf.AddV2"(%x, %y) : {PAIR.replace("6", "2")}
      return %0 : tensor<?x2xf32>
    }}"""
    lowered = parse(Source("test", text), lookup, dialect)
    tf_to_stablehlo(lowered)
    program, two, one = Program(lowered), np.array([[1, 2], [3, 4]], np.float32), np.array([[10, 20]], np.float32)
    for x, y in ((two, one), (one, two), (two, two), (one, one), (one, two[:0]), (two[:0], one)):
        np.testing.assert_array_equal(program.run({"arg0": x, "arg1": y})["result0"], x + y)


def running_mean(grown: str):
    """x grows by `grown` in each of three trips, in which the means of what it was add up."""
    carried = "tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>"
    arguments = "%i: tensor<i32>, %first: tensor<?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>, %total: tensor<f32>"
    text = f"""
      func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>)
          attributes {{tf.entry_function = {{inputs = "rows,steps", outputs = "sum,means"}}}} {{
        %n = "tf.Const"() {{value = dense<3> : tensor<i32>}} : () -> tensor<i32>
        %zero = "tf.Const"() {{value = dense<0.0> : tensor<f32>}} : () -> tensor<f32>
        %0:5 = "tf.While"(%n, %x, %x, %y, %zero) {{cond = @condition, body = @body, is_stateless = true}} : ({carried}) -> ({carried})
        return %0#2, %0#4 : tensor<?xf32>, tensor<f32>
      }}
      func.func private @condition({arguments}) -> tensor<i1> {{
        %zero = "tf.Const"() {{value = dense<0> : tensor<i32>}} : () -> tensor<i32>
        %0 = "tf.Greater"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        return %0 : tensor<i1>
      }}
      func.func private @body({arguments}) -> ({carried}) {{
        %one = "tf.Const"() {{value = dense<1> : tensor<i32>}} : () -> tensor<i32>
        %axis = "tf.Const"() {{value = dense<0> : tensor<i32>}} : () -> tensor<i32>
        %0 = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %1 = "tf.AddV2"(%x, {grown}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        %2 = "tf.Mean"(%x, %axis) {{keep_dims = false}} : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
        %3 = "tf.AddV2"(%total, %2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        return %0, %first, %1, %y, %3 : {carried}
      }}"""
    return parse(Source("test", text), lookup, dialect)


def test_feeds_that_meet_in_a_loop_are_of_one_size():
    """The loop is lowered as if its value kept its size, which a call is held to: the mean was the sum by the size before."""
    lowered = running_mean("%y")
    tf_to_stablehlo(lowered)
    program, two, one = Program(lowered), np.array([10, 20], np.float32), np.array([1], np.float32)
    for x, y in ((two, two), (two, one), (one, one)):
        called = program.run({"rows": x, "steps": y})
        np.testing.assert_array_equal(called["sum"], x + 3 * y)
        np.testing.assert_array_equal(called["means"], 3 * x.mean() + 3 * y.mean())
    with pytest.raises(Error, match="do not go together: dimension 0 of 'rows' is 1, dimension 0 of 'steps' is 2"):
        program.run({"rows": one, "steps": two})


def test_feeds_that_do_not_meet_have_sizes_of_their_own():
    lowered = running_mean("%first")
    tf_to_stablehlo(lowered)
    assert not [op for op in lowered.walk() if op.name == "stablehlo.custom_call"]
    called = Program(lowered).run({"rows": np.array([1], np.float32), "steps": np.array([10, 20], np.float32)})
    assert called["sum"].tolist() == [4] and called["means"] == 6


def test_the_feed_to_pin_is_told_before_what_needs_it():
    split = "N = 2 : i64, num_splits = [1, 2], paddings = [0, 0]"
    body = f'%z, %y = "tf.XlaSplitND"(%x) {{{split}}} : (tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)'
    with pytest.raises(Error) as caught:
        tf_to_stablehlo(module(body, result="tensor<?x3xf32>"))
    first, second = [diagnostic.message for diagnostic in caught.value.diagnostics]
    needed = "StableHLO needs static shapes, but feed 'x' is tensor<?x6xf32>"
    assert first == f"{needed}; give them with --input-shapes=x=Nx6 or --default-batch=1"
    assert second == "'tf.XlaSplitND' op needs static shapes to be lowered to StableHLO, but operand 'input' is tensor<?x6xf32>"
