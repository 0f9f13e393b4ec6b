"""What goes along rows in one dispatch of a device (softmax, normalizations, their likes), against NumPy in double precision."""

import numpy as np
import pytest
from device_calls import call, lowered
from processor_programs import typed
from row_programs import EXPECTED, LENGTHS, Body, assert_as_expected, drawn, layer_norm, log_softmax, softmax, two_at_once

TARGETS = ("lavapipe", "portable")


def check(program, shape, target: str, axes=(-1,), special=None, element: str = "f32") -> None:
    """Runs a program on drawn numbers; all of it has to be one dispatch."""
    x, w = drawn(shape, element, special)
    text, result = program(Body(shape, element, axes))
    named = ", ".join([f"%{at}: {typed(array.shape, element)}" for at, array in enumerate((x, w))])
    module = lowered(f"func.func @main({named}) -> {result} {{\n{text}\nreturn %r : {result}\n}}", target, "vulkan")
    schedules = [op.get("iree.schedule").text for op in module.walk() if "iree.schedule" in op.attributes]
    assert len(schedules) == 1 and "subgroup_rows" in schedules[0], schedules
    ((answer,),) = call(module, "vulkan", [[x, w]])
    assert_as_expected(program, answer, x, w, element, axes)


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [each for each in LENGTHS if 1 < each <= 4096])
@pytest.mark.parametrize("program", EXPECTED)
def test_rows_of_all_lengths(program, length, target):
    """On lavapipe a lane has up to eight pieces of a row in registers, of four elements where it is a multiple of that."""
    check(program, (5, length), target)


@pytest.mark.parametrize("special", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("program", [softmax, log_softmax, layer_norm, two_at_once])
def test_what_is_no_number_stays_in_its_row(program, special):
    check(program, (12, 37), "lavapipe", special=special)


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("program", EXPECTED)
@pytest.mark.parametrize("shape", [(3, 4, 5, 7), (2, 6, 16), (70, 3, 3)])
def test_rows_of_two_dimensions(program, shape, target):
    check(program, shape, target, axes=(-2, -1))


@pytest.mark.parametrize("program", [softmax, layer_norm])
@pytest.mark.parametrize("target", TARGETS)
def test_many_rows(program, target):
    """In more workgroups than rows need, where an invocation has one."""
    check(program, (1031, 36), target)


@pytest.mark.parametrize("program", [softmax, layer_norm])
def test_half_precision(program):
    check(program, (4, 300), "lavapipe", element="f16")


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_one_element_each(target):
    """A reduction over no dimensions: 2 * (x + x) with x added to zero in between."""
    body = (
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%s = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>\n"
        "%t = stablehlo.add %s, %0 : tensor<8xf32>\n"
        "%u = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>\n"
        "%r = stablehlo.add %u, %t : tensor<8xf32>"
    )
    module = lowered(f"func.func @main(%0: tensor<8xf32>) -> tensor<8xf32> {{\n{body}\nreturn %r : tensor<8xf32>\n}}", target, "vulkan")
    x = np.arange(1, 9, dtype="f4")
    ((answer,),) = call(module, "vulkan", [[x]])
    assert answer.tolist() == (4 * x).tolist()
