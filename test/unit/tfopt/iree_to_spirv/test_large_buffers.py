"""Buffers that are larger than what a device binds at once, tried with a target that binds 1 kB: bound in pieces."""

import numpy
import pytest
from tfir.dialects.iree.target import LAVAPIPE, TargetAttr

from tfopt.iree_to_spirv.buffers import ALIGNMENT


@pytest.fixture
def narrow(tmp_path):
    path = tmp_path / "narrow.txt"
    path.write_text(TargetAttr({"features": LAVAPIPE.features, "max_storage_range": 1024, "max_texel_elements": 16}).text)
    return f"@{path}"


def pieces(module) -> list[int]:
    """The offsets of the pieces of buffers that have several."""
    return [op.get("iree.offset") for op in module.walk() if op.name == "spirv.GlobalVariable" and "iree.offset" in op.attributes]


@pytest.mark.parametrize("kind, count", [("f32", 1000), ("f32", 998), ("i8", 3001), ("f16", 2048), ("i1", 1500)])
def test_elementwise(run, random, dtypes, narrow, kind, count):
    """Operands and results in pieces, in fours and one by one."""
    x, y = (random.integers(0, 2 if kind == "i1" else 50, count).astype(dtypes[kind]) for _ in range(2))
    name = "xor" if kind == "i1" else "subtract"
    expected = x ^ y if kind == "i1" else x - y
    actual = run(f"%r = stablehlo.{name} %0, %1 : tensor<{count}x{kind}>", [x, y], [f"{count}x{kind}"], target=narrow)
    numpy.testing.assert_array_equal(actual, expected)


def test_a_product_whose_weights_are_large(run, random, narrow):
    a, b = random.standard_normal((3, 40)).astype("f4"), random.standard_normal((40, 48)).astype("f4")
    body = "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x40xf32>, tensor<40x48xf32>) -> tensor<3x48xf32>"
    numpy.testing.assert_allclose(run(body, [a, b], ["3x48xf32"], target=narrow, expect="contraction"), a @ b, rtol=1e-4, atol=1e-4)


def test_movements_and_computed_places(run, random, narrow):
    x, i = random.standard_normal((40, 30)).astype("f4"), numpy.array([3, 39, 17, 0], "i4")
    body = "%r = stablehlo.transpose %0, dims = [1, 0] : (tensor<40x30xf32>) -> tensor<30x40xf32>"
    numpy.testing.assert_array_equal(run(body, [x], ["30x40xf32"], target=narrow), x.T)
    names = "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
    types = "(tensor<40x30xf32>, tensor<4xi32>) -> tensor<4x30xf32>"
    body = f'%r = "stablehlo.gather"(%0, %1) <{{dimension_numbers = {names}, slice_sizes = array<i64: 1, 30>}}> : {types}'
    numpy.testing.assert_array_equal(run(body, [x, i], ["4x30xf32"], target=narrow), x[i])


def test_what_fits_is_bound_as_a_whole(compile_program, narrow):
    same = "%r = stablehlo.negate %0 : tensor<{0}xf32>"
    assert pieces(compile_program(["256xf32"], ["256xf32"], same.format(256), narrow)) == []
    result = pieces(compile_program(["257xf32"], ["257xf32"], same.format(257), narrow))
    assert result == [1024, 1024] and all(offset % ALIGNMENT == 0 for offset in result)
