"""Sizes that a sequence asks for, where what it asks for is not there: an error at the operation."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.sequence import sequence_program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

DIMENSION = """
func.func @main(%a: memref<?x2xf32>) -> memref<?x2xf32> {
  %axis = arith.constant AXIS : index
  %n = memref.dim %a, %axis : memref<?x2xf32>
  %0 = "iree_ll_seq.alloc_heap"(%n) : (index) -> memref<?x2xf32>
  iree_ll_seq.dynamic_copy %a to %0 : memref<?x2xf32>, memref<?x2xf32>
  iree_ll_seq.return %0 : memref<?x2xf32>
}
"""
ELEMENT = """
func.func @main(%a: memref<3xi32>) -> memref<?xf32> {
  %place = arith.constant PLACE : index
  %n = memref.load %a[%place] : memref<3xi32>
  %m = arith.index_cast %n : i32 to index
  %0 = "iree_ll_seq.alloc_heap"(%m) : (index) -> memref<?xf32>
  iree_ll_seq.return %0 : memref<?xf32>
}
"""
CHOICE = """
func.func @main(%a: memref<?xf32>) -> memref<?xf32> {
  %axis = arith.constant 0 : index
  %three = arith.constant 3 : index
  %n = memref.dim %a, %axis : memref<?xf32>
  %is = arith.cmpi RELATION, %n, %three : index
  %m = arith.select %is, %axis, %three : index
  %0 = "iree_ll_seq.alloc_heap"(%m) : (index) -> memref<?xf32>
  iree_ll_seq.return %0 : memref<?xf32>
}
"""


def run(text: str, array):
    return sequence_program(parse(Source("a.mlir", text), lookup, dialect).body.first)([array])[0]


def test_a_dimension():
    array = np.arange(6, dtype=np.float32).reshape(3, 2)
    np.testing.assert_array_equal(run(DIMENSION.replace("AXIS", "0"), array), array)
    for axis in ("2", "-1"):
        with pytest.raises(Error, match=f"asks for dimension {axis} of 2"):
            run(DIMENSION.replace("AXIS", axis), array)


def test_an_element():
    array = np.array([4, 5, 6], np.int32)
    assert run(ELEMENT.replace("PLACE", "2"), array).shape == (6,)
    for place in ("3", "-1"):
        with pytest.raises(Error, match=rf"reads element \[{place}\] of a buffer of shape \[3\]"):
            run(ELEMENT.replace("PLACE", place), array)


def test_a_comparison():
    """0 elements where there are three, three elsewhere. Other relations are not taken for equality."""
    for count, expected in ((3, 0), (2, 3), (4, 3)):
        assert run(CHOICE.replace("RELATION", "eq"), np.zeros(count, np.float32)).shape == (expected,)
    for relation in ("ne", "slt", "uge"):
        with pytest.raises(Error, match="'arith.cmpi' op compares sizes by another relation than eq"):
            run(CHOICE.replace("RELATION", relation), np.zeros(2, np.float32))
