"""A module of the relay dialect as Relay's text, as TVM v0.19's printer writes it: graph bindings `%0 = ...;`, whose numbers go on over all functions,
`let` where order matters or a function calls itself, scalars as literals, other constants in the metadata.
"""

from __future__ import annotations

from tfir.dialects import is_pure, lookup
from tfir.dialects.relay.inference import FAMILY_OF
from tfir.dialects.relay.structure import ANYTHING, NAMED
from tfir.execution.entry import Entry, is_of_tensors
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import take_name

from tftranslate.relay.literals import attribute_text, scalar_text
from tftranslate.relay.metadata import MetadataWriter
from tftranslate.relay.names import RESULT_NAMES, plain_name
from tftranslate.relay.ndarrays import Damaged
from tftranslate.relay.operators import Unfit, attribute_texts
from tftranslate.relay.tokens import span_text
from tftranslate.relay.type_text import NoText, type_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation
    from tfir.ir.operations import Block, Operation, Value
    from tfir.ir.types import Type

HEADER = '#[version = "0.0.5"]\n'
INDENT = "  "


def module_text(module: Operation) -> Iterator[str]:
    """The text in pieces. Raises Error for what Relay has no text for."""
    return ModuleWriter(module).pieces()


class ModuleWriter:
    def __init__(self, module: Operation):
        self.module, self.metadata = module, MetadataWriter()
        self.bound = 0  # how many graph bindings there are, in all functions together
        taken: set[str] = set()
        self.symbols = {name: take_name(plain_name(name), taken) for op in module.body if (name := op.get("sym_name")) is not None}
        self.has_order = any([op.name.startswith("relay.ref_") for op in module.walk()])

    def pieces(self) -> Iterator[str]:
        yield HEADER
        kinds: dict[str, Callable[[Operation], Iterator[str]]] = {"relay.type_def": self.type_definition, "func.func": self.function}
        for op in self.module.body:
            if op.name not in kinds and op.dialect != "tf_saved_model":  # variables, which functions have as arguments
                raise Error.on(op, "is no operation of Relay")
        for name, write in kinds.items():
            for number, op in enumerate([op for op in self.module.body if op.name == name]):
                yield "\n" if number or name == "func.func" and "relay.type_def" in [each.name for each in self.module.body] else ""
                yield from write(op)
        try:
            yield from self.metadata.pieces() if self.metadata.constants else ()
        except Damaged as reason:
            raise Error(f"a constant {reason}", self.module) from None

    def type(self, type: Type, op: Operation) -> str:
        try:
            return type_text(type, self.symbols)
        except NoText as reason:
            raise Error.on(op, f"{reason} has no text in Relay") from None

    def type_definition(self, op: Operation) -> Iterator[str]:
        """`type List[A] { ... }`."""
        parameters = ", ".join([each.value for each in op.get("type_params")])
        head = self.symbols[op.get("sym_name")] + (f"[{parameters}]" if parameters else "")
        if "extern" in op.attributes:
            yield f"extern type {head}\n"
            return
        yield f"type {head} {{\n"
        for constructor in op.body:
            fields = ", ".join([self.type(each.type, constructor) for each in constructor.get("fields")])
            yield f"{INDENT}{constructor.get('sym_name')}{f'({fields})' if fields else ''},\n"
        yield "}\n"

    def function(self, op: Operation) -> Iterator[str]:
        """`def @f[A](%x: T) -> U { ... }`."""
        if not op.regions or len(op.region.blocks) != 1:
            raise Error.on(op, "is a function without a body" if not op.regions or not op.region.blocks else "has several blocks")
        writer = FunctionWriter(self)
        head = writer.head(op, op.body.arguments, op.attributes.get("relay.type_params"), attributes_of(op))
        results = [self.type(each, op) for each in op.get("function_type").results]
        result = results[0] if len(results) == 1 else f"({', '.join(results)})"
        yield f"def @{self.symbols[op.get('sym_name')]}{head} -> {result} {{\n"
        yield from writer.lines(op.body, INDENT)
        yield "}\n"


def attributes_of(function: Operation) -> DictAttr:
    """What a function says beside its arguments: its attributes, and what the results of a program are called."""
    held = dict(function.get("relay.attrs", DictAttr()).entries)
    if function.get("sym_visibility") != "private" and is_of_tensors(function):
        fetches = Entry(function).fetches
        if fetches and all([port.named and '"' not in port.name for port in fetches]):
            held[RESULT_NAMES] = ArrayAttr([StringAttr(port.name) for port in fetches])
    return DictAttr(held)


class FunctionWriter:
    """Writes one function of a module, with those inside of it."""

    def __init__(self, module: ModuleWriter):
        self.module = module
        self.texts: dict[Value, str] = {}  # of values by what they are called where they are used
        self.taken: set[str] = set()

    def named(self, value: Value) -> str:
        """A new variable for a value."""
        self.texts[value] = f"%{take_name(plain_name(value.name or 'v'), self.taken)}"
        return self.texts[value]

    def text(self, value: Value) -> str:
        """What a value is called; a constant is written where it is used, so that the metadata has constants in that order."""
        if value not in self.texts and value.op is not None and value.op.name == "relay.constant":
            self.texts[value] = self.constant(value.op)
        return self.texts[value]

    def listed(self, values: Sequence[Value]) -> str:
        return ", ".join([self.text(value) for value in values])

    def head(self, op: Operation, arguments: Sequence[Value], parameters: Attribute | None, attributes: Attribute | None) -> str:
        """`[A](%x: T, Primitive=1)`."""
        places: Mapping[Value, AnyLocation] = arguments[0].block.argument_locations if arguments and arguments[0].block is not None else {}
        listed = [f"{self.named(each)}: {self.module.type(each.type, op)}{span_text(places.get(each))}" for each in arguments]
        listed += self.attributes(op, attributes)
        names = ", ".join([each.value for each in parameters.elements]) if isinstance(parameters, ArrayAttr) else ""
        return f"{f'[{names}]' if names else ''}({', '.join(listed)})"

    def attributes(self, op: Operation, attributes: Attribute | None) -> list[str]:
        try:
            entries = attributes.entries if isinstance(attributes, DictAttr) else {}
            return [f"{name}={attribute_text(value)}" for name, value in entries.items()]
        except ValueError as reason:
            raise Error.on(op, str(reason)) from None

    # Blocks

    def lines(self, block: Block, indent: str) -> Iterator[str]:
        """The lines of a block: bindings, and what it gives."""
        last = block.terminator
        final = self.final(last)
        for op in block:
            if op is last or op is final:
                break
            yield from self.binding(op, indent)
        if final is not None:
            yield f"{indent}{self.expression(final, indent)}\n"
        elif len(last.operands) == 1:
            yield f"{indent}{self.text(last.operands[0])}\n"
        else:
            yield f"{indent}({self.listed(last.operands)})\n"

    def final(self, last: Operation) -> Operation | None:
        """The operation that needs no name, since it stands last and gives all that its block gives."""
        op, given = last.previous, last.operands
        if op is not None and op.results == given and op.name == "relay.as" and len(op.result.uses) == 1:
            op, given = op.previous, op.operands
        if op is not None and op.results == given and puts_together(op) and all([len(each.uses) == 1 for each in op.operands]):
            op, given = op.previous, op.operands
        if op is None or op.results != given or any([len(each.uses) != 1 for each in op.results]):
            return None
        return None if is_written_in_place(op) or is_recursive(op) else op

    def binding(self, op: Operation, indent: str) -> Iterator[str]:
        """The line that binds what an operation gives, or none where that is written where it is used."""
        if is_written_in_place(op):
            if op.name != "relay.constant":
                self.texts[op.result] = self.in_place(op)
            return
        if is_recursive(op) or "type_params" in op.attributes or (self.module.has_order and not is_pure(op)):
            yield from self.let(op, indent)
            return
        expression = self.expression(op, indent)
        name = f"%{self.module.bound}"
        self.module.bound += 1
        yield f"{indent}{name} = {expression};\n"
        yield from self.results(op, name, indent)

    def let(self, op: Operation, indent: str) -> Iterator[str]:
        """`let %x = ...;`."""
        if is_recursive(op):
            name = self.named(op.result)
            self.texts[op.body.arguments[0]] = name
            yield f"{indent}let {name} = {self.expression(op, indent)};\n"
            return
        expression = self.expression(op, indent)
        name = self.named(op.results[0]) if op.results else f"%{take_name('v', self.taken)}"
        yield f"{indent}let {name} = {expression};\n"
        yield from self.results(op, name, indent)

    def results(self, op: Operation, name: str, indent: str) -> Iterator[str]:
        """Names what an operation gives; of a call with several results the fields of a tuple that are used."""
        if len(op.results) == 1:
            self.texts[op.result] = name
            return
        for result in op.results:
            if not all(map(puts_together, result.users)):
                self.texts[result] = f"%{self.module.bound}"
                self.module.bound += 1
                yield f"{indent}{self.texts[result]} = {name}.{result.index};\n"
        for user in dict.fromkeys([each for result in op.results for each in result.users if puts_together(each)]):
            self.texts[user.result] = name

    def in_place(self, op: Operation) -> str:
        """How what needs no binding is written where it is used."""
        if op.name == "relay.global":
            return f"@{self.module.symbols[op.get('function')]}"
        if op.name == "relay.as":
            return self.text(op.operands[0])
        if op.name == "relay.tuple":
            return self.texts[op.result]
        name = name_of_wrapped(op)
        assert name is not None
        return name

    def constant(self, op: Operation) -> str:
        value = op.attributes["value"]
        if not isinstance(value, DenseAttr):
            raise Error.on(op, "has no elements that can be written")
        return scalar_text(value) or self.module.metadata.reference(value)

    # Expressions

    def expression(self, op: Operation, indent: str) -> str:
        local = op.name.removeprefix("relay.")
        if op.name == "func.call":
            arguments = [self.text(each) for each in op.operands] + self.attributes(op, op.attributes.get("relay.attrs"))
            return f"@{self.module.symbols[op.get('callee')]}({', '.join(arguments)}){span_text(op.location)}"
        if local != op.name and local in FAMILY_OF:
            return self.operator(op, local) + span_text(op.location)
        write = self.WRITERS.get(local) if local != op.name else None
        if write is None:
            raise Error.on(op, "is no operation of Relay")
        return write(self, op, indent)

    def operator(self, op: Operation, local: str) -> str:
        definition = lookup(op.name)
        assert definition is not None
        try:
            return f"{local}({', '.join([*[self.text(each) for each in op.operands], *attribute_texts(op, definition)])})"
        except Unfit as reason:
            raise Error.on(op, str(reason)) from None

    def body(self, block: Block, indent: str) -> str:
        return f"{{\n{''.join(self.lines(block, indent + INDENT))}{indent}}}"

    def tuple(self, op: Operation, indent: str) -> str:
        return f"({self.listed(op.operands)}{',' if len(op.operands) == 1 else ''})"

    def field(self, op: Operation, indent: str) -> str:
        return f"{self.text(op.operands[0])}.{op.get('index')}"

    def condition(self, op: Operation, indent: str) -> str:
        bodies = [self.body(region.blocks[0], indent) for region in op.regions]
        return f"if ({self.text(op.operands[0])}) {bodies[0]} else {bodies[1]}"

    def function(self, op: Operation, indent: str) -> str:
        arguments = op.body.arguments[1:] if is_recursive(op) else op.body.arguments
        head = self.head(op, arguments, op.attributes.get("type_params"), op.attributes.get("attrs"))
        result = self.module.type(op.result.type.results[0], op)
        return f"fn {head} -> {result} {self.body(op.body, indent)}"

    def call(self, op: Operation, indent: str) -> str:
        arguments = [self.text(each) for each in op.operands[1:]] + self.attributes(op, op.attributes.get("attrs"))
        return f"{self.text(op.operands[0])}({', '.join(arguments)}){span_text(op.location)}"

    def construct(self, op: Operation, indent: str) -> str:
        name = op.get("constructor")
        return f"{name}({self.listed(op.operands)})" if op.operands else name

    def reference(self, op: Operation, indent: str) -> str:
        word = {"relay.ref_create": "ref"}.get(op.name, op.name.removeprefix("relay."))
        return f"{word}({self.listed(op.operands)})"

    def match(self, op: Operation, indent: str) -> str:
        arms = [f"match{'?' if 'partial' in op.attributes else ''} ({self.text(op.operands[0])}) {{\n"]
        inner = indent + INDENT
        for pattern, region in zip(op.get("patterns"), op.regions):
            names = iter([self.named(each) for each in region.blocks[0].arguments])
            arms.append(f"{inner}{pattern_text(pattern, names)} => {self.body(region.blocks[0], inner)},\n")
        return "".join(arms) + indent + "}"

    WRITERS = {
        "tuple": tuple, "tuple_get_item": field, "if": condition, "fn": function, "call": call, "construct": construct, "match": match,
        "ref_create": reference, "ref_read": reference, "ref_write": reference,
    }  # fmt: skip


def is_recursive(op: Operation) -> bool:
    return op.name == "relay.fn" and "recursive" in op.attributes


def puts_together(op: Operation) -> bool:
    """Whether an operation only makes a tuple of what a call with several results gives, which is a tuple in Relay."""
    call = op.operands[0].op if op.name == "relay.tuple" and op.operands else None
    return call is not None and call.name == "func.call" and len(call.results) != 1 and call.results == op.operands


def is_written_in_place(op: Operation) -> bool:
    """Whether an operation is written where its result is used, without a binding."""
    if op.name in ("relay.constant", "relay.global", "relay.as") or puts_together(op):
        return True
    return op.name == "relay.fn" and name_of_wrapped(op) is not None


def pattern_text(pattern: Attribute, names: Iterator[str]) -> str:
    """A pattern of `relay.match` with names for what it names."""
    if pattern == NAMED:
        return next(names)
    if pattern == ANYTHING or not isinstance(pattern, ArrayAttr):
        return "_"
    elements = pattern.elements
    head, parts = ("", elements) if not elements or not isinstance(elements[0], SymbolRefAttr) else (elements[0].leaf, elements[1:])
    listed = ", ".join([pattern_text(part, names) for part in parts])
    return f"{head}({listed}{',' if not head and len(parts) == 1 else ''})" if listed or not head else head


def name_of_wrapped(fn: Operation) -> str | None:
    """The name of the constructor or operator that a function only calls, with its own arguments; None for another function."""
    op = fn.body.first
    if op is None or op.next is not fn.body.last or op.operands != (*fn.body.arguments,) or not op.operands or fn.attributes:
        return None
    if op.results != fn.body.terminator.operands:
        return None
    if op.name == "relay.construct":
        return str(op.get("constructor"))
    local = op.name.removeprefix("relay.")
    return local if local in FAMILY_OF and not op.attributes else None
