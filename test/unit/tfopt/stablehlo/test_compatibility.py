"""Programs said in an older version compute what they did: gather and scatter with batches, groups along the axes of a mesh."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.stablehlo.meshes import Mesh
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_compatibility_expander import stablehlo_compatibility_expander
from tfrun.devices import session

GATHER = """func.func @main(%x: tensor<2x5x4xi32>, %i: tensor<3x2x1xi8>) -> tensor<3x2x4xi32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 4>} : (tensor<2x5x4xi32>, tensor<3x2x1xi8>) -> tensor<3x2x4xi32>
  return %0 : tensor<3x2x4xi32>
}"""
SCATTER = """func.func @main(%x: tensor<2x5xi32>, %i: tensor<3x2xi8>) -> tensor<2x5xi32> {
  %u = stablehlo.constant dense<[[1, 10], [2, 20], [4, 40]]> : tensor<3x2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0],
    scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}
    : (tensor<2x5xi32>, tensor<3x2xi8>, tensor<3x2xi32>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}"""


def result(text: str, arrays, older: bool):
    module = parse(Source("test", text), lookup, dialect)
    if older:
        stablehlo_compatibility_expander(module, target="1.0.0")
        assert "batching" not in str(module.inside()[1].attributes)
        verify(module, lookup)
    with session(module, "interpreter") as program_of:
        return program_of(find_entry(module))(arrays)[0]


@pytest.mark.parametrize("older", [False, True])
def test_gather_takes_from_its_own_batch(older):
    x, indices = np.arange(40, dtype="i4").reshape(2, 5, 4), np.array([[0, 1], [2, 3], [4, 0]], "i1")
    expected = np.array([[x[batch, indices[row, batch]] for batch in range(2)] for row in range(3)])
    np.testing.assert_array_equal(result(GATHER, [x, indices[..., None]], older), expected)


@pytest.mark.parametrize("older", [False, True])
def test_scatter_adds_to_its_own_batch(older):
    indices = np.array([[0, 1], [0, 3], [4, 1]], "i1")
    expected = [[3, 0, 0, 0, 4], [0, 50, 0, 20, 0]]
    np.testing.assert_array_equal(result(SCATTER, [np.zeros((2, 5), "i4"), indices], older), expected)


def test_processes_of_a_mesh_meet_along_axes():
    """Devices 0 to 3 in two rows; the other order of devices is that of columns."""
    rows, columns = Mesh({"x": 2, "y": 2}, []), Mesh({"x": 2, "y": 2}, [0, 2, 1, 3])
    assert rows.groups(["x"]) == [[0, 2], [1, 3]] and rows.groups(["y"]) == [[0, 1], [2, 3]]
    assert columns.groups(["x"]) == [[0, 1], [2, 3]]
    assert rows.groups(["y", "x"]) == [[0, 2, 1, 3]] and rows.groups([]) == [[0], [1], [2], [3]]
