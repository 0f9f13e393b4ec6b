"""The iree dialect: work to be dispatched, and the executables that it becomes. Source: IREE's walkthrough of 2019."""

from __future__ import annotations

from tfir.dialects.func import ReturnTypes, verify_return
from tfir.dialects.iree.forms import (
    CapturingForm,
    ConstantForm,
    DispatchRegionForm,
    ExecutableForm,
    MultiArchExecutableForm,
    ReductionRegionForm,
)
from tfir.dialects.iree.target import parse_target
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import is_defined_in
from tfir.ir.types import MemRefType, TensorType
from tfir.ods.dialect import Dialect

OPS = """
    dispatch_region(workload: tensor, arguments: *any) -> (results: *any) !single_block !pure
    host_region(arguments: *any) -> (results: *any) !single_block
    reduction_region(workload: tensor, values: *tensor; dimensions?: attr, window_dimensions?: attr, window_strides?: attr, padding?: attr) -> (results: *tensor) !regions(1) !single_block !pure !summed
    return(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
    constant(; value: elements) -> (result: memref) !pure !constant_like
    load_input(source: memref) -> (result: tensor) !pure
      ($source : type($source)) attr-dict : type(results)
    store_output(value: tensor, target: memref)
      ($value : type($value), $target : type($target)) attr-dict
    memref_to_tensor(source: memref) -> (result: tensor) !pure !exact
      ($source : type($source)) attr-dict : type(results)
    tensor_to_memref(source: tensor) -> (result: memref) !pure !exact
      ($source : type($source)) attr-dict : type(results)
    store_reduce(source: memref, target: memref; reduction: symbol)
      ($source : type($source), $target : type($target), $reduction) attr-dict
    winograd_convolution(image: tensor, weights: tensor; step: i64, padding: array<i64>) -> (result: tensor) !pure
      $image, $weights, step = $step, padding = $padding attr-dict : functional
    winograd_sums(image: tensor; step: i64, padding: array<i64>) -> (result: tensor) !pure
      $image, step = $step, padding = $padding attr-dict : functional
    winograd_places(products: tensor; step: i64) -> (result: tensor) !pure
      $products, step = $step attr-dict : functional
    multi_arch_executable(; sym_name: str) !isolated !symbol !symbol_table !single_block !no_terminator
    executable(; format: str) !isolated !single_block !no_terminator
"""


SYNTAX = {"ReturnTypes": ReturnTypes()}


def verify_dispatch_region(op):
    verify_region(op, op.operands[1:])


def verify_region(op, outside):
    """What goes into a region and what comes out of it has the types of the operands and results."""
    captured = [value.type for value in outside]
    inside = [value.type for value in op.body.arguments]
    if captured != inside:
        raise Error.on(op, f"captures {_types(captured)}, but its region takes {_types(inside)}")
    last = op.body.terminator
    if last is None or last.name != "iree.return":
        raise Error.on(op, "expects its region to end with 'iree.return'")
    returned, results = [value.type for value in last.operands], [value.type for value in op.results]
    if returned != results:
        raise Error.on(op, f"has results {_types(results)}, but its region returns {_types(returned)}")
    for inner in op.body:
        _verify_captures(op, inner)


def _verify_captures(region, op):
    """All that a region reads comes in through its arguments, which is what lets it be moved elsewhere."""
    for inner in op.walk():
        for value in inner.operands:
            if not is_defined_in(value, region):
                raise Error.on(inner, "uses a value from outside of its dispatch region", [("captured by", region)])


def verify_reduction_region(op):
    """A value that each reduction begins with stands beside what is reduced, and the region combines two at a time."""
    values = op.operands[1:]
    count = len(values) // 2
    inside, starts = [value.type for value in op.body.arguments], [value.type for value in values[count:]]
    if len(values) % 2 or len(op.results) != count or inside != [type for type in starts for _ in range(2)]:
        raise Error.on(
            op, f"reduces {_types([value.type for value in values[:count]])} from {_types(starts)} by a region of {_types(inside)}"
        )
    last = op.body.terminator
    if last is None or last.name != "iree.return" or [value.type for value in last.operands] != starts:
        raise Error.on(op, f"expects its region to end with 'iree.return' of {_types(starts)}")


def verify_host_region(op):
    verify_region(op, op.operands)


def verify_iree_return(op):
    if op.parent_op is not None and op.parent_op.name in ("iree.dispatch_region", "iree.host_region", "iree.reduction_region"):
        return  # its operands are checked there
    verify_return(op)


def verify_access(op):
    """A load or a store moves a whole buffer, so both sides have one shape."""
    kinds = [value.type for value in (*op.operands, *op.results)]
    memref = next((kind for kind in kinds if isinstance(kind, MemRefType)), None)
    tensor = next((kind for kind in kinds if isinstance(kind, TensorType)), None)
    if memref is None or tensor is None or (memref.shape, memref.element) != (tensor.shape, tensor.element):
        raise Error.on(op, f"expects a memref and a tensor of one shape, found {_types(kinds)}")


def _types(types) -> str:
    return f"({', '.join([kind.text for kind in types])})"


DIALECT = Dialect(
    "iree",
    OPS,
    package=__name__,
    families=("computed",),
    forms={
        "dispatch_region": DispatchRegionForm(),
        "host_region": CapturingForm(),
        "reduction_region": ReductionRegionForm(),
        "constant": ConstantForm(),
        "multi_arch_executable": MultiArchExecutableForm(),
        "executable": ExecutableForm(),
    },
    syntax=SYNTAX,
    verify_in_context={
        "dispatch_region": verify_dispatch_region,
        "host_region": verify_host_region,
        "return": verify_iree_return,
        "load_input": verify_access,
        "store_output": verify_access,
        "memref_to_tensor": verify_access,
        "tensor_to_memref": verify_access,
        "reduction_region": verify_reduction_region,
    },
    attributes={"target": parse_target},
    default_dialects={"executable": "builtin"},
)
