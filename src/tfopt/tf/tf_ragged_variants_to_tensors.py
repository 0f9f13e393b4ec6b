"""Takes ragged tensors out of variants: what a program encodes and decodes itself becomes the tensors that it is made of.

`tf.map_fn` over a ragged tensor makes each row an element of a list, and each element a variant:

    rows = RaggedTensorToVariant(splits, values)        rows: [n] variants
    list = TensorListFromTensor(rows)
    row = RaggedTensorFromVariant(TensorListGetItem(list, i))

A ragged tensor is its values, and for each level how long its rows are. So is an element here, and the rows of a whole, which have one level more; a list of elements
is a list of values, and one of lengths for each level. Functions, loops and branches hand all of these on. What some other op looks at, or a caller gives or takes, stays a
variant. Splits begin with 0 and end with the number of values, as those of a `tf.RaggedTensor` do.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites, only_called
from tfir.dialects import has_trait
from tfir.dialects.tf_type import element_base
from tfir.ir.attributes import IntegerAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I64, TensorType, Type

from tfopt.tf.arithmetic import built
from tfopt.tf.list_lengths import POP, PUSH, SET, VARIANT
from tfopt.tf.lists_as_tensors import EMPTY, RESERVE
from tfopt.tf.retyping import constant
from tfopt.tf.several_parts import become_several, between, cast, joined, part_of, scalar, splits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Parts: TypeAlias = list[list[Value]]

ENCODE, DECODE, GRADIENT = "tf.RaggedTensorToVariant", "tf.RaggedTensorFromVariant", "tf.RaggedTensorToVariantGradient"
ELEMENT, ROWS, LIST = (
    "element",
    "rows",
    "list",
)  # what a variant is: one ragged tensor, a ragged tensor's rows, a list of such as are elements
FROM_TENSOR, STACK, GET, LENGTH = "tf.TensorListFromTensor", "tf.TensorListStack", "tf.TensorListGetItem", "tf.TensorListLength"
SHAPE_OF_ELEMENTS = "tf.TensorListElementShape"
# Which operands and results of an op are variants of which kind
KINDS: dict[str, tuple[dict[int, str], dict[int, str]]] = {
    FROM_TENSOR: ({0: ROWS}, {0: LIST}), STACK: ({0: LIST}, {0: ROWS}), GET: ({0: LIST}, {0: ELEMENT}), SET: ({0: LIST, 2: ELEMENT}, {0: LIST}),
    PUSH: ({0: LIST, 1: ELEMENT}, {0: LIST}), POP: ({0: LIST}, {0: LIST, 1: ELEMENT}), LENGTH: ({0: LIST}, {}), SHAPE_OF_ELEMENTS: ({0: LIST}, {}),
    RESERVE: ({}, {0: LIST}), EMPTY: ({}, {0: LIST}), "tf.Shape": ({0: ROWS}, {}),
}  # fmt: skip
ALIKE = ("tf.Identity", "tf.AddN", "tf.ZerosLike")  # whose operands and results are of one kind


def tf_ragged_variants_to_tensors(module: "Module"):
    if not any([op.name in (ENCODE, DECODE) for op in module.walk()]):
        return
    variants = Variants(module)
    facts = {value: fact for value in variants.values if (fact := variants.of(value)) is not None}

    def rewritten(builder: Builder, op: Operation, operands: Parts) -> Parts:
        _, depth, element = next(facts[value] for value in (*op.operands, *op.results) if value in facts)
        return REWRITES[op.name](builder, op, operands, [*[I64] * depth, element])

    become_several(module, {value: types_of(fact) for value, fact in facts.items()}, rewritten)


def is_variant(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is VARIANT


def values_of(op: Operation) -> list[Value]:
    return [*[argument for region in op.regions for block in region.blocks for argument in block.arguments], *op.results]


class Variants:
    """Which variants are ragged tensors whose kind, depth and element type are known, and of which all is known that is done with them. Values that
    are handed on are one; elements, the rows that they were, and the lists that they are in, are one family."""

    def __init__(self, module: Operation):
        self.symbols = SymbolTable(module)
        self.leaders: dict[Value, Value] = {}
        self.families: list[tuple[Value, Value]] = []
        self.kinds: dict[Value, set[str]] = {}
        self.facts: dict[Value, set[tuple[int | None, Type]]] = {}  # depth and element type, of what is encoded or decoded
        self.decoded: list[Operation] = []
        self.refused: set[Value] = set()
        self.added: set[Value] = set()  # lists that are summed
        self.values = [value for op in module.walk() for value in values_of(op) if is_variant(value)]
        called = only_called(module)
        for op in module.walk():
            if op.name == "func.func" and op.region.blocks and op.get("sym_name") not in called:
                self.refused.update(filter(is_variant, (*op.body.arguments, *op.region.blocks[-1].last.operands)))
            else:
                self.connect(op)
        self.settle()

    def leader(self, value: Value) -> Value:
        while (above := self.leaders.get(value, value)) is not value:
            value = above
        return value

    def join(self, one: Value, other: Value) -> None:
        if is_variant(one) and is_variant(other):
            self.leaders[self.leader(one)] = self.leader(other)

    def note(self, value: Value, kind: str) -> None:
        self.kinds.setdefault(value, set()).add(kind)

    def connect(self, op: Operation) -> None:
        variants = [value for value in (*op.operands, *op.results) if is_variant(value)]
        if not variants or op.name == "func.return":
            return
        if op.name == ENCODE:
            is_rows = bool(op.get("batched_input"))
            self.note(op.results[0], ROWS if is_rows else ELEMENT)
            depth = len(op.operands) - 1
            self.facts.setdefault(op.results[0], set()).add((max(depth - is_rows, 0), op.operands[-1].type.element))
        elif op.name == DECODE:
            self.decoded.append(op)
        elif op.name == GRADIENT:
            self.facts.setdefault(op.operands[0], set()).add((0, op.results[0].type.element))
        elif op.name in KINDS:
            operands, results = KINDS[op.name]
            own = [(op.operands[at], kind) for at, kind in operands.items()] + [(op.results[at], kind) for at, kind in results.items()]
            for value, kind in own:
                self.note(value, kind)
                self.families.append((own[0][0], value))
            if op.name in (SET, PUSH, POP):
                self.join(op.operands[0], op.results[0])
        elif op.name in ALIKE:
            for value in variants:
                self.join(variants[0], value)
            if op.name == "tf.AddN":
                self.added.add(variants[0])
        elif sites := call_sites(op):
            for site in sites:
                function = self.symbols.get(site.reference)
                if function is None or not function.regions or len(function.region.blocks) != 1:
                    self.refused.update(variants)
                    return
                for one, other in zip(
                    (*site.operands, *site.results), (*function.body.arguments, *(function.body.last.operands if site.results else ()))
                ):
                    self.join(one, other)
            if has_trait(op, "loop"):
                for one, other in zip(op.operands, op.results):
                    self.join(one, other)
        else:
            self.refused.update(variants)

    def settle(self) -> None:
        """What is decoded tells what it is in terms of its kind."""
        kinds = self.by_leader(self.kinds)
        for op in self.decoded:
            value, depth, inner = op.operands[0], op.get("output_ragged_rank"), op.get("input_ragged_rank")
            kind = kinds.get(self.leader(value), set())
            is_rows = kind == {ROWS} if inner == -1 else depth == inner + 1
            self.note(value, ROWS if is_rows else ELEMENT)
            self.facts.setdefault(value, set()).add((depth - is_rows, op.results[-1].type.element))
        self.kinds = self.by_leader(self.kinds)
        self.above: dict[Value, Value] = {}
        for one, other in self.families:
            self.above[self.top(self.leader(one))] = self.top(self.leader(other))
        self.told: dict[Value, set[tuple[int | None, Type]]] = {}
        for value, facts in self.facts.items():
            self.told.setdefault(self.top(self.leader(value)), set()).update(facts)
        refused = {self.top(self.leader(value)) for value in self.refused}
        refused |= {self.top(leader) for leader, kinds in self.kinds.items() if len(kinds) != 1}
        deep = {top for top, facts in self.told.items() if len(facts) == 1 and next(iter(facts))[0]}
        refused |= {
            self.top(self.leader(value)) for value in self.added
        } & deep  # lengths of rows that were never written are not told by a sum
        self.told = {top: facts for top, facts in self.told.items() if len(facts) == 1 and top not in refused}

    def top(self, value: Value) -> Value:
        while (above := self.above.get(value, value)) is not value:
            value = above
        return value

    def by_leader(self, sets: dict[Value, set[str]]) -> dict[Value, set[str]]:
        gathered: dict[Value, set[str]] = {}
        for value, words in sets.items():
            gathered.setdefault(self.leader(value), set()).update(words)
        return gathered

    def of(self, value: Value) -> tuple[str, int, Type] | None:
        """The kind, the depth of elements and the type of values; None of what stays."""
        leader = self.leader(value)
        facts = self.told.get(self.top(leader)) if is_variant(value) else None
        if not facts or leader not in self.kinds:
            return None
        ((depth, element),) = facts
        return next(iter(self.kinds[leader])), depth or 0, element


# Rewriting

LENGTHS, A_LIST = TensorType((None,), I64), TensorType((), VARIANT)


def types_of(fact: tuple[str, int, Type]) -> list[Type]:
    """The types of what stands for a variant: lengths from the outermost level inwards, and values; or lists of such."""
    kind, depth, element = fact
    return [A_LIST] * (depth + 1) if kind == LIST else [*[LENGTHS] * (depth + (kind == ROWS)), TensorType(None, element)]


def lengths_of(builder: Builder, splits: Value) -> Value:
    return between(builder, cast(builder, splits, I64))


def encode(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    *splits, values = op.operands
    if splits or not op.get("batched_input"):
        return [[*[lengths_of(builder, each) for each in splits], values]]
    shape = built(builder, "tf.Shape", [values])
    lengths = built(builder, "tf.Fill", [part_of(builder, shape, 0, 1), scalar(builder, part_of(builder, shape, 1, 2))])
    inner = joined(builder, constant(builder, [-1], (1,)), part_of(builder, shape, 2, None))
    return [[cast(builder, lengths, I64), built(builder, "tf.Reshape", [values, inner])]]


def decode(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    *lengths, values = operands[0]
    return [*[[cast(builder, splits_of(builder, each), op.results[0].type.element)] for each in lengths], [values]]


def gradient(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    return [[built(builder, "tf.Reshape", [operands[0][-1], op.operands[2]])]]


def split(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    """A list for each part, of as many elements as there are rows."""
    counts, lists = operands[0][0], []
    for at, part in enumerate(operands[0][1:], 2):
        lists.append(builder.value("tf.TensorListSplit", [part, any_shape(builder), counts], A_LIST))
        if at < len(operands[0]):
            counts = between(
                builder, built(builder, "tf.GatherV2", [splits_of(builder, part), splits_of(builder, counts), constant(builder, 0)])
            )
    return [lists]


def any_shape(builder: Builder) -> Value:
    return constant(builder, -1)


def stack(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    none, rows = constant(builder, [], (0,), I64), []
    for part, type in zip(operands[0], part_types(elements)):
        attributes = {"element_dtype": TypeAttr(type.element)}
        rows.append(builder.create("tf.TensorListConcatV2", [part, any_shape(builder), none], [type, LENGTHS], attributes).results)
    return [[rows[0][1], *[tensor for tensor, _ in rows]]]


def part_types(elements: list[Type]) -> list[TensorType]:
    """Of lengths, and of values, whose shape is not known."""
    return [*[LENGTHS for _ in elements[:-1]], TensorType(None, elements[-1])]


def get(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    attributes = [{"element_dtype": TypeAttr(element)} for element in elements]
    each = zip(operands[0], part_types(elements), attributes)
    return [[builder.value(op.name, [part, op.operands[1], any_shape(builder)], type, told) for part, type, told in each]]


def pop(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    popped = [
        builder.create(op.name, [part, any_shape(builder)], [A_LIST, type], {"element_dtype": TypeAttr(type.element)}).results
        for part, type in zip(operands[0], part_types(elements))
    ]
    return [[rest for rest, _ in popped], [last for _, last in popped]]


def put(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    *others, item = operands
    values = [[part, *[each[0] for each in others[1:]], own] for part, own in zip(others[0], item)]
    return [[builder.value(op.name, each, A_LIST, op.attributes) for each in values]]


def new(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    shapes = [*[constant(builder, [-1], (1,)) for _ in elements[:-1]], any_shape(builder)]
    return [
        [
            builder.value(op.name, [shape, op.operands[1]], A_LIST, {"element_dtype": TypeAttr(each)})
            for shape, each in zip(shapes, elements)
        ]
    ]


def of_values(builder: Builder, op: Operation, operands: Parts, elements: list[Type]) -> Parts:
    """What an op makes of the values; the lengths are those of the first operand."""
    values = [parts[-1] for parts in operands]
    result = builder.value(op.name, values, values[0].type, {} if op.name != "tf.AddN" else {"N": IntegerAttr(len(values), I64)})
    return [[*operands[0][:-1], result]]


REWRITES: dict[str, Callable[[Builder, Operation, Parts, list[Type]], Parts]] = {
    ENCODE: encode, DECODE: decode, GRADIENT: gradient, FROM_TENSOR: split, STACK: stack, GET: get, POP: pop, SET: put, PUSH: put, RESERVE: new, EMPTY: new,
    "tf.Identity": lambda builder, op, operands, elements: operands, "tf.ZerosLike": of_values, "tf.AddN": of_values,
    LENGTH: lambda builder, op, operands, elements: [[built(builder, op.name, [operands[0][-1]])]],
    SHAPE_OF_ELEMENTS: lambda builder, op, operands, elements: [[constant(builder, [], (0,), op.results[0].type.element)]],
    "tf.Shape": lambda builder, op, operands, elements: [[built(builder, op.name, [operands[0][0]], {"out_type": TypeAttr(op.results[0].type.element)})]],
}  # fmt: skip
