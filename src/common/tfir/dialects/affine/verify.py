"""What types alone cannot say of affine operations: above all what may be a dimension, and what a symbol.

A symbol is the same number all through the operations that it bounds: a constant, an argument of a function, what is made of these.
A dimension may be an induction variable besides. Source: MLIR's affine dialect, "Restrictions on dimensions and symbols".
"""

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.memref.verify import in_localities
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX, FloatType, IntegerType, MemRefType
from tfir.ods.regions import handed_on, one_block
from tfir.ods.slots import segment_sizes
from tfir.text.affine import AffineAttr
from tfir.text.pieces import DYNAMIC

AROUND = ("affine.for", "affine.if", "affine.parallel")
APPLIED = ("affine.apply", "affine.delinearize_index", "affine.linearize_index")
DIVISIONS = ("div", "ceildiv", "floordiv", "rem")


def verify_for(op):
    maps = [op.attributes[name] for name in ("lowerBoundMap", "upperBoundMap")]
    sizes = segment_sizes(op, "operand", 3, len(op.operands))
    for map, size in zip(maps, sizes):
        if map.dimensions + map.symbols != size:
            raise Error.on(op, "operand count must match with affine map dimension and symbol count")
    one_block(op, "region")
    for map, which in zip(maps, ("lower", "upper")):
        if not map.results:
            raise Error.on(op, f"expected {which} bound map to have at least one result")
    if not op.body.arguments or op.body.arguments[0].type is not INDEX:
        raise Error.on(op, "expected body to have a single index argument for the induction variable")
    low, high = sizes[0], sizes[0] + sizes[1]
    inits, carried = op.operands[high:], op.body.arguments[1:]
    if len(op.results) != len(inits):
        raise Error.on(op, "mismatch between the number of loop-carried values and results")
    check_inputs(op, maps[0], op.operands[:low])
    check_inputs(op, maps[1], op.operands[low:high])
    if len(inits) != len(carried):
        raise Error.on(op, f"different number of inits and region iter_args: {len(inits)} != {len(carried)}")
    for at, (init, argument) in enumerate(zip(inits, carried)):
        if init.type is not argument.type:
            types = f"'{init.type}' != '{argument.type}'"
            raise Error.on(op, f"{at}-th init and {at}-th region iter_arg have different type: {types}")
    ends_with_yield(op, op.region)


def ends_with_yield(op, region) -> None:
    last = region.blocks[0].last
    if last is None or last.name != "affine.yield":
        raise Error.on(op, f"expects regions to end with 'affine.yield', found '{last.name if last is not None else ''}'")


def verify_access(op):
    stores = "store" in op.name
    map, memref = op.attributes["map"], op.operands[stores].type
    moved = None if op.name == "affine.prefetch" else (op.operands[0] if stores else op.result).type
    if op.name == "affine.load" and moved is not memref.element:
        raise Error.on(op, "result type must match element type of memref")
    if op.name == "affine.store" and moved is not memref.element:
        raise Error.on(op, "value to store must have the same type as memref element type")
    if len(map.results) != memref.rank:
        raise Error.on(op, f"{'affine.prefetch ' if moved is None else ''}affine map num results must equal memref rank")
    if map.dimensions + map.symbols != len(op.operands) - 1 - stores:
        raise Error.on(op, "too few operands" if moved is None else "expects as many subscripts as affine map inputs")
    if "vector" in op.name and moved.element is not memref.element:
        raise Error.on(op, "requires memref and vector types of the same elemental type")
    if moved is None:
        in_localities(op)


def verify_inputs(op):
    """Checks that the indices of an access are valid dimensions and symbols, by where they are defined."""
    indices = op.operands[1 + ("store" in op.name) :]
    if op.name == "affine.prefetch":
        usable(op, indices, "index")
    else:
        check_inputs(op, op.attributes["map"], indices)


def usable(op, operands, called: str) -> None:
    if not all([is_dimension(value) or is_symbol(value) for value in operands]):
        raise Error.on(op, f"{called} must be a valid dimension or symbol identifier")


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
    from tfir.dialects import has_trait, is_pure

    op = value.op
    if value.type is not INDEX:
        return False
    if is_top_level(value):
        return True
    if op is None:
        return False
    if has_trait(op, "constant_like"):
        return True
    if not op.regions and is_pure(op) and never_fails(op) and all(map(is_symbol, dict.fromkeys(op.operands))):
        return True
    return op.name in ("memref.dim", "tensor.dim") and is_symbolic_size(op)


def never_fails(op) -> bool:
    """Whether an operation without effects is defined for all operands: of divisions, those by numbers but 0 and -1."""
    if op.dialect not in ("arith", "index") or not op.name.partition(".")[2].startswith(DIVISIONS):
        return True
    divisor = constant_integer(op.operands[1])
    return divisor is not None and divisor != 0 and (divisor != -1 or "u" in op.name[-2:])


def constant_integer(value) -> int | None:
    held = value.op.attributes.get("value") if value.op is not None and not value.op.operands else None
    return held.value if isinstance(held, IntegerAttr) else None


def is_symbolic_size(op) -> bool:
    """Whether a size that is asked for is that of a buffer of the top level, or that of a part of one whose size is a symbol."""
    if is_top_level(op.operands[0]):
        return True
    maker, at = op.operands[0].op, constant_integer(op.operands[1])
    while maker is not None and maker.name == "memref.cast" and isinstance(maker.operands[0].type, MemRefType):
        maker = maker.operands[0].op
    if at is None or maker is None or maker.name not in ("memref.view", "memref.subview", "memref.alloc"):
        return False
    shape = maker.result.type.shape
    if not 0 <= at < len(shape):
        return False
    return shape[at] is not None or is_symbol(sizes_of(maker)[list(shape[:at]).count(None)])


def sizes_of(maker):
    """The sizes of a buffer that are told at run time."""
    if maker.name == "memref.view":
        return maker.operands[2:]
    first, *counts = segment_sizes(maker, "operand", 2 if maker.name == "memref.alloc" else 4, len(maker.operands))
    return maker.operands[:first] if maker.name == "memref.alloc" else maker.operands[first + counts[0] :][: counts[1]]


def is_dimension(value) -> bool:
    op = value.op
    if op is None:
        around = value.owner.parent_op
        return is_top_level(value) or (
            around is not None and (around.name == "affine.parallel" or around.name == "affine.for" and value.index == 0)
        )
    return is_symbol(value) or (op.name in APPLIED and all(map(is_dimension, op.operands)))


def verify_apply(op):
    map = op.attributes["map"]
    if map.dimensions + map.symbols != len(op.operands):
        raise Error.on(op, "operand count and affine map dimension and symbol count must match")
    if len(map.results) != 1 and op.name == "affine.apply":
        raise Error.on(op, "mapping must produce one value")
    if not map.results:
        raise Error.on(op, "affine map expect at least one result")


def verify_symbols(op):
    """What is a dimension alone is no symbol; other values may be anything here, and make the result one that is neither."""
    if any([is_dimension(value) and not is_symbol(value) for value in op.operands[op.attributes["map"].dimensions :]]):
        raise Error("dimensional operand cannot be used as a symbol", op)


def verify_yield(op):
    if op.parent_op is None or op.parent_op.name not in AROUND:
        raise Error.on(op, "only terminates affine.if/for/parallel regions")
    results = op.parent_op.results
    if len(op.operands) != len(results):
        raise Error.on(op, "parent of yield must have same number of results as the yield operands")
    if any([value.type is not result.type for value, result in zip(op.operands, results)]):
        raise Error.on(op, "types mismatch between yield op and its parent")


def verify_if(op):
    condition, (then, otherwise) = op.attributes["condition"], op.regions
    if not then.blocks:
        raise Error.on(op, "region #0 ('thenRegion') failed to verify constraint: region with 1 blocks")
    if len(op.operands) != condition.dimensions + condition.symbols:
        raise Error.on(op, "operand count and condition integer set dimension and symbol count must match")
    check_inputs(op, condition, op.operands)
    for number, region in enumerate([then, otherwise] if otherwise.blocks else [then]):
        if region.blocks[0].arguments:
            raise Error.on(op, f"region #{number} should have no arguments")
        ends_with_yield(op, region)
    if not otherwise.blocks:
        handed_on(op, (), op.results, "parent to parent")


def verify_parallel(op):
    low, high, steps = op.attributes["lowerBoundsMap"], op.attributes["upperBoundsMap"], op.attributes["steps"].elements
    kinds = [each.value for each in op.attributes["reductions"].elements]
    groups = [op.attributes[name].values() for name in ("lowerBoundsGroups", "upperBoundsGroups")]
    one_block(op, "region")
    arguments = op.body.arguments
    if not len(groups[0]) == len(groups[1]) == len(steps) == len(arguments):
        counts = f"lower ({len(groups[0])}) and upper bound ({len(groups[1])}), and the number of steps ({len(steps)})"
        raise Error.on(op, f"the number of region arguments ({len(arguments)}) and the number of map groups for {counts} must all match")
    for map, sizes, which in zip((low, high), groups, ("lower", "upper")):
        if 0 in sizes:
            raise Error.on(op, f"expected {which} bound map to have at least one result")
        if sum(sizes) != len(map.results):
            raise Error.on(op, f"expected {which} bounds map to have {sum(sizes)} results")
    if len(op.results) != len(kinds):
        raise Error.on(op, "a reduction must be specified for each output")
    for result, kind in zip(op.results, kinds):
        if not 0 <= kind < len(ATOMIC_KINDS):
            raise Error.on(op, "attribute 'reductions' failed to satisfy constraint: Reduction ops")
        word = ATOMIC_KINDS[kind]
        if word != "assign" and not isinstance(result.type, FloatType if word.endswith("f") else IntegerType):
            raise Error.on(op, "result type cannot match reduction attribute")
    split = low.dimensions + low.symbols
    if len(op.operands) != split + high.dimensions + high.symbols:
        raise Error.on(op, "expected as many operands as the bounds maps have inputs")
    check_inputs(op, low, op.operands[:split])
    check_inputs(op, high, op.operands[split:])


def verify_basis(op):
    """Of `delinearize_index`: a number for each result; of `linearize_index`, one for each index; the outer one may be left out."""
    basis = op.attributes["static_basis"].values
    if op.name == "affine.delinearize_index":
        count, dynamic = len(op.results), len(op.operands) - 1
        wrong = "should return an index for each basis element and up to one extra index"
    else:
        count, dynamic = op.attributes["operandSegmentSizes"].values
        wrong = "should be passed a basis element for each index except possibly the first"
    if len(basis) not in (count, count - 1):
        raise Error.on(op, wrong)
    if list(basis).count(DYNAMIC) != dynamic:
        entries = "kDynamic marker but no corresponding dynamic basis entry"
        how = "this can only happen due to an incorrect fold/rewrite"
        raise Error.on(op, f"mismatch between dynamic and static basis ({entries}) -- {how}")
    if op.name == "affine.delinearize_index" and any([number <= 0 and number != DYNAMIC for number in basis]):
        raise Error.on(op, "no basis element may be statically non-positive")


def dma_parts(op, maps):
    """For each map of a transfer its buffer with indices."""
    parts, rest = [], op.operands
    for map in maps:
        size = 1 + map.dimensions + map.symbols
        parts.append(rest[:size])
        rest = rest[size:]
    return parts


def verify_dma(op):
    starts = op.name == "affine.dma_start"
    maps = [op.attributes.get(name) for name in (("src_map", "dst_map", "tag_map") if starts else ("tag_map",))]
    if not all([isinstance(map, AffineAttr) for map in maps]):
        raise Error.on(op, "requires an affine map for each of its buffers")
    buffers = dma_parts(op, maps)
    for (buffer, *_), name in zip(buffers, ("source", "destination", "tag") if starts else ("tag",)):
        if not isinstance(buffer.type, MemRefType):
            raise Error.on(op, f"expected DMA {name} to be of memref type")
    for (_, *indices), name in zip(buffers, ("src index", "dst index", "tag index") if starts else ("index",)):
        usable(op, indices, name)


ACCESSES = ("load", "store", "vector_load", "vector_store", "prefetch")
VERIFY = {
    **dict.fromkeys(ACCESSES, verify_access),
    **dict.fromkeys(("apply", "min", "max"), verify_apply),
    **dict.fromkeys(("delinearize_index", "linearize_index"), verify_basis),
}
VERIFY_IN_CONTEXT = {
    "for": verify_for, "if": verify_if, "parallel": verify_parallel, "yield": verify_yield, "apply": verify_symbols,
    **dict.fromkeys(ACCESSES, verify_inputs), **dict.fromkeys(("dma_start", "dma_wait"), verify_dma),
}  # fmt: skip
