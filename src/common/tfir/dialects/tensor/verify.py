"""What the lines of the table cannot say of operations on tensors. Source: MLIR's tensor dialect."""

from math import prod

from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX, TensorType, shapes_fit
from tfir.ods.regions import inside, one_block
from tfir.ods.views import dynamic_sizes, fewer_ones, groups_of, in_bounds, parts
from tfir.text.pieces import DYNAMIC


def with_shape(shape, type) -> TensorType:
    return TensorType(tuple(shape), type.element)


def cast(op):
    source, dest = op.operands[0].type, op.result.type
    if source.element is not dest.element or not shapes_fit(source.shape, dest.shape):
        raise incompatible(op)


def bitcast(op):
    source, dest = op.operands[0].type, op.result.type
    if source.element.width != dest.element.width or not shapes_fit(source.shape, dest.shape):
        raise incompatible(op)


def incompatible(op) -> Error:
    return Error.on(op, f"operand type '{op.operands[0].type}' and result type '{op.result.type}' are cast incompatible")


def extract(op):
    if op.operands[0].type.rank != len(op.operands) - 1:
        raise Error.on(op, "incorrect number of indices for extract_element")


def insert(op):
    if op.operands[1].type.rank != len(op.operands) - 2:
        raise Error.on(op, "incorrect number of indices")


def empty(op):
    dynamic_sizes(op, op.result.type, len(op.operands))


def splat(op):
    dynamic_sizes(op, op.result.type, len(op.operands) - 1)


def from_elements(op):
    type = op.result.type
    if type.size != len(op.operands) or any([value.type is not type.element for value in op.operands]):
        raise Error.on(op, "failed to verify that operand types match result element type")


def reshape(op):
    source, result = op.operands[0].type, op.result.type
    if source.element is not result.element:
        raise Error.on(op, "element types of source and destination tensor types should be the same")
    if source.is_static and result.is_static and source.size != result.size:
        raise Error.on(op, "source and destination tensor should have the same number of elements")
    length_of_shape(op, "tensor")


def length_of_shape(op, what: str):
    """A reshape's operand of sizes has as many as its result, a tensor or a memref, has dimensions."""
    shape, result = op.operands[1].type, op.result.type
    if result.shape is None:
        return
    if shape.shape[0] is None:
        raise Error.on(op, f"cannot use shape operand with dynamic length to reshape to statically-ranked {what} type")
    if shape.shape[0] != len(result.shape):
        raise Error.on(op, f"length of shape operand differs from the result's {what} rank")


def concat(op):
    result, dimension = op.result.type, op.get("dim")
    inputs = [value.type for value in op.operands]
    if not inputs:
        raise Error.on(op, "requires at least one input")
    if any([type.rank != result.rank for type in inputs]):
        raise Error.on(op, "rank of concatenated inputs must match result rank")
    if any([type.element is not result.element for type in inputs]):
        raise Error.on(op, "inputs and result element type must match")
    if not 0 <= dimension < result.rank:
        raise Error.on(op, "concatenation dim must be less than the tensor rank")
    sizes = list(inputs[0].shape)
    for at, size in enumerate(sizes):
        along = [type.shape[at] for type in inputs]
        expected = {each for each in along if each is not None}
        if at == dimension:
            sizes[at] = None if None in along else sum(along)
        elif len(expected) > 1:
            raise Error.on(op, f"static concatenation size mismatch along non-concatenated dimension {at}")
        else:
            sizes[at] = expected.pop() if expected else size
    if not shapes_fit(sizes, result.shape):
        inferred = with_shape(sizes, result)
        raise Error.on(op, f"result type '{result}'does not match inferred shape '{inferred}' static sizes")


def dimensions_of(op, name: str, type, indices, which: str) -> tuple[int, ...]:
    """The dimensions that indices are of, verified against them."""
    dimensions = op.attributes[name].values
    if not dimensions:
        raise Error.on(op, f"{name} must be non-empty")
    if len(dimensions) > type.rank:
        raise Error.on(op, f"{name} overflow {which} rank")
    if not indices.shape or indices.shape[-1] != len(dimensions):
        raise Error.on(op, f"{name} length must match the size of last dimension of indices")
    for dimension in dimensions:
        if dimension < 0:
            raise Error.on(op, f"{name} value must be non-negative")
        if dimension >= type.rank:
            raise Error.on(op, f"{name} value must be smaller than {which} rank")
    if any([one >= other for one, other in zip(dimensions, dimensions[1:])]):
        raise Error.on(op, f"{name} values must be strictly increasing")
    return dimensions


def picked(op, given, which: str, type, indices, dimensions) -> None:
    """Verifies the type of the elements that indices pick along dimensions: these have size 1, or are left out."""
    kept = [1 if at in dimensions else size for at, size in enumerate(type.shape)]
    reduced = [size for at, size in enumerate(type.shape) if at not in dimensions]
    expected = [with_shape((*indices.shape[:-1], *sizes), type) for sizes in (kept, reduced)]
    if given not in expected:
        what = f"expected '{expected[0]}' or its rank-reduced variant '{expected[1]}' (got: '{given}')"
        raise Error.on(op, f"{which} type mismatch: {what}")


def gather(op):
    source, indices = [value.type for value in op.operands]
    picked(op, op.result.type, "result", source, indices, dimensions_of(op, "gather_dims", source, indices, "source"))


def scatter(op):
    source, dest, indices = [value.type for value in op.operands]
    dimensions = dimensions_of(op, "scatter_dims", dest, indices, "dest")
    if "unique" not in op.attributes:
        raise Error.on(op, "requires 'unique' attribute to be set")
    picked(op, source, "source", dest, indices, dimensions)


def regrouped(op, expanded, collapsed) -> None:
    """Verifies the types of a reshape that puts groups of dimensions together, or takes them apart."""
    groups = groups_of(op)
    if expanded.rank < collapsed.rank:
        types = f"'{expanded}' to have a higher (or same) rank than the collapsed type, '{collapsed}'."
        raise Error.on(op, f"expected the expanded type, {types}")
    if collapsed.rank != len(groups):
        raise Error.on(op, f"expected collapsed rank ({collapsed.rank}) to equal the number of reassociation maps ({len(groups)}).")
    highest, following = max([number + 1 for group in groups for number in group], default=0), 0
    if groups and highest != expanded.rank:
        what = f"expected reassociation map #0 to have size equal to the expanded rank ({expanded.rank}), but it is  {highest}."
        raise Error.on(op, what)
    for at, group in enumerate(groups):
        if group != list(range(following, following + len(group))):
            raise Error.on(op, f"expected reassociation map #{at} to be valid and contiguous.")
        following += len(group)
    for at, (group, size) in enumerate(zip(groups, collapsed.shape)):
        sizes = [expanded.shape[number] for number in group]
        if None not in sizes and size != prod(sizes):
            raise Error.on(op, f"expected dimension {at} of collapsed type to be static value of {prod(sizes)}")
        if None in sizes and size is not None:
            reason = "since one or more of the corresponding dimensions in the expanded type is dynamic"
            raise Error.on(op, f"expected dimension {at} of collapsed type to be dynamic {reason}")
    if collapsed.element is not expanded.element:
        raise Error.on(op, f"expected collapsed type to be '{with_shape(collapsed.shape, expanded)}', but got '{collapsed}'")


def collapse_shape(op):
    if not all(groups_of(op)):
        raise Error.on(op, "reassociation indices must not be empty")
    regrouped(op, op.operands[0].type, op.result.type)


def expand_shape(op):
    rank, given = op.result.type.rank, len(op.attributes["static_output_shape"].values)
    if given != rank:
        what = f"expected number of static shape dims to be equal to the output rank ({rank}) but found {given} inputs instead"
        raise Error.on(op, what)
    regrouped(op, op.result.type, op.operands[0].type)


def sliced(op, given, whole, first: int) -> None:
    """Verifies the type of a part of a tensor, in which sizes of 1 may be left out."""
    offsets, sizes, steps = parts(op, first, whole.rank)
    expected = with_shape(sizes, whole)
    if given.rank > expected.rank:
        raise Error("expected rank to be smaller or equal to the other rank. ", op)
    if not fewer_ones(given.shape, expected.shape):
        raise Error(f"expected type to be '{expected}' or a rank-reduced version. (size mismatch) ", op)
    if given.element is not whole.element:
        raise Error(f"expected element type to be '{whole.element}'", op)
    in_bounds(op, whole.shape, offsets, sizes, steps)


def extract_slice(op):
    sliced(op, op.result.type, op.operands[0].type, 1)


def insert_slice(op):
    sliced(op, op.operands[0].type, op.operands[1].type, 2)


def parallel_insert_slice(op):
    if op.parent_op is None or op.parent_op.name != "scf.forall.in_parallel":
        raise Error("expected InParallelOpInterface parent, got:", op)


def generate(op):
    dynamic_sizes(op, op.result.type, len(op.operands))


def generated(op):
    """The body of `generate`, and of `pad`, gets indices and yields an element."""
    one_block(op, "body")
    arguments, type = op.body.arguments, op.result.type
    if len(arguments) != type.rank:
        raise Error("must have one body argument per input dimension", op)
    if any([argument.type is not INDEX for argument in arguments]):
        raise Error("all body arguments must be index", op)
    yielded(op, "body must be terminated with a `yield` operation of the tensor element type")


def yielded(op, complaint: str) -> None:
    last = op.body.last
    if last.name != "tensor.yield":
        raise Error.on(op, f"expects regions to end with 'tensor.yield', found '{last.name}'")
    if last.operands[0].type is not op.result.type.element:
        raise Error.on(op, complaint)


def pad(op):
    source, result = op.operands[0].type, op.result.type
    low, high = [op.attributes[name].values for name in ("static_low", "static_high")]
    if not len(low) == len(high) == source.rank:
        raise Error(f"failed to infer expectedType from sourceType '{source}', specified resultType is '{result}'", op)
    sizes = [None if DYNAMIC in (*ends, size) or size is None else size + sum(ends) for size, *ends in zip(source.shape, low, high)]
    if len(sizes) != result.rank or any([one not in (None, other) for one, other in zip(sizes, result.shape)]):
        raise Error(f"specified type '{result}' does not match the inferred type '{with_shape(sizes, source)}'", op)


def padded(op):
    one_block(op, "region")
    arguments, rank = op.body.arguments, op.result.type.rank
    if len(arguments) != rank:
        raise Error(f"expected the block to have {rank} arguments", op)
    for number, argument in enumerate(arguments, 1):
        if argument.type is not INDEX:
            raise Error.on(op, f"expected block argument {number} to be an index")
    yielded(op, "expected yield type to match shape element type")


VERIFY = {
    "bitcast": bitcast, "cast": cast, "collapse_shape": collapse_shape, "concat": concat, "empty": empty, "expand_shape": expand_shape,
    "extract": extract, "extract_slice": extract_slice, "from_elements": from_elements, "gather": gather, "generate": generate,
    "insert": insert, "insert_slice": insert_slice, "pad": pad, "parallel_insert_slice": insert_slice, "reshape": reshape,
    "scatter": scatter, "splat": splat,
}  # fmt: skip
VERIFY_IN_CONTEXT = {
    "generate": generated, "pad": padded, "parallel_insert_slice": parallel_insert_slice, "yield": inside("tensor.generate", "tensor.pad"),
}  # fmt: skip
