"""Drawn inputs: their sizes where types leave these open."""

import pytest
from tfir.bytecode.source import parse_source
from tfir.execution.entry import find_entry
from tfir.execution.random_inputs import UNKNOWN_SIZE, RandomInputs
from tfir.ir.location import Source

PROGRAM = "func.func @main(%x: tensor<?x?xf32>, %y: tensor<5x?xf32>, %z: tensor<f32>) {\n  return\n}\n"


@pytest.mark.parametrize("shapes, batch, expected", [
    (None, None, [(UNKNOWN_SIZE, UNKNOWN_SIZE), (5, UNKNOWN_SIZE), ()]),
    (None, 7, [(7, UNKNOWN_SIZE), (5, UNKNOWN_SIZE), ()]),  # the first size alone, and where it is open
    ({"arg0": (9, None)}, 7, [(9, UNKNOWN_SIZE), (5, UNKNOWN_SIZE), ()]),
])  # fmt: skip
def test_a_batch_is_the_first_size_where_nothing_says_it(shapes, batch, expected):
    entry = find_entry(parse_source(Source("(test)", PROGRAM)), None)
    named = None if shapes is None else {entry.feeds[0].name: shapes["arg0"]}
    assert [array.shape for array in RandomInputs(1, None, named, batch).arrays(entry)] == expected
