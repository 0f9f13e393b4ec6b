"""Indices of every whole type, in dimensions longer than the narrow ones reach: negative, past the end, at both ends."""

import numpy
import pytest

KINDS = ["i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"]
LENGTH, SIZE = 300, 150


def indices(kind, dtypes):
    """As the type holds them, and as Python numbers."""
    info = numpy.iinfo(dtypes[kind])
    given = [0, 1, 100, 127, 149, 150, 151, 200, 255, 299, 300, 1000, -1, -5, -150, info.min, info.max, info.max - 1, info.min + 1]
    return [i for i in given if info.min <= i <= info.max]


@pytest.fixture
def operand():
    return numpy.arange(LENGTH, dtype="i4")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_dynamic_slice(run, dtypes, operand, kind):
    body = f"""%r = "stablehlo.dynamic_slice"(%0, %1) <{{slice_sizes = array<i64: {SIZE}>}}> : (tensor<{LENGTH}xi32>, tensor<{kind}>) -> tensor<{SIZE}xi32>"""
    for i in indices(kind, dtypes):
        first = min(max(i, 0), LENGTH - SIZE)
        result = run(body, [operand, numpy.array(i, dtypes[kind])], [f"{SIZE}xi32"])
        assert result.tolist() == list(range(first, first + SIZE)), i


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_dynamic_update_slice(run, dtypes, operand, kind):
    update = -numpy.arange(SIZE, dtype="i4")
    types = f"(tensor<{LENGTH}xi32>, tensor<{SIZE}xi32>, tensor<{kind}>) -> tensor<{LENGTH}xi32>"
    for i in indices(kind, dtypes):
        first = min(max(i, 0), LENGTH - SIZE)
        expected = operand.copy()
        expected[first : first + SIZE] = update
        actual = run(
            f'%r = "stablehlo.dynamic_update_slice"(%0, %1, %2) : {types}',
            [operand, update, numpy.array(i, dtypes[kind])],
            [f"{LENGTH}xi32"],
        )
        assert actual.tolist() == expected.tolist(), i


@pytest.mark.parametrize("kind", KINDS)
def test_gather(run, dtypes, operand, kind):
    starts = numpy.array(indices(kind, dtypes), dtypes[kind])
    count = len(starts)
    body = f"""%r = "stablehlo.gather"(%0, %1) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: {SIZE}>}}> : (tensor<{LENGTH}xi32>, tensor<{count}xXX>) -> tensor<{count}x{SIZE}xi32>""".replace(
        "XX", kind
    )
    expected = [list(range(first, first + SIZE)) for first in (min(max(int(i), 0), LENGTH - SIZE) for i in starts)]
    assert run(body, [operand, starts], [f"{count}x{SIZE}xi32"]).tolist() == expected


@pytest.mark.parametrize("kind", ["ui32", "ui64"])
def test_the_greatest_numbers_are_no_negative_ones(run, dtypes, kind):
    """A window that starts 2 below the end of the type does not reach around to the first places."""
    operand, start = numpy.zeros(8, "i4"), numpy.array([numpy.iinfo(dtypes[kind]).max - 1], dtypes[kind])
    body = """%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          stablehlo.return %b : tensor<i32>
        }) : (tensor<8xi32>, tensor<1xXX>, tensor<4xi32>) -> tensor<8xi32>""".replace("XX", kind)
    assert not run(body, [operand, start, numpy.arange(1, 5, dtype="i4")], ["8xi32"]).any()


@pytest.mark.parametrize("kind", KINDS)
def test_scatter(run, dtypes, operand, kind):
    """What would be written outside is not written."""
    places = numpy.array(indices(kind, dtypes), dtypes[kind])
    count = len(places)
    updates = 1000 * numpy.arange(1, count + 1, dtype="i4")
    body = f"""%r = "stablehlo.scatter"(%0, %1, %2) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %c = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %c : tensor<i32>
        }}) : (tensor<{LENGTH}xi32>, tensor<{count}xXX>, tensor<{count}xi32>) -> tensor<{LENGTH}xi32>""".replace("XX", kind)
    expected = operand.copy()
    for place, update in zip(places.tolist(), updates.tolist()):
        if 0 <= place < LENGTH:
            expected[place] += update
    assert run(body, [operand, places, updates], [f"{LENGTH}xi32"]).tolist() == expected.tolist()
