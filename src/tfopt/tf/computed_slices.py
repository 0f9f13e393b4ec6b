"""How many elements `x[i:i+n]` has, where i is computed: n, as long as the slice lies inside of x."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf.slicing import slice_entries
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.inference import constant_of
from tfir.ods.shapes import named

SUMS, DIFFERENCES = ("tf.Add", "tf.AddV2"), ("tf.Sub",)
LARGEST_SUM = 64  # terms that are looked at of how far apart two numbers are
MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def with_computed_sizes(op: Operation, shape):
    """The shape of a StridedSlice, with those sizes filled in that are the same for every begin: that of `x[i:i+n]` is n."""
    input, begin, end, strides = op.operands
    steps = constant_of(strides)
    if shape is None or steps is None or not isinstance(input.type, TensorType) or input.type.shape is None:
        return shape
    begin_mask, end_mask, *others = [int(op.get(name, 0)) for name in MASKS]
    entries = [entry for entry in slice_entries(len(input.type.shape), len(steps), *others) if entry[0] != "take"]
    sizes = list(shape)
    for place, (kind, _, entry) in enumerate(entries):
        masked = entry is None or (begin_mask | end_mask) >> entry & 1
        if kind == "slice" and not masked and not isinstance(shape[place], int) and steps[entry] == 1:
            count = distance(element(begin, entry), element(end, entry))
            sizes[place] = count if count is not None and count >= 0 else shape[place]
    return tuple(sizes)


def element(vector: Value, number: int) -> Value | None:
    """The scalar that a vector has at a place, where it was put together of scalars or is one."""
    op = vector.op
    if op is not None and op.name == "tf.Pack":
        return op.operands[number]
    return vector if vector.type.shape == (1,) and number == 0 else None


def distance(low: Value | None, high: Value | None) -> int | None:
    """How much larger one number is than another, if that is a constant: of `2 * i` and `2 * (i + 1)` it is 2."""
    if low is None or high is None:
        return None
    constant, coefficients = 0, dict[Value, int]()
    terms = [(low, -1), (high, 1)]
    for _ in range(LARGEST_SUM):
        if not terms:
            return None if any(coefficients.values()) else constant
        value, factor = terms.pop()
        number = constant_of(value)
        if number is not None and number.size == 1:
            constant += factor * int(number.item())
        elif parts := parts_of(value.op):
            terms += [(part, factor * coefficient) for part, coefficient in parts]
        else:
            coefficients[value] = coefficients.get(value, 0) + factor
    return None


def parts_of(op: Operation | None) -> list[tuple[Value, int]]:
    """What an op's result is the sum of, each with a coefficient; nothing where it is no such sum."""
    if op is None:
        return []
    if has_trait(op, "view", "passthrough"):
        return [(op.operands[0], 1)]
    if op.name in (*SUMS, *DIFFERENCES):
        return [(op.operands[0], 1), (op.operands[1], 1 if op.name in SUMS else -1)]
    if op.name == "tf.Mul":
        for factor, other in (op.operands, op.operands[::-1]):
            number = constant_of(factor)
            if number is not None and number.size == 1:
                return [(other, int(number.item()))]
    return []


def refine_computed_slice(op: Operation, shapes) -> None:
    """Refines the shape of a StridedSlice's result by `with_computed_sizes`."""
    inferred = shapes[op.results[0]].shape
    shape = with_computed_sizes(op, inferred)
    if shape != inferred:
        shapes.refine(op.results[0], named(shape))
