"""Ops on arrays, stacks and lists that TensorFlow refuses, told before these become tensors, which know nothing of it.

As long as ops on a place follow each other in one block, by indices that are constants, the place itself tells: the one that the interpreter has is asked op by
op, with zeros in place of what is computed; a list is what the op before has made of it. What goes on in loops, branches and functions that are given a handle is not followed.
"""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.execution.state import State
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import grouped
from tfir.ods.inference import constant_of, evaluate
from tfir.ods.shapes import is_static

from tfopt.arithmetic.assertions import build_misuse
from tfopt.tf.list_lengths import is_list
from tfopt.tf.lists_as_tensors import EMPTY, RESERVE
from tfopt.tf.retyping import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy as np

# Operands that say which elements are meant, and of which sizes
NUMBERS = ("size", "max_size", "index", "indices", "lengths", "shape_to_prepend", "element_shape", "num_elements", "leading_dims")
FLOW, JOINED = "flow_in", "tf.TensorListConcatV2"
GRADIENTS = ("tf.TensorArrayGradV3", "tf.TensorArrayGradWithShape")  # which make places beside the one that they are given
MOST_ELEMENTS = 1 << 20  # of zeros that are put together


def refuse_misuse(makers: list[Operation], ops_on_places: Collection[str]) -> None:
    """Has a program end with TensorFlow's message where it comes to what TensorFlow refuses. What such an op gives is not reached any more."""
    for block in dict.fromkeys([op.block for op in makers]):
        refuse(misused(block, [op for op in makers if op.block is block], ops_on_places))


def refuse_misuse_of_lists(module: Operation) -> None:
    for block in dict.fromkeys([op.block for op in module.walk() if is_on_lists(op)]):
        refuse(misused_lists(block))


def is_on_lists(op: Operation) -> bool:
    return op.name == EMPTY or op.name.startswith("tf.TensorList")


def refuse(messages: dict[Operation, str]) -> None:
    for op, message in messages.items():
        builder = Builder.before(op)
        build_misuse(builder, message)
        lists = [operand for operand in op.operands if is_list(operand)]
        if lists or not any(map(is_list, op.results)):
            op.replace_with([lists[0] if is_list(result) else zeros_like(builder, result) for result in op.results])


def misused(block: Block, makers: list[Operation], ops_on_places: Collection[str]) -> dict[Operation, str]:
    """The ops of a block that are refused, with what is said of the first on each place."""
    places, state, refused = dict[Value, object](), State(), dict[Operation, str]()
    for op in block:
        held = [places[operand] for operand in op.operands if operand in places]
        if not held and op not in makers:
            continue
        operands = operands_of(op, places) if op in makers or op.name in ops_on_places or op.name in GRADIENTS else None
        try:
            results = None if operands is None else evaluate(op, lookup(op.name), operands, state=state)
        except Error as error:
            refused[op] = error.diagnostics[0].message.removeprefix(f"'{op.name}' op ")
            results = None
        if results is None:
            places = {value: place for value, place in places.items() if not any([place is each for each in held])}
        elif op in makers or op.name in GRADIENTS:
            places[op.results[0]] = results[0].item()
    return refused


def misused_lists(block: Block) -> dict[Operation, str]:
    """The ops of a block that are refused, with what is said of the first on each list."""
    lists, refused = dict[Value, object](), dict[Operation, str]()
    for op in block:
        if not is_on_lists(op) or op.name in (EMPTY, RESERVE) and "element_dtype" not in op.attributes:
            continue  # elements of a type that is not said
        operands = operands_of(op, lists)
        if operands is None:
            continue
        try:
            results = evaluate(op, lookup(op.name), operands)
        except Error as error:
            refused[op] = error.diagnostics[0].message.removeprefix(f"'{op.name}' op ")
            continue
        if op.name == JOINED and has_own_lengths(operands[0], operands[2]):
            raise Error.on(
                op, "has elements that were never set, of lengths of their own (leading_dims), which no tensor of all elements has"
            )
        lists.update({result: content.item() for result, content in zip(op.results, results or ()) if is_list(result)})
    return refused


def has_own_lengths(joined, leading_dims) -> bool:
    """Whether elements of a list that were never set are given other lengths than all its elements have."""
    is_whole = all([item is not None for item in joined.items])
    return not is_whole and any([length not in (joined.shape or ())[:1] for length in leading_dims.tolist()])


def operands_of(op: Operation, places: dict[Value, object]) -> list | None:
    """What an op is given: places, numbers, and zeros for the rest. None where one of the numbers or sizes is not known."""
    slots = lookup(op.name).signature.operands
    operands = [places.get(value, given(slot.name, value)) for slot, value in zip(slots, grouped(lookup(op.name), op, op.operands))]
    return None if any([operand is None for operand in operands]) else operands


def given(name: str, value: Value, number: int = 0) -> np.ndarray | float | None:
    """What an op sees of an operand of this name, of that number alone where it is computed. A flow says only what comes before what."""
    if name == FLOW:
        return 0.0
    if is_list(value):
        return None
    source = handed_on(value)
    return constant_of(source) if name in NUMBERS else filled(source.type, number)


def handed_on(value: Value) -> Value:
    """What a value is a copy of, which may say more of its type; what a placeholder is where nothing is fed to it."""
    while (op := value.op) is not None and (
        op.name == "tf.PlaceholderWithDefault" or has_trait(op, "passthrough") and len(op.operands) == 1
    ):
        (value,) = op.operands
    return value


def filled(type: Type | None, number: int) -> np.ndarray | None:
    """An array of a type, of which one number is stored."""
    from numpy import asarray, broadcast_to

    if not isinstance(type, TensorType) or not is_static(type.shape) or type.size > MOST_ELEMENTS:
        return None
    return broadcast_to(asarray(number, dtype_of(type.element)), type.shape)


def zeros_like(builder: Builder, result: Value) -> Value:
    """Zeros of a result's type; of sizes that are not known none."""
    shape = tuple([size or 0 for size in result.type.shape or ()])
    return constant(builder, 0, shape, result.type.element)
