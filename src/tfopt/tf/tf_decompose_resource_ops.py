"""Takes ops that change variables, or compute from them, apart: into reads, ops on values, and assignments.

The steps of optimizers follow the rules that the interpreter computes by (`tfir/dialects/tf/training.py`). TensorFlow changes rows of a
variable (`ResourceSparseApply...`) one after another: where all of them are different rows, that is one step on what is gathered of them,
and where they may be the same, a loop. What has no op on values stays.
"""

from __future__ import annotations

from math import prod

from tfir.dialects import lookup
from tfir.dialects.tf.philox import RESERVED
from tfir.dialects.tf.random import PHILOX
from tfir.dialects.tf.training import Step
from tfir.dialects.tf.variables import Variable
from tfir.dialects.tf_type import RESOURCE, SubtypedType, element_base
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.numbers import unpack
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, I64, UI64, FunctionType, TensorType, Type
from tfir.ods import shapes
from tfir.ods.binding import binding
from tfir.ods.inference import constant_of, evaluate, result_types
from tfir.ods.shapes import is_static

from tfopt.arithmetic.assertions import build_misuse
from tfopt.rewrite.constants import elements_of
from tfopt.tf.arithmetic import Number, built
from tfopt.tf.misused_places import filled, given, handed_on, zeros_like
from tfopt.tf.retyping import constant

READ, ASSIGN = "tf.ReadVariableOp", "tf.AssignVariableOp"
UNIQUE = ("tf.Unique", "tf.UniqueWithCounts")
SLICE_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def tf_decompose_resource_ops(root: Operation):
    for op in list(root.walk()):
        if op.operands and is_handle(op.operands[0]):
            parts = Parts(op)
            message = misuse(op) if op.name in REFUSING else None
            if message is not None:
                build_misuse(parts.builder, message)
                op.replace_with([zeros_like(parts.builder, result) for result in op.results])
                continue
            results = (train if step_of(op) else DECOMPOSITIONS.get(op.name, unchanged))(parts)
            if results is not None:
                op.replace_with(results)


def is_handle(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is RESOURCE


def held_type(handle: Value) -> Type | None:
    """The type of the tensor that a handle is for, where that is said."""
    element = handle.type.element
    return element.subtypes[0] if isinstance(element, SubtypedType) and len(element.subtypes) == 1 else None


def misuse(op: Operation) -> str | None:
    """What TensorFlow's kernel says where sizes do not go together, or the variable does not have what constant indices name: the interpreter is
    asked, with ones in place of what is computed. None where it takes them, and where it depends on numbers that the program computes."""
    type = held_type(op.operands[0])
    held = filled(type, 1)
    if held is None:
        return None
    operands = []
    for slot, value in zip(lookup(op.name).signature.operands[1:], op.operands[1:]):
        content = constant_of(handed_on(value))
        operands.append(given(slot.name, value, 1) if content is None else content)
    if any([operand is None for operand in operands]):
        return None
    try:
        evaluate(op, lookup(op.name), [Variable("", held), *operands])
    except Error as error:
        return error.diagnostics[0].message.removeprefix(f"'{op.name}' op ")
    return None


def step_of(op: Operation) -> Step | None:
    """The step of training that an op is, on whole variables or on rows of them."""
    return step_called(op.name)


def step_called(name: str) -> Step | None:
    definition = lookup(name)
    step = definition and definition.semantics and definition.semantics.evaluate
    return step if isinstance(step, Step) else None


class Parts:
    """One op that is taken apart, and what is built in front of it."""

    def __init__(self, op: Operation):
        self.op, self.builder = op, Builder.before(op)
        self.handle, self.operands = op.operands[0], op.operands[1:]

    def read(self, handle: Value, element: Type | None = None) -> Value:
        """What a variable holds; `element` is its element type where the handle does not say it."""
        return self.builder.value(READ, [handle], held_type(handle) or TensorType(None, element), {})

    def read_own(self) -> Value:
        values = [*self.op.results, *self.operands[::-1]]
        return self.read(self.handle, values[0].type.element if values else None)

    def assign(self, handle: Value, value: Value) -> None:
        self.builder.create(ASSIGN, [handle, value], [], {"validate_shape": BoolAttr(False)})

    def built(self, name: str, operands: list[Value], **attributes) -> Value:
        return built(self.builder, f"tf.{name}", operands, attributes)

    def kept(self, *names: str) -> dict:
        """The op's own attributes of these names."""
        return {name: self.op.attributes[name] for name in names if name in self.op.attributes}


def unchanged(parts: Parts) -> None:
    return None


def train(parts: Parts) -> list[Value] | None:
    slots = [slot.name for slot in lookup(parts.op.name).signature.operands]
    indices = parts.op.operands[slots.index("indices")] if "indices" in slots else None
    element = next(operand.type.element for operand in parts.operands if not is_handle(operand))
    handles = [operand for operand in parts.op.operands if is_handle(operand)]
    held = {handle: parts.read(handle, element) for handle in handles}
    if indices is not None and not all_differ(indices):
        return train_in_turn(parts, held, slots)
    rows = held if indices is None else {handle: gathered(parts, value, indices) for handle, value in held.items()}
    for handle, after in zip(handles, stepped(parts, [rows.get(each, each) for each in parts.op.operands])):
        parts.assign(handle, after if indices is None else scattered(parts, "Update", held[handle], indices, after))
    return []


def train_in_turn(parts: Parts, held: dict[Value, Value], slots: list[str]) -> list[Value]:
    """Rows that may be the same, one after another, as TensorFlow does: by a loop that passes the variables on."""
    symbols = SymbolTable(list(parts.op.ancestors())[-1])
    handles, values = list(parts.op.operands), [held.get(each, each) for each in parts.op.operands]
    count = parts.built("Size", [values[slots.index("indices")]])
    passed = [constant(parts.builder, 0), count, *values]
    condition, body = [Block([value.type for value in passed]) for _ in range(2)]
    build = Builder.at_end(condition)
    build.create("func.return", [built(build, "tf.Less", list(condition.arguments[:2]))], [])
    inner = Parts(parts.op)
    inner.builder = Builder.at_end(body)
    number, _, *given = body.arguments
    here = inner.built("Reshape", [number, constant(inner.builder, [1], (1,))])
    at = gathered(inner, given[slots.index("indices")], here)
    rows = [
        gathered(inner, value, at)
        if handle in held
        else gathered(inner, value, here)
        if name == "grad"
        else at
        if name == "indices"
        else value
        for name, handle, value in zip(slots, handles, given)
    ]
    after = list(given)
    places = [slot for slot, handle in enumerate(handles) if handle in held]
    for slot, row in zip(places, stepped(inner, rows)):
        spots = inner.built("ExpandDims", [at, constant(inner.builder, -1)])
        after[slot] = inner.builder.value("tf.TensorScatterUpdate", [given[slot], spots, row], given[slot].type)
    following = inner.built("AddV2", [number, constant(inner.builder, 1)])
    inner.builder.create("func.return", [following, body.arguments[1], *after], [])
    functions = {"cond": function_of(symbols, "rows_left", condition), "body": function_of(symbols, "next_row", body)}
    loop = parts.builder.create("tf.While", passed, [value.type for value in passed], {**functions, "is_stateless": BoolAttr(True)})
    for slot in places:
        parts.assign(handles[slot], loop.results[2 + slot])
    return []


def function_of(symbols: SymbolTable, name: str, block: Block) -> SymbolRefAttr:
    """A new private function of the module."""
    signature = FunctionType([value.type for value in block.arguments], [value.type for value in block.last.operands])
    attributes = {"sym_name": StringAttr(name), "sym_visibility": StringAttr("private"), "function_type": TypeAttr(signature)}
    return SymbolRefAttr(symbols.add(Operation("func.func", (), (), attributes, [Region([block])])).get("sym_name"))


def stepped(parts: Parts, operands: list[Value]) -> list[Value]:
    """What the op's rule makes of the values of variables, or of their rows."""
    definition, rule = lookup(parts.op.name), step_of(parts.op).rule
    numbers = [Number(each, parts.builder) for each in operands]
    return [after.value for after in rule(**binding(definition, rule).arguments(parts.op, numbers))]


def all_differ(indices: Value) -> bool:
    """Whether no two elements of a vector can be the same number."""
    if indices.type.shape == (1,) or indices.op is not None and indices.op.name in UNIQUE and indices.index == 0:
        return True
    content = elements_of(indices)
    return content is not None and len(set(unpack(content.data, content.type.element))) == indices.type.size


def gathered(parts: Parts, held: Value, indices: Value) -> Value:
    return parts.built("GatherV2", [held, indices, constant(parts.builder, 0)])


def scattered(parts: Parts, how: str, held: Value, indices: Value, updates: Value) -> Value:
    at = parts.built("ExpandDims", [indices, constant(parts.builder, -1)])
    return parts.built(f"TensorScatter{how}", [held, at, updates])


def changed_by(name: str):
    """An op on what the variable holds and the other operands."""

    def change(parts: Parts) -> list[Value]:
        parts.assign(parts.handle, parts.built(name, [parts.read_own(), *parts.operands]))
        return []

    return change


def computed_by(name: str, *attributes: str):
    """An op on what the variable holds and the other operands, whose result the op has."""
    return lambda parts: [parts.built(name, [parts.read_own(), *parts.operands], **parts.kept(*attributes))]


def gather(parts: Parts) -> list[Value]:
    axis = constant(parts.builder, parts.op.get("batch_dims", 0))
    return [parts.built("GatherV2", [parts.read_own(), *parts.operands, axis], **parts.kept("batch_dims"))]


def changed_rows(how: str):
    """Rows of the first axis that `indices` name; a scalar of updates stands for all of them."""

    def change(parts: Parts) -> list[Value] | None:
        held, (indices, updates) = parts.read_own(), parts.operands
        updates = spread(parts, held, indices, updates)
        if updates is None:
            return None
        parts.assign(parts.handle, scattered(parts, how, held, indices, updates))
        return []

    return change


def scaled_rows(name: str):
    """Rows that are multiplied or divided by all the updates that meet there, for which there is no op: by their product."""

    def change(parts: Parts) -> list[Value] | None:
        held, (indices, updates) = parts.read_own(), parts.operands
        updates = spread(parts, held, indices, updates)
        if updates is None or not held.type.shape or held.type.shape[0] is None:
            return None
        count = constant(parts.builder, held.type.shape[0])
        parts.assign(parts.handle, parts.built(name, [held, parts.built("UnsortedSegmentProd", [updates, indices, count])]))
        return []

    return change


def spread(parts: Parts, held: Value, indices: Value, updates: Value) -> Value | None:
    """The updates, one for each element of the rows; None where the sizes of rows that share a scalar are not known."""
    if updates.type.shape != () or held.type.shape is not None and len(held.type.shape) == 1 and indices.type.shape == ():
        return updates
    if held.type.shape is None or indices.type.shape is None or None in (*indices.type.shape, *held.type.shape[1:]):
        return None
    shape = (*indices.type.shape, *held.type.shape[1:])
    return parts.built("BroadcastTo", [updates, constant(parts.builder, list(shape), (len(shape),), I64)])


def assign_slice(parts: Parts) -> list[Value]:
    begin, end, strides, value = parts.operands
    operands = [parts.read_own(), begin, end, strides, value]
    parts.assign(parts.handle, parts.built("TensorStridedSliceUpdate", operands, **parts.kept(*SLICE_MASKS)))
    return []


def read_parts(parts: Parts) -> list[Value]:
    operands, definition = [parts.read_own()], lookup("tf.XlaSplitND")
    attributes = parts.kept("num_splits", "paddings")
    types = result_types(definition, operands, {**attributes, "N": IntegerAttr(len(parts.op.results), I64)})
    return list(parts.builder.create(definition.name, operands, types, attributes).results)


def assign_parts(parts: Parts) -> list[Value]:
    parts.assign(parts.handle, parts.built("XlaConcatND", [*parts.operands], **parts.kept("num_concats", "paddings")))
    return []


# Generators of random numbers: the counter's two words and the key, as i64


def moved_on(parts: Parts, count: Value) -> tuple[Value, Value, Value]:
    """Lets the variable's counter pass what is reserved for so many draws; what it held: all of it, the key, the counter."""
    state = parts.read(parts.handle, I64)
    words = parts.built("Bitcast", [state], type=TypeAttr(UI64))
    low, high, rest, counter = [sliced(parts, words, *place) for place in ((0, 1), (1, 1), (2, -1), (0, 2))]
    count = parts.built("Reshape", [parts.built("Cast", [count], DstT=TypeAttr(UI64)), constant(parts.builder, [1], (1,))])
    total = parts.built("AddV2", [low, parts.built("Mul", [count, constant(parts.builder, RESERVED, (), UI64)])])
    carry = parts.built("Cast", [parts.built("Less", [total, low])], DstT=TypeAttr(UI64))
    after = [total, parts.built("AddV2", [high, carry]), rest, constant(parts.builder, 0)]
    parts.assign(parts.handle, parts.built("Bitcast", [parts.built("ConcatV2", after)], type=TypeAttr(I64)))
    return state, sliced(parts, words, 2, 1), counter


def sliced(parts: Parts, vector: Value, begin: int, size: int) -> Value:
    return parts.built("Slice", [vector, *[constant(parts.builder, [number], (1,)) for number in (begin, size)]])


def read_and_skip(parts: Parts) -> list[Value]:
    return [sliced(parts, moved_on(parts, parts.operands[1])[0], 0, 3)]


def skip(parts: Parts) -> list[Value]:
    moved_on(parts, parts.operands[1])
    return []


def drawn(name: str):
    """The stateless op of as many numbers, where the variable's counter is. TensorFlow knows one algorithm of generators in variables."""

    def draw(parts: Parts) -> list[Value]:
        _, shape, *limits = parts.operands
        count = parts.built("Prod", [shape, constant(parts.builder, [0], (1,))])
        _, key, counter = moved_on(parts, count)
        element = parts.op.results[0].type.element
        dtype = {} if limits else {"dtype": TypeAttr(element)}
        return [parts.built(name, [shape, key, counter, constant(parts.builder, PHILOX), *limits], **dtype)]

    return draw


def binomial(parts: Parts) -> list[Value] | None:
    """The kernel reserves for each pair of a count and a probability. None where it is not known how many there are."""
    _, shape, counts, probs = parts.operands
    if None in (counts.type.shape, probs.type.shape) or not is_static(own := shapes.broadcast(counts.type.shape, probs.type.shape)):
        return None
    pairs = prod(own)
    total = parts.built("Cast", [parts.built("Prod", [shape, constant(parts.builder, [0], (1,))])], DstT=TypeAttr(I64))
    each = parts.built("FloorDiv", [total, wide(parts, max(pairs, 1))])
    trials = parts.built("Mul", [parts.built("AddV2", [each, wide(parts, 3)]), wide(parts, 200 * pairs)])
    _, key, counter = moved_on(parts, parts.built("FloorDiv", [trials, wide(parts, 4)]))
    drawn = [shape, key, counter, constant(parts.builder, PHILOX), counts, probs]
    return [parts.built("_RandomBinomialAt", drawn, dtype=TypeAttr(parts.op.results[0].type.element))]


def wide(parts: Parts, number: int) -> Value:
    return constant(parts.builder, number, (), I64)


DECOMPOSITIONS = {
    "tf.AssignAddVariableOp": changed_by("AddV2"),
    "tf.AssignSubVariableOp": changed_by("Sub"),
    "tf.AssignVariableXlaConcatND": assign_parts,
    "tf.DisableCopyOnRead": lambda parts: [],
    "tf.ReadVariableXlaSplitND": read_parts,
    "tf.ResourceGather": gather,
    "tf.ResourceGatherNd": computed_by("GatherNd"),
    "tf.ResourceScatterMul": scaled_rows("Mul"),
    "tf.ResourceScatterDiv": scaled_rows("Div"),
    "tf.ResourceStridedSliceAssign": assign_slice,
    "tf.RngReadAndSkip": read_and_skip,
    "tf.RngSkip": skip,
    "tf.StatefulRandomBinomial": binomial,
    "tf.StatefulStandardNormalV2": drawn("StatelessRandomNormalV2"),
    "tf.StatefulTruncatedNormal": drawn("StatelessTruncatedNormalV2"),
    "tf.StatefulUniform": drawn("StatelessRandomUniformV2"),
    "tf.StatefulUniformFullInt": drawn("StatelessRandomUniformFullIntV2"),
    "tf.StatefulUniformInt": drawn("StatelessRandomUniformIntV2"),
    "tf.VarIsInitializedOp": lambda parts: [constant(parts.builder, True, (), I1)],
    "tf.VariableShape": computed_by("Shape", "out_type"),
    **{f"tf.ResourceScatter{how}": changed_rows(how) for how in ("Update", "Add", "Sub", "Min", "Max")},
    **{f"tf.ResourceScatterNd{how}": changed_by(f"TensorScatter{how}") for how in ("Update", "Add", "Sub", "Min", "Max")},
}
# Those whose kernels refuse operands by their sizes and indices alone.
REFUSING = {name for name in DECOMPOSITIONS if name.startswith(("tf.ResourceScatter", "tf.ResourceGather", "tf.AssignAdd", "tf.AssignSub"))}
