"""Shapes of a graph's values, as TensorFlow finds them: from constants, Placeholders and declared arguments on, through calls.

What comes round in a loop is unknown where it is merged, and so is what enters one, unless it is the same in every turn.
"""

from __future__ import annotations

from itertools import zip_longest

from tfir.analysis.shapes import Knowledge
from tfir.dialects import is_pure, lookup
from tfir.dialects.tf_type import CONTROL, VARIANT, FuncAttr, ShapeAttr, SubtypedType
from tfir.dialects.tfg.functions import attribute_dicts, data_arguments
from tfir.dialects.tfg.nodes import data_operands, data_results
from tfir.ir.attributes import ArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.shapes import anonymous, fresh, is_static, merge, named

OUTPUT_SHAPES = "_output_shapes"
DEEPEST = 40  # calls within calls
MOST_SEEN = 200  # ops that are looked at to tell whether a content is known whole

ASK_SHAPE = {"tfg.Shape", "tfg.ShapeN", "tfg.Rank", "tfg.Size"}
FOLLOWED = {"tfg.Shape", "tfg.ShapeN", "tfg.Cast", "tfg.ConcatV2", "tfg.Concat", "tfg.StridedSlice"}
CALLS = {"tfg.PartitionedCall", "tfg.StatefulPartitionedCall"}
FUNCTIONAL = {f"tfg.{prefix}{name}" for name in ("If", "Case", "While") for prefix in ("", "Stateless", "Stateful")}

NEXT = ("IteratorGetNext", "IteratorGetNextSync", "MultiDeviceIteratorGetNextFromShard", "ReduceDataset")

# Ops all of whose results are scalars: handles of places, and what is said of a whole file, place or step.
SCALARS = (
    "HashTableV2", "MutableHashTableV2", "AnonymousHashTable", "MutableDenseHashTableV2", "LookupTableSizeV2", "IteratorV2", "Iterator",
    "OneShotIterator", "MutexV2", "BarrierV2", "FIFOQueueV2", "PaddingFIFOQueueV2", "RandomShuffleQueueV2", "PriorityQueueV2",
    "ShardedFilename", "ShardedFilespec", "TemporaryDirectory", "MergeSummary", "ScalarSummary", "HistogramSummary", "ImageSummary",
    "ReadFile", "IteratorToStringHandle", "QueueSizeV2", "TensorArraySplitV3",
    "IsVariableInitialized", "VarIsInitializedOp",
    "TFRecordReaderV2", "TextLineReaderV2", "IdentityReaderV2", "WholeFileReaderV2",
)  # fmt: skip


PICTURES = ("DecodeJpeg", "DecodePng", "DecodeBmp", "DecodeAndCropJpeg")
SEGMENTS = ("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd")

# Ops whose results have the shape of their first operand.
LIKE_INPUT = (
    "StaticRegexFullMatch", "StaticRegexReplace", "StringToHashBucketFast", "StringToHashBucketStrong", "StringToHashBucket", "AsString",
    "StringLower", "StringUpper", "StringStrip", "StringLength", "StringToNumber", "EncodeBase64", "DecodeBase64", "Print", "PrintV2",
)  # fmt: skip


class Contents(Knowledge):
    """TensorFlow follows what is known of a shape in part through few ops. Of what is packed together it knows only what it can
    compute whole."""

    def _followed(self, op: Operation) -> list | None:
        found = super()._followed(op)
        if found is None or op.name in FOLLOWED or self.is_whole(op.results[0]):
            return found
        if op.name != "tfg.Pack":
            return None
        whole = [self.is_whole(value) for value in data_operands(op)]
        return [[number if is_whole else fresh() for number, is_whole in zip(found[0], whole)]] if len(found[0]) == len(whole) else found

    def is_whole(self, value: Value) -> bool:
        """Whether a value depends on constants and on shapes that are wholly known."""
        work, seen = [value], set()
        while work:
            op = work.pop().op
            if op is None or len(seen) > MOST_SEEN:
                return False
            if op in seen or op.name == "tfg.Const":
                continue
            seen.add(op)
            if op.name == "tfg.StridedSlice" and op.operands[0].op is not None and op.operands[0].op.name == "tfg.Shape":
                if self[op.results[0]].number is not None:
                    continue  # one size of a shape
            shapes = [self[operand].shape for operand in data_operands(op)]
            asks = op.name in ASK_SHAPE and all([shape is not None and (op.name == "tfg.Rank" or is_static(shape)) for shape in shapes])
            if not asks and (not is_pure(op) or not shapes):
                return False
            work += [] if asks else data_operands(op)
        return True


class GraphShapes:
    """What is known of the values of one graph or function, whose arguments have these types or those that they are declared with.

    `answers` are the types of what functions gave for arguments of some types, at some depth of calls: a function that calls itself
    twice would else be looked at as often as there are ways down.
    """

    def __init__(
        self, functions: dict[str, Operation], top: Operation, arguments: list | None = None, depth: int = 0, answers: dict | None = None
    ):
        self.functions, self.top, self.depth = functions, top, depth
        self.answers = {} if answers is None else answers
        self.known = Contents(lookup)
        values = data_arguments(top.body) if top.name == "tfg.func" else []
        for value, type in zip(values, declared_arguments(top) if arguments is None else arguments):
            self.give(value, type)

    def visit_all(self, ops) -> GraphShapes:
        for op in ops:
            self.visit(op)
        return self

    def type(self, value: Value):
        known = self.known[value]
        return TensorType(anonymous(known.shape), known.element) if isinstance(value.type, TensorType) else value.type

    def give(self, value: Value, type) -> None:
        if isinstance(type, TensorType):
            self.known.learn(value, named(type.shape), type.element)

    def visit(self, op: Operation) -> None:
        """A node that lacks what its op is declared to have is an error."""
        try:
            self._visit(op)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
            raise Error.on(op, f"has operands or attributes that its op is not declared with: {reason}") from None

    def _visit(self, op: Operation) -> None:
        local = op.name.removeprefix("tfg.").removeprefix("Ref")
        if "Dataset" in local and [value.type.element for value in data_results(op)] == [VARIANT]:
            self.scalar(op)
        elif local in RULES:
            RULES[local](self, op)
        elif op.name in CALLS or local in self.functions:
            self.called(op, local)
        elif op.name in FUNCTIONAL or local in NEXT:
            self.declare(op, op.attributes.get("output_shapes"))
        else:
            self.known.visit(op)
            self.changed(op)
        if op.name == "tfg.ReadVariableOp":
            self.read(op)

    # Ops

    def declare(self, op: Operation, said) -> None:
        """Gives the results the shapes that an attribute says, if it says one of each."""
        shapes = said.elements if isinstance(said, ArrayAttr) else ()
        results = data_results(op)
        if len(shapes) == len(results):
            for result, shape in zip(results, shapes):
                if isinstance(shape, ShapeAttr):
                    self.known.learn(result, named(shape.shape))

    def read(self, op: Operation) -> None:
        held = held_by(self.known[op.operands[0]].element)
        if held is not None:
            self.known.learn(op.results[0], named(held.shape))
        if not self.depth:
            self.declare(op, op.attributes.get(OUTPUT_SHAPES))

    def changed(self, op: Operation) -> None:
        """A reference that is written through and handed on."""
        definition = lookup(op.name)
        signature = definition.signature if definition is not None else None
        results = data_results(op)
        if signature is not None and len(results) == 1 and signature.results[0].ref and op.operands and signature.operands[0].ref:
            reference, value = self.known[op.operands[0]].shape, self.known[op.operands[-1]].shape
            if op.name == "tfg.Assign":
                reference = merged(reference, value) if op.get("validate_shape", True) else value
            self.known.learn(results[0], reference)

    def stated(self, op: Operation) -> None:
        shape = op.attributes.get("shape")
        self.known.learn(op.results[0], named(shape.shape) if isinstance(shape, ShapeAttr) else None)

    def same(self, op: Operation) -> None:
        """All results are what comes in."""
        known = self.known[op.operands[0]]
        for result in data_results(op):
            referred = result.type.element if not isinstance(known.element, SubtypedType) else known.element
            self.known.learn(result, known.shape, referred)

    def enter(self, op: Operation) -> None:
        if op.get("is_constant"):
            self.same(op)

    def merge(self, op: Operation) -> None:
        """What all inputs have in common; one that does not stand before the Merge is unknown."""
        inputs = data_operands(op)
        shapes = [self.known[value].shape if value in self.known else None for value in inputs]
        common = shapes[0]
        for shape in shapes[1:]:
            if common is None or shape is None or len(common) != len(shape):
                common = None
                break
            common = tuple([one if one == other else None for one, other in zip(common, shape)])
        self.known.learn(op.results[0], named(common))
        self.known.learn(op.results[1], ())

    def scalar(self, op: Operation) -> None:
        for result in data_results(op):
            self.known.learn(result, ())

    def joined(self, op: Operation) -> None:
        """Scalars go with any shape."""
        shape = ()
        for value in data_operands(op):
            known = self.known[value].shape
            shape = known if shape == () or known is None else shape
        self.known.learn(op.results[0], shape)

    # Lists of tensors

    def holder(self, result: Value, shape, element) -> None:
        self.known.learn(result, (), SubtypedType("variant", [TensorType(anonymous(shape), element)]))

    def changed_list(self, op: Operation) -> None:
        """A list keeps what is known of its elements."""
        held, written = held_by(self.known[op.operands[0]].element), self.known[op.operands[-1]]
        self.holder(op.results[0], None if held is None else named(held.shape), written.element)

    def gathered(self, op: Operation) -> None:
        """Elements of an array have the shape that its handle tells, whatever the node says."""
        held = held_by(self.known[op.operands[0]].element)
        indices = self.known[op.operands[1]].shape
        known = held is not None and held.shape is not None and indices is not None
        self.known.learn(op.results[0], (*indices, *named(held.shape)) if known else None)

    def sliced(self, op: Operation) -> None:
        """Where neither the beginning nor all sizes are known, none is."""
        self.known.visit(op)
        begin, size = self.known[op.operands[1]], self.known[op.operands[2]]
        shape = self.known[op.results[0]].shape
        if shape is not None and begin.integers is None and size.integers is None:
            self.known.learn(op.results[0], named((None,) * len(shape)))

    def normalized(self, op: Operation) -> None:
        """What is kept for the gradient has a shape that depends on the device."""
        self.known.visit(op)
        for result in data_results(op)[5:]:
            self.known.learn(result, None)

    def decoded(self, op: Operation) -> None:
        """A picture's size stands in its file."""
        self.known.learn(op.results[0], named((None, None, op.get("channels", 0) or None)))

    def quantized(self, op: Operation) -> None:
        self.known.visit(op)
        if op.get("axis", -1) == -1:
            self.known.learn(op.results[0], self.known[op.operands[0]].shape)
            for result in op.results[1:3]:
                self.known.learn(result, ())

    def segments(self, op: Operation) -> None:
        """How many segments there are is told by their numbers, which are not looked at."""
        shape, rank = self.known[op.operands[0]].shape, self.known[op.operands[1]].rank
        self.known.learn(op.results[0], None if shape is None or rank is None else named((None, *shape[rank:])))

    def summed(self, op: Operation) -> None:
        """Of lists, the sum holds what any of them is known to hold."""
        self.known.visit(op)
        held = [self.known[value].element for value in data_operands(op) if held_by(self.known[value].element)]
        if held:
            self.known.learn(op.results[0], self.known[op.results[0]].shape, held[0])

    # Calls

    def called(self, op: Operation, local: str) -> None:
        """The results of a call have the types that the function's have for these arguments."""
        reference = op.attributes.get("f")
        function = self.functions.get(reference.name.root if isinstance(reference, FuncAttr) else local)
        given = data_operands(op)
        if function is None or "generic" in function.attributes or self.depth >= DEEPEST:
            return
        if len(data_arguments(function.body)) == len(given):
            for result, type in zip(data_results(op), self.answer(function, [self.type(value) for value in given])):
                self.give(result, type)

    def answer(self, function: Operation, types: list) -> list:
        """The types of what a function gives for arguments of these types."""
        key = function, tuple(types), self.depth
        if key not in self.answers:
            inner = GraphShapes(self.functions, function, types, self.depth + 1, self.answers)
            inner.visit_all(list(function.body)[:-1])
            self.answers[key] = [inner.type(value) for value in data_operands(function.body.last)]
        return self.answers[key]


RULES = {
    "Switch": GraphShapes.same, "_SwitchN": GraphShapes.same, "Exit": GraphShapes.same, "NextIteration": GraphShapes.same,
    "Identity": GraphShapes.same, "Enter": GraphShapes.enter, "Merge": GraphShapes.merge, "LoopCond": GraphShapes.scalar,
    "AddN": GraphShapes.summed, "FusedBatchNormV3": GraphShapes.normalized, "Slice": GraphShapes.sliced,
    "TensorArrayGatherV3": GraphShapes.gathered, "QuantizeV2": GraphShapes.quantized, **dict.fromkeys(PICTURES, GraphShapes.decoded),
    **dict.fromkeys(SEGMENTS, GraphShapes.segments),
    "TensorListSetItem": GraphShapes.changed_list,
    "TensorListPushBack": GraphShapes.changed_list, "TensorListResize": GraphShapes.same,
    "StringJoin": GraphShapes.joined,
    "VariableV2": GraphShapes.stated, "TemporaryVariable": GraphShapes.stated,
    **dict.fromkeys(SCALARS, GraphShapes.scalar), **dict.fromkeys(LIKE_INPUT, GraphShapes.same),
}  # fmt: skip


def declared_arguments(function: Operation) -> list:
    """The types of a function's arguments; where they leave a shape open an attribute may say it."""
    if function.name != "tfg.func":
        return []
    arguments, dicts = data_arguments(function.body), attribute_dicts(function, "arg_attrs")[::2]
    together = function.attributes.get("tf._input_shapes")
    shapes = list(together.elements) if isinstance(together, ArrayAttr) and len(together.elements) == len(arguments) else []
    for number, attrs in enumerate(dicts):
        said = attrs.get("tf._output_shapes")
        if isinstance(said, ArrayAttr) and len(said.elements) == 1:
            shapes += [None] * (len(dicts) - len(shapes))
            shapes[number] = said[0]
    return [_declared(argument.type, shape) for argument, shape in zip_longest(arguments, shapes)]


def _declared(type, said):
    is_open = isinstance(type, TensorType) and type.shape is None
    return type.with_shape(said.shape) if is_open and isinstance(said, ShapeAttr) else type


def merged(one, other):
    try:
        return merge(one, other)
    except Error:
        return None


def held_by(element) -> TensorType | None:
    """The one tensor that a resource or variant holds, where its type says so."""
    subtypes = element.subtypes if isinstance(element, SubtypedType) else ()
    return subtypes[0] if len(subtypes) == 1 else None


def write_types(shapes: GraphShapes) -> None:
    """Gives the values of a graph or function the types that were found."""
    top = shapes.top
    values = [*top.body.arguments, *[result for op in top.body for result in op.results]]
    for value in values:
        if value.type is not CONTROL:
            value.retype(shapes.type(value))
