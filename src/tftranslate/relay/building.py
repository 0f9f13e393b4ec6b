"""Operations of Relay, made while it is not known yet what all types are: those of a value's users may say what its own is."""

from __future__ import annotations

from tfir.dialects.relay.types import AdtType, substituted
from tfir.ir.attributes import DictAttr, IntegerAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I64, FunctionType, TupleType

from tftranslate.relay.operators import Operator, Operators, Unfit, stored_attributes
from tftranslate.relay.scopes import Scope, Scopes
from tftranslate.relay.unification import LONGEST, Mismatch, Solver, Unknown, head, is_known, joined, resolved, same, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.dense import DenseAttr
    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Type


class Constructor:
    """A constructor of a data type."""

    __slots__ = ("symbol", "data_type", "parameters", "fields")

    def __init__(self, symbol: SymbolRefAttr, data_type: str, parameters: list[str], fields: list[Type]):
        self.symbol, self.data_type, self.parameters, self.fields = symbol, data_type, parameters, fields

    def instance(self) -> tuple[list[Type], AdtType]:
        """The types of fields and of what is made of them, with types to be found in place of parameters."""
        meanings: dict[str, Type] = {name: Unknown() for name in self.parameters}
        return [substituted(field, meanings) for field in self.fields], AdtType(self.data_type, meanings.values())


class Function:
    """A function of the program: its symbol, and its type with the parameters of that."""

    __slots__ = ("symbol", "parameters", "type")

    def __init__(self, symbol: str, parameters: list[str], type: FunctionType):
        self.symbol, self.parameters, self.type = symbol, parameters, type


class Operations:
    """Makes operations of one program, and keeps account of what is open."""

    def __init__(self) -> None:
        self.operators, self.solver, self.scopes = Operators(), Solver(), Scopes()
        self.open: dict[Value, None] = {}  # values whose types are yet to be found
        self.conversions: list[Operation] = []  # that may turn out to change nothing

    def make(
        self, name: str, operands: Sequence[Value], type: Type, scope: Scope, location: int,
        attributes: dict[str, Attribute] | None = None, regions: Sequence[Region] = (),
    ) -> Value:  # fmt: skip
        if len(type.text) > LONGEST:
            raise Error(f"a type is longer than {LONGEST} characters", location)
        op = Operation(f"relay.{name}", operands, (type,), attributes, regions, location=location, block=scope.block)
        (result,) = op.results
        if not is_known(type):
            self.open[result] = None
        return result

    def argument(self, block: Block, type: Type, name: str | None, location: AnyLocation) -> Value:
        value = block.add_argument(type, location=location)
        value.name = name
        if not is_known(type):
            self.open[value] = None
        return value

    def flow(self, value: Value, type: Type, scope: Scope, location: int, what: str) -> Value:
        """A value where one of that type is expected, which may say less of sizes, or more."""
        if value.type is type:
            return value
        same(value.type, type, location, what)
        have, want = resolved(value.type), resolved(type)
        if have is want:
            return value
        converted = self.make("as", [value], want, scope, location)
        assert converted.op is not None
        self.conversions.append(converted.op)
        return converted

    def operation(
        self, operator: Operator, operands: list[Value], given: dict[str, Attribute], scope: Scope, location: int
    ) -> Value:  # fmt: skip
        try:
            attributes = stored_attributes(operator, given) if given or not operator.remembers else {}
        except Unfit as reason:
            raise Error(str(reason), location) from None
        if len(operands) != operator.count:
            raise Error(f"{operator.name} takes {operator.count} operands, and is given {len(operands)}", location)
        value = self.make(operator.name, operands, Unknown(), scope, location, attributes)
        op = value.op
        assert op is not None
        if self.inferred(operator, op):
            self.open.popitem()
        else:
            self.solver.wait(lambda: self.inferred(operator, op), value, location, f"an operand of {operator.name}")
        return value

    def inferred(self, operator: Operator, op: Operation) -> bool:
        """Gives the result of an operator its type, if those of its operands are known by now."""
        for operand in op.operands:
            if isinstance(operand.type, Unknown) or not is_known(operand.type):
                type_now = resolved(operand.type)
                if not is_known(type_now):
                    return False
                operand.retype(type_now)
        try:
            type = operator.result_type(op)
        except Error as reason:
            raise Error(str(reason), op.location) from None
        if type is None:
            raise Error(f"the type of the result of {operator.name} cannot be told", op.location)
        same(op.results[0].type, type, op.location if isinstance(op.location, int) else 0, f"the result of {operator.name}")
        op.results[0].retype(type)
        return True

    def call_program(
        self, function: Function, arguments: list[Value], attributes: dict[str, Attribute], scope: Scope, location: int
    ) -> Value:  # fmt: skip
        operands = self.passed(arguments, function.type, scope, location, f"@{function.symbol}")
        (type,) = function.type.results
        held: dict[str, Attribute] = {"callee": SymbolRefAttr(function.symbol)}
        if attributes:
            held["relay.attrs"] = DictAttr(attributes)
        call = Operation("func.call", operands, [type], held, location=location, block=scope.block)
        if not is_known(type):
            self.open[call.result] = None
        return call.result

    def passed(self, arguments: list[Value], type: FunctionType, scope: Scope, location: int, what: str) -> list[Value]:
        if len(arguments) != len(type.inputs):
            raise Error(f"{what} takes {len(type.inputs)} arguments, and is given {len(arguments)}", location)
        return [
            self.flow(value, input_type, scope, location, f"argument {number} of {what}")
            for number, (value, input_type) in enumerate(zip(arguments, type.inputs))
        ]

    def call_value(
        self, callee: Value, arguments: list[Value], attributes: dict[str, Attribute], scope: Scope, location: int
    ) -> Value:  # fmt: skip
        type = head(callee.type)
        if isinstance(type, Unknown):
            type = same(type, FunctionType([value.type for value in arguments], [Unknown()]), location, "the function")
        if not isinstance(type, FunctionType):
            raise Error(f"a value of type '{shown(type)}' is called", location)
        operands = self.passed(arguments, type, scope, location, "the function")
        held: dict[str, Attribute] = {"attrs": DictAttr(attributes)} if attributes else {}
        return self.make("call", [callee, *operands], type.results[0], scope, location, held)

    def field(self, value: Value, index: int, scope: Scope, location: int) -> Value:
        type = head(value.type)
        held: dict[str, Attribute] = {"index": IntegerAttr(index, I64)}
        if isinstance(type, Unknown):
            result = self.make("tuple_get_item", [value], Unknown(), scope, location, held)
            self.solver.wait(lambda: self.found_field(value, index, result, location), result, location, "a tuple")
            return result
        return self.make("tuple_get_item", [value], self.field_type(type, index, location), scope, location, held)

    def found_field(self, value: Value, index: int, result: Value, location: int) -> bool:
        type = head(value.type)
        if isinstance(type, Unknown):
            return False
        same(result.type, self.field_type(type, index, location), location, f"field {index}")
        return True

    def field_type(self, type: Type, index: int, location: int) -> Type:
        if not isinstance(type, TupleType) or index >= len(type.elements):
            raise Error(f"a value of type '{shown(type)}' has no field {index}", location)
        return type.elements[index]

    def wrapped(self, inputs: list[Type], result: Type, build: Callable[[Scope, list[Value]], Value], scope: Scope, location: int) -> Value:
        """A function that does what `build(scope, arguments)` does."""
        block = Block()
        inner = self.scopes.open(block, scope)
        value = build(inner, [self.argument(block, type, None, location) for type in inputs])
        same(value.type, result, location, "the result")
        return self.closed(block, FunctionType(inputs, [result]), value, {}, scope, location)

    def closed(
        self, block: Block, type: FunctionType, value: Value, attributes: dict[str, Attribute], scope: Scope, location: int
    ) -> Value:  # fmt: skip
        """The function that a block is the body of, which gives that value."""
        Operation("relay.yield", [value], location=location, block=block)
        return self.make("fn", [], type, scope, location, attributes, [Region([block])])

    def yielded(self, value: Value, scope: Scope, location: int) -> None:
        Operation("relay.yield", [value], location=location, block=scope.block)

    def joined_branches(self, scopes: list[Scope], values: list[Value], location: int) -> Type:
        """The type of the values of branches, each of which yields its own as one of that type."""
        type = values[0].type
        try:
            for value in values[1:]:
                type = joined(type, value.type)
        except Mismatch:
            shown_types = [f"'{shown(value.type)}'" for value in values]
            raise Error(f"branches give values of different types: {', '.join(shown_types)}", location) from None
        for inner, value in zip(scopes, values):
            self.yielded(self.flow(value, type, inner, location, "a branch"), inner, location)
        return resolved(type)

    def forget(self, value: Value) -> None:
        self.open.pop(value, None)

    def constant(self, value: DenseAttr, scope: Scope, location: int) -> Value:
        return self.make("constant", [], value.type, scope, location, {"value": value})
