"""Loops with affine bounds, and accesses at affine indices. Source: MLIR's affine dialect."""

from tfir.dialects.affine.assembly import FORMS
from tfir.dialects.affine.verify import VERIFY, VERIFY_IN_CONTEXT
from tfir.dialects.func import ReturnTypes
from tfir.ir.attributes import BoolAttr
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.pieces import DynamicIndexList

OPS = """
    for(lowerBoundOperands: *any, upperBoundOperands: *any, inits: *any; lowerBoundMap: map, upperBoundMap: map, step: index, operandSegmentSizes?: attr) -> (results: *any) !regions(1) !single_block !loop !composed
    if(operands: *index; condition: set) -> (results: *any) !regions(2) !branch !composed
    parallel(mapOperands: *index; reductions: attr, lowerBoundsMap: map, lowerBoundsGroups: attr, upperBoundsMap: map, upperBoundsGroups: attr, steps: attr) -> (results: *any) !regions(1) !single_block !loop !composed
    load(memref: memref<any>, indices: *index; map: map) -> (result: any) !effects(read memory) !exact
    store(value: any, memref: memref<any>, indices: *index; map: map) !effects(write memory)
    vector_load(memref: memref<any>, indices: *index; map: map) -> (result: vector<any>) !effects(read memory) !exact
    vector_store(value: vector<any>, memref: memref<any>, indices: *index; map: map) !effects(write memory)
    prefetch(memref: memref<any>, indices: *index; isWrite: bool, localityHint: i32, isDataCache: bool, map: map) !effects(write memory)
    dma_start(source: any, operands: *any) !effects(read memory, write memory)
    dma_wait(operands: *any) !effects(read memory, write memory)
    apply(mapOperands: *index; map: map) -> (result: index) !pure
    min(operands: *index; map: map) -> (result: index) !pure
    max(operands: *index; map: map) -> (result: index) !pure
    delinearize_index(linear_index: index, dynamic_basis: *index; static_basis: array<i64>) -> (multi_index: *index) !pure
      $linear_index into <Basis>($dynamic_basis, $static_basis) attr-dict : <Split>()
    linearize_index(multi_index: *index, dynamic_basis: *index; static_basis: array<i64>, disjoint: flag = false, operandSegmentSizes?: attr) -> (linear_index: index) !pure
      (disjoint $disjoint)? ` ` [$multi_index] by <Basis>($dynamic_basis, $static_basis) attr-dict : index <Joined>()
    yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""


class Basis(DynamicIndexList):
    """`(2, %n)`."""

    def __init__(self, names):
        super().__init__(names, "()")


DIALECT = Dialect(
    "affine", OPS, package=__name__,
    families=("computation",),
    constraints=f"{__name__}.constraints",
    forms=FORMS, verify=VERIFY, verify_in_context=VERIFY_IN_CONTEXT,
    syntax={"ReturnTypes": ReturnTypes(), "Basis": Basis, "Split": Derived("R**", "index*", "R**"), "Joined": Derived("", "index*", "index")},
    defaults={"disjoint": BoolAttr(False)},
)  # fmt: skip
