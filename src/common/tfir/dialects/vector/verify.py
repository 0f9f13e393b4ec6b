"""What the lines of the table cannot say of operations on vectors. Source: MLIR's vector dialect."""

from tfir.dialects.memref.layouts import layout_of
from tfir.dialects.vector.assembly import mask_type
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, FloatType, IndexType, IntegerType, VectorType
from tfir.text.enumerators import word_of
from tfir.text.pieces import DYNAMIC


def is_vector(type) -> bool:
    return isinstance(type, VectorType)


def shape_of(type) -> tuple[int, ...]:
    return type.shape if is_vector(type) else ()


def dimensions(type) -> list[tuple[int, bool]]:
    """Each size with whether it is a multiple of what only the machine knows."""
    return list(zip(type.shape, type.scalable or (False,) * len(type.shape)))


def of_dimensions(sizes, element):
    """The vector with sizes as `dimensions` gives them."""
    scalable = [flag for _, flag in sizes]
    return VectorType([size for size, _ in sizes], element, scalable if any(scalable) else ())


def text_of(dimension) -> str:
    size, scalable = dimension
    return f"[{size}]" if scalable else str(size)


def bits(type) -> int:
    return 64 if isinstance(type, IndexType) else getattr(type, "width", 0)


# Elements put together and taken apart


def elements(op):
    type, listed = (op.result.type, op.operands) if op.name == "vector.from_elements" else (op.operands[0].type, op.results)
    if type.size != len(listed) or any([value.type is not type.element for value in listed]):
        called = "dest" if listed is op.operands else "source"
        raise Error.on(op, f"failed to verify that shaped type '{called}' matches 'elements' element count and types")


def bitcast(op):
    source, result = [dimensions(type) for type in (op.operands[0].type, op.result.type)]
    widths = [bits(type.element) for type in (op.operands[0].type, op.result.type)]
    for at, (one, other) in enumerate(zip(source[:-1], result[:-1])):
        if one != other:
            raise Error.on(op, f"dimension size mismatch at: {at}")
    if not source:
        if widths[0] != widths[1]:
            raise Error.on(op, "source/result bitwidth of the 0-D vector element types must be equal")
    elif source[-1][0] * widths[0] != result[-1][0] * widths[1]:
        raise Error.on(op, "source/result bitwidth of the minor 1-D vectors must be equal")


def broadcast(op):
    source, result = op.operands[0].type, op.result.type
    if not is_vector(source):
        if source is not result.element:
            raise Error.on(op, "source type is not a vector")
        return
    if len(source.shape) > len(result.shape):
        raise Error.on(op, "source rank higher than destination rank")
    inner = dimensions(result)[len(result.shape) - len(source.shape) :]
    for one, other in zip(dimensions(source), inner):
        if one not in ((1, False), other):
            raise Error.on(op, f"dimension mismatch ({text_of(one)} vs. {text_of(other)})")


def shape_cast(op):
    source, result = op.operands[0].type, op.result.type
    if source.element is not result.element:
        raise Error.on(op, "has different source and result element types")
    if source.size != result.size:
        raise Error.on(op, f"has different number of elements at source ({source.size}) and result ({result.size})")
    if sum(source.scalable) != sum(result.scalable):
        counts = f"source ({sum(source.scalable)}) and result ({sum(result.scalable)})"
        raise Error.on(op, f"has different number of scalable dims at {counts}")


def transpose(op):
    permutation, source, result = op.attributes["permutation"].values, op.operands[0].type, op.result.type
    if len(source.shape) != len(result.shape):
        raise Error.on(op, f"vector result rank mismatch: {len(result.shape)}")
    if len(permutation) != len(source.shape):
        raise Error.on(op, f"transposition length mismatch: {len(permutation)}")
    for at, position in enumerate(permutation):
        if not 0 <= position < len(source.shape):
            raise Error.on(op, f"transposition index out of range: {position}")
        if position in permutation[:at]:
            raise Error.on(op, f"duplicate position index: {position}")
        if source.shape[position] != result.shape[at]:
            raise Error.on(op, f"dimension size mismatch at: {position}")


def deinterleave(op):
    source, first, second = op.operands[0].type, *[result.type for result in op.results]
    if source.shape[-1] % 2:
        raise Error.on(op, "failed to verify that the trailing dimension of the source vector has an even number of elements")
    if first.shape[-1] * 2 != source.shape[-1]:
        what = "the trailing dimension of the results is half the width of source trailing dimension"
        raise Error.on(op, f"failed to verify that {what}")
    if first is not second:
        raise Error.on(op, "failed to verify that all of {res1, res2} have same type")


def interleave(op):
    *outer, (last, scalable) = dimensions(op.operands[0].type) or [(1, False)]
    if op.result.type is not of_dimensions([*outer, (2 * last, scalable)], op.operands[0].type.element):
        raise Error.on(op, "failed to verify that type of 'result' is double the width of the inputs")


def shuffle(op):
    first, second, result = [value.type.shape for value in (*op.operands, op.result)]
    mask = op.attributes["mask"].values
    if not (len(first) == len(second) == len(result) or (len(first), len(second), len(result)) == (0, 0, 1)):
        raise Error.on(op, "rank mismatch")
    if not first[1:] == second[1:] == result[1:]:
        raise Error.on(op, "dimension mismatch")
    if not mask:
        raise Error.on(op, "invalid mask length")
    if len(mask) != result[0]:
        raise Error.on(op, "mask length mismatch")
    count = (first[0] if first else 1) + (second[0] if second else 1)
    for number, position in enumerate(mask, 1):
        if not -1 <= position < count:
            raise Error.on(op, f"mask index #{number} out of range")


# Parts of vectors


def positions(op, dynamic: int) -> list[int]:
    stored = list(op.attributes["static_position"].values)
    if stored.count(DYNAMIC) != dynamic:
        entries = "kDynamic marker but no corresponding dynamic position"
        how = "this can only happen due to an incorrect fold/rewrite"
        raise Error.on(op, f"mismatch between dynamic and static positions ({entries}) -- {how}")
    return stored


def extract(op):
    source, result = op.operands[0].type, op.result.type
    listed = positions(op, len(op.operands) - 1)
    if len(listed) > len(source.shape):
        raise Error.on(op, "expected position attribute of rank no greater than vector rank")
    rest = dimensions(source)[len(listed) :]
    inferred = of_dimensions(rest, source.element) if rest else source.element
    if inferred is not result and (rest or shape_of(result) != (1,)) and (shape_of(inferred) != (1,) or is_vector(result)):
        raise Error.incompatible(op, [inferred], [result])
    for number, (position, size) in enumerate(zip(listed, source.shape), 1):
        if position != DYNAMIC and not -1 <= position < size:
            what = "non-negative integer smaller than the corresponding vector dimension or poison (-1)"
            raise Error.on(op, f"expected position attribute #{number} to be a {what}")


def insert(op):
    source, dest = op.operands[0].type, op.operands[1].type
    listed, rank = positions(op, len(op.operands) - 2), len(dest.shape)
    if len(listed) > rank:
        raise Error.on(op, "expected position attribute of rank no greater than dest vector rank")
    if is_vector(source) and len(listed) + len(source.shape) != rank:
        raise Error.on(op, "expected position attribute rank + source rank to match dest vector rank")
    if not is_vector(source) and len(listed) != rank:
        raise Error.on(op, "expected position attribute rank to match the dest vector rank")
    for number, (position, size) in enumerate(zip(listed, dest.shape), 1):
        if position != DYNAMIC and not -1 <= position < size:
            what = "non-negative integer smaller than the corresponding dest vector dimension"
            raise Error.on(op, f"expected position attribute #{number} to be a {what}")


def numbers_of(op, name: str) -> list[int]:
    return [each.value for each in op.attributes[name].elements]


def confined(op, called: str, numbers, low: int, ends) -> None:
    """Each number is at least `low` and below its end."""
    for at, (number, end) in enumerate(zip(numbers, ends)):
        if not low <= number < end:
            raise Error.on(op, f"expected {called} dimension {at} to be confined to [{low}, {end})")


def of_one(op, strides) -> None:
    if any([stride != 1 for stride in strides]):
        raise Error.on(op, "expected strides to be confined to [1, 2)")


def extract_strided_slice(op):
    source, result = op.operands[0].type, op.result.type
    offsets, sizes, strides = [numbers_of(op, name) for name in ("offsets", "sizes", "strides")]
    if not len(offsets) == len(sizes) == len(strides):
        raise Error.on(op, "expected offsets, sizes and strides attributes of same size")
    if len(offsets) > len(source.shape):
        raise Error.on(op, "expected offsets attribute of rank no greater than vector rank")
    ends = [size + 1 for size in source.shape]
    confined(op, "offsets", offsets, 0, source.shape)
    confined(op, "sizes", sizes, 1, ends)
    of_one(op, strides)
    confined(op, "sum(offsets, sizes)", map(sum, zip(offsets, sizes)), 1, ends)
    kept = dimensions(source)
    expected = of_dimensions([*zip(sizes, [flag for _, flag in kept]), *kept[len(sizes) :]], source.element)
    if result is not expected:
        raise Error.on(op, f"expected result type to be '{expected}'")
    for at, (size, (whole, is_scalable)) in enumerate(zip(sizes, kept)):
        if is_scalable and size != whole:
            raise Error.on(op, cut_off(at, size, whole))


def cut_off(at: int, size: int, whole: int) -> str:
    """What is wrong with a part of a scalable dimension."""
    return f"expected size at idx={at} to match the corresponding base size from the input vector ({size} vs {whole})"


def insert_strided_slice(op):
    source, dest = op.operands[0].type.shape, op.operands[1].type.shape
    offsets, strides = numbers_of(op, "offsets"), numbers_of(op, "strides")
    if len(offsets) != len(dest):
        raise Error.on(op, "expected offsets of same size as destination vector rank")
    if len(strides) != len(source):
        raise Error.on(op, "expected strides of same size as source vector rank")
    if len(source) > len(dest):
        raise Error.on(op, "expected source rank to be no greater than destination rank")
    confined(op, "offsets", offsets, 0, dest)
    of_one(op, strides)
    sizes = [1] * (len(dest) - len(source)) + list(source)
    confined(op, "sum(offsets, source vector shape)", map(sum, zip(offsets, sizes)), 1, [size + 1 for size in dest])
    inner, outer = [dimensions(value.type) for value in op.operands]
    for at, ((size, is_scalable), (whole, flag)) in enumerate(zip(inner, outer[len(dest) - len(source) :])):
        if is_scalable != flag:
            raise Error.on(op, f"mismatching scalable flags (at source vector idx={at})")
        if is_scalable and size != whole:
            raise Error.on(op, cut_off(at, size, whole))


def scalable_part(op):
    part, which = (op.result, "result") if op.name == "vector.scalable.extract" else (op.operands[0], "source")
    if op.get("pos") % part.type.shape[0]:
        raise Error.on(op, f"failed to verify that position is a multiple of the {which} length.")


def print_(op):
    if "stringLiteral" in op.attributes and (op.operands or word_of(op.attributes["punctuation"]) != "newline"):
        raise Error.on(op, "failed to verify that `source` or `punctuation` are not set when printing strings")
    if op.operands and not isinstance(op.operands[0].type, (VectorType, IntegerType, IndexType, FloatType)):
        raise Error.on(op, f"operand #0 must be a vector, an integer, an index or a floating-point number, but got '{op.operands[0].type}'")


# Masks


def constant_mask(op):
    sizes, type = op.attributes["mask_dim_sizes"].values, op.result.type
    if not type.shape:
        if len(sizes) != 1:
            raise Error("array attr must have length 1 for 0-D vectors", op)
        if sizes[0] not in (0, 1):
            raise Error("mask dim size must be either 0 or 1 for 0-D vectors", op)
        return
    if len(sizes) != len(type.shape):
        raise Error.on(op, "must specify array attr of size equal vector result rank")
    for size, (whole, scalable) in zip(sizes, dimensions(type)):
        if scalable and size not in (0, whole):
            raise Error.on(op, "only supports 'none set' or 'all set' scalable dimensions")
        if not 0 <= size <= whole:
            raise Error.on(op, "array attr of size out of bounds of vector result dimension size")
    if 0 in sizes and any(sizes):
        raise Error.on(op, "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim")


def create_mask(op):
    rank, count = len(op.result.type.shape), len(op.operands)
    if not rank and count != 1:
        raise Error.on(op, "must specify exactly one operand for 0-D create_mask")
    if rank and count != rank:
        raise Error.on(op, "must specify an operand for each result vector dimension")


MASKED = {
    "vector.transfer_read": lambda op: mask_type(op.result.type, op.attributes["permutation_map"]),
    "vector.transfer_write": lambda op: mask_type(op.operands[0].type, op.attributes["permutation_map"]),
    "vector.gather": lambda op: alike(op.result.type),
    "vector.outerproduct": lambda op: alike(op.result.type),
    "vector.reduction": lambda op: alike(op.operands[0].type),
    "vector.multi_reduction": lambda op: alike(op.operands[0].type),
    "vector.contract": lambda op: of_dimensions(iteration(op), I1),
}


def alike(type):
    return VectorType(type.shape, I1, type.scalable)


def mask(op):
    """What is masked is one operation, of which this has the results."""
    inner = op.body.first if op.region.blocks else None
    last = op.body.last if inner is not None else None
    if inner is None or inner is last:
        return
    if inner.next is not last:
        raise Error.on(op, "expects only one operation to mask")
    if inner.name not in MASKED:
        raise Error.on(op, "expects a MaskableOpInterface within the mask region")
    if len(inner.results) != len(op.results):
        raise Error.on(op, "expects number of results to match maskable operation number of results")
    if list(inner.results) != list(last.operands):
        raise Error.on(op, "expects all the results from the MaskableOpInterface to match all the values returned by the terminator")
    if any([one.type is not other.type for one, other in zip(op.results, inner.results)]):
        raise Error.on(op, "expects result type to match maskable operation result type")
    expected = MASKED[inner.name](inner)
    if op.operands[0].type is not expected:
        raise Error.on(op, f"expects a '{expected}' mask for the maskable operation")


# Reductions


def combines(kind, type) -> bool:
    """Whether elements of a type can be combined in a way."""
    word = word_of(kind)
    whole, float = isinstance(type, (IntegerType, IndexType)), isinstance(type, FloatType)
    return whole or float if word in ("add", "mul") else float if word.endswith("f") else whole


def reduction(op):
    rank, type, kind = len(op.operands[0].type.shape), op.result.type, op.attributes["kind"]
    if rank > 1:
        raise Error.on(op, f"unsupported reduction rank: {rank}")
    if not combines(kind, type):
        raise Error.on(op, f"unsupported reduction type ''{type}'' for kind '{word_of(kind)}'")


def multi_reduction(op):
    source, dest, reduced = op.operands[0].type, op.result.type, op.attributes["reduction_dims"].values
    kept = [each for at, each in enumerate(dimensions(source)) if at not in reduced]
    expected = of_dimensions(kept, source.element) if kept else source.element
    if dest is not expected:
        raise Error.on(op, f"destination type '{dest}' is incompatible with source type '{source}'")


def outerproduct(op):
    (first, second, *acc), result = [value.type for value in op.operands], op.result.type
    if len(first.shape) != 1:
        raise Error.on(op, "expected 1-d vector for operand #1")
    if is_vector(second) and len(second.shape) != 1:
        raise Error.on(op, "expected 1-d vector for operand #2")
    rank = 2 if is_vector(second) else 1
    if len(result.shape) != rank:
        raise Error.on(op, f"expected {rank}-d vector result")
    for number, one in enumerate((first, second)[:rank]):
        if one.shape[0] != result.shape[number]:
            raise Error.on(op, f"expected #{number + 1} operand dim to match result dim #{number + 1}")
    if rank == 2 and any(first.scalable) and not any(second.scalable):
        raise Error.on(op, "expected either both or only #2 operand dim to be scalable")
    if acc and acc[0] is not result:
        raise Error.on(op, "expected operand #3 of same type as result type")
    if not combines(op.attributes["kind"], result.element):
        raise Error.on(op, "unsupported outerproduct type")


def scan(op):
    source, initial = op.operands[0].type, op.operands[1].type
    at, rank, kind = op.get("reduction_dim"), len(source.shape), op.attributes["kind"]
    if at >= rank:
        raise Error.on(op, f"reduction dimension {at} has to be less than {rank}")
    if len(initial.shape) != rank - 1:
        raise Error.on(op, f"initial value rank {len(initial.shape)} has to be equal to {rank - 1}")
    if initial.shape != (*source.shape[:at], *source.shape[at + 1 :]):
        raise Error.on(op, "incompatible input/initial value shapes")
    if not combines(kind, initial.element):
        raise Error.on(op, f"unsupported reduction type '{initial.element}' for kind '{word_of(kind)}'")


def axes(map) -> list[int]:
    """The dimension that each result of a map is; -1 for what is none."""
    return [each[1] if isinstance(each, tuple) and each[0] == "d" else -1 for each in map.results]


def iteration(op) -> list:
    """The sizes of the loops that a contraction stands for, each with whether it is scalable."""
    sizes: dict = {}
    for map, value in zip(op.attributes["indexing_maps"].elements, op.operands):
        sizes |= zip(axes(map), dimensions(value.type) if is_vector(value.type) else ())
    return [sizes.get(at, (1, False)) for at in range(len(op.attributes["iterator_types"].elements))]


def contract(op):
    maps, count = op.attributes["indexing_maps"].elements, len(op.attributes["iterator_types"].elements)
    elements = [getattr(value.type, "element", value.type) for value in op.operands]
    if any([isinstance(element, IntegerType) and element.signedness for element in elements]):
        raise Error.on(op, "only supports signless integer types")
    if len(maps) != 3:
        raise Error.on(op, "expected an indexing map for each vector operand")
    for number, (map, value) in enumerate(zip(maps, op.operands)):
        rank = len(shape_of(value.type))
        if map.symbols:
            raise Error.on(op, f"expected indexing map {number} to have no symbols")
        if map.dimensions != count:
            raise Error.on(op, f"expected indexing map {number} to have {count} number of inputs")
        if len(map.results) != rank:
            raise Error.on(op, f"expected indexing map {number} to have {rank} number of outputs")
        if len(set(axes(map))) != rank or -1 in axes(map):
            raise Error.on(op, f"expected indexing map {number} to be a projected permutation of its inputs")
    lhs, rhs = [dict(zip(axes(map), dimensions(value.type))) for map, value in zip(maps[:2], op.operands)]
    result = axes(maps[2])
    for called, is_batch in (("contracting", False), ("batch", True)):
        if any([lhs[at] != rhs[at] for at in lhs if at in rhs and (at in result) is is_batch]):
            raise Error.on(op, f"invalid {called} dimension map")
    if result and len({*lhs, *rhs}) < count:
        raise Error.on(op, "expected all dimensions to be either a LHS or a RHS dimension")
    expected = [({**rhs, **lhs}).get(at) for at in result]
    given = op.result.type
    if None not in expected and result and given is not of_dimensions(expected, given.element):
        raise Error.on(op, f"invalid accumulator/result vector shape, expected: '{of_dimensions(expected, given.element)}'")
    if not combines(op.attributes["kind"], getattr(given, "element", given)):
        raise Error.on(op, "unsupported contraction type")


# Memory


def indexed(op, base, count: int) -> None:
    if base.rank != count:
        raise Error.on(op, f"requires {base.rank or 0} indices")


def plain_access(op):
    """`vector.load` and `vector.store`."""
    stores = op.name == "vector.store"
    vector, base = (op.operands[0] if stores else op.result).type, op.operands[stores].type
    layout, what = layout_of(base), "valueToStore" if stores else "result"
    if (any(vector.scalable) or vector.size != 1) and (layout is None or layout[0][-1:] not in ([], [1])):
        raise Error.on(op, "most minor memref dim must have unit stride")
    if base.rank < len(vector.shape) and not is_vector(base.element):
        lower = "source memref has lower rank than the vector to store"
        raise Error.on(op, lower if stores else "destination memref has lower rank than the result vector")
    if is_vector(base.element) and base.element is not vector:
        raise Error.on(op, f"base memref and {what} vector types should match")
    if not is_vector(base.element) and base.element is not vector.element:
        raise Error.on(op, f"base and {what} element type{'' if stores else 's'} should match")
    indexed(op, base, len(op.operands) - 1 - stores)


def masked_access(op):
    """The loads and stores of some elements; behind the indices stand the mask and a vector, before it perhaps places."""
    loads, places = bool(op.results) and op.name != "vector.scatter", op.name in ("vector.gather", "vector.scatter")
    *indices, mask, value = op.operands
    base, given = indices[0].type, (op.result if loads else value).type
    what = "result" if loads else "valueToStore"
    if base.shape is None:
        raise Error.on(op, "requires base to be a memref or ranked tensor type")
    if base.element is not given.element:
        raise Error.on(op, f"base and {what} element type should match")
    indexed(op, base, len(indices) - 1 - places)
    size = "shape" if "masked" in op.name else "dim"
    if places and given.shape != indices[-1].type.shape:
        raise Error.on(op, f"expected {what} {size} to match indices {size}")
    if given.shape != mask.type.shape:
        raise Error.on(op, f"expected {what} {size} to match mask {size}")
    if loads and value.type is not given:
        raise Error.on(op, "expected pass_thru of same type as result type")


def type_cast(op):
    source, result = op.operands[0].type, op.result.type
    for type, which in ((source, "operand"), (result, "result")):
        if type.layout is not None:
            raise Error.on(op, f"expects {which} to be a memref with identity layout")
    if source.space != result.space:
        raise Error.on(op, "expects result in same memory space")
    scalars = [getattr(type.element, "element", type.element) for type in (source, result)]
    if scalars[0] is not scalars[1]:
        raise Error.on(op, f"expects result and operand with same underlying scalar type: '{result}'")
    if (*source.shape, *shape_of(source.element)) != (*result.shape, *shape_of(result.element)):
        raise Error.on(op, f"expects concatenated result and operand shapes to be equal: '{result}'")


def transfer(op):
    writes = op.name == "vector.transfer_write"
    vector, base = (op.operands[0] if writes else op.result).type, op.operands[writes].type
    map, bounds = op.attributes["permutation_map"], op.attributes["in_bounds"].elements
    counts = op.attributes["operandSegmentSizes"].values
    indexed(op, base, counts[2] if writes else counts[1])
    if writes and 0 in map.results:
        raise Error.on(op, "should not have broadcast dimensions")
    if len(map.results) != len(vector.shape) - len(shape_of(base.element)):
        raise Error.on(op, "requires a permutation_map with result dims of the same rank as the vector type")
    if map.symbols:
        raise Error.on(op, "requires permutation_map without symbols")
    if map.dimensions != base.rank:
        raise Error.on(op, "requires a permutation_map with input dims of the same rank as the source type")
    if len(bounds) != len(map.results):
        ranks = f"{map} vs inBounds of size: {len(bounds)}"
        raise Error.on(op, f"expects the in_bounds attr of same rank as permutation_map results: {ranks}")
    padding = None if writes else op.operands[1 + counts[1]].type
    if padding not in (None, base.element):
        raise Error.on(op, "requires formal padding and source of the same elemental type")
    used = [axis for axis, each in zip(axes(map), map.results) if each != 0]
    if -1 in used:
        how = "at most one dim or the zero constant can appear in each result"
        raise Error.on(op, f"requires a projected permutation_map ({how})")
    if len(set(used)) != len(used):
        raise Error.on(op, "requires a permutation_map that is a permutation (found one dim used more than once)")


VERIFY = {
    **dict.fromkeys(("from_elements", "to_elements"), elements), "bitcast": bitcast, "broadcast": broadcast, "shape_cast": shape_cast,
    "transpose": transpose, "deinterleave": deinterleave, "interleave": interleave, "shuffle": shuffle, "extract": extract,
    "insert": insert, "extract_strided_slice": extract_strided_slice, "insert_strided_slice": insert_strided_slice,
    **dict.fromkeys(("scalable.extract", "scalable.insert"), scalable_part), "constant_mask": constant_mask, "create_mask": create_mask,
    "reduction": reduction, "multi_reduction": multi_reduction, "outerproduct": outerproduct, "scan": scan, "contract": contract,
    "print": print_,
    **dict.fromkeys(("load", "store"), plain_access), "type_cast": type_cast,
    **dict.fromkeys(("maskedload", "maskedstore", "expandload", "compressstore", "gather", "scatter"), masked_access),
    **dict.fromkeys(("transfer_read", "transfer_write"), transfer),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"mask": mask}
