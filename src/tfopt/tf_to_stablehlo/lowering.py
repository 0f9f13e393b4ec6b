"""How a lowering is declared: a function of the op's own name whose parameters are the op's operands and attributes.

    @lower
    def ConcatV2(values, axis: int):
        return concatenate(values, axis)

Operands arrive as tensors. One that is annotated must be a constant and arrives as its content: `int` and `float` a number,
`list` a flat list of numbers, `Array` a NumPy array. One that is annotated with `Sizes` arrives as an array too; what the program computes of it
are sizes that it tells. Any subset of the signature's names may be asked for, and `result_types`; of
versions of an op, that which lacks an attribute leaves the parameter its default. The answer is a tensor, or a list of one per result, None for a
result that may not be used.

Lowerings of one line are a table, by the names of the ops: `lowered_by(Square=lambda x: x * x, BatchMatMul=BatchMatMulV2)`.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tfir.analysis.feeds import is_static
from tfir.dialects import lookup, tf
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Diagnostic, Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.types import OpaqueType, ShapedType, TensorType, Type
from tfir.ods.binding import binding, grouped
from tfir.ods.inference import constant_of, declared_value, infer
from tfir.ods.op_lists import read_lists
from tfir.ods.shapes import fresh
from tfir.ods.shapes import is_static as are_known

from tfopt.arithmetic.sizes import active, number_at, tell
from tfopt.arithmetic.tensor import Tensor, building, of_operands
from tfopt.rewrite.pattern import RewritePattern, place_of
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from typing import Any, TypeAlias

    import numpy as np
    from tfir.ods.dialect import OpDefinition

    Array: TypeAlias = np.ndarray
    Sizes: TypeAlias = np.ndarray
else:

    class Array:
        """Annotates an operand that is wanted as a NumPy array."""

    class Sizes:
        """Annotates one that is wanted as an array of sizes, which the program may compute."""


READ = {
    int: lambda content: int(content.item()), float: lambda content: float(content.item()),
    list: lambda content: content.ravel().tolist(), Array: lambda content: content,
    Sizes: lambda content: content,
}  # fmt: skip

# The same of numbers that may be sizes
READ_SIZES = {
    int: lambda numbers, operand: numbers[0],
    list: lambda numbers, operand: numbers,
    Array: lambda numbers, operand: array_of_sizes(numbers, operand.shape),
}
READ_SIZES[Sizes] = READ_SIZES[Array]  # fmt: skip


def array_of_sizes(numbers: list, shape):
    import numpy as np

    return np.array(numbers, np.int64 if are_known(tuple(numbers)) else object).reshape(shape)


def sizes_of(operand: Tensor) -> list | None:
    """The numbers of a small tensor, in which symbols stand for sizes; None where one of them is not known."""
    constant = constant_of(operand.value)
    if constant is not None:
        return constant.ravel().tolist()
    numbers = active[-1].contents.get(operand.value) if active else None
    return None if numbers is None or None in numbers else numbers


def told_sizes(operand: Tensor) -> list:
    """The same; a number that is not known is a size of its own, which the operand tells."""
    if (constant := constant_of(operand.value)) is not None:
        return constant.ravel().tolist()
    numbers = list(active[-1].contents.get(operand.value) or [None] * operand.size)
    for at in [at for at, number in enumerate(numbers) if number is None]:
        numbers[at] = fresh()
        tell(numbers[at], partial(number_at, operand, at))
    active[-1].contents[operand.value] = numbers
    return numbers


LOWERINGS: dict[str, Callable[..., Any]] = {}


def load_lowerings(names: AbstractSet[str] | None = None) -> None:
    """Imports the modules of this room that lower the ops of these names, or all of them. Which they are is a list that
    `tools/op_lists.py` writes."""
    for module, ops in read_lists(tf.__file__, "lowered_to_stablehlo.txt").items():
        if names is None or not names.isdisjoint(ops):
            import_module(f"{__package__}.{module}")


def lower(function):
    """Registers the lowering of the op that the function is named after."""
    LOWERINGS[function.__name__] = function
    return function


def direct(make, **pairs):
    """Ops whose lowering is a function of their operands that is made from a name: `direct(one, Neg="negate")`."""
    for op, name in pairs.items():
        LOWERINGS[op] = of_operands(make(name))


def lowered_by(**functions):
    """Registers functions as the lowerings of ops; one may be that of several."""
    LOWERINGS.update(functions)


class Lowering(RewritePattern):
    """Replaces an op of TensorFlow by the values that its lowering builds. The types of results are kept."""

    def __init__(self, name: str):
        self.name, self.roots = name, (f"tf.{name}",)
        self.function = LOWERINGS[name]
        self.at = place_of(self.function)

    def title(self) -> str:
        return f"lower {self.name}"

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        if any([is_opaque(result.type) for result in op.results]):
            return self._drop(op, rewriter)
        definition = lookup(op.name)
        infer(op, definition, [declared_value(value) for value in op.operands])  # refuses operands that do not fit each other
        with building(rewriter.builder):
            try:
                values = [None if tensor is None else tensor.value for tensor in self._tensors(op, definition)]
                if active:
                    values = [
                        value and as_type(rewriter.builder, value, result.type) for value, result in zip(values, op.results, strict=True)
                    ]
                note_sizes(op, values)
            except Error as error:
                raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
            except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError) as reason:
                if active and isinstance(reason, TypeError) and has_unknown_sizes(op):
                    raise Error.on(op, f"needs static shapes to be lowered to StableHLO, but {unknown_sizes_of(op, definition)}") from None
                raise Error.on(op, f"has operands or attributes that cannot be lowered to StableHLO: {in_words(reason)}") from None
            except Exception as defect:
                defect.add_note(f"while {op.name} was lowered, {Diagnostic('this op', op, 'note').render()}")
                raise
        for value, result, slot in zip(values, op.results, definition.signature.results):
            if value is None and result.uses:
                raise Error.on(op, f"has a result '{slot.name}' without a lowering to StableHLO, which is used")
            if value is not None and value.type is not result.type and result.uses:
                raise Error.on(op, f"is of type {result.type} but was lowered to {value.type}")
        return rewriter.replace_if_sound(
            self, op, [value if result.uses else None for value, result in zip(values, op.results, strict=True)]
        )

    def _drop(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """For text and handles, which may only stand where nothing needs them."""
        if any([result.uses for result in op.results]) or not lookup(op.name).is_pure:
            raise Error.on(op, f"has a value of type {op.results[0].type}, which StableHLO does not have")
        rewriter.erase(op)
        return True

    def _tensors(self, op: Operation, definition) -> list[Tensor | None]:
        """The tensors that the op's results become."""
        arguments = binding(definition, self.function).arguments(op, [Tensor(value) for value in op.operands])
        if active and "result_types" in arguments:
            arguments["result_types"] = [Tensor(result).type if is_tensor(result.type) else result.type for result in op.results]
        for name, kind in self.function.__annotations__.items():
            if isinstance(arguments.get(name), Tensor):  # what is an operand in one version of an op is an attribute in another
                arguments[name] = content(op, name, arguments[name], kind)
        tensors = self.function(**arguments)
        return tensors if isinstance(tensors, list) else [tensors]


def note_sizes(op: Operation, values: list) -> None:
    """Lets the values that take the place of an op's results have the sizes that inference has given these."""
    for value, result in zip(values, op.results if active else ()):
        if value is not None and is_tensor(value.type) and not value.type.is_static and value.type is result.type:
            active[-1].note(value, active[-1].shape_of(result))
        if value is not None and result in active[-1].contents:
            active[-1].contents[value] = active[-1].contents[result]


def unknown_sizes_of(op: Operation, definition: OpDefinition) -> str:
    """The operands of which a size is not known, by name; of an op that has none of these, the results."""
    signature = definition.declaration
    for side, slots, values in (("operand", signature.operands, op.operands), ("result", signature.results, op.results)):
        parts = zip(slots, grouped(definition, op, values, side))
        named = [(slot.name, value) for slot, part in parts for value in (part if isinstance(part, list) else [part])]
        if told := [f"{side} '{name}' is {value.type}" for name, value in named if value is not None and not is_static(value.type)]:
            return ", ".join(told)
    return "not all sizes are known"


def has_unknown_sizes(op: Operation) -> bool:
    """Whether the shape of an operand, or of a result that is used, is not known whole."""
    values = [*op.operands, *[result for result in op.results if result.uses]]
    return not all([is_static(value.type) for value in values])


def as_type(builder: Builder, value: Value, type: Type) -> Value:
    """A tensor with other sizes open in its type, or fewer: a reshape to the shape that it has."""
    if value.type is type or not differs_in_sizes(value.type, type):
        return value
    sizes = [size if given is None else given for size, given in zip(active[-1].shape_of(value), type.shape, strict=True)]
    return builder.value("stablehlo.dynamic_reshape", [value, active[-1].shape(sizes, builder)], type)


def differs_in_sizes(type: Type, other: Type) -> bool:
    """Whether two types are those of tensors of one element type and rank, of which only one may say a size."""
    if not (is_tensor(type) and is_tensor(other) and type.element is other.element and len(type.shape) == len(other.shape)):
        return False
    return not is_opaque(type) and all([None in (size, same) or size == same for size, same in zip(type.shape, other.shape)])


def is_tensor(type) -> bool:
    return isinstance(type, TensorType) and type.shape is not None


def is_opaque(type) -> bool:
    return isinstance(type, ShapedType) and isinstance(type.element, OpaqueType)


def content(op: Operation, name: str, operand: Tensor, kind):
    value = constant_of(operand.value)
    numbers = told_sizes(operand) if kind is Sizes and active and is_static(operand.value.type) else sizes_of(operand)
    if value is None and numbers is not None and kind is not float:
        return READ_SIZES[kind](numbers, operand)
    if value is None:
        raise Error.on(op, f"operand '{name}' must be a constant to be lowered to StableHLO")
    return READ[kind](value)
