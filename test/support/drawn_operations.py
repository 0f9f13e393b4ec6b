"""Operations whose operands and attributes are drawn by chance, to be held to what their declarations, verifiers and inference say."""

from __future__ import annotations

from random import Random

from tfir.dialects import lookup
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods import inference
from tfir.ods.declared import verify_declared
from tfir.ods.inference import declared_value, infer, refined

SIZES = (0, 1, 2, 3, 4, 5, 7)


def redrawn_shape(shape, random: Random):
    """Some other sizes, unknown ones among them; sometimes no rank is known."""
    if shape is None or random.random() < 0.05:
        return None
    return tuple([random.choice(SIZES) if random.random() < 0.25 else None if random.random() < 0.15 else size for size in shape])


def redrawn_attribute(declared, stored, random: Random):
    """Another attribute of the kind that is declared: one of the words that are allowed, a number a little larger or smaller."""
    if declared.kind == "bool":
        return BoolAttr(random.random() < 0.5)
    if declared.allowed and declared.kind == "string":
        return StringAttr(random.choice(declared.allowed))
    if isinstance(stored, IntegerAttr):
        return IntegerAttr(stored.value + random.choice((-2, -1, 1, 2)), stored.type)
    if isinstance(stored, ArrayAttr) and stored.elements and all([isinstance(each, IntegerAttr) for each in stored.elements]):
        changed = redrawn_numbers([each.value for each in stored.elements], random)
        return ArrayAttr([IntegerAttr(number, stored.elements[0].type) for number in changed])
    if isinstance(stored, DenseArrayAttr) and stored.values:
        return DenseArrayAttr(redrawn_numbers(list(stored.values), random), stored.element)
    return stored


def redrawn_numbers(numbers: list, random: Random) -> list:
    at = random.randrange(len(numbers))
    numbers[at] = not numbers[at] if isinstance(numbers[at], bool) else max(-1, numbers[at] + random.choice((-1, 1, 1, 2)))
    return numbers[1:] if random.random() < 0.1 else numbers


def redrawn_attributes(definition, attributes: dict, random: Random) -> dict:
    drawn = dict(attributes)
    for name, declared in definition.signature.attributes.items():
        if name in definition.inherent and random.random() < 0.3:
            drawn[name] = redrawn_attribute(declared, drawn.get(name), random)
    return {name: attribute for name, attribute in drawn.items() if attribute is not None}


def verify(op: Operation) -> None:
    """Raises where the operation is not what its dialect takes. A verification asks inference once, or not at all."""
    definition, infer, questions = lookup(op.name), inference._inferred, []

    def counted(*arguments, **context):
        questions.append(arguments)
        return infer(*arguments, **context)

    inference._inferred = counted
    try:
        verify_declared(op, definition)
        if definition.verify_in_context is not None:
            definition.verify_in_context(op)
    finally:
        inference._inferred = infer
        assert len(questions) <= 1, f"{op.name} is inferred {len(questions)} times"


def inferred_types(op: Operation) -> list | None:
    """The types of the results as inference writes them; None where it says nothing. Raises where it refuses the operands."""
    found = infer(op, lookup(op.name), [declared_value(operand) for operand in op.operands])
    return None if found is None else [refined(result.type, shape) for result, shape in zip(op.results, found)]


def of_unknown_sizes(type):
    return TensorType(None, type.element) if isinstance(type, TensorType) else type


def with_a_wrong_size(types: list, random: Random) -> list | None:
    """The types with one static size of one of them larger by one; None where no size is static."""
    places = [
        (at, axis) for at, type in enumerate(types) for axis, size in enumerate(getattr(type, "shape", None) or ()) if size is not None
    ]
    if not places:
        return None
    at, axis = random.choice(places)
    shape = list(types[at].shape)
    shape[axis] += 1
    return [*types[:at], types[at].with_shape(shape), *types[at + 1 :]]


def operand(type) -> Value:
    return Value(type, None, 0)
