"""Sorts of drawn rows on this machine's processor, merged and in part, against NumPy's stable sort."""

import numpy as np
import pytest
from processor_programs import TARGETS, dtype, run, typed

pytest.importorskip("llvmlite")

ELEMENTS = ["f32", "f64", "f16", "bf16", "i32", "i8", "i64", "ui32", "ui8", "i1"]


def keys(random, shape, element: str) -> np.ndarray:
    """Few different numbers, so that many are equal; of floats some are NaN."""
    if element == "i1":
        return random.integers(0, 2, shape).astype("?")
    numbers = random.integers(0 if element.startswith("u") else -9, 10, shape).astype(dtype(element))
    if "f" in element:
        numbers[random.random(shape) < 0.1] = np.nan
    return numbers


def order(x: np.ndarray, direction: str, axis: int) -> np.ndarray:
    wide = x.astype("f8")
    return np.argsort(wide if direction == "LT" else -wide, axis, kind="stable")


def sort_of(x, element: str, direction: str, axis: int) -> str:
    """%p: the places from which the elements of %0 come, sorted along an axis."""
    kind, scalar = typed(x.shape, element), typed((), element)
    return f"""%i = stablehlo.iota dim = {axis} : {typed(x.shape, "i32")}
        %v, %p = "stablehlo.sort"(%0, %i) ({{
        ^bb0(%a: {scalar}, %b: {scalar}, %c: tensor<i32>, %d: tensor<i32>):
          %l = stablehlo.compare {direction}, %a, %b : ({scalar}, {scalar}) -> tensor<i1>
          stablehlo.return %l : tensor<i1>
        }}) {{dimension = {axis} : i64, is_stable = true}} : ({kind}, {typed(x.shape, "i32")}) -> ({kind}, {typed(x.shape, "i32")})"""


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [*range(1, 10), 15, 16, 17, 33, 64, 100, 257, 1000])
def test_equal_elements_keep_their_order(length, target):
    """For rows that are runs of four, two runs of one length, and others; of what is stored, more is computed on the way."""
    random = np.random.default_rng(length)
    element, direction = str(random.choice(ELEMENTS)), str(random.choice(["LT", "GT"]))
    shape, axis = [int(size) for size in random.integers(1, 4, int(random.integers(1, 4)))], 0
    axis = int(random.integers(len(shape)))
    shape[axis] = length
    x = keys(random, shape, element)
    body = sort_of(x, element, direction, axis) + f"\n%r = stablehlo.add %p, %p : {typed(shape, 'i32')}"
    answer, schedules = run([x], [element], body, typed(shape, "i32"), target)
    assert any([schedule.startswith("#iree.schedule<merge_sort,") for schedule in schedules]), schedules
    np.testing.assert_array_equal(answer, 2 * order(x, direction, axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ELEMENTS)
def test_numbers_of_each_type(element, target):
    x = keys(np.random.default_rng(3), (3, 77), element)
    kind, scalar = typed(x.shape, element), typed((), element)
    body = f"""%r = "stablehlo.sort"(%0) ({{
        ^bb0(%a: {scalar}, %b: {scalar}):
          %l = stablehlo.compare LT, %a, %b : ({scalar}, {scalar}) -> tensor<i1>
          stablehlo.return %l : tensor<i1>
        }}) {{dimension = 1 : i64}} : ({kind}) -> {kind}"""
    answer, (schedule,) = run([x], [element], body, kind, target)
    assert schedule.startswith("#iree.schedule<merge_sort,")
    np.testing.assert_array_equal(answer.astype("f8"), np.sort(x.astype("f8"), 1))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(32_767,), (32_768,), (2, 70_001)])
def test_rows_on_the_stack_and_on_the_heap(shape, target):
    """Of 8 bytes an element, kept twice: 512 KiB are on the stack at most. A kernel takes the heap's memory once for all its rows."""
    x, axis = keys(np.random.default_rng(shape[-1]), shape, "f32"), len(shape) - 1
    body = sort_of(x, "f32", "LT", axis) + f"\n%r = stablehlo.negate %p : {typed(x.shape, 'i32')}"
    answer, schedules = run([x], ["f32"], body, typed(x.shape, "i32"), target)
    assert any([schedule.startswith("#iree.schedule<merge_sort,") for schedule in schedules])
    np.testing.assert_array_equal(answer, -order(x, "LT", axis))


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("length", "few"), [(2, 1), (5, 4), (16, 3), (100, 1), (100, 64), (1000, 10), (7000, 20)])
@pytest.mark.parametrize("axis", [0, 1])
def test_the_first_of_rows(length, few, axis, target):
    random = np.random.default_rng(length + few)
    element, direction, shape = str(random.choice(["f32", "i32", "f16", "i64"])), str(random.choice(["LT", "GT"])), [3, 3]
    shape[axis] = length
    x = keys(random, shape, element)
    taken = [few if d == axis else size for d, size in enumerate(shape)]
    cut = ", ".join([f"0:{size}" for size in taken])
    body = sort_of(x, element, direction, axis) + f"\n%r = stablehlo.slice %p [{cut}] : ({typed(shape, 'i32')}) -> {typed(taken, 'i32')}"
    answer, schedules = run([x], [element], body, typed(taken, "i32"), target)
    assert f"#iree.schedule<partial_sort, elements = {few}, loads = storage>" in schedules
    np.testing.assert_array_equal(answer, np.take(order(x, direction, axis), range(few), axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("cut", ["1:9", "0:65", "0:9:2"])
def test_others_are_sorted_whole(cut, target):
    """Not the first ones, too many, or not all up to the last."""
    x = keys(np.random.default_rng(1), (200,), "f32")
    expected = order(x, "GT", 0)[slice(*map(int, cut.split(":")))]
    body = sort_of(x, "f32", "GT", 0) + f"\n%r = stablehlo.slice %p [{cut}] : (tensor<200xi32>) -> {typed(expected.shape, 'i32')}"
    answer, schedules = run([x], ["f32"], body, typed(expected.shape, "i32"), target)
    assert any([schedule.startswith("#iree.schedule<merge_sort,") for schedule in schedules])
    np.testing.assert_array_equal(answer, expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("falling", [False, True])
def test_rows_in_order(falling, target):
    """Each element, or none, goes in front of all that are kept."""
    x = np.arange(300, dtype="f4")[:: -1 if falling else 1].copy()
    body = sort_of(x, "f32", "LT", 0) + "\n%r = stablehlo.slice %v [0:50] : (tensor<300xf32>) -> tensor<50xf32>"
    answer, schedules = run([x], ["f32"], body, "tensor<50xf32>", target)
    assert "#iree.schedule<partial_sort, elements = 50, loads = storage>" in schedules
    np.testing.assert_array_equal(answer, np.arange(50))
