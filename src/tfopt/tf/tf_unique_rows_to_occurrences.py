"""Changes rows that different numbers name, how many only the data tell, once for each occurrence of a number: so many are known.

Gradients of embeddings come as rows with indices. TensorFlow's optimizers add up those of the same row and change each row once:

    y, idx = Unique(x)                                        y: [?]
    sums = UnsortedSegmentSum(gradients, idx, Shape(y)[0])    sums: [?, d]
    after = TensorScatterAdd(variable, y, f(sums, GatherV2(variable, y)))

Here every occurrence of a row has the row's sum, and all of them write the same, so that x takes the place of y. What is added to a row
is added before it is written. Rows that are used for anything else stay as they are, and are computed beside.
"""

from __future__ import annotations

from tfir.dialects import has_trait, is_pure
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ods.inference import constant_of

from tfopt.tf.arithmetic import built
from tfopt.tf.retyping import constant, forget_types

SCATTER, SEGMENT = "tf.TensorScatter", "tf.UnsortedSegment"
ADDED = {f"{SCATTER}Add": "tf.AddV2", f"{SCATTER}Sub": "tf.Sub"}
AS_THEY_ARE = (f"{SCATTER}Update", f"{SCATTER}Min", f"{SCATTER}Max")  # the same whether a row is written once or twice


def tf_unique_rows_to_occurrences(func: "Func"):
    occurrences: dict[Operation, Occurrences] = {}
    for op in list(func.walk()):
        is_scatter, is_segment = op.name in ADDED or op.name in AS_THEY_ARE, op.name.startswith(SEGMENT)
        unique = unique_of(op.operands[1]) if is_scatter or is_segment else None
        if unique is not None:
            change = change_each if is_scatter else combine_at_once
            change(op, occurrences.setdefault(unique, Occurrences(unique)))


def unique_of(rows: Value) -> Operation | None:
    """The `tf.Unique` of a known number of elements whose different ones name rows, as numbers or as lists of one number."""
    if rows.op is not None and rows.op.name == "tf.ExpandDims":
        rows = rows.op.operands[0]
    if rows.op is None or rows.op.name != "tf.Unique" or rows.index:
        return None
    type = rows.op.operands[0].type
    return rows.op if type.is_static and type.size else None


def change_each(scatter: Operation, occurrences: Occurrences) -> None:
    tensor, at, updates = scatter.operands
    at, updates = occurrences.of(at), occurrences.of(updates)
    if at is None or updates is None or scatter.get("bad_indices_policy", ""):
        return
    builder = Builder.before(scatter)
    if scatter.name in ADDED:
        rows = built(builder, "tf.GatherV2", [tensor, occurrences.numbers, constant(builder, 0)])
        updates = built(builder, ADDED[scatter.name], [rows, updates])
    name = f"{SCATTER}Update" if scatter.name in ADDED else scatter.name
    scatter.replace_with([built(builder, name, [tensor, at, updates])])


def combine_at_once(outer: Operation, occurrences: Occurrences) -> None:
    """Combines rows by their numbers that were combined by the places of these before; strings may have been joined otherwise."""
    inner = outer.operands[0].op
    is_by_number = outer.operands[1] is occurrences.of_different and outer.name != f"{SEGMENT}Join"
    if is_by_number and inner is not None and inner.name == outer.name and occurrences.are_segments(inner):
        outer.set_operands([inner.operands[0], occurrences.numbers, outer.operands[2]])


class Occurrences:
    """What stands for values that have a row for each different number: values with a row for each occurrence."""

    def __init__(self, unique: Operation):
        self.numbers, self.of_different, self.place = unique.operands[0], unique.results[0], unique.results[1]
        self._of: dict[Value, Value | None] = {self.of_different: self.numbers}

    def of(self, value: Value) -> Value | None:
        """None if a value has no such rows. How many there are is not known of any that has."""
        if value.op is None or value.type.shape is None or value.type.shape[:1] != (None,):
            return None
        if value not in self._of:
            rows = rule_of(value.op)
            self._of[value] = rows and rows(self, value.op)
        return self._of[value]

    def are_segments(self, op: Operation) -> bool:
        """Whether an op combines what belongs to the same number."""
        return op.operands[1] is self.place and self.is_count(op.operands[2])

    def is_count(self, value: Value) -> bool:
        """Whether a number is that of the different numbers."""
        if value.type.shape != () or value.op is None:
            return False
        if value.op.name == "tf.Size":
            return value.op.operands[0] is self.of_different
        shape = value.op.operands[0].op if value.op.name == "tf.StridedSlice" else None
        begin = constant_of(value.op.operands[1]) if shape is not None and shape.name == "tf.Shape" else None
        return begin is not None and not begin.any() and self.of(shape.operands[0]) is not None


def again(op: Operation, operands: list[Value]) -> Value:
    """The op on other operands."""
    result = built(Builder.before(op), op.name, operands, dict(op.attributes))
    forget_types(result.op)
    return result


def by_element(occurrences: Occurrences, op: Operation) -> Value | None:
    """Rows of different numbers come together with their like, and with what is the same for all rows."""
    operands = [occurrences.of(operand) or operand for operand in op.operands]
    rank = len(op.results[0].type.shape)
    if op.name == "tf.Select":
        return None  # its condition may be one truth for each row, which broadcasting does not tell
    if len(op.results) == 1 and all(fits(new, rank, new is not old) for new, old in zip(operands, op.operands)):
        return again(op, operands)
    return None


def fits(operand: Value, rank: int, has_rows: bool) -> bool:
    """Whether the rows of an operand are those of the result, or it is the same for all of them."""
    shape = operand.type.shape
    if shape is None:
        return False
    return len(shape) == rank if has_rows else len(shape) < rank or shape[0] == 1


def by_segment(occurrences: Occurrences, op: Operation) -> Value | None:
    """What is combined of all occurrences, gathered for each of them."""
    data, segment_ids, _ = op.operands
    if not occurrences.are_segments(op):
        return None
    builder = Builder.before(op)
    segments = built(builder, op.name, [data, segment_ids, constant(builder, occurrences.numbers.type.size)])
    return built(builder, "tf.GatherV2", [segments, segment_ids, constant(builder, 0)])


def by_gathering(occurrences: Occurrences, op: Operation) -> Value | None:
    params, indices, axis = op.operands
    rows = occurrences.of(indices)
    is_first_axis = constant_of(axis) == 0 and not op.get("batch_dims", 0)
    return again(op, [params, rows, axis]) if rows is not None and is_first_axis else None


def with_dimension(occurrences: Occurrences, op: Operation) -> Value | None:
    rows, axis = occurrences.of(op.operands[0]), constant_of(op.operands[1])
    is_behind = rows is not None and axis is not None and axis % (len(rows.type.shape) + 1) > 0
    return again(op, [rows, op.operands[1]]) if is_behind else None


def rule_of(op: Operation):
    """How an op's rows for each different number become rows for each occurrence, or None."""
    if op.name in ("tf.GatherV2", "tf.ExpandDims"):
        return by_gathering if op.name == "tf.GatherV2" else with_dimension
    if op.name.startswith(SEGMENT):
        return by_segment
    return by_element if has_trait(op, "elementwise", "splat") and is_pure(op) else None
