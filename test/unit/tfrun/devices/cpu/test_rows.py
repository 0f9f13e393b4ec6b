"""What goes along rows or columns in one dispatch (softmax, normalizations, their likes) on this machine's processor, against NumPy in double precision."""

import numpy as np
import pytest
from device_calls import lowered
from processor_programs import TARGETS, dtype, run, run_by, typed
from row_programs import EXPECTED, LENGTHS, Body, assert_as_expected, drawn, layer_norm, log_softmax, logsumexp, softmax, two_at_once
from tfir.execution.entry import find_entry

from tfrun.devices import session

pytest.importorskip("llvmlite")


def check(program, shape, element: str, target: str, axes=(-1,), special=None) -> None:
    """Runs a program on drawn numbers; all of it has to be one dispatch."""
    x, w = drawn(shape, element, special)
    text, result = program(Body(shape, element, axes))
    answer, schedules = run([x, w], [element] * 2, text, result, target)
    assert len(schedules) == 1, schedules
    assert_as_expected(program, answer, x, w, element, axes)


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("program", EXPECTED)
def test_rows_of_all_lengths(program, length, target):
    check(program, (5, length), "f32", target)


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [3, 17, 300])
@pytest.mark.parametrize("element", ["f64", "f16", "bf16"])
@pytest.mark.parametrize("program", [softmax, layer_norm, logsumexp])
def test_other_types(program, element, length, target):
    check(program, (4, length), element, target)


@pytest.mark.sweep
@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("program", [softmax, log_softmax, layer_norm, two_at_once])
def test_what_is_no_number_stays_in_its_row(program, special):
    check(program, (12, 37), "f32", "x86-64-v3", special=special)


@pytest.mark.sweep
@pytest.mark.parametrize("program", EXPECTED)
@pytest.mark.parametrize("shape", [(3, 4, 5, 7), (2, 6, 16), (70, 3, 3), (1, 1, 9)])
def test_rows_of_two_dimensions(program, shape):
    """Weights along the last of them keep vectors within it; all else goes along both as one."""
    check(program, shape, "f32", "x86-64-v3", axes=(-2, -1))


@pytest.mark.parametrize("program", [softmax, layer_norm])
def test_many_rows(program):
    """In several workgroups, of which the last has fewer."""
    check(program, (1031, 33), "f32", "x86-64-v4")


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((1, 16), [0]),
        ((40, 17), [0]),
        ((3, 7, 130), [1]),
        ((300, 100), [0]),
        ((2, 3, 5, 48), [1, 2]),
        ((4, 9, 3, 21), [1]),
        ((5, 4, 16), [0, 1]),
    ],
)
@pytest.mark.parametrize("program", EXPECTED)
def test_columns(program, shape, axes, target):
    """Whole vectors, some that end with the last column; weights of columns; several dimensions in front of columns and behind them."""
    check(program, shape, "f32", target, tuple(axes))


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f64", "f16", "bf16"])
@pytest.mark.parametrize("program", [softmax, layer_norm, logsumexp])
def test_columns_of_other_types(program, element, target):
    check(program, (2, 30, 37), element, target, axes=(1,))


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("program", [softmax, log_softmax, layer_norm, two_at_once])
def test_what_is_no_number_stays_in_its_column(program, special):
    check(program, (37, 51), "f32", "x86-64-v3", axes=(0,), special=special)


def test_sums_of_columns_are_taken_in_parts():
    """4096 ones on top of 2^24 are lost one by one, as each rounds to what was there; in parts they count."""
    x = np.ones((4096, 16), "f4")
    x[0] = 2**24
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : ({typed(x.shape)}, tensor<f32>) -> tensor<16xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<16xf32>) -> {typed(x.shape)}
      %r = stablehlo.subtract %b, %0 : {typed(x.shape)}"""
    answer = run_by("column_reduction", [x], ["f32"], body, typed(x.shape), "x86-64-v3")
    np.testing.assert_allclose(answer[1:], 2**24 + 4094, atol=260)


@pytest.mark.parametrize("shape", [(9, 4), (300, 70), (1, 33)])
@pytest.mark.parametrize(
    ("element", "name", "start", "expected"),
    [
        ("i8", "add", "1", lambda x: x.sum(0, dtype="i1") + np.int8(1)),
        ("ui8", "maximum", "3", lambda x: np.maximum(x.max(0), 3)),
        ("i32", "minimum", "-5", lambda x: np.minimum(x.min(0), -5)),
        ("f64", "add", "0.5", lambda x: x.sum(0) + 0.5),
        ("f16", "maximum", "0xFC00", lambda x: x.max(0)),
    ],
)
def test_columns_that_are_reduced_alone(element, name, start, expected, shape):
    """Whole numbers: their sums are exact, and those of bytes wrap around."""
    x = np.random.default_rng(sum(shape)).integers(0, 100, shape).astype(dtype(element))
    result, number = typed(shape[1:], element), typed((), element)
    body = f"""%z = stablehlo.constant dense<{start}> : {number}
      %r = stablehlo.reduce(%0 init: %z) applies stablehlo.{name} across dimensions = [0] : ({typed(shape, element)}, {number}) -> {result}"""
    np.testing.assert_array_equal(run_by("column_reduction", [x], [element], body, result, "x86-64-v3"), expected(x))


@pytest.mark.parametrize("axis", [1, 2])
def test_what_depends_on_the_place_in_a_column(axis):
    """Weights along columns, and along a dimension behind them; sums keep their dimensions on the way."""
    x, w = (np.random.default_rng(axis).standard_normal(shape).astype("f4") for shape in ((3, 5, 6, 20), ((0, 5, 6)[axis],)))
    whole, kept = typed(x.shape), "tensor<3x1x6x20xf32>"
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
      %w = stablehlo.broadcast_in_dim %1, dims = [{axis}] : ({typed(w.shape)}) -> {whole}
      %n = stablehlo.iota dim = {axis} : {whole}
      %p = stablehlo.multiply %0, %w : {whole}
      %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : ({whole}, tensor<f32>) -> tensor<3x6x20xf32>
      %k = stablehlo.reshape %s : (tensor<3x6x20xf32>) -> {kept}
      %a = stablehlo.abs %k : {kept}
      %b = stablehlo.broadcast_in_dim %a, dims = [0, 1, 2, 3] : ({kept}) -> {whole}
      %d = stablehlo.subtract %p, %b : {whole}
      %r = stablehlo.add %d, %n : {whole}"""
    answer = run_by("column_reduction", [x, w], ["f32"] * 2, body, whole, "x86-64-v3")
    place = [1, 1, 1, 1]
    place[axis] = len(w)
    product = x.astype("f8") * w.reshape(place)
    np.testing.assert_allclose(answer, product - abs(product.sum(1, keepdims=True)) + np.arange(len(w)).reshape(place), atol=1e-5)


@pytest.mark.parametrize("program", [softmax, layer_norm])
@pytest.mark.parametrize("rows", [3, 500])
@pytest.mark.parametrize("axis", [0, 1])
def test_threads_share_the_rows(program, rows, axis):
    x, w = (np.random.default_rng(rows).standard_normal(shape).astype("f4") for shape in ((rows, 130), (130,)))
    text, result = program(Body(x.shape, "f32", [axis]))
    module = lowered(
        f"func.func @main(%0: {result}, %1: {typed(w.shape)}) -> {result} {{\n{text}\nreturn %r : {result}\n}}", TARGETS[0], "cpu"
    )
    answers = []
    for threads in (1, 2):
        with session(module, "cpu", threads=threads) as program_of:
            answers += program_of(find_entry(module))([x, w])
    np.testing.assert_array_equal(*answers)


def test_sums_that_other_rows_get():
    """A broadcast that exchanges the places of rows gives each the sum of another."""
    x = np.random.default_rng(0).standard_normal((8, 8, 64)).astype("f4")
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [2] : ({typed(x.shape)}, tensor<f32>) -> tensor<8x8xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [1, 0] : (tensor<8x8xf32>) -> {typed(x.shape)}
      %r = stablehlo.subtract %0, %b : {typed(x.shape)}"""
    answer, _ = run([x], ["f32"], body, typed(x.shape), "x86-64-v3")
    np.testing.assert_allclose(answer, x - x.sum(2, dtype="f8").T[:, :, None], atol=1e-4)
