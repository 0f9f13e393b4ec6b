"""Shapes of a graph's values, as TensorFlow finds them: from constants, Placeholders and declared arguments on, through calls.

What comes round in a loop is unknown where it is merged, and so is what enters one, unless it is the same in every turn.
"""

from __future__ import annotations

from itertools import zip_longest

from tfir.analysis.shapes import ShapeAnalysis, ShapePolicy
from tfir.dialects import has_trait, is_pure, lookup, with_trait
from tfir.dialects.tf_type import VARIANT, FuncAttr, ShapeAttr, SubtypedType
from tfir.dialects.tfg.functions import attribute_dicts, data_arguments
from tfir.dialects.tfg.interface import placeholder_shape
from tfir.ir.attributes import ArrayAttr, Attribute
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.binding import element_type
from tfir.ods.control import data, data_operands, data_results
from tfir.ods.inference import AbstractValue, infer
from tfir.ods.op_lists import read_lists
from tfir.ods.shapes import Shape, anonymous, fresh, is_static, join, merge, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from tfir.analysis.contents import ResultContents
    from tfir.ods.inference import Inferred

    Operands: TypeAlias = Sequence[AbstractValue]
    Answers: TypeAlias = dict[tuple[Operation, tuple[Type, ...], int], list[Type]]
    Results: TypeAlias = Sequence[Inferred] | None  # what an op makes of its operands, for each result

OUTPUT_SHAPES = "_output_shapes"
DEEPEST = 40  # calls within calls
MOST_SEEN = 200  # ops that are looked at to tell whether a content is known whole

LISTS = read_lists(__file__)
ASK_SHAPE = with_trait("tfg", "shape_only")
FOLLOWED = {"tfg.Shape", "tfg.ShapeN", "tfg.Cast", "tfg.ConcatV2", "tfg.Concat", "tfg.StridedSlice"}

NEXT = ("IteratorGetNext", "IteratorGetNextSync", "MultiDeviceIteratorGetNextFromShard", "ReduceDataset")

PICTURES = ("DecodeJpeg", "DecodePng", "DecodeBmp", "DecodeAndCropJpeg")
SEGMENTS = ("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd")


class ImporterPolicy(ShapePolicy):
    """Shape inference as in TensorFlow's importer, which visits each node once: the value of a back edge is unknown at its Merge. Calls are
    followed to some depth, contents that are known in part through few ops.

    `answers` caches the result types of functions by argument types and call depth: a function that calls itself twice would else be
    visited as often as there are paths down.
    """

    def __init__(self, functions: dict[str, Operation], depth: int = 0, answers: Answers | None = None) -> None:
        self.functions, self.depth = functions, depth
        self.answers: Answers = {} if answers is None else answers

    def transfer(self, analysis: ShapeAnalysis, op: Operation, operands: list[AbstractValue]) -> Results:
        local = op.name.removeprefix("tfg.").removeprefix("Ref")
        if "Dataset" in local and [element_type(value.type) for value in data_results(op)] == [VARIANT]:
            return scalars(op)
        if local in RULES:
            return RULES[local](op, operands)
        if has_trait(op, "call") or local in self.functions:
            return self.called(op, local, operands)
        if has_trait(op, "branch", "loop") or local in NEXT:
            return shapes_in(op, op.attributes.get("output_shapes"))
        if op.name == "tfg.ReadVariableOp" and not self.depth and (said := shapes_in(op, op.attributes.get(OUTPUT_SHAPES))):
            return said
        return changed(op, operands, inferred(op, operands))

    def known_content(self, analysis: ShapeAnalysis, op: Operation, contents: ResultContents) -> ResultContents:
        """The contents that TensorFlow knows: of a Pack only the elements that it can compute whole."""
        if contents is None or op.name in FOLLOWED or is_whole(analysis, op.results[0]):
            return contents
        if op.name != "tfg.Pack":
            return None
        whole, numbers = [is_whole(analysis, value) for value in data_operands(op)], contents[0]
        if numbers is None or isinstance(numbers, ElementsAttr) or len(numbers) != len(whole):
            return contents
        return [[number if is_whole else fresh() for number, is_whole in zip(numbers, whole)]]

    def called(self, op: Operation, local: str, operands: Operands) -> Results:
        """The results of a call have the types that the function's have for these arguments."""
        reference = op.attributes.get("f")
        function = self.functions.get(reference.name.root if isinstance(reference, FuncAttr) else local)
        if function is None or "generic" in function.attributes or self.depth >= DEEPEST:
            return None
        if len(data_arguments(function.body)) != len(operands):
            return None
        types = self.answer(function, [type_of(value, state) for value, state in zip(data_operands(op), operands)])
        return [type if isinstance(type, TensorType) else None for type in types]

    def answer(self, function: Operation, types: list[Type]) -> list[Type]:
        """The result types of a function for arguments of these types."""
        key = function, tuple(types), self.depth
        if key not in self.answers:
            inner = GraphShapes(function, ImporterPolicy(self.functions, self.depth + 1, self.answers), types)
            *nodes, returned = function.body
            inner.visit_all(nodes)
            self.answers[key] = [inner.type(value) for value in data_operands(returned)]
        return self.answers[key]


def is_whole(analysis: ShapeAnalysis, value: Value) -> bool:
    """Whether a value depends on constants and on shapes that are wholly known."""
    work, seen = [value], set[Operation]()
    while work:
        op = work.pop().op
        if op is None or len(seen) > MOST_SEEN:
            return False
        if op in seen or op.name == "tfg.Const":
            continue
        seen.add(op)
        if op.name == "tfg.StridedSlice" and op.operands[0].op is not None and op.operands[0].op.name == "tfg.Shape":
            if analysis[op.results[0]].number is not None:
                continue  # one size of a shape
        shapes = [analysis[operand].shape for operand in data_operands(op)]
        asks = op.name in ASK_SHAPE and all([shape is not None and (op.name == "tfg.Rank" or is_static(shape)) for shape in shapes])
        if not asks and (not is_pure(op) or not shapes):
            return False
        work += [] if asks else data_operands(op)
    return True


class GraphShapes:
    """The shapes that the importer infers for one graph or function, whose arguments have these types or those that they are declared
    with."""

    def __init__(self, top: Operation, policy: ImporterPolicy, arguments: list[Type] | None = None) -> None:
        self.top, self.analysis = top, ShapeAnalysis(policy)
        types = declared_arguments(top) if arguments is None else arguments
        for value, type in zip(data_arguments(top.body), types):
            if isinstance(type, TensorType):
                self.analysis.update(value, named(type.shape), type.element)

    def visit_all(self, ops: Iterable[Operation]) -> GraphShapes:
        """Visits each op once. Raises `Error` for a node that lacks what its op is declared to have."""
        for op in ops:
            try:
                self.analysis.visit(op)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
                raise Error.on(op, f"has operands or attributes that its op is not declared with: {in_words(reason)}") from None
        return self

    def type(self, value: Value) -> Type:
        """The type of a value, with the shape that was found."""
        return type_of(value, self.analysis[value])


def type_of(value: Value, state: AbstractValue) -> Type:
    """The type of a value in that state."""
    return TensorType(anonymous(state.shape), state.element) if isinstance(value.type, TensorType) else value.type


# What the importer makes of ops, where it is not what `infer` says


def inferred(op: Operation, operands: Operands) -> Sequence[Inferred]:
    definition = lookup(op.name)
    return (None if definition is None else infer(op, definition, operands)) or [None] * len(data_results(op))


def shapes_in(op: Operation, said: Attribute | None) -> Sequence[Inferred] | None:
    """The shapes of results that an attribute says, if it says one of each."""
    shapes = said.elements if isinstance(said, ArrayAttr) else ()
    if len(shapes) != len(data_results(op)):
        return None
    return [named(shape.shape) if isinstance(shape, ShapeAttr) else None for shape in shapes]


def changed(op: Operation, operands: Operands, results: Sequence[Inferred]) -> Sequence[Inferred]:
    """A reference that is written through and handed on."""
    definition = lookup(op.name)
    signature = definition.signature if definition is not None else None
    if signature is None or len(data_results(op)) != 1 or not (signature.results[0].ref and op.operands and signature.operands[0].ref):
        return results
    reference, value = operands[0].shape, operands[-1].shape
    if op.name == "tfg.Assign":
        reference = merged(reference, value) if op.get("validate_shape", True) else value
    return [reference]


def said(op: Operation, attribute: str) -> Shape:
    """The shape that an attribute says."""
    shape = op.attributes.get(attribute)
    return shape.shape if isinstance(shape, ShapeAttr) else None


def stated(op: Operation, operands: Operands) -> Sequence[Inferred]:
    return [named(said(op, "shape"))]


def fed(op: Operation, operands: Operands) -> Sequence[Inferred]:
    declared = placeholder_shape(op)
    return [named(declared.shape if declared is not None else None)]


def same(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """All results have the shape of the first operand, and its element type if that has subtypes."""
    (state, *_), results = operands, data_results(op)
    is_typed = isinstance(state.element, SubtypedType)
    return [AbstractValue(state.shape, state.element if is_typed else element_type(result.type)) for result in results]


def enter(op: Operation, operands: Operands) -> Results:
    return same(op, operands) if op.get("is_constant") else None


def merge_op(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """The shape that all inputs have in common; one that does not stand before the Merge is unknown."""
    shape = operands[0].shape
    for operand in operands[1:]:
        shape = join(shape, operand.shape)
    return [shape, ()]


def scalars(op: Operation, operands: Operands = ()) -> Sequence[Inferred]:
    return [()] * len(data_results(op))


def joined(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """Scalars go with any shape."""
    shape: Shape = ()
    for operand in operands:
        shape = operand.shape if shape == () or operand.shape is None else shape
    return [shape]


def changed_list(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """The result list keeps the known shape of the operand's elements."""
    held = held_by(operands[0].element)
    shape = None if held is None else held.shape
    return [TensorType((), SubtypedType("variant", [TensorType(shape, operands[-1].element)]))]


def array(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """The handle of an array says the shape of its elements where that is whole, or where all are said to have one shape."""
    handle, flow = inferred(op, operands)
    return [handle if op.get("identical_element_shapes") or is_static(said(op, "element_shape")) else (2,), flow]


def gathered(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """An array's elements have the shape in its handle's type; the attribute of the node is asked only where there is none."""
    held, indices = held_by(operands[0].element), operands[1].shape or (fresh(),)
    shape = named(said(op, "element_shape") if held is None else held.shape)
    return [None if shape is None else (*indices, *shape)]


def sliced(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """A size of -1 is the rest only where all sizes are known."""
    numbers, (shape,) = operands[2].numbers, inferred(op, operands)
    if not isinstance(shape, tuple) or operands[2].integers is not None or numbers is None:
        return [shape]
    return [tuple([fresh() if number == -1 else size for number, size in zip(numbers, shape)])]


def normalized(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """The shapes of a fused batch normalization. That of the sixth result, kept for the gradient, depends on the device."""
    return [*inferred(op, operands)[:5], None]


def decoded(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """A picture's size stands in its file."""
    return [named((None, None, op.get("channels", 0) or None))]


def quantized(op: Operation, operands: Operands) -> Sequence[Inferred]:
    return [operands[0].shape, (), ()] if op.get("axis", -1) == -1 else inferred(op, operands)


def segments(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """How many segments there are is told by their numbers, which are not looked at."""
    shape = operands[0].shape
    return [None if shape is None else (fresh(), *shape[1:])]


def lists_of_axes(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """How many axes two shapes are broadcast along is not looked at."""
    return [named((None,)), named((None,))]


def summed(op: Operation, operands: Operands) -> Sequence[Inferred]:
    """Of lists, the sum holds what any of them is known to hold."""
    held = [operand.element for operand in operands if held_by(operand.element)]
    (shape,) = inferred(op, operands)
    return [AbstractValue(shape, held[0])] if held and (shape is None or isinstance(shape, tuple)) else [shape]


RULES: dict[str, Callable[[Operation, Operands], Results]] = {
    "Switch": same, "_SwitchN": same, "Exit": same, "NextIteration": same, "Identity": same, "Enter": enter, "Merge": merge_op,
    "LoopCond": scalars, "AddN": summed, "FusedBatchNormV3": normalized, "Slice": sliced, "TensorArrayV3": array, "TensorArrayGatherV3": gathered,
    "QuantizeV2": quantized, "BroadcastGradientArgs": lists_of_axes, **dict.fromkeys(PICTURES, decoded), **dict.fromkeys(SEGMENTS, segments),
    "TensorListSetItem": changed_list, "TensorListPushBack": changed_list, "TensorListResize": same,
    "Placeholder": fed, "StringJoin": joined, "VariableV2": stated, "TemporaryVariable": stated,
    **dict.fromkeys(LISTS["scalars"], scalars), **dict.fromkeys(LISTS["like_input"], same),
}  # fmt: skip


def declared_arguments(function: Operation) -> list[Type]:
    """The types of a function's arguments; where they leave a shape open an attribute may say it."""
    if function.name != "tfg.func":
        return []
    arguments, dicts = data_arguments(function.body), attribute_dicts(function, "arg_attrs")[::2]
    together = function.attributes.get("tf._input_shapes")
    shapes: list[Attribute | None] = []
    if isinstance(together, ArrayAttr) and len(together.elements) == len(arguments):
        shapes += together.elements
    for number, attrs in enumerate(dicts):
        said = attrs.get("tf._output_shapes")
        if isinstance(said, ArrayAttr) and len(said.elements) == 1:
            shapes += [None] * (len(dicts) - len(shapes))
            shapes[number] = said[0]
    return [_declared(argument.type, shape) for argument, shape in zip_longest(arguments, shapes)]


def _declared(type: Type, said: Attribute | None) -> Type:
    if isinstance(type, TensorType) and type.shape is None and isinstance(said, ShapeAttr):
        return type.with_shape(said.shape)
    return type


def merged(one: Shape, other: Shape) -> Shape:
    """The meet of two shapes; unknown where they contradict each other."""
    try:
        return merge(one, other)
    except Error:
        return None


def held_by(element: Type) -> TensorType | None:
    """The one tensor that a resource or variant holds, where its type says so."""
    subtypes = element.subtypes if isinstance(element, SubtypedType) else ()
    held = subtypes[0] if len(subtypes) == 1 else None
    return held if isinstance(held, TensorType) else None


def write_types(shapes: GraphShapes) -> None:
    """Gives the values of a graph or function the types that were found."""
    top = shapes.top
    values = [*top.body.arguments, *[result for op in top.body for result in op.results]]
    for value in data(values):
        value.retype(shapes.type(value))
