"""What types alone cannot say of operations on buffers. Source: MLIR's memref dialect."""

from math import prod

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.memref import layouts
from tfir.dialects.memref.layouts import layout_of
from tfir.dialects.tensor.verify import incompatible, length_of_shape
from tfir.ir.attributes import UnitAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import INDEX, FloatType, IntegerType, MemRefType, shapes_fit
from tfir.ods.regions import handed_on, inside, one_block
from tfir.ods.slots import segment_sizes
from tfir.ods.views import dynamic_sizes, groups_of, in_bounds, parts
from tfir.text.affine import AffineAttr
from tfir.text.pieces import DYNAMIC


def load(op):
    type, count = op.operands[0].type, len(op.operands) - 1
    if op.result.type is not type.element:
        raise Error.on(op, "failed to verify that result type matches element type of 'memref'")
    if type.rank != count:
        raise Error.on(op, f"incorrect number of indices for load, expected {type.rank} but got {count}")


def store(op):
    value, type = op.operands[0].type, op.operands[1].type
    if value is not type.element:
        raise Error.on(op, "failed to verify that type of 'value' matches element type of 'memref'")
    if type.rank != len(op.operands) - 2:
        raise Error.on(op, "store index operand count not equal to memref rank")


def alloc(op):
    type = op.result.type
    sizes, symbols = segment_sizes(op, "operand", 2, len(op.operands))
    dynamic_sizes(op, type, sizes)
    expected = type.layout.symbols if isinstance(type.layout, AffineAttr) else 0
    if type.layout is not None and not isinstance(type.layout, AffineAttr):
        expected = [*type.layout.strides, type.layout.offset].count(None)
    if symbols != expected:
        raise Error.on(op, f"symbol operand count does not equal memref symbol count: expected {expected}, got {symbols}")


def alloca(op):
    if op.parent_op is not None and op.parent_op.name == "builtin.module":
        raise Error.on(op, "requires an ancestor op with AutomaticAllocationScope trait")


def assume_alignment(op):
    if op.get("alignment") & (op.get("alignment") - 1):
        raise Error.on(op, "alignment must be power of 2")


def scope(op):
    one_block(op, "bodyRegion")
    last = op.body.last
    if op.body.arguments:
        raise Error.on(op, "region should have no arguments")
    if last.name != "memref.alloca_scope.return":
        raise Error.on(op, f"expects regions to end with 'memref.alloca_scope.return', found '{last.name}'")
    handed_on(op, last.operands, op.results, "Operation memref.alloca_scope.return to parent")


def atomic(op):
    value, type = op.operands[0].type, op.operands[1].type
    if value is not op.result.type:
        raise Error.on(op, "failed to verify that all of {value, result} have same type")
    if value is not type.element:
        raise Error.on(op, "failed to verify that value type matches element type of memref")
    if type.rank != len(op.operands) - 2:
        raise Error.on(op, "expects the number of subscripts to be equal to memref rank")
    number = op.get("kind")
    kind = ATOMIC_KINDS[number] if 0 <= number < len(ATOMIC_KINDS) else ""
    if kind.endswith("f") and not isinstance(value, FloatType):
        raise Error.on(op, f"with kind '{kind}' expects a floating-point type")
    if kind not in ("", "assign") and not kind.endswith("f") and not isinstance(value, IntegerType):
        raise Error.on(op, f"with kind '{kind}' expects an integer type")


def generic_atomic(op):
    arguments = op.body.arguments if op.region.blocks else []
    if len(arguments) != 1:
        raise Error.on(op, "expected single number of entry block arguments")
    if arguments[0].type is not op.result.type:
        raise Error.on(op, "expected block argument of the same type result type")
    from tfir.dialects import lookup

    for inner in op.walk():
        definition = lookup(inner.name)
        if inner is not op and (definition is None or "effects" in definition.traits):
            raise Error("body of 'memref.generic_atomic_rmw' should contain only operations with no side effects", inner)


def atomic_yield(op):
    inside("memref.generic_atomic_rmw")(op)
    given, target = op.operands[0].type, op.parent_op.result.type
    if given is not target:
        raise Error.on(op, f"types mismatch between yield op: '{given}' and its parent: '{target}'")


def cast(op):
    source, dest = op.operands[0].type, op.result.type
    if not is_castable(source, dest):
        raise incompatible(op)


def is_castable(one, other) -> bool:
    """Whether a buffer may be seen under another type: what both types know of sizes, strides and the offset is the same."""
    if one.element is not other.element or one.space != other.space:
        return False
    if one.shape is None or other.shape is None:
        return one.shape is not None or other.shape is not None
    if one.layout != other.layout:
        layout, target = layout_of(one), layout_of(other)
        if layout is None or target is None:
            return False
        if not shapes_fit([*layout[0], layout[1]], [*target[0], target[1]]):
            return False
    return shapes_fit(one.shape, other.shape)


def memory_space_cast(op):
    source, dest = op.operands[0].type, op.result.type
    if source.shape != dest.shape or source.element is not dest.element or source.layout != dest.layout:
        raise incompatible(op)


def copy(op):
    source, target = [value.type for value in op.operands]
    if source.element is not target.element:
        raise Error.on(op, "requires the same element type for all operands")
    if not shapes_fit(source.shape, target.shape):
        raise Error.on(op, "requires the same shape for all operands")


def distinct(op):
    if not op.operands:
        raise Error.on(op, "expected at least one operand")
    if [value.type for value in op.operands] != [value.type for value in op.results]:
        raise Error.on(op, "operand types and result types must match")


def grouped(op, groups, shape, whole, kind: str) -> None:
    """Verifies that each size of `whole` is that of its group of sizes of `shape`."""
    if not whole and any([size != 1 for size in shape]):
        raise Error.on(op, f"rank 0 {kind}s can only be extended/collapsed with/from ones")
    if not whole:
        return
    if len(groups) != len(whole):
        raise Error.on(op, f"invalid number of reassociation groups: found {len(groups)}, expected {len(whole)}")
    count = 0
    for at, (group, size) in enumerate(zip(groups, whole)):
        for number in group:
            if number != count:
                raise Error.on(op, "reassociation indices must be contiguous")
            count += 1
            if number >= len(shape):
                raise Error.on(op, f"reassociation index {number} is out of bounds")
        sizes = [shape[number] for number in group]
        if (size is None) is not (None in sizes):
            raise Error.on(op, f"collapsed dim ({at}) must be dynamic if and only if reassociation group is dynamic")
        if size is not None and prod(sizes) != size:
            raise Error.on(op, f"collapsed dim size ({size}) must equal reassociation group size ({prod(sizes)})")
    if count != len(shape):
        raise Error.on(op, f"expanded rank ({len(shape)}) inconsistent with number of reassociation indices ({count})")


def collapse_shape(op):
    source, result, groups = op.operands[0].type, op.result.type, groups_of(op)
    if source.rank < result.rank:
        raise Error.on(op, f"has {ranks(source, result)}. This is not a collapse ({source.rank} < {result.rank}).")
    grouped(op, groups, source.shape, result.shape, "memref")
    expected = layouts.collapsed(source, result.shape, groups)
    laid_out(op, "collapsed", expected, "invalid source layout map or collapsing non-contiguous dims")


def expand_shape(op):
    source, result, groups = op.operands[0].type, op.result.type, groups_of(op)
    if source.rank > result.rank:
        raise Error.on(op, f"has {ranks(source, result)}. This is not an expansion ({source.rank} > {result.rank}).")
    grouped(op, groups, result.shape, source.shape, "memref")
    laid_out(op, "expanded", layouts.expanded(source, result.shape, groups), "invalid source layout map")
    output_shape(op, result)


def ranks(source, result) -> str:
    return f"source rank {source.rank} and result rank {result.rank}"


def laid_out(op, how: str, expected: MemRefType | None, otherwise: str) -> None:
    """Verifies that a result has the type, None where there is none, that follows from the layout of what is reshaped."""
    if expected is None:
        raise Error.on(op, otherwise)
    if expected.text != op.result.type.text:
        raise Error.on(op, f"expected {how} type to be '{expected}' but found '{op.result.type}'")


def output_shape(op, result) -> None:
    """Verifies what `output_shape` says of the sizes of a result."""
    sizes, given = op.attributes["static_output_shape"].values, len(op.operands) - 1
    if len(sizes) != result.rank:
        what = (
            f"expected number of static shape bounds to be equal to the output rank ({result.rank}) but found {len(sizes)} inputs instead"
        )
        raise Error.on(op, what)
    dynamic = list(sizes).count(DYNAMIC)
    if dynamic != given:
        what = "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
        raise Error.on(op, f"{what}{dynamic} dynamic dims while output_shape has {given} values")
    for at, (size, other) in enumerate(zip(sizes, result.shape)):
        if size != DYNAMIC and other is not None and size != other:
            raise Error.on(op, f"invalid output shape provided at pos {at}")


def metadata(op):
    source = op.operands[0].type
    inferred = [MemRefType((), source.element, None, source.space), *[INDEX] * (1 + 2 * source.rank)]
    given = [value.type for value in op.results]
    if inferred != given:
        texts = [", ".join([f"'{type}'" for type in types]) for types in (inferred, given)]
        what = f"inferred type(s) {texts[0]} are incompatible with return type(s) of operation {texts[1]}"
        first, then = Error.on(op, what), Error.on(op, "failed to infer returned types")
        raise Error.of([*first.diagnostics, *then.diagnostics])


def get_global(op):
    name, type = op.attributes["name"], op.result.type
    named = nearest_symbol(op, name, lambda around: around.name == "builtin.module")
    if named is None or named.name != "memref.global":
        raise Error.on(op, f"'{name.leaf}' does not reference a valid global memref")
    stored = named.attributes["type"].value
    if stored is not type:
        raise Error.on(op, f"result type '{type}' does not match type '{stored}' of the global memref {name}")


def global_(op):
    type, value = op.attributes["type"].value, op.attributes.get("initial_value")
    visibility = op.get("sym_visibility")
    if visibility not in (None, "public", "private", "nested"):
        raise Error.on(op, f'visibility expected to be one of ["public", "private", "nested"], but got "{visibility}"')
    if not isinstance(type, MemRefType):
        raise Error.on(op, "attribute 'type' failed to satisfy constraint: memref type attribute")
    if not type.is_static:
        raise Error.on(op, f"type should be static shaped memref, but got '{type}'")
    if value is None or isinstance(value, UnitAttr):
        return
    if not isinstance(value, ElementsAttr):
        raise Error.on(op, f"initial value should be a unit or elements attribute, but got {value}")
    if value.type.element is not type.element:
        raise Error.on(op, f"initial value element expected to be {type.element} but was {value.type.element}")
    if value.type.shape != type.shape:
        expected, given = [", ".join(map(str, shape)) for shape in (type.shape, value.type.shape)]
        raise Error.on(op, f"initial value shape expected to be {expected} but was {given}")


def prefetch(op):
    if op.operands[0].type.rank != len(op.operands) - 1:
        raise Error.on(op, "too few indices")
    in_localities(op)


def in_localities(op) -> None:
    """Verifies how close to the processor a prefetch is to bring what it names."""
    if not 0 <= op.get("localityHint") <= 3:
        what = "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3"
        raise Error.on(op, f"attribute 'localityHint' failed to satisfy constraint: {what}")


def realloc(op):
    source, result = op.operands[0].type, op.result.type
    for type, which in ((source, "source"), (result, "result")):
        if type.layout is not None:
            raise Error(f"unsupported layout for {which} memref type '{type}'", op)
    same_space(op, source, result, "source memref type", "result memref type")
    same_element(op, source, result, "source memref type", "result memref type")
    if result.is_static and len(op.operands) > 1:
        raise Error(f"unnecessary dimension operand for result type '{result}'", op)
    if not result.is_static and len(op.operands) < 2:
        raise Error(f"missing dimension operand for result type '{result}'", op)


def same_space(op, one, other, called: str, other_called: str) -> None:
    if one.space != other.space:
        raise Error(f"different memory spaces specified for {called} '{one}' and {other_called} '{other}'", op)


def same_element(op, one, other, called: str, other_called: str) -> None:
    if one.element is not other.element:
        raise Error(f"different element types specified for {called} '{one}' and {other_called} '{other}'", op)


def reinterpret_cast(op):
    source, result = op.operands[0].type, op.result.type
    (offset,), sizes, strides = parts(op, one_offset=True)
    same_space(op, source, result, "source type", "result memref type")
    same_element(op, source, result, "source type", "result memref type")
    layout = layout_of(result)
    checked = [("size", sizes, result.shape), ("offset", [offset], [layout[1]]), ("stride", strides, layout[0])]
    for name, given, stated in checked:
        for at, (one, other) in enumerate(zip(given, stated)):
            if other is not None and one != other:
                where = "" if name == "offset" else f" in dim = {at}"
                shown = "dynamic" if one is None else one
                raise Error(f"expected result type with {name} = {shown} instead of {other}{where}", op)


def reshape(op):
    source, result = op.operands[0].type, op.result.type
    if source.element is not result.element:
        raise Error.on(op, "element types of source and destination memref types should be the same")
    for type, which in ((source, "source"), (result, "result")):
        if type.shape is not None and type.layout is not None:
            raise Error.on(op, f"{which} memref type should have identity affine map")
    length_of_shape(op, "memref")


def subview(op):
    source, result = op.operands[0].type, op.result.type
    offsets, sizes, steps = parts(op, 1, source.rank)
    same_space(op, source, result, "base memref type", "subview memref type")
    layout = layout_of(source)
    if layout is None:
        raise Error(f"base type '{source}' is not strided", op)
    expected = layouts.sliced(source, layout, offsets, sizes, steps)
    if result.rank > expected.rank:
        raise Error(f"expected result rank to be smaller or equal to the source rank, but got '{result}'", op)
    if result.element is not source.element:
        raise Error(f"expected result element type to be '{source.element}', but got '{result}'", op)
    target, given = layout_of(expected), layout_of(result)
    what = f"expected result type to be '{expected}' or a rank-reduced version. (mismatch of result"
    if not layouts.is_reduced(expected, target, result):
        raise Error(f"{what} sizes), but got '{result}'", op)
    if given is None or given[1] != target[1] or not layouts.is_reduced(expected, target, result, given):
        raise Error(f"{what} layout), but got '{result}'", op)
    in_bounds(op, source.shape, offsets, sizes, steps)


def transpose(op):
    source, result, map = op.operands[0].type, op.result.type, op.attributes["permutation"]
    order = [each[1] if isinstance(each, tuple) and each[0] == "d" else -1 for each in getattr(map, "results", ())]
    if not isinstance(map, AffineAttr) or map.symbols or sorted(order) != list(range(map.dimensions)):
        raise Error.on(op, "expected a permutation map")
    if map.dimensions != source.rank:
        raise Error.on(op, "expected a permutation map of same rank as the input")
    strides, offset = layout_of(source)
    moved = ([strides[at] for at in order], offset)
    shape = tuple([source.shape[at] for at in order])
    if (result.shape, result.element, result.space, layout_of(result)) != (shape, source.element, source.space, moved):
        expected = MemRefType(shape, source.element, layouts.as_map(moved), source.space)
        what = f"result type '{result}' is not equivalent to the canonical transposed input type '{expected}'"
        raise Error.on(op, what)


def view(op):
    source, result = op.operands[0].type, op.result.type
    for type, which in ((source, "base"), (result, "result")):
        if type.layout is not None:
            raise Error(f"unsupported map for {which} memref type '{type}'", op)
    same_space(op, source, result, "base memref type", "view memref type")
    dynamic_sizes(op, result, len(op.operands) - 2)


def dma_parts(op):
    """Source, target and tag, each with its indices; the number of elements between the last two; the stride, and elements per stride.
    Raises ValueError where they are others."""
    parts, rest = [], list(op.operands)
    for at in range(3):
        rank = rest[0].type.rank if rest and isinstance(rest[0].type, MemRefType) else None
        if rank is None or len(rest) < 1 + rank:
            raise ValueError(f"expected {('source', 'destination', 'tag')[at]} to be of memref type")
        parts.append(rest[: 1 + rank])
        rest = rest[1 + rank :]
        if at == 1:
            if not rest:
                raise ValueError("expected the number of elements behind the destination")
            count, *rest = rest
    return parts[0], parts[1], count, parts[2], rest


def strides_are_of_target(source, target) -> bool:
    """Of a transfer's buffers it is the one in memory space 0 that is read or written with strides, the source where both are."""
    is_source, is_target = [type.space is None or type.space.text.startswith("0 ") for type in (source, target)]
    return is_target and not is_source


def dma_start(op):
    if len(op.operands) < 4:
        raise Error.on(op, "expected at least 4 operands")
    try:
        source, target, count, tag, strides = dma_parts(op)
    except ValueError as reason:
        raise Error.on(op, str(reason)) from None
    indices = (("source", source[1:]), ("destination", target[1:]), ("tag", tag[1:]))
    if any([value.type is not INDEX for value in source[1:]]):
        raise Error.on(op, "expected source indices to be of index type")
    if count.type is not INDEX:
        raise Error.on(op, "expected num elements to be of index type")
    for name, values in indices:
        if any([value.type is not INDEX for value in values]):
            raise Error.on(op, f"expected {name} indices to be of index type")
    if len(strides) not in (0, 2):
        raise Error.on(op, "incorrect number of operands")
    if any([value.type is not INDEX for value in strides]):
        raise Error.on(op, "expected stride and num elements per stride to be of type index")


def dma_wait(op):
    rank, count = op.operands[0].type.rank, len(op.operands) - 2
    if rank != count:
        what = f"expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got {count}"
        raise Error.on(op, what)


VERIFY = {
    "load": load, "store": store, "alloc": alloc, "alloca": alloc, "assume_alignment": assume_alignment, "atomic_rmw": atomic,
    "cast": cast, "memory_space_cast": memory_space_cast, "copy": copy, "distinct_objects": distinct,
    "collapse_shape": collapse_shape, "expand_shape": expand_shape, "extract_strided_metadata": metadata, "global": global_,
    "prefetch": prefetch, "realloc": realloc, "reinterpret_cast": reinterpret_cast, "reshape": reshape, "subview": subview,
    "transpose": transpose, "view": view, "dma_start": dma_start, "dma_wait": dma_wait,
}  # fmt: skip
VERIFY_IN_CONTEXT = {
    "alloca": alloca, "alloca_scope": scope, "get_global": get_global, "alloca_scope.return": inside("memref.alloca_scope"), "generic_atomic_rmw": generic_atomic,
    "atomic_yield": atomic_yield,
}  # fmt: skip
