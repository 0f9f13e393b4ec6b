"""What Relay's programs are made of besides operators: functions as values, conditions, data types and matches. How it reads and prints, and
what holds of it. Source: apache/tvm, include/tvm/relay/{expr,adt,function}.h.

A pattern of `relay.match` is an attribute: `"_"` matches anything, `"%"` too and makes it an argument of the case's block, in order;
`[@List::@Cons, p, q]` matches what that constructor has made of what p and q match, `[p, q]` a tuple of these.
"""

from __future__ import annotations

from tfir.dialects.relay.types import AdtType, RefType, VarType, is_instance, parts_of, substituted
from tfir.ir.attributes import ArrayAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Region
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import FunctionType, TupleType
from tfir.ods.regions import inside, one_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation
    from tfir.ir.types import Type

ANYTHING, NAMED = StringAttr("_"), StringAttr("%")
YIELDING = ("relay.fn", "relay.if", "relay.match")


# Text


class IfForm:
    """`relay.if %c : (tensor<i1>) -> T { ... } else { ... }`."""

    def parse(self, p, state):
        condition = p.operand()
        p.expect(":")
        signature = p.function_type()
        if len(signature.inputs) != 1:
            raise p.error_in_op("expected the type of one condition", condition.start)
        state.operands = [p.resolve(condition, signature.inputs[0])]
        state.result_types = list(signature.results)
        state.regions = [p.region()]
        p.keyword("else")
        state.regions.append(p.region())
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} : {printer.signature(op)} ")
        printer.region(op.regions[0], entry_arguments=False)
        printer.write(" else ")
        printer.region(op.regions[1], entry_arguments=False)
        printer.attribute_dict(op)


def read_arguments(p) -> list:
    """`(%x: T, %y: U)`: arguments of a block."""
    arguments = []

    def one():
        name = p.operand()
        p.expect(":")
        arguments.append((name.name, p.type(), name.start))

    p.comma_list(one, "(", ")")
    return arguments


def arguments_text(printer, arguments) -> str:
    return f"({', '.join([f'{printer.value(each)}: {each.type.text}' for each in arguments])})"


class FnForm:
    """`relay.fn %self(%x: T) -> U attributes {...} { ... }`: a function that calls itself has a name for itself in front."""

    def parse(self, p, state):
        own = p.operand() if p.token[:1] == "%" else None
        arguments = read_arguments(p)
        p.expect("->")
        type = FunctionType([each[1] for each in arguments], [p.type()])
        if own is not None:
            arguments.insert(0, (own.name, type, own.start))
            state.attributes["recursive"] = UnitAttr()
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        state.result_types = [type]
        state.regions = [p.region(arguments)]

    def print(self, printer, op):
        arguments, type = list(op.body.arguments), op.result.type
        if "recursive" in op.attributes:
            printer.write(f" {printer.value(arguments.pop(0))}")
        else:
            printer.write(" ")
        printer.write(f"{arguments_text(printer, arguments)} -> {type.results[0].text} ")
        rest = {name: value for name, value in op.attributes.items() if name != "recursive"}
        if rest:
            printer.write(f"attributes {printer.dictionary(rest)} ")
        printer.region(op.region, entry_arguments=False)


class MatchForm:
    """`relay.match partial %x : (T) -> U case [@List::@Cons, "%", "_"](%h: V) { ... } case [@List::@Nil]() { ... }`."""

    def parse(self, p, state):
        if p.accept("partial"):
            state.attributes["partial"] = UnitAttr()
        data = p.operand()
        p.expect(":")
        signature = p.function_type()
        if len(signature.inputs) != 1:
            raise p.error_in_op("expected the type of what is matched", data.start)
        state.operands = [p.resolve(data, signature.inputs[0])]
        state.result_types = list(signature.results)
        patterns = []
        while p.accept("case"):
            patterns.append(p.attribute())
            state.regions.append(p.region(read_arguments(p)))
        state.attributes["patterns"] = ArrayAttr(patterns)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        word = " partial" if "partial" in op.attributes else ""
        printer.write(f"{word} {printer.value(op.operands[0])} : {printer.signature(op)}")
        for pattern, region in zip(op.attributes["patterns"], op.regions):
            printer.newline()
            printer.write(f"case {pattern}{arguments_text(printer, region.blocks[0].arguments)} ")
            printer.region(region, entry_arguments=False)
        printer.attribute_dict(op, ("patterns", "partial"))


class TypeDefForm:
    """`relay.type_def @List["A"] { ... }`: the constructors of a data type; `relay.type_def @T extern` has none."""

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        names = p.comma_list(p.string, "[", "]") if p.at("[") else []
        state.attributes["type_params"] = ArrayAttr([StringAttr(name) for name in names])
        if p.accept("extern"):
            state.attributes["extern"] = UnitAttr()
        region = p.region() if p.at("{") else Region()
        if not region.blocks:
            region.add_block()
        state.regions = [region]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        parameters = op.attributes["type_params"]
        printer.write(f" {SymbolRefAttr(op.get('sym_name'))}{parameters if parameters.elements else ''}")
        printer.write(" extern" if "extern" in op.attributes else "")
        if op.body.first is not None:
            printer.write(" ")
            printer.region(op.region, entry_arguments=False)
        printer.attribute_dict(op, ("sym_name", "type_params", "extern"))


class ConstructorForm:
    """`relay.constructor @Cons(T, U)`."""

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        state.attributes["fields"] = ArrayAttr([TypeAttr(type) for type in p.types_in_parens()])
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        fields = ", ".join([each.type.text for each in op.attributes["fields"]])
        printer.write(f" {SymbolRefAttr(op.get('sym_name'))}({fields})")
        printer.attribute_dict(op, ("sym_name", "fields"))


FORMS = {
    "if": IfForm(), "fn": FnForm(), "match": MatchForm(), "type_def": TypeDefForm(), "constructor": ConstructorForm(),
}  # fmt: skip


# What must hold


def verify_constant(op) -> None:
    if op.attributes["value"].type is not op.result.type:
        raise Error.on(op, f"has a value of type '{op.attributes['value'].type}' and a result of type '{op.result.type}'")


def verify_tuple(op) -> None:
    expected = TupleType([each.type for each in op.operands])
    if op.result.type is not expected:
        raise Error.on(op, f"gives a '{expected}', but its result has type '{op.result.type}'")


def verify_tuple_get_item(op) -> None:
    type, index = op.operands[0].type, op.get("index")
    if not isinstance(type, TupleType):
        raise Error.on(op, f"operand #0 must be a tuple, but got '{type}'")
    if index >= len(type.elements):
        raise Error.on(op, f"index {index} is out of bounds of '{type}'")
    if op.result.type is not type.elements[index]:
        raise Error.on(op, f"element {index} has type '{type.elements[index]}', but the result has type '{op.result.type}'")


def verify_as(op) -> None:
    """A type may become one that says less of sizes, or more; a polymorphic function may be used at the types of a call."""
    (value,) = op.operands
    if not is_instance(op.result.type, value.type, {}):
        raise Error.on(op, f"a value of type '{value.type}' is none of type '{op.result.type}'")


def verify_call(op) -> None:
    type = op.operands[0].type
    if not isinstance(type, FunctionType):
        raise Error.on(op, f"operand #0 must be a function, but got '{type}'")
    made = FunctionType([each.type for each in op.operands[1:]], [op.result.type])
    if made is not type:
        raise Error.on(op, f"calls a function of type '{type}' as one of type '{made}'")


def verify_ref_create(op) -> None:
    same_as_cell(op, op.result.type, op.operands[0].type)


def verify_ref_read(op) -> None:
    same_as_cell(op, op.operands[0].type, op.result.type)


def verify_ref_write(op) -> None:
    same_as_cell(op, op.operands[0].type, op.operands[1].type)
    if op.result.type is not TupleType():
        raise Error.on(op, f"gives a '{TupleType()}', but its result has type '{op.result.type}'")


def same_as_cell(op, reference: Type, held: Type) -> None:
    if not isinstance(reference, RefType) or reference.element is not held:
        raise Error.on(op, f"a value of type '{held}' needs a reference to that type, not '{reference}'")


VERIFY = {
    "constant": verify_constant, "tuple": verify_tuple, "tuple_get_item": verify_tuple_get_item, "as": verify_as, "call": verify_call,
    "ref_create": verify_ref_create, "ref_read": verify_ref_read, "ref_write": verify_ref_write,
}  # fmt: skip


def yields(op, region: Region, type: Type) -> None:
    """Raises where a region does not end by yielding a value of that type."""
    last = region.blocks[0].last
    if last is None or last.name != "relay.yield":
        raise Error.on(op, "expects its regions to end with 'relay.yield'")
    if last.operands[0].type is not type:
        raise Error.on(op, f"yields a value of type '{last.operands[0].type}', but gives one of type '{type}'")


def verify_if(op) -> None:
    one_block(op, "true_branch false_branch")
    for region in op.regions:
        if region.blocks[0].arguments:
            raise Error.on(op, "expects no arguments of its regions")
        yields(op, region, op.result.type)


def verify_fn(op) -> None:
    one_block(op, "body")
    type = op.result.type
    if not isinstance(type, FunctionType) or len(type.results) != 1:
        raise Error.on(op, f"gives a function of one result, but its result has type '{type}'")
    expected = [*[type] * ("recursive" in op.attributes), *type.inputs]
    if [each.type for each in op.body.arguments] != expected:
        raise Error.on(op, f"has arguments that do not fit its type '{type}'")
    yields(op, op.region, type.results[0])


def is_table(op: Operation) -> bool:
    return op.name == "builtin.module"


def constructor_of(op: Operation, reference: Attribute) -> tuple[Operation, Operation]:
    """A constructor that an op refers to, and the data type that it belongs to. Raises Error where there is none of that name."""
    symbol = nearest_symbol(op, reference, is_table) if isinstance(reference, SymbolRefAttr) else None
    if symbol is None or symbol.name != "relay.constructor" or symbol.parent_op is None:
        raise Error.on(op, f"refers to {reference}, which is no constructor")
    return symbol, symbol.parent_op


def field_types(constructor: Operation, data_type: Operation, type: AdtType) -> list[Type]:
    """The types of what a constructor holds in a value of that data type."""
    names = [each.value for each in data_type.get("type_params")]
    meanings = dict(zip(names, type.arguments))
    return [substituted(each.type, meanings) for each in constructor.get("fields")]


def fields_for(op: Operation, reference: Attribute, type: Type) -> list[Type]:
    """The types of the fields of a constructor that an op refers to, in a value of that type."""
    constructor, data_type = constructor_of(op, reference)
    count = len(list(data_type.get("type_params")))
    if not isinstance(type, AdtType) or type.name != data_type.get("sym_name") or len(type.arguments) != count:
        raise Error.on(op, f"constructor {reference} makes no value of type '{type}'")
    return field_types(constructor, data_type, type)


def verify_construct(op) -> None:
    expected = fields_for(op, op.attributes["constructor"], op.result.type)
    given = [each.type for each in op.operands]
    if given != expected:
        shown = [f"({', '.join([each.text for each in types])})" for types in (given, expected)]
        raise Error.on(op, f"constructor {op.attributes['constructor']} is given {shown[0]}, and takes {shown[1]}")


def pattern_types(op: Operation, pattern: Attribute, type: Type) -> Iterator[Type]:
    """The types of what a pattern names, in a value of that type."""
    if pattern == NAMED:
        yield type
    elif pattern != ANYTHING:
        elements = getattr(pattern, "elements", None)
        if elements is None:
            raise Error.on(op, f"{pattern} is no pattern")
        parts = tuple(elements)
        if parts and isinstance(parts[0], SymbolRefAttr):
            inner, parts = fields_for(op, parts[0], type), parts[1:]
        else:
            inner = list(type.elements) if isinstance(type, TupleType) else []
        if len(inner) != len(parts):
            raise Error.on(op, f"pattern {pattern} has {len(parts)} parts for the {len(inner)} of '{type}'")
        for part, part_type in zip(parts, inner):
            yield from pattern_types(op, part, part_type)


def verify_match(op) -> None:
    patterns = op.attributes["patterns"]
    if not isinstance(patterns, ArrayAttr) or len(patterns.elements) != len(op.regions):
        raise Error.on(op, "expects a pattern for each of its regions")
    for pattern, region in zip(patterns, op.regions):
        if len(region.blocks) != 1:
            raise Error.on(op, "expects regions of one block")
        expected = list(pattern_types(op, pattern, op.operands[0].type))
        if [each.type for each in region.blocks[0].arguments] != expected:
            raise Error.on(op, f"the arguments of a case are not what its pattern {pattern} names")
        yields(op, region, op.result.type)


def verify_global(op) -> None:
    function = nearest_symbol(op, op.attributes["function"], is_table)
    if function is None or function.name != "func.func":
        raise Error.on(op, f"refers to {op.attributes['function']}, which is no function")
    type = function.get("function_type")
    result = type.results[0] if len(type.results) == 1 else TupleType(type.results)
    if not is_instance(op.result.type, FunctionType(type.inputs, [result]), {}):
        raise Error.on(op, f"a function of type '{type}' is none of type '{op.result.type}'")


def verify_type_def(op) -> None:
    declared = {each.value for each in op.attributes["type_params"]}
    for constructor in op.body:
        if constructor.name != "relay.constructor":
            raise Error.on(op, f"expects constructors alone, but has '{constructor.name}'")
        for field in constructor.attributes["fields"]:
            unknown = variables_of(field.type) - declared
            if unknown:
                raise Error.on(constructor, f"has the type variable '{min(unknown)}', which the data type does not declare")


def variables_of(type: Type) -> set[str]:
    """The names of the type variables in a type."""
    if isinstance(type, VarType):
        return {type.name}
    return {name for part in parts_of(type) for name in variables_of(part)}


VERIFY_IN_CONTEXT = {
    "if": verify_if, "fn": verify_fn, "construct": verify_construct, "match": verify_match, "global": verify_global,
    "type_def": verify_type_def, "constructor": inside("relay.type_def"), "yield": inside(*YIELDING),
}  # fmt: skip
