"""Relay's text as a module of the relay dialect. Source: TVM v0.19.0 (src/relay/parser).

Functions are `func.func`, of which `@main` gives each field of a tuple as a result of its own; data types are `relay.type_def`. What has no
`def`, an expression as TVM writes one, is read as the function `@main` of its free variables.
"""

from __future__ import annotations

import re

from tfir.execution.entry import NAMES
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error
from tfir.ir.nesting import too_deep
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import unused_name
from tfir.ir.types import FunctionType, TupleType

from tftranslate.relay.building import Constructor, Function
from tftranslate.relay.expressions import Expressions
from tftranslate.relay.metadata import Metadata
from tftranslate.relay.names import RESULT_NAMES
from tftranslate.relay.tokens import END, Cursor
from tftranslate.relay.type_reader import DataType, TypeReader
from tftranslate.relay.unification import Unknown, is_known, resolved, retype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute
    from tfir.ir.location import Source
    from tfir.ir.types import Type

VERSION = re.compile(r"#\[\s*version\s*=\s*\"([^\"]*)\"\s*\]")
READ = "0.0.5"
MAIN = "main"


class Definition:
    """A function that is yet to be read: where its body begins, and what stands in front of it."""

    __slots__ = ("function", "arguments", "attributes", "location", "token")

    def __init__(self, function: Function, arguments, attributes: dict[str, Attribute], location: int, token: int):
        self.function, self.arguments, self.attributes = function, arguments, attributes
        self.location, self.token = location, token


def read_module(source: Source) -> Operation:
    """The module of a text. Raises Error for what is no Relay."""
    reader = ModuleReader(Cursor(source))
    try:
        return reader.read()
    except RecursionError:
        raise too_deep(reader.cursor.error("nested too deeply")) from None


class ModuleReader:
    def __init__(self, cursor: Cursor):
        self.cursor, self.module = cursor, module_op(cursor.source.base)
        self.data_types: dict[str, DataType] = {}
        self.types = TypeReader(cursor, self.data_types, Metadata(cursor))
        self.functions: dict[str, Function] = {}
        self.constructors: dict[str, Constructor] = {}
        self.expressions = Expressions(cursor, self.types, self.functions, self.constructors)
        self.definitions: list[Definition] = []

    def read(self) -> Operation:
        self.read_version()
        first = self.cursor.at_token
        if self.cursor.token in ("def", "type", "extern", END):
            self.name_data_types()
            self.cursor.at_token = first
            self.read_heads()
            self.read_bodies()
        else:
            self.read_expression()
        self.finish()
        return self.module

    def read_version(self) -> None:
        cursor = self.cursor
        match = VERSION.fullmatch(cursor.token)
        if match is None:
            raise cursor.expected(f"'#[version = \"{READ}\"]'")
        if match[1] != READ:
            raise cursor.error(f"version {match[1][:20]} of Relay's text is not known, only {READ}")
        cursor.advance()

    # What is defined

    def name_data_types(self) -> None:
        """Finds the data types and their parameters, which fields and functions may be of in front of them."""
        cursor, taken = self.cursor, self.names_of_functions()
        while cursor.token != END:
            if cursor.token == "{":
                cursor.pass_braces()
            elif cursor.advance() == "type":
                start, name = cursor.start, cursor.word("the name of a type")
                if name in self.data_types:
                    raise cursor.error(f"a second type is called {name}", start)
                parameters = cursor.listed(lambda: cursor.word("a type variable"), "[", "]") if cursor.at("[") else []
                symbol = unused_name(name, taken)
                taken.add(symbol)
                self.data_types[name] = DataType(symbol, parameters)

    def names_of_functions(self) -> set[str]:
        texts = self.cursor.texts
        return {name[1:] for word, name in zip(texts, texts[1:]) if word == "def"}

    def read_heads(self) -> None:
        """Types whole, and of functions all but their bodies, so that these may call each other."""
        cursor = self.cursor
        while cursor.token != END:
            if cursor.token in ("type", "extern"):
                self.read_type()
            elif cursor.at("def"):
                self.read_head()
            else:
                raise cursor.expected("'def' or 'type'")

    def read_type(self) -> None:
        """`type List[A] { Cons(A, List[A]), Nil }` or `extern type T[A]`."""
        cursor, location = self.cursor, self.cursor.location()
        is_extern = cursor.accept("extern")
        cursor.expect("type")
        data_type, outer = self.data_types[cursor.word()], len(self.types.variables)
        parameters = self.types.parameters()
        block = Block()

        def constructor() -> None:
            place, start, name = cursor.location(), cursor.start, cursor.word("a constructor")
            if name in self.constructors:
                raise cursor.error(f"a second constructor is called {name}", start)
            fields = cursor.listed(self.types.read, "(", ")") if cursor.at("(") else []
            if not all(map(is_known, fields)):
                raise cursor.error(f"the types of {name} are not said", start)
            self.constructors[name] = Constructor(SymbolRefAttr(data_type.name, name), data_type.name, parameters, fields)
            held = {"sym_name": StringAttr(name), "fields": ArrayAttr([TypeAttr(field) for field in fields])}
            Operation("relay.constructor", (), (), held, location=place, block=block)

        if cursor.at("{"):
            cursor.listed(constructor, "{", "}")
        if is_extern and block.first is not None:
            raise cursor.error("an external type has no constructors")
        held: dict[str, Attribute] = {"sym_name": StringAttr(data_type.name)}
        held["type_params"] = ArrayAttr([StringAttr(name) for name in parameters])
        if is_extern:
            held["extern"] = UnitAttr()
        Operation("relay.type_def", (), (), held, [Region([block])], location=location, block=self.module.body)
        del self.types.variables[outer:]

    def read_head(self) -> None:
        """`def @f[A](%x: T) -> U` in front of a body."""
        cursor = self.cursor
        cursor.expect("def")
        location, start, name = cursor.location(), cursor.start, cursor.global_name()
        if name in self.functions:
            raise cursor.error(f"a second function is called @{name}", start)
        outer = len(self.types.variables)
        parameters = self.types.parameters()
        arguments, attributes = self.expressions.parameters()
        result = self.types.read() if cursor.accept("->") else Unknown()
        del self.types.variables[outer:]
        function = Function(name, parameters, FunctionType([each[1] for each in arguments], [result]))
        self.functions[name] = function
        self.definitions.append(Definition(function, arguments, attributes, location, cursor.at_token))
        if not cursor.at("{"):
            raise cursor.expected("'{'")
        cursor.pass_braces()

    def read_bodies(self) -> None:
        """Those first that do not say what they give, since calls of a polymorphic function need to know."""
        made = {}
        for definition in sorted(self.definitions, key=lambda each: is_known(each.function.type.results[0])):
            made[definition] = self.read_body(definition)
        for definition in self.definitions:
            self.module.body.insert_before(made[definition])

    def read_body(self, definition: Definition) -> Operation:
        cursor, expressions, function = self.cursor, self.expressions, definition.function
        cursor.at_token = definition.token
        block = Block()
        scope = expressions.scopes.open(block)
        self.types.variables[:] = function.parameters
        for name, type, location in definition.arguments:
            scope.names[name] = expressions.argument(block, type, name, location)
        value = expressions.flow(expressions.block(scope), function.type.results[0], scope, definition.location, "the result")
        self.types.variables.clear()
        return self.defined(function, block, value, definition.attributes, definition.location)

    def read_expression(self) -> None:
        """A text without definitions: the function `@main` of its free variables, or the function that it is."""
        cursor, expressions, location = self.cursor, self.expressions, self.cursor.location()
        block = Block()
        scope, expressions.free = expressions.scopes.open(block), []
        value = expressions.expression(scope)
        if cursor.token != END:
            raise cursor.expected("the end of the text")
        op, attributes = value.op, dict[str, "Attribute"]()
        if op is not None and op.name == "relay.fn" and op.previous is None and not expressions.free and "recursive" not in op.attributes:
            attributes = dict(op.get("attrs", DictAttr()).entries)
            block, value = body_of(op)
        type = FunctionType([each.type for each in block.arguments], [value.type])
        self.module.body.insert_before(self.defined(Function(MAIN, [], type), block, value, attributes, location))

    def defined(self, function: Function, block: Block, value: Value, attributes: dict[str, Attribute], location: int) -> Operation:
        Operation("func.return", [value], location=location, block=block)
        held: dict[str, Attribute] = {"sym_name": StringAttr(function.symbol), "function_type": TypeAttr(function.type)}
        if MAIN in self.functions and function.symbol != MAIN:
            held["sym_visibility"] = StringAttr("private")
        if function.parameters:
            held["relay.type_params"] = ArrayAttr([StringAttr(each) for each in function.parameters])
        if attributes:
            held["relay.attrs"] = DictAttr(attributes)
        return Operation("func.func", (), (), held, [Region([block])], location=location)

    # When all is read

    def finish(self) -> None:
        """Finds the types that are still open, and writes them down."""
        expressions = self.expressions
        expressions.solver.solve()
        left_out = self.leave_out_unused()
        expressions.solver.check(left_out)
        for value in expressions.open:
            retype(value)
            if not is_known(value.type):
                owner = value.owner
                location = owner.location if isinstance(owner, Operation) else owner.argument_locations.get(value)
                raise Error(f"the type of {f'%{value.name}' if value.name else 'this'} cannot be told: it is '{value.type}'", location)
        for op in expressions.conversions:
            if op not in left_out and op.operands[0].type is op.results[0].type:
                op.replace_with(op.operands[0])
        for operations, _ in reversed([*expressions.unused, *expressions.acting.values()]):  # which nothing uses
            for op in reversed(operations):
                if op not in left_out:
                    op.erase()
        for function in [op for op in self.module.body if op.name == "func.func"]:
            self.finish_function(function)

    def leave_out_unused(self) -> set[Operation]:
        """Takes away functions that nothing uses and whose types nothing tells, as `fn (%x) { %x }`; which operations are gone with them."""
        left_out, expressions = set[Operation](), self.expressions
        for value in reversed(list(expressions.open)):
            op = value.op
            if op is None or op.name != "relay.fn" or op.parent is None or value.uses or is_known(resolved(value.type)):
                continue
            for inner in op.walk():
                left_out.add(inner)
                for each in (*inner.results, *[argument for region in inner.regions for argument in region.entry.arguments]):
                    expressions.open.pop(each, None)
            op.erase()
        return left_out

    def finish_function(self, function: Operation) -> None:
        inputs = [argument.type for argument in function.body.arguments]
        last = function.body.last
        assert last is not None
        result: Type = last.operands[0].type
        if function.get("sym_name") == MAIN and isinstance(result, TupleType) and len(result.elements) != 1:
            self.take_apart(last, result)
            for call in [op for op in self.module.walk() if op.name == "func.call" and op.get("callee") == MAIN]:
                put_together(call, result)
        function.set_attribute("function_type", TypeAttr(FunctionType(inputs, [each.type for each in last.operands])))
        if function.get("sym_visibility") != "private":
            name_results(function, len(last.operands))

    def take_apart(self, last: Operation, type: TupleType) -> None:
        """Returns the fields of a tuple in its place."""
        (value,) = last.operands
        op = value.op
        if op is not None and op.name == "relay.tuple":
            last.set_operands(op.operands)
            if not value.uses:
                op.erase()
            return
        fields = [
            Operation("relay.tuple_get_item", [value], [each], {"index": number}, location=last.location, block=last.block, anchor=last)
            for number, each in enumerate(type.elements)
        ]
        last.set_operands([field.result for field in fields])


def name_results(function: Operation, count: int) -> None:
    """Lets the results of a program have the names that TVM's frontends say."""
    attributes = function.get("relay.attrs", DictAttr()).entries
    listed = attributes.get(RESULT_NAMES)
    names = [each.value for each in listed.elements if isinstance(each, StringAttr)] if isinstance(listed, ArrayAttr) else []
    if len(names) != count or any(["," in name for name in names]):
        return
    inputs = ",".join([argument.name or "" for argument in function.body.arguments])
    held = {"control_outputs": StringAttr(""), "inputs": StringAttr(inputs), "outputs": StringAttr(",".join(names))}
    function.set_attribute(NAMES, DictAttr(held))
    others = {name: value for name, value in attributes.items() if name != RESULT_NAMES}
    if others:
        function.set_attribute("relay.attrs", DictAttr(others))
    else:
        function.remove_attribute("relay.attrs")


def body_of(fn: Operation) -> tuple[Block, Value]:
    """The block of a function that goes, and what it gives."""
    block, last = fn.body, fn.body.last
    assert last is not None
    (value,) = last.operands
    last.erase()
    fn.region.remove_blocks([block])
    fn.erase()
    return block, value


def put_together(call: Operation, type: TupleType) -> None:
    """Makes a call of a function whose fields of a tuple are results a tuple again."""
    fields = Operation("func.call", call.operands, type.elements, call.attributes, location=call.location, block=call.block, anchor=call)
    together = Operation("relay.tuple", fields.results, [type], location=call.location, block=call.block, anchor=call)
    call.replace_with(together)
