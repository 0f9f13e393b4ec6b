"""What types alone cannot say of affine operations: above all what may be a dimension, and what a symbol.

A symbol is the same number all through the operations that it bounds: a constant, an argument of a function, what is made of these.
A dimension may be an induction variable besides. Source: MLIR's affine dialect, "Restrictions on dimensions and symbols".
"""

from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX
from tfir.ods.regions import one_block
from tfir.ods.slots import segment_sizes
from tfir.text.affine import AffineAttr
from tfir.text.pieces import DYNAMIC

AROUND = ("affine.for", "affine.if", "affine.parallel")


def verify_for(op):
    maps = [op.attributes[name] for name in ("lowerBoundMap", "upperBoundMap")]
    if not all([isinstance(map, AffineAttr) and map.word == "affine_map" for map in maps]) or not isinstance(
        op.attributes["step"], IntegerAttr
    ):
        raise Error.on(op, "attributes 'lowerBoundMap' and 'upperBoundMap' must be affine maps, 'step' an index")
    sizes = segment_sizes(op, "operand", 3, len(op.operands))
    for map, size in zip(maps, sizes):
        if map.dimensions + map.symbols != size:
            raise Error.on(op, "operand count must match with affine map dimension and symbol count")
    one_block(op, "region")
    if not op.body.arguments or op.body.arguments[0].type is not INDEX:
        raise Error.on(op, "expected body to have a single index argument for the induction variable")
    if len(op.body.arguments) != 1 + sizes[2] or len(op.results) != sizes[2]:
        raise Error.on(op, "mismatch between the number of loop-carried values and results")
    low, high = sizes[0], sizes[0] + sizes[1]
    check_inputs(op, maps[0], op.operands[:low])
    check_inputs(op, maps[1], op.operands[low:high])


def verify_access(op):
    stores = "store" in op.name
    map, memref = op.attributes["map"], op.operands[stores].type
    if not isinstance(map, AffineAttr):
        raise Error.on(op, "attribute 'map' failed to satisfy constraint: AffineMap attribute")
    if len(map.results) != memref.rank:
        raise Error.on(op, "affine map num results must equal memref rank")
    if map.dimensions + map.symbols != len(op.operands) - 1 - stores:
        raise Error.on(op, "expects as many subscripts as affine map inputs")
    moved = None if op.name == "affine.prefetch" else (op.operands[0] if stores else op.result).type
    if "vector" in op.name:
        if moved.element is not memref.element:
            raise Error.on(op, "requires memref and vector types of the same elemental type")
    elif moved not in (None, memref.element):
        raise Error.on(op, "value to load or store must have the same type as memref element type")


def verify_inputs(op):
    """Checks that the indices of an access are valid dimensions and symbols, by where they are defined."""
    check_inputs(op, op.attributes["map"], op.operands[1 + ("store" in op.name) :])


def check_inputs(op, map: AffineAttr, operands) -> None:
    for value in operands[: map.dimensions]:
        if not is_dimension(value):
            raise Error.on(op, "operand cannot be used as a dimension id")
    for value in operands[map.dimensions :]:
        if not is_symbol(value):
            raise Error.on(op, "operand cannot be used as a symbol")


def is_top_level(value) -> bool:
    """Whether a value is an argument of a function, or made directly in its body, so that it is the same in all its loops."""
    from tfir.dialects import has_trait

    around = value.block.parent_op
    return around is None or has_trait(around, "isolated")


def is_symbol(value) -> bool:
    from tfir.dialects import has_trait

    op = value.op
    if is_top_level(value):
        return True
    if op is None:
        return False
    if op.name in ("memref.dim", "tensor.dim"):
        return is_top_level(op.operands[0])
    return has_trait(op, "constant_like") or (op.name == "affine.apply" and all(map(is_symbol, op.operands)))


def is_dimension(value) -> bool:
    if value.op is None:
        around = value.owner.parent_op
        return is_top_level(value) or (
            around is not None and (around.name == "affine.parallel" or around.name == "affine.for" and value.index == 0)
        )
    return is_symbol(value) or (value.op.name == "affine.apply" and all(map(is_dimension, value.op.operands)))


def verify_apply(op):
    map = op.attributes["map"]
    if not isinstance(map, AffineAttr) or map.dimensions + map.symbols != len(op.operands):
        raise Error.on(op, "operand count and affine map dimension and symbol count must match")
    if len(map.results) != 1 and op.name == "affine.apply":
        raise Error.on(op, "mapping must produce one value")
    if not map.results:
        raise Error.on(op, "affine map expect at least one result")


def verify_yield(op):
    if op.parent_op is None or op.parent_op.name not in AROUND:
        raise Error.on(op, "only terminates affine.if/for/parallel regions")
    results = op.parent_op.results
    if len(op.operands) != len(results):
        raise Error.on(op, "parent of yield must have same number of results as the yield operands")
    if any([value.type is not result.type for value, result in zip(op.operands, results)]):
        raise Error.on(op, "types mismatch between yield op and its parent")


def verify_if(op):
    condition = op.attributes["condition"]
    if not isinstance(condition, AffineAttr) or condition.word != "affine_set":
        raise Error.on(op, "requires an integer set attribute named 'condition'")
    if len(op.operands) != condition.dimensions + condition.symbols:
        raise Error.on(op, "operand count and condition integer set dimension and symbol count must match")
    check_inputs(op, condition, op.operands)


def verify_parallel(op):
    low, high = op.attributes["lowerBoundsMap"], op.attributes["upperBoundsMap"]
    groups = [op.attributes[name].values() for name in ("lowerBoundsGroups", "upperBoundsGroups")]
    count = len(op.attributes["steps"].elements)
    if not len(groups[0]) == len(groups[1]) == count == len(op.body.arguments):
        raise Error.on(op, "the number of region arguments and the number of map groups for lower and upper bounds must all match")
    if sum(groups[0]) != len(low.results) or sum(groups[1]) != len(high.results):
        raise Error.on(op, "expected bounds groups to cover all results of the bounds maps")
    if any([step.value < 1 for step in op.attributes["steps"].elements]):
        raise Error.on(op, "expected steps to be positive")
    if len(op.results) != len(op.attributes["reductions"].elements):
        raise Error.on(op, "a reduction must be specified for each output")
    split = low.dimensions + low.symbols
    if len(op.operands) != split + high.dimensions + high.symbols:
        raise Error.on(op, "expected as many operands as the bounds maps have inputs")
    check_inputs(op, low, op.operands[:split])
    check_inputs(op, high, op.operands[split:])


def verify_basis(op):
    """Of `delinearize_index`: a number for each result; of `linearize_index`, one for each index; the outer one may be left out."""
    basis = op.attributes["static_basis"].values
    if op.name == "affine.delinearize_index":
        count, what = len(op.results), "results"
    else:
        count, what = op.attributes["operandSegmentSizes"].values[0], "indices"
    if len(basis) not in (count, count - 1):
        raise Error.on(op, f"should have as many basis elements as {what}, or one fewer: {len(basis)} for {count}")
    if any([number <= 0 and number != DYNAMIC for number in basis]):
        raise Error.on(op, "no basis element may be statically non-positive")


VERIFY = {
    **dict.fromkeys(("load", "store", "vector_load", "vector_store", "prefetch"), verify_access),
    **dict.fromkeys(("apply", "min", "max"), verify_apply),
    **dict.fromkeys(("delinearize_index", "linearize_index"), verify_basis),
}
VERIFY_IN_CONTEXT = {
    "for": verify_for, "if": verify_if, "parallel": verify_parallel, "yield": verify_yield,
    **dict.fromkeys(("load", "store", "vector_load", "vector_store", "prefetch"), verify_inputs),
}  # fmt: skip
