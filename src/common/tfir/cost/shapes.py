"""The shapes of all values of a block, found without changing it: each op's `infer`, and the contents of small integers.

Nodes of a graph may stand in any order. Of a loop, the first value that goes round decides; what state an op reads has the shape
that the state was declared with.
"""

from __future__ import annotations

from tfir.define.inference import Known, constant_of, evaluate, infer
from tfir.define.shapes import Symbol, is_static, join, merge, named
from tfir.dialects import lookup
from tfir.dialects.tf_type import CONTROL, ShapeAttr, element_base
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import IndexType, IntegerType, TensorType

MOST_SIZES = 64
# What ops hand on, by local name: the operand whose shape all data results have.
HANDED_ON = dict.fromkeys(
    ("Switch", "RefSwitch", "_SwitchN", "Enter", "RefEnter", "Exit", "RefExit", "NextIteration", "RefNextIteration", "LoopCond",
     "RefIdentity", "Assign", "AssignAdd", "AssignSub", "AssignVariableOp", "_Send",
     "_CopyFromGpuToHost", "_CopyFromHostToGpu"), 0,
)  # fmt: skip
JOINED = frozenset({"Merge", "RefMerge", "RefSelect"})
# Ops that update the state that they are given first, and answer with it.
UPDATES = ("Apply", "SparseApply", "Scatter", "SparseApply")
DECLARED = ("shape", "_output_shapes")
# Results that one kind of device keeps for itself; nobody else knows their sizes.
RESERVED = {"FusedBatchNormV3": (5,), "_FusedBatchNormEx": (5,), "FusedBatchNormGradV3": (3, 4)}
SCALARS = frozenset({"IsVariableInitialized", "VarIsInitializedOp"})
READS = frozenset({"ReadVariableOp", "_ReadVariablesOp"})
FILLED_AS_TOLD = frozenset({"RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt", "StatelessRandomNormal",
                            "StatelessRandomUniform", "StatelessTruncatedNormal", "StatelessRandomNormalV2", "StatelessRandomUniformV2"})  # fmt: skip


class Shapes:
    """Value -> shape: sizes are ints or symbols, None for a value of unknown rank."""

    def __init__(self):
        self.shapes: dict[Value, tuple | None] = {}
        self.contents: dict[Value, object] = {}

    def __getitem__(self, value: Value):
        if value not in self.shapes:
            type = value.type
            self.shapes[value] = named(type.shape) if isinstance(type, TensorType) else None
        return self.shapes[value]

    def walk(self, ops) -> Shapes:
        """Finds the shapes of the results of `ops`, each of which stands behind what it uses."""
        for op in ops:
            if op.results and not (len(op.results) == 1 and op.results[0].type is CONTROL):
                self.operation(op)
        return self

    def operation(self, op: Operation) -> None:
        local = op.name.partition(".")[2]
        found = self.special(op, local)
        definition = lookup(op.name)
        if found is None and definition is not None and definition.meaning is not None and definition.meaning.infer is not None:
            found = self.inferred(op, definition)
        if found is not None:
            for result, shape in zip(op.results, found):
                self.learn(result, shape)
        self.follow(op, local, definition)

    def learn(self, result: Value, found) -> None:
        """Joins what was found with what the type says. Where these contradict each other the type holds."""
        shape = named(found.shape) if isinstance(found, TensorType) else found
        try:
            self.shapes[result] = merge(shape, self[result])
        except Error:
            pass

    def inferred(self, op: Operation, definition) -> list | None:
        try:
            return infer(op, definition, [self.known(value) for value in op.operands if value.type is not CONTROL])
        except (Error, AttributeError):  # operands or attributes that the op cannot have
            return None

    def known(self, value: Value) -> Known:
        return Known(self[value], getattr(value.type, "element", value.type), lambda: constant_of(value), self.contents.get(value))

    def special(self, op: Operation, local: str) -> list | None:
        """Shapes of what has no `infer`: ops on state, and ops that only hand on."""
        if op.operands and (local in HANDED_ON or local.startswith(UPDATES)):
            return [self[op.operands[0]]] * data_count(op)
        if local in SCALARS:
            return [()]
        if local in JOINED and op.operands:
            return [self.joined(op), ()]
        if local in RESERVED:
            return self.with_nothing_reserved(op)
        if local in READS and op.operands:
            return [self.handle(op.operands[0])] * data_count(op)
        if local in FILLED_AS_TOLD and op.operands:
            return [filled(self.content(op.operands[0]))]
        if not any(value.type is not CONTROL for value in op.operands):
            return self.declared(op)
        return None

    def with_nothing_reserved(self, op: Operation) -> list:
        found = self.inferred(op, lookup(op.name)) or [None] * data_count(op)
        return [(0,) if number in RESERVED[op.name.partition(".")[2]] else shape for number, shape in enumerate(found)]

    def joined(self, op: Operation):
        """The shape on which all inputs agree that are known by now; of a loop that is the one it is entered with."""
        known = [self.shapes[value] for value in op.operands if value.type is not CONTROL and value in self.shapes]
        shape = known[0] if known else None
        for other in known[1:]:
            shape = join(shape, other)
        return shape

    def declared(self, op: Operation) -> list | None:
        """What a source says of its results by an attribute `shape`."""
        shape = op.attributes.get("shape")
        if isinstance(shape, ShapeAttr) and op.name != "tfg.Const":
            return [named(shape.shape)]
        return None

    def handle(self, value: Value):
        """The shape of the state that a handle means."""
        op = value.op
        while op is not None and op.name.partition(".")[2] in ("Identity", "Enter", "Switch"):
            op = op.operands[0].op
        shape = op.attributes.get("shape") if op is not None else None
        return named(shape.shape) if isinstance(shape, ShapeAttr) else None

    # Sizes that are computed from shapes

    def content(self, value: Value):
        """A small array of integers, symbols among them, or None."""
        found = self.contents.get(value)
        return constant_of(value) if found is None else found

    def follow(self, op: Operation, local: str, definition) -> None:
        """Computes with small integers as far as they are known: the shape that a Reshape is given may itself be computed."""
        if local in ("Shape", "ShapeN"):
            return self.answer_shapes(op)
        if local in ("Const", "NoOp", "constant") or definition is None or not definition.is_pure:
            return
        if definition.meaning is None or definition.meaning.evaluate is None or not all([is_small(self, value) for value in op.results]):
            return
        operands = [self.content(value) for value in op.operands if value.type is not CONTROL]
        if local == "Rank" and self[op.operands[0]] is not None:
            return self.keep(op, [len(self[op.operands[0]])])
        if local == "Size" and is_static(self[op.operands[0]]):
            return self.keep(op, [count(self[op.operands[0]])])
        if operands and all([array is not None and array.size <= MOST_SIZES for array in operands]):
            try:
                self.keep(op, evaluate(op, definition, operands))
            except (Error, TypeError, AttributeError):  # NumPy cannot compute everything with symbols
                pass

    def answer_shapes(self, op: Operation) -> None:
        from numpy import array

        for value, result in zip(op.operands, op.results):
            shape = self[value] if value.type is not CONTROL else None
            if shape is not None:
                self.contents[result] = array(shape, object if any([isinstance(size, Symbol) for size in shape]) else int)

    def keep(self, op: Operation, found) -> None:
        from numpy import asarray

        for result, content in zip(op.results, found):
            content = asarray(content)
            if content.size <= MOST_SIZES:
                self.contents[result] = content


def filled(sizes):
    return None if sizes is None else tuple([size if isinstance(size, Symbol) else int(size) for size in sizes.ravel()])


def data_count(op: Operation) -> int:
    return sum([result.type is not CONTROL for result in op.results])


def is_small(shapes: Shapes, value: Value) -> bool:
    """Whether a value is a few integers, or a control token."""
    if value.type is CONTROL:
        return True
    element = getattr(value.type, "element", None)
    if not isinstance(element, (IntegerType, IndexType)):
        return False
    shape = shapes[value]
    return is_static(shape) and len(shape) <= 2 and count(shape) <= MOST_SIZES


def count(shape) -> int:
    total = 1
    for size in shape:
        total *= size
    return total


def bits_of(type) -> int:
    """The size of one element, 0 for what is no number: handles, variants, and strings, of which nobody knows."""
    element = element_base(getattr(type, "element", type))
    part = getattr(element, "element", None)
    return 2 * part.width if part is not None else getattr(element, "width", 0)
