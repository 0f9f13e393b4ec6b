"""What goes along rows in one dispatch (softmax, normalizations, their likes) on this machine's processor, against NumPy in double precision."""

import numpy as np
import pytest
from device_calls import lowered
from processor_programs import TARGETS, run, typed
from row_programs import EXPECTED, LENGTHS, Body, assert_as_expected, drawn, layer_norm, log_softmax, logsumexp, softmax, two_at_once
from tfir.execution.entry import find_entry

from tfrun.devices import session

pytest.importorskip("llvmlite")


def check(program, shape, element: str, target: str, last: int = 1, special=None) -> None:
    """Runs a program on drawn numbers; all of it has to be one dispatch."""
    x, w = drawn(shape, element, special)
    text, result = program(Body(shape, element, last))
    answer, schedules = run([x, w], [element] * 2, text, result, target)
    assert len(schedules) == 1, schedules
    assert_as_expected(program, answer, x, w, element, last)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("program", EXPECTED)
def test_rows_of_all_lengths(program, length, target):
    check(program, (5, length), "f32", target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [3, 17, 300])
@pytest.mark.parametrize("element", ["f64", "f16", "bf16"])
@pytest.mark.parametrize("program", [softmax, layer_norm, logsumexp])
def test_other_types(program, element, length, target):
    check(program, (4, length), element, target)


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("program", [softmax, log_softmax, layer_norm, two_at_once])
def test_what_is_no_number_stays_in_its_row(program, special):
    check(program, (12, 37), "f32", "x86-64-v3", special=special)


@pytest.mark.parametrize("program", EXPECTED)
@pytest.mark.parametrize("shape", [(3, 4, 5, 7), (2, 6, 16), (70, 3, 3), (1, 1, 9)])
def test_rows_of_two_dimensions(program, shape):
    """Weights along the last of them keep vectors within it; all else goes along both as one."""
    check(program, shape, "f32", "x86-64-v3", last=2)


@pytest.mark.parametrize("program", [softmax, layer_norm])
def test_many_rows(program):
    """In several workgroups, of which the last has fewer."""
    check(program, (1031, 33), "f32", "x86-64-v4")


@pytest.mark.parametrize("program", [softmax, layer_norm])
@pytest.mark.parametrize("rows", [3, 500])
def test_threads_share_the_rows(program, rows):
    x, w = (np.random.default_rng(rows).standard_normal(shape).astype("f4") for shape in ((rows, 130), (130,)))
    text, result = program(Body(x.shape, "f32"))
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
