"""Reads programs: operations in generic and custom form, regions, blocks, aliases, resources.

The general parser here is the truth. Beside it runs a fast path: an op whose text is shaped as the printer shapes it is read
by one regular expression that its form supplies (`fast_path`), and anything unusual falls back to the general way.
Source: MLIR language reference, "High-Level Structure" and "Operations".
"""

from __future__ import annotations

import gc

from tfir.ir.attributes import Attribute, DictAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import FileLineCol, Source
from tfir.ir.nesting import Nest, too_deep
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.parts import UNREGISTERED_PROPERTIES
from tfir.ir.types import FunctionType, Type
from tfir.startup.patterns import ASCII, compiled
from tfir.text.attribute_parser import AttributeParser
from tfir.text.fast_paths.lines_alike import LONGEST, NEXT, read_lines_alike, remember
from tfir.text.lexer import BANG, BLOCK, END, HASH, NUMBER, STRING, VALUE, WORD, unquoted
from tfir.text.type_parser import INTEGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence
    from typing import Any, NoReturn, TypeVar

    from tfir.ir.location import AnyLocation
    from tfir.text.fast_paths.lines_alike import Line, UnknownLine
    from tfir.text.interfaces import Definition, FastPath, Lookup, LookupDialect

    Read = TypeVar("Read")
    Argument = tuple[str, Type, int] | tuple[str, Type, int, AnyLocation | None]  # name, type, place, and a location if one was written

# Groups: first result, its count, second result, op name, which the generic form quotes.
FAST_PATH_HEAD = compiled(
    r"\s*(?:(%(?:\d+|[A-Za-z_$.\-][\w$.\-]*))(?::(\d+))?(?:, (%(?:\d+|[A-Za-z_$.\-][\w$.\-]*)))? = )?"
    r"([A-Za-z_][\w$.]*(?=[ (\n])|\"[\w$.]+\"(?=\())",
    ASCII,
).match

# From which operation of a name on there is a fast path for it: making one takes as long as reading a few.
FIRST_ON_FAST_PATH = 2


class Unresolved:
    """A value's name met in text: `%x#1` is name "%x", number 1. What it stands for may come later."""

    __slots__ = ("name", "number", "start")

    def __init__(self, name: str, number: int, start: int):
        self.name, self.number, self.start = name, number, start


class OperationState:
    """The parts of an operation that have been read so far; a form's `parse` fills it."""

    __slots__ = ("name", "operands", "result_types", "attributes", "regions", "successors", "location", "result_count", "signature")

    def __init__(self, name: str, location: int, result_count: int):
        self.name, self.location, self.result_count = name, location, result_count
        self.operands: list[Value] = []
        self.result_types: Sequence[Type] = []
        self.attributes: dict[str, Attribute] = {}
        self.regions: list[Region] = []
        self.successors: list[Block] = []
        # Where one piece of syntax says all types: those of the operands, or None for "as the result", and those of the results.
        self.signature: tuple[Sequence[Type] | None, Sequence[Type]] | None = None


class Parser(AttributeParser):
    """Reads one source. `lookup` returns the definition of an op name, or None."""

    __slots__ = (
        "lookup", "values", "forward", "blocks", "scope_names", "default_dialects", "use_fast_paths", "fast_path_cache",
        "fast_paths", "alike", "unknown", "met", "keep_names", "custom_op", "nest",
    )  # fmt: skip

    def __init__(
        self, source: Source, lookup: Lookup, lookup_dialect: LookupDialect, allow_unregistered: bool | None = None,
        use_fast_paths: bool = True, keep_names: bool = False,
    ):  # fmt: skip
        self.lookup, self.use_fast_paths = lookup, use_fast_paths
        self.keep_names, self.custom_op = keep_names, ""
        self.nest = Nest(self.error)
        self.values: dict[str, Sequence[Value]] = {}
        self.forward: dict[str, dict[int, tuple[Value, int]]] = {}
        self.blocks: dict[str, tuple[Block, int | None]] = {}
        self.scope_names: list[list[str]] = [[]]
        self.default_dialects = ["builtin"]
        self.fast_path_cache: dict[Any, Any] = {}  # what fast paths made of pieces of text, each under keys of its own
        # By dialect in charge: fast paths of ops by their names as written, and lines by the text around their names.
        self.fast_paths: dict[str, dict[str, tuple[Definition | None, FastPath | None]]] = {}
        self.alike: dict[str, dict[tuple[str, ...], Line]] = {}
        self.unknown: UnknownLine | None = None
        self.met: dict[str, int] = {}
        super().__init__(source, lookup_dialect, allow_unregistered)

    # The whole file

    def module(self) -> Operation:
        """The file's one top-level operation; several, or none, are wrapped into a `builtin.module`."""
        region = Region([Block()])
        block = region.entry
        while self.kind != END:
            if self.kind == HASH:
                self._attribute_alias()
            elif self.kind == BANG:
                self._type_alias()
            elif self.at("{-#"):
                self._file_metadata()
            else:
                self._fast_path(block)
                if self.kind not in (END, HASH, BANG) and not self.at("{-#"):
                    block.append(self.operation())
        self._check_forward()
        only = block.first
        if only is not None and only is block.last and only.name == "builtin.module":
            return only.remove()
        # A part of a file begins right behind the line between parts.
        place = (self.source.first_line - 1, len("// -----") + 1) if self.source.first_line > 1 else (0, 0)
        return Operation("builtin.module", regions=[region], location=FileLineCol(self.source.name, *place))

    def _alias_name(self, what: str, aliases: Container[str]) -> str:
        start, name = self.start, self.advance()[1:]
        if "." in name:
            raise self.error(f"{what} names with a '.' are reserved for dialect-defined names", start)
        if name in aliases:
            raise self.error(f"redefinition of {what} alias id '{name}'", start)
        self.expect("=", f"in {what} alias definition")
        return name

    def _attribute_alias(self) -> None:
        name = self._alias_name("attribute", self.attribute_aliases if not self.has_read_aliases else ())
        self.attribute_aliases[name] = self.location() if self.at("loc") else self.attribute()

    def _type_alias(self) -> None:
        name = self._alias_name("type", self.type_aliases)
        self.accept("type")
        self.type_aliases[name] = self.type()

    def _file_metadata(self) -> None:
        from tfir.text.file_metadata import read_file_metadata

        read_file_metadata(self)

    # Operations

    def operation(self) -> Operation:
        """One operation with its results, named and visible from here on."""
        start = self.start
        names = self._result_list() if self.kind == VALUE else []
        state_start = self.start
        if self.kind == STRING:
            around, self.custom_op = self.custom_op, ""
            op = self._generic_operation(state_start)
            self.custom_op = around
        elif self.kind == WORD:
            op = self._custom_operation(state_start, sum(count for _, count, _ in names))
        else:
            raise self.expected("operation name in quotes, or a custom operation")
        if self.at("loc"):
            op.set_location(self.location())
        self._bind_results(op, names, start)
        return op

    def _result_list(self) -> list[tuple[str, int, int]]:
        """`%a, %b:2 =`: names of results, each with how many it is for and its place."""
        names = []
        while True:
            start = self.start
            name, count = self.take(VALUE, "valid ssa identifier"), 1
            if "#" in name:
                raise self.error("a result is named without '#'", start)
            if self.accept(":"):
                if self.kind != NUMBER or not self.token.isdecimal():
                    raise self.expected("integer number of results")
                if int(self.token) < 1:
                    raise self.error("expected named operation to have at least 1 result")
                count = int(self.advance())
            names.append((name, count, start))
            if not self.accept(","):
                break
        self.expect("=", "after SSA name")
        return names

    def _bind_results(self, op: Operation, names: list[tuple[str, int, int]], start: int) -> None:
        total = sum(count for _, count, _ in names)
        if not names:
            return
        if not op.results:
            raise self.error("cannot name an operation with no results", start)
        results = op.results if total == len(op.results) else self._results_of_old(op, total, start)
        at = 0
        for name, count, place in names:
            self.define(name, results[at : at + count], place)
            at += count

    def _results_of_old(self, op: Operation, total: int, start: int) -> Sequence[Value]:
        """The results that an operation had when it had so many; its form says which those are."""
        definition = self.lookup(op.name)
        old = getattr(definition.form, "old_results", {}) if definition is not None else {}
        if total not in old:
            raise self.error(f"operation defines {len(op.results)} results but was provided {total} to bind", start)
        return [op.results[index] for index in old[total]]

    def _generic_operation(self, start: int) -> Operation:
        name = unquoted(self.token)
        if not name or "\0" in name:
            raise self.error("empty operation name is invalid")
        definition = self._definition(name, self.start)
        self.advance()
        self.expect("(", "to start operand list")
        unresolved = [] if self.at(")") else self.comma_list(self.operand)
        self.expect(")", "to end operand list")
        successors = self._successors(definition) if self.at("[") else []
        attributes: dict[str, Attribute] = {}
        if self.accept("<"):
            properties = self.dictionary()
            self.expect(">", "to close properties")
            if definition is None:
                attributes[UNREGISTERED_PROPERTIES] = DictAttr(properties)
            else:
                attributes.update(properties)
        regions: list[Region] = []
        if self.at("("):
            # Names of arguments in regions come before the types of operands, so nested scopes need nothing from here.
            self.advance()
            regions = self.comma_list(lambda: self.region(for_op=definition))
            self.expect(")", "to end region list")
        self.optional_attributes(attributes)
        self.expect(":", "followed by operation type")
        signature_at = self.start
        types = self.function_type() if self.at("(") else self.type()
        if not isinstance(types, FunctionType):
            raise self.error(f"expected function type, found '{types}'", signature_at)
        if len(types.inputs) != len(unresolved):
            raise self.error(
                f"expected {len(unresolved)} operand type{'s' * (len(unresolved) != 1)} but had {len(types.inputs)}", signature_at
            )
        operands = [self.resolve(u, t) for u, t in zip(unresolved, types.inputs)]
        renamed = definition.today(name, attributes) if definition is not None and definition.today is not None else None
        if renamed is not None:
            name, attributes = renamed
            definition = self._definition(name, start)
        return Operation(
            name, operands, types.results, with_defaults(attributes, definition), regions, successors, self.source.base + start
        )

    def _successors(self, definition: Definition | None) -> list[Block]:
        if definition is not None and "terminator" not in definition.traits:
            raise self.error("successors in non-terminator")
        return self.comma_list(self.successor, "[", "]")

    def _definition(self, name: str, start: int) -> Definition | None:
        definition = self.lookup(name)
        if definition is None and not self.allow_unregistered:
            prefix, dot, local = name.partition(".")
            if dot and self.lookup_dialect(prefix) is not None:
                hint = self._nearest(name, prefix)
                message = f"unregistered operation '{name}' found in dialect ('{prefix}') that does not allow unknown operations{hint}"
                raise self.error(message, start)
            raise self.error(
                f"operation '{name}' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is", start
            )
        return definition

    def _custom_operation(self, start: int, result_count: int) -> Operation:
        name_at, written = self.start, self.token
        definition = self._custom_definition(written)
        if definition is None:
            self._raise_unknown(written, name_at)
        self.advance()
        state = OperationState(definition.name, self.source.base + start, result_count)
        around, self.custom_op = self.custom_op, definition.name
        self.nested(lambda: definition.form.parse(self, state))
        self.custom_op = around
        attributes = with_defaults(state.attributes, definition)
        return Operation(state.name, state.operands, state.result_types, attributes, state.regions, state.successors, state.location)

    def error_in_op(self, message: str, start: int | None = None) -> Error:
        """An error in the syntax of the custom op that is being read, which names it."""
        return self.error(f"custom op '{self.custom_op}' {message}" if self.custom_op else message, start)

    def _custom_definition(self, written: str) -> Definition | None:
        """The definition behind a custom op's name; a name without a dialect belongs to the one in charge here."""
        if "." in written:
            definition = self.lookup(written)
            if definition is not None and definition.form is not None:
                return definition
        for prefix in (self.default_dialects[-1], "builtin", "func", "std"):
            definition = self.lookup(f"{prefix}.{written}") if prefix else None
            if definition is not None and definition.form is not None:
                return definition
        return None

    def _raise_unknown(self, written: str, start: int) -> NoReturn:
        prefix, dot, local = written.partition(".")
        if INTEGER(written):
            raise self.expected("operation name in quotes")
        if not dot:
            tried = f" (tried '{self.default_dialects[-1] or 'func'}.{written}' as well)"
            raise self.error(f"custom op '{written}' is unknown{tried}", start)
        dialect = self.lookup_dialect(prefix)
        if dialect is None:
            hint = "operations of dialects that are not known here stand in quotes, in generic form"
            raise self.error(f"Dialect `{prefix}' not found for custom op '{written}' ({hint})", start)
        why = dialect.sketched.get(local)
        if why is None and self.lookup(written) is not None:
            raise self.error(f"'{written}' has no custom form; write it in quotes", start)
        hint = f": {why}" if why else self._nearest(written, prefix)
        raise self.error(f"custom op '{written}' is unknown{hint}", start)

    def _nearest(self, name: str, prefix: str) -> str:
        from tfir.ir.suggestion import did_you_mean

        dialect = self.lookup_dialect(prefix)
        return did_you_mean(name, [f"{prefix}.{each}" for each in dialect.table]) if dialect is not None else ""

    # Values

    def operand(self) -> Unresolved:
        """Takes a value's name."""
        if self.kind == NUMBER:
            raise self.error(f"expected SSA operand, found {self.found()}; a number is an operand as the result of a constant")
        start, text = self.start, self.take(VALUE, "SSA operand")
        name, _, number = text.partition("#")
        return Unresolved(name, int(number) if number else 0, start)

    def operands(self) -> list[Unresolved]:
        """A comma list of operands, possibly empty."""
        return self.comma_list(self.operand) if self.kind == VALUE else []

    def defined_operands(self, names: Sequence[str], types: Sequence[Type]) -> list[Value] | None:
        """The values of names as operands are spelled, `%a` or `%a#1`, if all are defined and of these types."""
        if len(types) != len(names):
            return None
        operands, values = [], self.values
        for name, type in zip(names, types):
            results = values.get(name)
            if results is not None:
                value = results[0]
            else:
                base, pack, number = name.partition("#")
                results = values.get(base) if pack else None
                if results is None or not number.isdecimal() or int(number) >= len(results):
                    return None
                value = results[int(number)]
            if value.type is not type:
                return None
            operands.append(value)
        return operands

    def resolve(self, operand: Unresolved, type: Type) -> Value:
        """The value of that name, which must have that type. One that is defined later gets a stand-in until then."""
        results = self.values.get(operand.name)
        if results is None:
            return self._stand_in(operand, type)
        if operand.number >= len(results):
            raise self.error(f"reference to invalid result number {operand.number} of '{operand.name}'", operand.start)
        value = results[operand.number]
        if value.type is not type:
            self._raise_type_mismatch(operand, value, type)
        return value

    def resolve_any(self, operand: Unresolved) -> Value:
        """The value of that name, of any type; it must be defined already."""
        results = self.values.get(operand.name)
        if results is None or operand.number >= len(results):
            raise self.error(f"use of undeclared SSA value name '{operand.name}'", operand.start)
        return results[operand.number]

    def _stand_in(self, operand: Unresolved, type: Type) -> Value:
        waiting = self.forward.setdefault(operand.name, {})
        if operand.number in waiting:
            value, _ = waiting[operand.number]
            if value.type is not type:
                self._raise_type_mismatch(operand, value, type)
            return value
        value = Value(type, None, operand.number)
        waiting[operand.number] = (value, operand.start)
        return value

    def _raise_type_mismatch(self, operand: Unresolved, value: Value, type: Type) -> NoReturn:
        notes = self._first_met("prior use here", value, operand.name)
        raise self.error(
            f"use of value '{operand.name}' expects different type than prior uses: '{type}' vs '{value.type}'", operand.start, notes
        )

    def _first_met(self, message: str, value: Value, name: str) -> list[Diagnostic]:
        """A note where a value got its name, if it was read; `name` is to be found in front of the operation that has it as a result."""
        place = place_of(value)
        if place is None:
            return []
        at = place - self.source.base
        named = self.text.find(name, self.text.rfind("\n", 0, max(at, 0)) + 1, max(at, 0))
        return [Diagnostic(message, place if named < 0 else self.place(named), "note")]

    def define(self, name: str, values: Sequence[Value], start: int) -> None:
        """Makes a name stand for results or an argument from here to the end of the scope."""
        if name in self.values:
            raise self.error(
                f"redefinition of SSA value '{name}'", start, self._first_met("previously defined here", self.values[name][0], name)
            )
        self.values[name] = values
        self.scope_names[-1].append(name)
        if self.keep_names:
            for value in values:
                value.name = name[1:]
        if self.forward and name in self.forward:
            for number, (stand_in, use) in self.forward.pop(name).items():
                if number >= len(values):
                    raise self.error(f"reference to invalid result number {number} of '{name}'", use)
                if stand_in.type is not values[number].type:
                    raise self.error(
                        f"definition of SSA value '{name}#{number}' has type '{values[number].type}'", start,
                        [Diagnostic(f"previously used here with type '{stand_in.type}'", self.place(use), "note")],
                    )  # fmt: skip
                stand_in.replace_all_uses_with(values[number])

    def _check_forward(self) -> None:
        undefined = sorted([(use, name) for name, waiting in self.forward.items() for _, use in waiting.values()])
        if undefined:
            raise Error.of([Diagnostic(f"use of undeclared SSA value name '{name}'", self.place(use)) for use, name in undefined])

    # Regions and blocks

    def region(self, arguments: Iterable[Argument] = (), for_op: Definition | None = None) -> Region:
        """A region in braces. `arguments` are (name, type, place) of entry arguments that the syntax around it has named, and a location if
        that was written."""
        if not self.nest.around and for_op is not None and "symbol_table" in for_op.traits:  # the file's module, which text may leave out
            return self._region(list(arguments), for_op)
        with self.nest:
            return self._region(list(arguments), for_op)

    def _region(self, arguments: list[Argument], definition: Definition | None) -> Region:
        isolated = definition is not None and "isolated" in definition.traits
        outer = self.values, self.forward, self.blocks, self.depth
        if isolated:
            self.values, self.forward = {}, {}
        self.blocks, self.depth = {}, 0
        self.scope_names.append([])
        self.default_dialects.append(definition.default_dialect if definition is not None else "")
        region = Region()
        self._region_body(region, arguments)
        undefined = [(name, use) for name, (block, use) in self.blocks.items() if use is not None]
        if undefined:
            raise self.error(f"reference to an undefined block '{undefined[0][0]}'", undefined[0][1])
        if isolated:
            self._check_forward()
        self.default_dialects.pop()
        for name in self.scope_names.pop():
            self.values.pop(name, None)
        self.values, self.forward, self.blocks, self.depth = outer
        return region

    def _region_body(self, region: Region, arguments: list[Argument]) -> None:
        self.expect("{", "to begin a region")
        if self.at("}") and not arguments:
            self.advance()
            return
        if self.kind != BLOCK or arguments:
            entry = region.add_block()
            for name, type, place, *written in arguments:
                if name in self.values or name in self.forward:
                    self._raise_in_use(name, place)
                location = written[0] if written and written[0] is not None else self.place(place)
                self.define(name, [entry.add_argument(type, location=location)], place)
            self._block_operations(entry)
        while self.kind == BLOCK:
            self._block_operations(self._labelled_block(region))
        self.expect("}", "to end the region")

    def _raise_in_use(self, name: str, place: int) -> NoReturn:
        """An argument that the syntax around a region names has a name of its own."""
        if name in self.values:
            notes = self._first_met("previously referenced here", self.values[name][0], name)
        else:
            first = min([use for _, use in self.forward[name].values()])
            notes = [Diagnostic("previously referenced here", self.place(first), "note")]
        raise self.error(f"region entry argument '{name}' is already in use", place, notes)

    def _labelled_block(self, region: Region) -> Block:
        start, name = self.start, self.advance()
        block, use = self.blocks.get(name) or (Block(), start)
        if use is None:
            raise self.error(f"redefinition of block '{name}'", start)
        self.blocks[name] = (region.add_block(block), None)
        block.label = name[1:]
        if self.at("("):
            for operand, type, location in self.comma_list(self._block_argument, "(", ")"):
                self.define(operand.name, [block.add_argument(type, location=location)], operand.start)
        self.expect(":", "after block name")
        return block

    def _block_argument(self) -> tuple[Unresolved, Type, AnyLocation]:
        operand = self.operand()
        self.expect(":", "and type for SSA operand")
        type = self.type()
        return operand, type, self.location() if self.at("loc") else self.place(operand.start)

    def successor(self) -> Block:
        """Takes a block's label; the block may come later."""
        start, name = self.start, self.take(BLOCK, "block name, such as ^bb1")
        if name not in self.blocks:
            self.blocks[name] = (Block(), start)
        return self.blocks[name][0]

    def _block_operations(self, block: Block) -> None:
        while True:
            self._fast_path(block)
            if self.kind == BLOCK or self.at("}"):
                return
            if self.kind == END:
                raise self.expected("'}' to end a region")
            op = block.append(self.operation())
            if self.use_fast_paths:
                remember(self, self.alike[self.default_dialects[-1]], op, self.start)

    # The fast path

    def _fast_path(self, block: Block) -> None:
        """Reads operations as long as each is shaped as printed; leaves the scanner at the first that is not."""
        if not self.use_fast_paths:
            return
        text, position, default = self.text, self.start, self.default_dialects[-1]
        fast_paths, alike = self.fast_paths.setdefault(default, {}), self.alike.setdefault(default, {})
        while True:
            position = read_lines_alike(self, block, position, alike)
            head = FAST_PATH_HEAD(text, position)
            if head is None:
                break
            line_end = text.find("\n", head.end(), head.end() + LONGEST)
            if line_end < 0 or NEXT(text, line_end) is None:
                break
            definition, fast_path = fast_paths.get(head[4]) or self._fast_path_of(head[4], default, fast_paths)
            end = fast_path(self, block, definition, head) if fast_path is not None else None
            if end is None:
                break
            if block.last is not None:  # which the fast path has appended
                remember(self, alike, block.last, end, is_finished=True)
            position = end
        self.seek(position)  # a fast path that gives up may have moved the scanner

    def read_exactly(self, key: object, start: int, end: int, read: Callable[..., Read], *arguments: object) -> Read | None:
        """The result of a reader on the text from `start` to `end`, cached under `key` for fast paths; None where the reader ends elsewhere."""
        self.seek(start)
        content = read(*arguments)
        if not self.is_behind(end):
            return None
        if key is not None:
            self.fast_path_cache[key] = content
        return content

    def _fast_path_of(
        self, name: str, default: str, fast_paths: dict[str, tuple[Definition | None, FastPath | None]]
    ) -> tuple[Definition | None, FastPath | None]:
        """(definition, fast_path) for an op's name as written where a dialect is in charge; the fast path may be None."""
        self.met[name] = self.met.get(name, 0) + 1
        if self.met[name] < FIRST_ON_FAST_PATH:
            return None, None
        if name[0] == '"':
            from tfir.text.fast_paths.generic import read_generic_line

            definition = self.lookup(name[1:-1])
            fast_path = read_generic_line if definition is not None and definition.today is None else None
        else:
            definition = self.lookup(name) if "." in name else self.lookup(f"{default}.{name}") if default else None
            fast_path = getattr(definition.form, "fast_path", None) if definition is not None else None
        fast_paths[name] = definition, fast_path
        return fast_paths[name]


def with_defaults(attributes: dict[str, Attribute], definition: Definition | None) -> dict[str, Attribute]:
    """The attributes of an operation that was read, those included that its definition gives to each that does not say otherwise."""
    return definition.defaults | attributes if definition is not None and definition.defaults else attributes


def place_of(value: Value) -> int | None:
    """Where in the text a value is defined, if it was read."""
    owner = value.owner
    location = owner.argument_locations.get(value) if isinstance(owner, Block) else getattr(owner, "location", None)
    return location if isinstance(location, int) else None


def parse(source: Source, lookup: Lookup, lookup_dialect: LookupDialect, **options: Any) -> Operation:
    """The module that a source holds; `options` are those of `Parser`. Raises `Error` where the text is wrong. The cyclic collector
    rests meanwhile: nothing that is built here is garbage."""
    parser, collecting = Parser(source, lookup, lookup_dialect, **options), gc.isenabled()
    gc.disable()
    try:
        return parser.module()
    except RecursionError:
        raise too_deep(Error("nested too deeply", parser.place())) from None
    finally:
        if collecting:
            gc.enable()
