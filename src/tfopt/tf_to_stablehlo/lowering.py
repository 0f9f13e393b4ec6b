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

from functools import cache
from importlib import import_module

from tfir.analysis.feeds import is_static
from tfir.dialects import lookup, tf
from tfir.ir.diagnostics import Diagnostic, Error, in_words
from tfir.ir.operations import Operation
from tfir.ods.binding import binding, grouped
from tfir.ods.inference import declared_value, infer
from tfir.ods.op_lists import read_lists

from tfopt.arithmetic.contents import as_type, content, is_opaque, is_tensor
from tfopt.arithmetic.sizes import active
from tfopt.arithmetic.tensor import Tensor, building, of_operands
from tfopt.rewrite.pattern import RewritePattern, place_of
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from typing import Any

    from tfir.ods.dialect import OpDefinition

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

    def __init__(self, name: str, function: Callable[..., Any]):
        self.name, self.roots, self.function = name, (f"tf.{name}",), function
        self.at = place_of(function)

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


@cache
def lowering_of(name: str, function: Callable[..., Any]) -> Lowering:
    """The pattern of an op: one for all programs, as it holds nothing of them."""
    return Lowering(name, function)


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
