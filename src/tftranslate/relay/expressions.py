"""Expressions in Relay's text as operations. Types that the text does not say are found by what is done with values (`unification.py`)."""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.relay.structure import ANYTHING, NAMED
from tfir.dialects.relay.types import RefType
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, FunctionType, TensorType, TupleType

from tftranslate.relay.building import Constructor, Function, Operations
from tftranslate.relay.literals import Literals, at_number, read_attribute, read_number
from tftranslate.relay.scopes import Scope
from tftranslate.relay.tokens import KEYWORDS, Cursor
from tftranslate.relay.unification import Unknown, head, joined, resolved, same, shown, with_unknowns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Type

    from tftranslate.relay.type_reader import TypeReader

TRUTH = TensorType((), I1)
INFIX = {
    "*": ("multiply", 12), "/": ("divide", 12), "+": ("add", 10), "-": ("subtract", 10), "<": ("less", 8), "<=": ("less_equal", 8),
    ">": ("greater", 8), ">=": ("greater_equal", 8), "==": ("equal", 7), "!=": ("not_equal", 7),
}  # fmt: skip


class Expressions(Operations):
    """Reads expressions of one program."""

    def __init__(self, cursor: Cursor, types: TypeReader, functions: dict[str, Function], constructors: dict[str, Constructor]):
        super().__init__()
        self.cursor, self.types, self.functions, self.constructors = cursor, types, functions, constructors
        self.metadata, self.literals = types.metadata, Literals()
        self.graph: dict[str, Value] = {}  # by the number that they are bound to
        self.polymorphic: dict[Value, list[str]] = {}  # functions that are used at different types, with the parameters of theirs
        self.free: list[Value] | None = None  # variables that an expression declares, where that is allowed
        self.has_order = not {"ref", "ref_read", "ref_write"}.isdisjoint(cursor.texts)
        # Bindings that act, and are not used yet: their operations, and what they use; `unused` are those of a number that is bound anew.
        self.acting: dict[str, tuple[list[Operation], list[str]]] = {}
        self.unused: list[tuple[list[Operation], list[str]]] = []
        self.used: list[str] | None = None  # by the binding that is read, if one is

    # Making operations

    # Sequences

    def expression(self, outer: Scope) -> Value:
        """Bindings and statements, each with a semicolon behind, and then what it gives."""
        return self.cursor.nested(lambda: self.sequence(outer))

    def sequence(self, outer: Scope) -> Value:
        cursor, scope = self.cursor, Scope(outer.block, outer)
        while True:
            token = cursor.token
            if token == "let":
                self.let(scope)
            elif token[:1] == "%" and token[1:].isdigit() and cursor.following() == "=":
                self.bind(scope)
            elif token == "free_var":
                self.free_variable(scope)
            else:
                value = self.binary(scope)
                if not cursor.accept(";"):
                    return value

    def bind(self, scope: Scope) -> None:
        """`%0 = value;`: a node of a graph. One that acts, on a reference say, does so where it is used first, and not at all where it is not."""
        cursor, outer = self.cursor, self.used
        number = cursor.advance()
        cursor.advance()
        start = Operation("relay.yield", block=scope.block) if self.has_order else None
        self.used = []
        self.graph[number] = self.binary(scope)
        cursor.expect(";")
        used, self.used = self.used, outer
        if number in self.acting:
            self.unused.append(self.acting.pop(number))
        if start is not None:
            operations = behind(start)
            start.erase()
            if not self.acting.keys().isdisjoint(used) or not all(map(is_pure, operations)):
                self.acting[number] = operations, used

    def settle(self, number: str, block: Block) -> None:
        """A binding that acts is used: it does so here, and before it those that it uses."""
        if self.used is not None:
            self.used.append(number)
            return
        if number not in self.acting:
            return
        needed, stack = set[str](), [number]
        while stack:
            one = stack.pop()
            if one in self.acting and one not in needed:
                needed.add(one)
                stack += self.acting[one][1]
        for one in [each for each in self.acting if each in needed]:  # in the order in which they are bound
            for op in self.acting.pop(one)[0]:
                op.remove()
                block.insert_before(op)

    def body(self, scope: Scope) -> Value:
        """The block of a function or branch, which acts when it runs."""
        outer, self.used = self.used, None
        value = self.block(scope)
        self.used = outer
        return value

    def let(self, scope: Scope) -> None:
        """`let %x: T = value;`; a function may call itself by the name that it is bound to."""
        cursor = self.cursor
        cursor.advance()
        name = cursor.local()
        annotation = self.types.read() if cursor.accept(":") else None
        cursor.expect("=")
        location = cursor.location()
        if cursor.at("fn"):
            value = self.postfix(self.function(scope, name), scope, location)
            value = self.infix(value, scope)
        else:
            value = self.binary(scope)
        if annotation is not None:
            value = self.flow(value, annotation, scope, location, f"%{name}")
        cursor.expect(";")
        if value.op is not None and value.name is None:
            value.name = name
        scope.names[name] = value

    def free_variable(self, scope: Scope) -> None:
        """`free_var %x: T;`, as TVM writes an expression that is no module."""
        cursor = self.cursor
        if self.free is None:
            raise cursor.error("a function has no free variables")
        cursor.advance()
        location, name = cursor.location(), cursor.local()
        type = self.types.read() if cursor.accept(":") else Unknown()
        cursor.accept(";")
        outermost = list(scope.around())[-1]
        outermost.names[name] = self.argument(outermost.block, type, name, location)
        self.free.append(outermost.names[name])

    # Operators between operands

    def binary(self, scope: Scope) -> Value:
        return self.infix(self.call(scope), scope)

    def infix(self, first: Value, scope: Scope) -> Value:
        """What follows an operand; operators of one precedence go from left to right."""
        cursor, operands, waiting = self.cursor, [first], list[tuple[str, int, int]]()
        while cursor.token in INFIX:
            location = cursor.location()
            name, precedence = INFIX[cursor.advance()]
            self.combine(operands, waiting, precedence, scope)
            waiting.append((name, precedence, location))
            operands.append(self.call(scope))
        self.combine(operands, waiting, 0, scope)
        return operands[0]

    def combine(self, operands: list[Value], waiting: list[tuple[str, int, int]], precedence: int, scope: Scope) -> None:
        """Applies the operators that bind at least as strongly."""
        while waiting and waiting[-1][1] >= precedence:
            name, _, location = waiting.pop()
            operator, right, left = self.operators.get(name), operands.pop(), operands.pop()
            assert operator is not None
            operands.append(self.operation(operator, [left, right], {}, scope, location))

    # Calls

    def call(self, scope: Scope) -> Value:
        """An operand: what is called, perhaps, and projections of it. Where a comment says what place in the program's own source it is, that is
        the location of the operation that began here."""
        location = self.cursor.location()
        value, span = self.called(scope, location), self.cursor.span()
        if span is not None and value.op is not None and value.op.location == location:
            value.op.set_location(span)
        return value

    def called(self, scope: Scope, location: int) -> Value:
        cursor = self.cursor
        if cursor.at_word() and cursor.token not in KEYWORDS and cursor.token not in ("meta", "True", "False") and not at_number(cursor):
            return self.postfix(self.named(scope, location), scope, location)
        if cursor.token[:1] == "@":
            return self.postfix(self.of_program(scope, location), scope, location)
        return self.postfix(self.atom(scope), scope, location)

    def postfix(self, value: Value, scope: Scope, location: int) -> Value:
        """Calls of a value and its fields: `%f(%x)(%y)`, `%t.0`."""
        cursor = self.cursor
        while True:
            if cursor.at("("):
                arguments, attributes = self.arguments(scope)
                value = self.call_value(value, arguments, attributes, scope, location)
            elif cursor.at(".") and cursor.following().replace(".", "").isdigit():
                cursor.advance()
                for index in cursor.advance().split("."):
                    value = self.field(value, int(index[:9] or "0"), scope, location)
            else:
                return value

    def arguments(self, scope: Scope) -> tuple[list[Value], dict[str, Attribute]]:
        """`(%x, %y, axis=1)`."""
        cursor, values = self.cursor, list[Value]()
        attributes: dict[str, Attribute] = {}
        cursor.expect("(")
        while not cursor.accept(")"):
            if self.at_attribute():
                name, value = self.attribute()
                attributes[name] = value
            else:
                values.append(self.expression(scope))
            if not cursor.accept(","):
                cursor.expect(")")
                break
        return values, attributes

    def at_attribute(self) -> bool:
        """Whether `name=`, or `name.name=`, comes next."""
        cursor, ahead = self.cursor, 1
        if not cursor.at_word():
            return False
        while cursor.following(ahead) == "." and cursor.following(ahead + 1)[:1].isalpha():
            ahead += 2
        return cursor.following(ahead) == "="

    def attribute(self) -> tuple[str, Attribute]:
        name = self.cursor.dotted("the name of an attribute")
        self.cursor.expect("=")
        return name, read_attribute(self.cursor)

    def named(self, scope: Scope, location: int) -> Value:
        """A constructor or an operator, called or as a value."""
        cursor, start = self.cursor, self.cursor.start
        constructor = self.constructors.get(cursor.token)
        if constructor is not None:
            cursor.advance()
            return self.constructed(constructor, scope, location)
        name = cursor.dotted("an expression")
        operator = self.operators.get(name)
        if operator is None:
            raise cursor.error(f"no operator or constructor is called {name}{self.operators.suggestion(name)}", start)
        if cursor.at("("):
            arguments, given = self.arguments(scope)
            return self.operation(operator, arguments, given, scope, location)
        types: list[Type] = [Unknown() for _ in range(operator.count)]
        return self.wrapped(types, Unknown(), lambda inner, values: self.operation(operator, values, {}, inner, location), scope, location)

    def constructed(self, constructor: Constructor, scope: Scope, location: int) -> Value:
        fields, type = constructor.instance()
        arguments: list[Value] = []
        if self.cursor.at("("):
            start = self.cursor.start
            arguments, _ = self.arguments(scope)
            if len(arguments) != len(fields):
                raise self.cursor.error(f"{constructor.symbol.leaf} takes {len(fields)} values, and is given {len(arguments)}", start)
        elif fields:
            build = lambda inner, values: self.make("construct", values, type, inner, location, {"constructor": constructor.symbol})  # noqa: E731
            return self.wrapped(fields, type, build, scope, location)
        operands = [self.flow(*pair, scope, location, "a field") for pair in zip(arguments, fields)]
        return self.make("construct", operands, type, scope, location, {"constructor": constructor.symbol})

    def of_program(self, scope: Scope, location: int) -> Value:
        """A function of the program, called or as a value."""
        cursor, start = self.cursor, self.cursor.start
        name = cursor.global_name()
        function = self.functions.get(name)
        if function is None:
            raise cursor.error(f"no function is called @{name}", start)
        if function.parameters or not cursor.at("("):
            type = with_unknowns(resolved(function.type), function.parameters)
            return self.make("global", [], type, scope, location, {"function": SymbolRefAttr(function.symbol)})
        arguments, attributes = self.arguments(scope)
        return self.call_program(function, arguments, attributes, scope, location)

    # Atoms

    def atom(self, scope: Scope) -> Value:
        cursor, token, location = self.cursor, self.cursor.token, self.cursor.location()
        if token[:1] == "%":
            return self.variable(scope, location)
        if at_number(cursor):
            return self.constant(self.literals.of(*read_number(cursor)), scope, location)
        if token in ("True", "False"):
            cursor.advance()
            return self.constant(self.literals.of(int(token == "True"), I1), scope, location)
        if token == "meta":
            return self.constant(self.metadata.constant(cursor), scope, location)
        if token == "-":
            cursor.advance()
            negative = self.operators.get("negative")
            assert negative is not None
            return self.operation(negative, [cursor.nested(lambda: self.call(scope))], {}, scope, location)
        reader = self.READERS.get(token)
        if reader is None:
            raise cursor.expected("an expression")
        return reader(self, scope)

    def variable(self, scope: Scope, location: int) -> Value:
        """`%x` or `%0`."""
        token = self.cursor.advance()
        is_number = token[1:].isdigit()
        if self.cursor.at(".") and scope.lookup(f"{token[1:]}.{self.cursor.following()}") is not None:
            token += self.cursor.advance() + self.cursor.advance()
        value = self.graph.get(token) if is_number else scope.lookup(token[1:])
        if value is None:
            raise Error(f"{token} is not defined here", location)
        if is_number:
            self.settle(token, scope.block)
            value = self.scopes.reached(value, scope, location)
        if value in self.polymorphic:
            converted = self.make("as", [value], with_unknowns(value.type, self.polymorphic[value]), scope, location)
            assert converted.op is not None
            self.conversions.append(converted.op)
            return converted
        return value

    def parentheses(self, scope: Scope) -> Value:
        """`(x)`, or a tuple: `()`, `(x,)`, `(x, y)`."""
        cursor, location, fields = self.cursor, self.cursor.location(), list[Value]()
        cursor.advance()
        has_comma = False
        while not cursor.accept(")"):
            fields.append(self.expression(scope))
            has_comma = cursor.accept(",")
            if not has_comma:
                cursor.expect(")")
                break
        if len(fields) == 1 and not has_comma:
            return fields[0]
        return self.make("tuple", fields, TupleType([each.type for each in fields]), scope, location)

    def block(self, scope: Scope) -> Value:
        """`{ x }`."""
        self.cursor.expect("{")
        value = self.expression(scope)
        self.cursor.expect("}")
        return value

    def reference(self, scope: Scope) -> Value:
        location = self.cursor.location()
        self.cursor.advance()
        (value,) = self.exactly(1, scope)
        return self.make("ref_create", [value], RefType(value.type), scope, location)

    def read_reference(self, scope: Scope) -> Value:
        location = self.cursor.location()
        self.cursor.advance()
        (value,) = self.exactly(1, scope)
        held = Unknown()
        same(value.type, RefType(held), location, "what is read")
        return self.make("ref_read", [value], head(held), scope, location)

    def write_reference(self, scope: Scope) -> Value:
        location = self.cursor.location()
        self.cursor.advance()
        cell, value = self.exactly(2, scope)
        held = Unknown()
        same(cell.type, RefType(held), location, "what is written to")
        operand = self.flow(value, head(held), scope, location, "what is written")
        return self.make("ref_write", [cell, operand], TupleType(), scope, location)

    def exactly(self, count: int, scope: Scope) -> list[Value]:
        start = self.cursor.start
        values, attributes = self.arguments(scope)
        if len(values) != count or attributes:
            raise self.cursor.error(f"expected {count} operands", start)
        return values

    # Functions, conditions, matches

    def function(self, scope: Scope, name: str | None = None) -> Value:
        """`fn [A](%x: T) -> U { ... }`."""
        cursor, location = self.cursor, self.cursor.location()
        cursor.expect("fn")
        outer = len(self.types.variables)
        names = self.types.parameters()
        arguments, attributes = self.parameters()
        result = self.types.read() if cursor.accept("->") else Unknown()
        type = FunctionType([each[1] for each in arguments], [result])
        block = Block()
        inner = self.scopes.open(block, scope)
        own = self.argument(block, type, name, location)
        if name is not None:
            inner.names[name] = own
        for argument, argument_type, place in arguments:
            inner.names[argument] = self.argument(block, argument_type, argument, place)
        value = self.flow(self.body(inner), result, inner, location, "the result")
        held: dict[str, Attribute] = {"attrs": DictAttr(attributes)} if attributes else {}
        if own.uses:
            held["recursive"] = UnitAttr()
        else:
            self.forget(own)
            block.remove_argument(0)
        if names:
            held["type_params"] = ArrayAttr([StringAttr(each) for each in names])
        closed = self.closed(block, type, value, held, scope, location)
        if names:
            self.polymorphic[closed] = names
        del self.types.variables[outer:]
        return closed

    def parameters(self) -> tuple[list[tuple[str, Type, AnyLocation]], dict[str, Attribute]]:
        """`(%x: T, %y, Primitive=1)`: names, types and places; attributes. A virtual device is passed over."""
        cursor, arguments = self.cursor, list[tuple[str, "Type", "AnyLocation"]]()
        attributes: dict[str, Attribute] = {}

        def one() -> None:
            if self.at_attribute():
                if cursor.at("virtual_device"):
                    cursor.at_token += 2
                    self.metadata.reference(cursor)
                    return
                name, value = self.attribute()
                attributes[name] = value
                return
            location, name = cursor.location(), cursor.local()
            if cursor.accept("."):  # `%input.1`, which TVM prints and does not read
                name = f"{name}.{cursor.advance()}"
            if cursor.at("{"):
                cursor.pass_braces()
            type = self.types.read() if cursor.accept(":") else Unknown()
            arguments.append((name, type, cursor.span() or location))

        cursor.listed(one, "(", ")")
        return arguments, attributes

    def condition(self, scope: Scope) -> Value:
        """`if (c) { x } else { y }`."""
        cursor, location = self.cursor, self.cursor.location()
        cursor.advance()
        cursor.expect("(")
        condition = self.flow(self.expression(scope), TRUTH, scope, location, "the condition")
        cursor.expect(")")
        scopes = [self.scopes.open(Block(), scope) for _ in range(2)]
        values = [self.body(scopes[0])]
        cursor.expect("else")
        values.append(cursor.nested(lambda: self.condition(scopes[1])) if cursor.at("if") else self.body(scopes[1]))
        type = self.joined_branches(scopes, values, location)
        return self.make("if", [condition], type, scope, location, regions=[Region([each.block]) for each in scopes])

    def match(self, scope: Scope) -> Value:
        """`match (x) { PATTERN => y, ... }`; `match?` may lack patterns."""
        cursor, location = self.cursor, self.cursor.location()
        cursor.advance()
        is_partial = cursor.accept("?")
        data = self.postfix(self.atom(scope), scope, location)
        scopes, values, patterns = list[Scope](), list[Value](), list["Attribute"]()

        def arm() -> None:
            inner = self.scopes.open(Block(), scope)
            patterns.append(cursor.nested(lambda: self.pattern(data.type, inner)))
            cursor.expect("=>")
            outer, self.used = self.used, None
            values.append(self.expression(inner))
            scopes.append(inner)
            self.used = outer

        cursor.listed(arm, "{", "}")
        if not values:
            raise cursor.error("a match without patterns")
        type = self.joined_branches(scopes, values, location)
        held: dict[str, Attribute] = {"patterns": ArrayAttr(patterns)}
        if is_partial:
            held["partial"] = UnitAttr()
        return self.make("match", [data], type, scope, location, held, [Region([each.block]) for each in scopes])

    def pattern(self, type: Type, scope: Scope) -> Attribute:
        """`_`, `%x`, `Cons(p, q)`, `(p, q)`; what it names becomes an argument of the block."""
        cursor, location = self.cursor, self.cursor.location()
        if cursor.accept("_"):
            return ANYTHING
        if cursor.token[:1] == "%":
            name = cursor.local()
            if cursor.accept(":"):
                same(type, self.types.read(), location, f"%{name}")
            scope.names[name] = self.argument(scope.block, type, name, location)
            return NAMED
        if cursor.at("("):
            return self.tuple_pattern(type, scope, location)
        constructor = self.constructors.get(cursor.token)
        if constructor is None:
            raise cursor.expected("a pattern: '_', '%x', a constructor or a tuple")
        cursor.advance()
        fields, made = constructor.instance()
        same(type, made, location, "what is matched")
        return ArrayAttr([constructor.symbol, *(self.patterns(fields, scope, location) if fields or cursor.at("(") else ())])

    def tuple_pattern(self, type: Type, scope: Scope, location: int) -> Attribute:
        expected = head(type)
        if isinstance(expected, Unknown):
            expected = joined(expected, TupleType([Unknown() for _ in range(self.count_of_list())]))
        if not isinstance(expected, TupleType):
            raise Error(f"a tuple is expected of type '{shown(expected)}'", location)
        return ArrayAttr(self.patterns(list(expected.elements), scope, location))

    def count_of_list(self) -> int:
        """How many things the parentheses hold that come next."""
        cursor, start, depth, count = self.cursor, self.cursor.at_token, 0, 1
        while cursor.token:
            token = cursor.advance()
            depth += (token in "([{") - (token in ")]}")
            if not depth:
                break
            count += token == "," and depth == 1 and not cursor.at(")")
        is_empty = cursor.at_token == start + 2
        cursor.at_token = start
        return 0 if is_empty else count

    def patterns(self, types: list[Type], scope: Scope, location: int) -> list[Attribute]:
        left = list(types)

        def one() -> Attribute:
            if not left:
                raise Error(f"there are {len(types)} fields, and more patterns", location)
            return self.pattern(left.pop(0), scope)

        inner = self.cursor.nested(lambda: self.cursor.listed(one, "(", ")"))
        if left:
            raise Error(f"there are {len(types)} fields, and {len(inner)} patterns", location)
        return inner

    READERS = {
        "(": parentheses, "{": block, "fn": function, "if": condition, "match": match, "ref": reference, "ref_read": read_reference,
        "ref_write": write_reference,
    }  # fmt: skip


def behind(op: Operation) -> list[Operation]:
    """The operations of a block behind one of them."""
    listed, following = list[Operation](), op.next
    while following is not None:
        listed.append(following)
        following = following.next
    return listed
