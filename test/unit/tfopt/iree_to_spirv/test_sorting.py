"""Sorting, against NumPy's stable sort."""

import numpy
import pytest
from device_calls import TARGETS, call, device_of, lowered

from tfopt.stablehlo import sorting_network


def sort(shape, kinds, comparison, dimension) -> str:
    arguments = "".join([f"%{letter}{side}: tensor<{kind}>, " for letter, kind in zip("xyz", kinds) for side in "ab"])[:-2]
    types = ", ".join([f"tensor<{shape}x{kind}>" for kind in kinds])
    operands = ", ".join([f"%{i}" for i in range(len(kinds))])
    return f"""%r:{len(kinds)} = "stablehlo.sort"({operands}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
    ^bb0({arguments}):
      {comparison}
      stablehlo.return %c : tensor<i1>
    }}) : ({types}) -> ({types})"""


def compared(direction, kind, first="%xa", second="%xb", how="") -> str:
    return f"%c = stablehlo.compare {direction}, {first}, {second}{how} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape, axis", [((300,), 0), ((5, 64), 1), ((7, 3, 4), 0), ((2, 9, 5), 1), ((4, 1), 1)], ids=str)
@pytest.mark.parametrize("direction", ["LT", "GT"])
def test_equal_elements_keep_their_order(run, random, shape, axis, direction, target):
    x = random.integers(-5, 5, shape).astype("f4")
    places = numpy.broadcast_to(numpy.arange(shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(shape))]), shape).astype("i4")
    order = numpy.argsort(x if direction == "LT" else -x, axis=axis, kind="stable")
    spelled = "x".join(map(str, shape))
    body = sort(spelled, ("f32", "i32"), compared(direction, "f32"), axis)
    values, result = run(body, [x, places], [f"{spelled}xf32", f"{spelled}xi32"], results=("%r#0", "%r#1"), target=target, expect="sorting")
    assert (result == order).all() and (values == numpy.take_along_axis(x, order, axis)).all()


@pytest.mark.parametrize("kind", ["i32", "ui32", "i8", "i64", "ui8", "i1"])
def test_types(run, random, dtypes, kind):
    x = random.integers(0, 2 if kind == "i1" else 120, 50).astype(dtypes[kind])
    result = run(sort("50", (kind,), compared("LT", kind), 0), [x], [f"50x{kind}"], results=("%r",))
    assert (result == numpy.sort(x)).all()


SPECIAL = [numpy.nan, 1, -0.0, numpy.inf, 0.0, -numpy.nan, -numpy.inf, 2, numpy.nan, 0.0]


@pytest.mark.parametrize("direction", ["LT", "GT", "LE", "GE"])
def test_nan_goes_last(run, direction):
    """And nothing is lost; as NumPy's sort has it."""
    x = numpy.array(SPECIAL, "f4")
    if direction in ("LE", "GE"):  # no strict order, so equals may come in any order, but each comes once
        result = run(sort("10", ("f32",), compared(direction, "f32"), 0), [x], ["10xf32"], results=("%r",))
        ordered = numpy.sort(x) if direction == "LE" else -numpy.sort(-x)
        assert numpy.array_equal(result, ordered, equal_nan=True)
        return
    keys = x if direction == "LT" else -x
    result = run(sort("10", ("f32",), compared(direction, "f32"), 0), [x], ["10xf32"], results=("%r",))
    assert numpy.array_equal(result, x[numpy.argsort(keys, kind="stable")], equal_nan=True)
    assert (numpy.signbit(result) == numpy.signbit(x[numpy.argsort(keys, kind="stable")]))[~numpy.isnan(result)].all()


def test_total_order(run):
    """-NaN, -inf, -0, 0, inf, NaN: by their bits."""
    x = numpy.array(SPECIAL, "f4")
    result = run(sort("10", ("f32",), compared("LT", "f32", how=", TOTALORDER"), 0), [x], ["10xf32"], results=("%r",))
    bits = x.view("i4")
    order = numpy.argsort(bits ^ ((bits >> 31) & 0x7FFFFFFF), kind="stable")
    assert (result.view("i4") == bits[order]).all()


def test_nan_goes_last_with_the_sides_exchanged(run):
    """y < x, by which NaN is no greater than others than by x < y."""
    x = numpy.array(SPECIAL, "f4")
    result = run(sort("10", ("f32",), compared("LT", "f32", "%xb", "%xa"), 0), [x], ["10xf32"], results=("%r",))
    assert numpy.array_equal(result, x[numpy.argsort(-x, kind="stable")], equal_nan=True)


def test_numbers_of_one_side_compare_as_they_are(run):
    """The comparator that JAX writes: all NaN are one, before they go by TOTALORDER. Without it those of negative sign go first."""
    x = numpy.array(SPECIAL, "f4")
    one = "\n".join([
        f"""%n{side} = stablehlo.compare NE, %x{side}, %x{side} : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %s{side} = stablehlo.select %n{side}, %nan, %x{side} : tensor<i1>, tensor<f32>""" for side in "ab"
    ])  # fmt: skip
    comparison = f"%nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n{one}\n{compared('LT', 'f32', '%sa', '%sb', ', TOTALORDER')}"
    result = run(sort("10", ("f32",), comparison, 0), [x], ["10xf32"], results=("%r",))
    assert numpy.array_equal(result, [-numpy.inf, 0, 0, 0, 1, 2, numpy.inf, *[numpy.nan] * 3], equal_nan=True)
    assert numpy.signbit(result[1:4]).tolist() == [True, False, False] and numpy.isnan(result[7:]).all()


@pytest.mark.parametrize("last", ["LT", "GE"])
def test_nan_among_two_keys(run, random, last):
    """An order at each key, NaN behind and equal to itself, as NumPy's lexsort has it; no element is lost or doubled."""
    x, y = (numpy.where(random.random(40) < 0.3, numpy.nan, random.integers(0, 3, 40)).astype("f4") for _ in "xy")
    comparison = "\n".join([
        compared("GT", "f32", "%xb", "%xa").replace("%c", "%l"), compared("EQ", "f32").replace("%c", "%e"),
        compared(last, "f32", *(("%ya", "%yb") if last == "LT" else ("%yb", "%ya"))).replace("%c", "%g"),
        "%b = stablehlo.and %e, %g : tensor<i1>", "%c = stablehlo.or %l, %b : tensor<i1>",
    ])  # fmt: skip
    keys, values = run(sort("40", ("f32", "f32"), comparison, 0), [x, y], ["40xf32", "40xf32"], results=("%r#0", "%r#1"))
    order = numpy.lexsort((y, x))
    assert numpy.array_equal(keys, x[order], equal_nan=True) and numpy.array_equal(values, y[order], equal_nan=True)


def test_a_comparator_of_two_keys(run, random):
    x, y = random.integers(0, 3, 40).astype("i4"), random.integers(0, 9, 40).astype("f4")
    comparison = "\n".join([
        compared("LT", "i32").replace("%c", "%l"), compared("EQ", "i32").replace("%c", "%e"), compared("GT", "f32", "%ya", "%yb").replace("%c", "%g"),
        "%b = stablehlo.and %e, %g : tensor<i1>", "%c = stablehlo.or %l, %b : tensor<i1>",
    ])  # fmt: skip
    keys, values = run(sort("40", ("i32", "f32"), comparison, 0), [x, y], ["40xi32", "40xf32"], results=("%r#0", "%r#1"))
    order = numpy.lexsort((-y, x))
    assert (keys == x[order]).all() and (values == y[order]).all()


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("shape", "axis", "calls"),
    [("?", 0, [(9,), (0,), (1,), (40,), (70,), (8,)]), ("?x3x?", 2, [(2, 3, 20), (1, 3, 5), (0, 3, 9)])],
    ids=str,
)
def test_lengths_that_calls_tell(random, monkeypatch, shape, axis, calls, target):
    """By ranks up to 8 elements, by a network from 9 on; places tell that what is equal, NaN among it, keeps its order."""
    monkeypatch.setattr(sorting_network, "MOST_RANKED", 8)
    types = ", ".join([f"tensor<{shape}x{kind}>" for kind in ("f32", "i32")])
    module = lowered(
        f"func.func @main(%0: tensor<{shape}xf32>, %1: tensor<{shape}xi32>) -> ({types}) {{"
        f"{sort(shape, ('f32', 'i32'), compared('GT', 'f32'), axis)} return %r#0, %r#1 : {types} }}",
        target,
    )
    assert not [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
    inputs = [random.choice(numpy.array(SPECIAL, "f4"), sizes) for sizes in calls]
    places = [numpy.arange(x.size, dtype="i4").reshape(x.shape) for x in inputs]
    for x, place, results in zip(inputs, places, call(module, device_of(target), list(map(list, zip(inputs, places))))):
        order = numpy.argsort(-x, axis=axis, kind="stable")
        numpy.testing.assert_array_equal(results[0], numpy.take_along_axis(x, order, axis))
        numpy.testing.assert_array_equal(results[1], numpy.take_along_axis(place, order, axis))
