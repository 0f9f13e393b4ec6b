"""The walk from operator to operator: each is lowered where it stands, what is constant after that is folded, and sizes that the program computes
are followed, so that the lowerings behind it meet shapes, and not what computes them."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, IntegerType, TensorType
from tfir.ods.binding import binding
from tfir.ods.inference import AbstractValue, declared_elements, propagate_values
from tfir.ods.shapes import Symbol
from tfir.startup import loaded

from tfopt.arithmetic.contents import content
from tfopt.arithmetic.sizes import active, builders
from tfopt.arithmetic.tensor import Tensor
from tfopt.onnx_to_stablehlo.lowering import TensorMap, TensorSequence, lowered_by_order, lowering_of
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.folding import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from tfir.ir.operations import Block

Lowered: TypeAlias = "Tensor | TensorSequence | TensorMap | None"  # what a value has become; None for one that is left out
LONGEST = 64  # list that is followed for sizes
UNKNOWN = "has no lowering to StableHLO"
OTHER_DOMAINS = {"com.microsoft": "runtime_operators", "ai.onnx.preview": "preview_operators"}  # and the modules of their operators


class Converter:
    """Lowers the operators of blocks. `failures` has those that could not be, with the reason of each."""

    def __init__(self, functions: dict[str, Operation]):
        self.functions = functions
        self.values: dict[Value, Lowered] = {}
        self.failures: dict[Operation, str] = {}
        self.failed: set[Value] = set()  # results of these, and of what would need them
        self.references: list[dict[str, Any]] = []  # attributes of the calls around what is lowered

    def nested(self) -> Converter:
        """Lowers what stands in a subgraph, which sees all that stands around it."""
        inner = Converter(self.functions)
        inner.values, inner.references = dict(self.values), self.references
        return inner

    def block(self, block: Block) -> list[Lowered] | None:
        """Lowers what stands in a block; what its last operation takes, or None where something of that has failed."""
        for op in list(block):
            if op is block.last:
                break
            self.convert(op)
        operands = block.terminator.operands
        return None if any([value in self.failed for value in operands]) else [self.of(value) for value in operands]

    def of(self, value: Value) -> Lowered:
        """What a value has become; itself where it is no operator's."""
        return self.values[value] if value in self.values else Tensor(value)

    def convert(self, op: Operation) -> None:
        if op.dialect != "onnx":
            return
        if any([value in self.failed for value in op.operands]):
            self.failed.update(op.results)
            return
        builder = builders[-1]
        builder.location, first = op.location, len(builder.created)
        try:
            values = self.lowered(op)
        except Error as error:
            self.fail(op, "; ".join([diagnostic.message.removeprefix(f"'{op.name}' op ") for diagnostic in error.diagnostics]))
            return
        except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError) as reason:
            self.fail(op, f"has operands or attributes that cannot be lowered to StableHLO: {in_words(reason)}")
            return
        except Exception as defect:
            defect.add_note(f"while {op.name} was lowered, {Diagnostic('this op', op, 'note').render()}")
            raise
        if len(values) < len(op.results):  # a branch of an If may give less than the node
            self.fail(op, f"gives {len(values)} of its {len(op.results)} results")
            return
        replaced = settle(builder.created[first:])
        for result, value in zip(op.results, values):
            self.values[result] = settled(value, replaced)

    def fail(self, op: Operation, reason: str) -> None:
        self.failures[op] = reason
        self.failed.update(op.results)

    def lowered(self, op: Operation) -> list[Lowered]:
        definition = lookup(op.name)
        assert definition is not None
        if definition.local == "NoValue":
            return [None]
        if definition.local == "Custom":
            return self.called(op)
        function = lowering_of(definition.local)
        if function is None:
            raise Error(UNKNOWN)
        arguments = binding(definition, function).arguments(op, [self.of(value) for value in op.operands], converter=self)
        for name, reference in getattr(op.attributes.get("onnx.references"), "entries", {}).items():
            arguments[name] = self.references[-1].get(reference.value, arguments.get(name))
        for name, annotation in function.__annotations__.items():
            kind = getattr(annotation, "__args__", (annotation,))[0]  # of `list | None` the first
            if isinstance(arguments.get(name), Tensor):  # what is an operand in one form of an operator is an attribute in another
                arguments[name] = content(op, name, arguments[name], kind)
                if kind is int and isinstance(arguments[name], Symbol):
                    raise Error(f"operand '{name}' must be a constant to be lowered to StableHLO")
            elif kind is list and isinstance(arguments.get(name), tuple):
                arguments[name] = list(arguments[name])
        values = function(**arguments)
        return values if isinstance(values, list) and not isinstance(values, TensorSequence) else [values]

    def called(self, op: Operation) -> list[Lowered]:
        """A node of a function of the model, which is written out in its place; of another domain there is no meaning."""
        domain, name = op.get("domain_name", ""), op.get("function_name")
        symbol = ":".join([domain, name, *([op.get("overload")] if op.get("overload") else [])])
        function = self.functions.get(symbol)
        if function is None and domain in OTHER_DOMAINS:
            operators = loaded(f"tfopt.onnx_to_stablehlo.{OTHER_DOMAINS[domain]}").OPERATORS
            if name in operators:
                return lowered_by_order(operators[name], op, [self.of(value) for value in op.operands], self)
        if function is None:
            raise Error(f"is {name} of the domain '{domain}', which is no operator of ONNX, and no function of the model")
        if len(self.references) > 64:
            raise Error(f"calls the function {symbol}, which calls itself")
        from tfir.ods.binding import plain

        defaults = getattr(function.attributes.get("onnx.defaults"), "entries", {})
        inner = Converter(self.functions)
        listed: Any = function.attributes["onnx.attributes"]
        names = [each.value for each in listed]
        given = {each: plain(value) for each, value in {**defaults, **op.attributes}.items() if each in (*names, *defaults)}
        inner.references = [*self.references, given]
        arguments = function.body.arguments
        operands = [self.of(value) for value in op.operands]
        inner.values.update(zip(arguments, [*operands, *[None] * (len(arguments) - len(operands))]))
        results = inner.block(function.body)
        if results is None or inner.failures:
            op_inside, reason = next(iter(inner.failures.items()))
            raise Error(f"calls {symbol}, where {op_inside.name} {reason}")
        return results


def settled(value: Lowered, replaced: dict[Value, Value]) -> Lowered:
    if isinstance(value, TensorSequence):
        return TensorSequence([settled(each, replaced) for each in value])
    if isinstance(value, TensorMap):
        return TensorMap(*[settled_tensor(each, replaced) for each in value])
    return settled_tensor(value, replaced) if isinstance(value, Tensor) else value


def settled_tensor(tensor: Tensor, replaced: dict[Value, Value]) -> Tensor:
    return Tensor(replaced[tensor.value]) if tensor.value in replaced else tensor


def settle(created: Iterable[Operation]) -> dict[Value, Value]:
    """Folds new operations whose operands are constants, and notes what sizes others compute. Old values, with the constants that took their
    place."""
    replaced: dict[Value, Value] = {}
    for op in created:
        if op.parent is None or op.regions or not op.results:
            continue
        elements = fold(op) or folded_sizes(op)
        if elements is None:
            continue
        builder = Builder.before(op)
        for result, each in zip(list(op.results), elements):
            value = builder.value("stablehlo.constant", [], each.type, {"value": each})
            replaced[result] = value
            result.replace_all_uses_with(value)
        op.erase()
    if replaced:
        for told in active[-1].tellers.values():
            told[:] = [replaced.get(value, value) for value in told]
    return replaced


def folded_sizes(op: Operation) -> list[ElementsAttr] | None:
    """Notes the numbers of a small list that an operation computes of sizes; as constants where all of them are known."""
    type = op.results[0].type
    if len(op.results) > 1 or not isinstance(type, TensorType) or not type.is_static or type.size > LONGEST:
        return None
    if not isinstance(type.element, IntegerType) or type.element is I1 or op.results[0] in active[-1].contents:
        return None
    definition = lookup(op.name)
    if definition is None or elements_of(op.results[0]) is not None:
        return None
    numbers = propagate_values(op, definition, [followed(value) for value in op.operands])
    if numbers is None or numbers[0] is None or len(numbers[0]) != type.size:
        return None
    if all([isinstance(number, int) for number in numbers[0]]):
        from tfir.ir.dense import DenseAttr

        return [DenseAttr.of(numbers[0], type)]
    if any([number is not None for number in numbers[0]]):
        active[-1].contents[op.results[0]] = numbers[0]
    return None


def followed(value: Value) -> AbstractValue:
    """What is known of an operand: its shape, and the numbers or sizes in it."""
    type = value.type
    assert isinstance(type, TensorType)
    shape = active[-1].shape_of(value) if type.shape is not None else None
    return AbstractValue(shape, type.element, lambda: active[-1].contents.get(value) or declared_elements(value))
