"""Prints programs as MLIR prints them, in custom or generic form."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, entry_text
from tfir.ir.dense import HEX_IF_LARGER, DenseAttr, DenseStringsAttr, ResourceAttr, key_text
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, quoted, resolve
from tfir.ir.nesting import too_deep
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.parts import UNREGISTERED_PROPERTIES
from tfir.ir.types import function_text
from tfir.startup.patterns import compiled
from tfir.text.assembly import Format
from tfir.text.naming import UNPRINTABLE, Naming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from tfir.ir.parts import Shared
    from tfir.ir.types import Type
    from tfir.text.aliases import Aliases
    from tfir.text.interfaces import Definition, Lookup

    Line = Callable[["Printer", Operation], str]  # what follows an op's name
    Around = Callable[["Printer", Operation], list[str]]  # the same, around the names of the operands in their order
    Plan = tuple[str, Line | None, Around | None]
    Cast = tuple[str, list[str], str]

LARGE = 1 << 16  # characters; longer data does not travel through the pieces of text around it
MARK = "\0"  # stands around the number of a blob in the text until the end; printed text has no zero bytes

NAMES = compiled(r"(%[\w$.\-]+(?:#\d+)?)").split
# How many results an operation has, of how many operands.
ONE_OF_TWO, ONE_OF_ONE, ONE_OF_NONE, ANY = "1 of 2", "1 of 1", "1 of 0", "any"
KINDS = {4: ONE_OF_TWO, 3: ONE_OF_ONE, 2: ONE_OF_NONE}  # by the number of pieces of text around the names


class PrintOptions:
    """How to print. Sizes count elements (of constants) or characters (of resources); None means no limit. `SpecialPrintOptions` have
    effect by `names_of_locations`, by which values get the names of their locations, and `users`: comments list the users of values."""

    __slots__ = ("generic", "debug_info", "elide_elements", "elide_resources", "hex_elements", "keep_names", "local_scope",
                 "skip_regions", "unique_names", "names_of_locations", "users")  # fmt: skip

    def __init__(
        self, generic: bool = False, debug_info: bool = False, elide_elements: int | None = None, elide_resources: int | None = None,
        hex_elements: int = HEX_IF_LARGER, keep_names: bool = False, local_scope: bool = False, skip_regions: bool = False,
        unique_names: bool = False, names_of_locations: bool = False, users: bool = False,
    ):  # fmt: skip
        self.generic, self.debug_info, self.keep_names, self.local_scope = generic, debug_info, keep_names, local_scope
        self.elide_elements, self.elide_resources, self.hex_elements = elide_elements, elide_resources, hex_elements
        self.skip_regions, self.unique_names, self.names_of_locations, self.users = skip_regions, unique_names, names_of_locations, users

    def printer(self, root: Operation, lookup: Lookup) -> Printer:
        return Printer(root, lookup, self)


class Printer:
    """Writes one operation and all inside it into a list of pieces of text."""

    __slots__ = (
        "lookup", "options", "out", "write", "names", "naming", "indent", "default_dialects", "plans", "signatures", "templates", "casts",
        "large", "resources", "locations", "aliases", "branches",
    )  # fmt: skip

    def __init__(self, root: Operation, lookup: Lookup, options: PrintOptions | None = None):
        self.lookup, self.options = lookup, options or PrintOptions()
        self.out: list[str] = []
        self.write = self.out.append
        self.naming = Naming(root, lookup, self.options.generic, self.options.keep_names, self.options.unique_names)
        self.names = self.naming.names
        self.indent = ""
        self.default_dialects = ["builtin"]
        self.plans: list[dict[str, Plan]] = [{}]  # by names of operations, for each region that is being printed
        # By dialect in charge: what operations that share all else print around their names.
        self.casts: dict[str, dict[Shared | None, Cast]] = {}
        self.signatures: dict[tuple[Type | None, ...], str] = {}
        # Texts of ops without the names of operands, by types and attributes: mostly few differ.
        self.templates: dict[tuple[object, ...], str] = {}
        self.resources: dict[str, ResourceAttr] = {}
        self.aliases = self._aliases(root) if not self.options.local_scope else None
        self.locations = self.aliases if self.options.debug_info else None
        # Of the region whose labels print: (region, what branches to each of its blocks).
        self.branches: tuple[Region, dict[Block, list[Block]]] | None = None
        self.large: list[DenseAttr | ResourceAttr] = []  # attributes whose data are left out of the text for now

    def _aliases(self, root: Operation) -> Aliases | None:
        """The aliases for locations, affine maps and the like, where any may be printed."""
        if not self.options.debug_info and not Attribute.have_aliases:
            return None
        from tfir.text.aliases import Aliases

        return Aliases(root, self.out)

    def _name_aliases(self) -> None:
        """Puts the aliases into the output, with their definitions in front of the program and behind it."""
        if self.aliases is not None:
            front, behind = self.aliases.finish()
            self.out.insert(0, front)
            self.write(behind)
        if Attribute.have_aliases:
            from tfir.text.aliases import number_distinct

            number_distinct(self.out)

    def write_unmet(self, text: str) -> None:
        """Writes text whose maps and the like get no names for its sake, but bear those that they have."""
        self.write(self.aliases.unmet(text) if self.aliases is not None else text)

    def pieces(self, root: Operation) -> Iterator[str]:
        """The whole text in order. The data of large constants are pieces of their own, made when they are asked for."""
        try:
            self.operation(root)
            self.write("\n")
            self._name_aliases()
        except RecursionError:
            raise too_deep(Error("nested too deeply to be printed", root)) from None
        if self.resources and not self.options.local_scope:
            self._resource_section()
        text = "".join(self.out)
        if not self.large:
            yield text
            return
        for number, piece in enumerate(text.split(MARK)):
            yield self.large[int(piece)].hex() if number % 2 else piece

    def signature(self, op: Operation) -> str:
        """`(types of operands) -> types of results`."""
        key: tuple[Type | None, ...] = (*[v.type for v in op.results], None, *[v.type for v in op.operands])
        text = self.signatures.get(key)
        if text is None:
            text = self.signatures[key] = function_text([v.type for v in op.operands], [v.type for v in op.results])
        return text

    # Values

    def value(self, value: Value) -> str:
        return self.names.get(value, "<<UNKNOWN SSA VALUE>>")

    def values(self, values: Iterable[Value]) -> str:
        """The names of values, with commas between them."""
        names = self.names
        try:
            return ", ".join([names[value] for value in values])
        except KeyError:
            return ", ".join([self.value(value) for value in values])

    def block_name(self, block: Block) -> str:
        return self.naming.blocks.get(block, "^INVALIDBLOCK")

    # Operations

    def operation(self, op: Operation, with_results: bool = True) -> None:
        """The operation where the text stands now, without indentation in front or a newline after."""
        place = self.locations.use(op.location) if self.locations is not None else None
        if op.results and with_results:
            self.write(self._results(op))
        definition = self.lookup(op.name)
        form = definition.form if definition is not None and not self.options.generic else None
        show = getattr(form, "print", None)
        if show is None or not self._is_shown(op, form, show):
            self.generic(op, definition)
        if self.options.debug_info:
            self.write(" ")
            self.write(place if place is not None else f"loc({resolve(op.location)})")

    def _is_shown(self, op: Operation, form: object, show: Callable[[Printer, Operation], None]) -> bool:
        """Writes the custom form of an operation, if it has one that fits; whether it did. Of an operation that the form cannot print,
        which the verifier would report, nothing stays written."""
        written, indent, depth = len(self.out), self.indent, len(self.plans)
        try:
            fits = getattr(form, "fits", None)
            if fits is not None and not fits(op):
                return False
            self.write(self._shown_name(op.name))
            show(self, op)
            return True
        except UNPRINTABLE:
            del self.out[written:], self.plans[depth:], self.default_dialects[depth:]
            self.indent = indent
            return False

    def _shown_name(self, name: str) -> str:
        """An op's name as its custom form begins: without the dialect in charge."""
        default = self.default_dialects[-1]
        return name[len(default) + 1 :] if default and name.startswith(default + ".") else name

    def _results(self, op: Operation) -> str:
        packs = self.naming.packs.get(op)
        if packs is None:
            return self.value(op.results[0]) + " = "
        return ", ".join([name if count == 1 else f"{name}:{count}" for name, count in packs]) + " = "

    def generic(self, op: Operation, definition: Definition | None = None) -> None:
        """`"name"(operands)[successors] <{properties}> ({regions}) {attributes} : type`."""
        properties, discardable = self._split(op, definition or self.lookup(op.name)) if op.attributes else ({}, {})
        if self.aliases is not None and not op.regions:
            self.aliases.generic(op)
        self.write(f"{quoted(op.name)}({self.values(op.operands)})")
        if op.successors:
            self.write(f"[{', '.join(map(self.block_name, op.successors))}]")
        if properties or UNREGISTERED_PROPERTIES in op.attributes:
            self.write_unmet(f" <{self.dictionary(properties)}>")
        if op.regions:
            self.write(" (")
            for number, region in enumerate(op.regions):
                if number:
                    self.write(", ")
                self.region(region, op=op, label_empty=True)
            self.write(")")
            if self.aliases is not None:
                self.aliases.generic(op)
        if discardable:
            self.write(" " + self.dictionary(discardable))
        self.write(" : " + self.signature(op))

    def _split(self, op: Operation, definition: Definition | None) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """(properties, discardable attributes)."""
        if definition is None:
            own = op.attributes.get(UNREGISTERED_PROPERTIES)
            rest = {k: v for k, v in op.attributes.items() if k != UNREGISTERED_PROPERTIES}
            return (own.entries if isinstance(own, DictAttr) else {}), rest
        inherent = definition.inherent
        return {k: v for k, v in op.attributes.items() if k in inherent}, {k: v for k, v in op.attributes.items() if k not in inherent}

    # Regions and blocks

    def region(self, region: Region, entry_arguments: bool = True, terminator: bool = True, op: Operation | None = None,
               label_empty: bool = False) -> None:  # fmt: skip
        """`{`, the blocks, `}`. The entry block's label is left out where it can be; so is the terminator on request."""
        if self.options.skip_regions:
            self.write("{...}")
            return
        parent = op or region.parent
        definition = self.lookup(parent.name) if parent is not None else None
        default = definition.default_dialect if definition is not None and not self.options.generic else ""
        self.default_dialects.append(default)
        self.plans.append({} if default != self.default_dialects[-2] else self.plans[-1])
        self.write("{\n")
        outer, self.indent = self.indent, self.indent + "  "
        for number, block in enumerate(region.blocks):
            if number or (entry_arguments and block.arguments) or (not block.first and (label_empty or len(region.blocks) > 1)):
                self._block_label(block, outer)
            self._operations(block, terminator)
        self.indent = outer
        self.write(outer + "}")
        self.default_dialects.pop()
        self.plans.pop()

    def _block_label(self, block: Block, indent: str) -> None:
        self.write(indent + self.block_name(block))
        if block.arguments:
            self.write("(")
            self.arguments(block.arguments)
            self.write(")")
        self.write(f":{self._predecessors(block)}\n")

    def arguments(self, arguments: Iterable[Value]) -> None:
        """`%a: T, %b: T`, with their locations where these are wanted."""
        for number, argument in enumerate(arguments):
            self.write(f"{', ' if number else ''}{self.names[argument]}: {argument.type.text}")
            self.argument_location(argument)

    def argument_location(self, argument: Value) -> None:
        """` loc(...)` behind an argument's type, where locations are wanted."""
        if not self.options.debug_info:
            return
        locations = argument.block.argument_locations if argument.block is not None else {}
        location = locations.get(argument, UNKNOWN)
        self.write(" ")
        self.write(self.locations.use(location, inline=True) if self.locations is not None else f"loc({resolve(location)})")

    def _predecessors(self, block: Block) -> str:
        """The comment on a block's label that names the blocks which branch here; the entry block has none."""
        region = block.parent
        if region is None or block is region.blocks[0]:
            return ""
        if self.branches is None or self.branches[0] is not region:
            self.branches = region, branches_in(region)
        labels = [self.block_name(each) for each in self.branches[1].get(block, ())]
        if not labels:
            return "  // no predecessors"
        return f"  // pred: {labels[0]}" if len(labels) == 1 else f"  // {len(labels)} preds: {', '.join(labels)}"

    def _operations(self, block: Block, terminator: bool) -> None:
        write, names, indent = self.write, self.names, self.indent
        casts: dict[Shared | None, Cast] = self.casts.setdefault(f"{len(indent)}{self.default_dialects[-1]}", {})
        op, last = block.first, None if terminator else block.last
        while True:  # not `while condition`: Python 3.11 specializes what runs once only at unconditional jumps back
            if op is None or op is last:
                break
            cast = casts.get(op.shared)
            if cast is None:
                self._line(op, casts)
            else:
                kind, text, template = cast
                if kind is ONE_OF_TWO:
                    first, second = op.operands
                    write(f"{text[0]}{names[op.results[0]]}{text[1]}{names[first]}{text[2]}{names[second]}{text[3]}")
                elif kind is ONE_OF_ONE:
                    write(f"{text[0]}{names[op.results[0]]}{text[1]}{names[op.operands[0]]}{text[2]}")
                elif kind is ONE_OF_NONE:
                    write(f"{text[0]}{names[op.results[0]]}{text[1]}")
                else:
                    write(template % tuple([names[value] for value in (*op.results, *op.operands)]))
            op = op.next

    def _line(self, op: Operation, casts: dict[Shared | None, Cast]) -> None:
        """An operation with its indentation and newline; the text around the names is kept for others that share all else."""
        shared, out, before = op.shared, self.out, (len(self.out), len(self.large), len(self.resources))
        plan = self.plans[-1].get(op.name)
        if plan is None:
            plan = self.plans[-1][op.name] = self._plan(op.name)
        shown, line, around = plan
        rest = None
        if line is not None and len(op.results) == 1:
            try:
                if shared is not None and around is not None:
                    self._write_around(op, [self.indent, f" = {shown}", *around(self, op)], casts, before)
                    return
                rest = line(self, op)
            except UNPRINTABLE:
                pass  # `operation` finds another form
        if rest is not None:
            self.write(f"{self.indent}{self.names[op.results[0]]} = {shown}{rest}\n")
        else:
            self.write(self.indent)
            self.operation(op)
            self.write("\n")
        if shared is not None and not self.options.debug_info and before[1:] == (len(self.large), len(self.resources)):
            parts = NAMES("".join(out[before[0] :]))
            names = [self.names.get(value) for value in (*op.results, *op.operands)]
            if parts[1::2] == names and len(set(names)) == len(names) and len(op.results) <= 1:
                casts[shared] = cast_of(parts[::2], len(op.results))

    def _write_around(self, op: Operation, pieces: list[str], casts: dict[Shared | None, Cast], before: tuple[int, int, int]) -> None:
        """A line of which the pieces are those around the names, the second and third still apart; kept if no data are left out of it."""
        pieces[1:3] = [pieces[1] + pieces[2]]
        pieces[-1] += "\n"
        for piece, value in zip(pieces, (op.results[0], *op.operands)):
            self.write(piece + self.value(value))
        self.write(pieces[-1])
        if before[1:] == (len(self.large), len(self.resources)):
            casts[op.shared] = cast_of(pieces, len(op.results))

    def _plan(self, name: str) -> Plan:
        """(the name as printed here, functions that give the rest of an op's line, and that around its operands): the printer's own
        fast path."""
        definition = self.lookup(name)
        form = definition.form if definition is not None else None
        line = getattr(form, "line", None)
        if line is None or self.options.generic or self.options.debug_info:
            return name, None, None
        return (
            self._shown_name(name),
            line,
            form.around if isinstance(form, Format) and form.__class__.line is Format.line and form.is_in_order else None,
        )

    def newline(self) -> None:
        """Goes on in the next line, indented as this one."""
        self.write("\n" + self.indent)

    # Attributes

    def attribute(self, attribute: Attribute) -> str:
        """An attribute's text, with large constants shortened as the options say."""
        return self._elements(attribute) if attribute.has_elements else attribute.text

    def _elements(self, attribute: Attribute) -> str:
        if isinstance(attribute, ArrayAttr):
            return f"[{', '.join([self._in_list(inner) for inner in attribute.elements])}]"
        if isinstance(attribute, DictAttr):
            return self.dictionary(attribute.entries)
        limit = self.options.elide_elements
        if isinstance(attribute, ResourceAttr):
            self.resources[attribute.name] = attribute
            return attribute.text
        if isinstance(attribute, (DenseAttr, DenseStringsAttr)):
            if limit is not None and not attribute.is_splat and attribute.type.size > limit:
                return f"dense_resource<__elided__> : {attribute.type.text}"
            return f"dense<{self._body(attribute)}> : {attribute.type.text}"
        return attribute.text

    def _body(self, attribute: DenseAttr | DenseStringsAttr) -> str:
        if isinstance(attribute, DenseAttr) and attribute.is_printed_as_hex(self.options.hex_elements):
            return f'"0x{self._data(attribute)}"'
        return attribute.body(self.options.hex_elements)

    def _data(self, attribute: DenseAttr | ResourceAttr) -> str:
        """Hexadecimal data: itself, or a mark where `pieces` will put it."""
        if attribute.blob is None or 2 * len(attribute.blob) < LARGE:
            return attribute.hex()
        self.large.append(attribute)
        return f"{MARK}{len(self.large) - 1}{MARK}"

    def _in_list(self, attribute: Attribute) -> str:
        return self._elements(attribute) if attribute.has_elements else attribute.text_in_list

    def dictionary(self, entries: Mapping[str, Attribute]) -> str:
        """`{name = value, ...}`, in the order of the names."""
        return "{" + ", ".join([entry_text(name, self.attribute(value), value) for name, value in sorted(entries.items())]) + "}"

    def attribute_dict(self, op: Operation, without: Container[str] = ()) -> None:
        """Writes ` {name = value}` for the attributes that are not spelled elsewhere, if there are any."""
        self.write(self.other_attributes(op, without))

    def other_attributes(self, op: Operation, without: Container[str] = ()) -> str:
        """The text of `attribute_dict`."""
        rest = {name: value for name, value in op.attributes.items() if name not in without}
        return " " + self.dictionary(rest) if rest else ""

    def _resource_section(self) -> None:
        """The data of resources in the order in which they were met. The limit counts all of a string, its quotes included."""
        limit, lines = self.options.elide_resources, []
        given = [(name, attribute, attribute.blob) for name, attribute in self.resources.items() if attribute.blob is not None]
        for name, attribute, blob in given:
            if limit is None or 2 * len(blob) + len('"0x00000000"') <= limit:
                lines.append(
                    f'      {key_text(name)}: "0x{attribute.alignment.to_bytes(4, "little").hex().upper()}{self._data(attribute)}"'
                )
        if given:
            listed = "  dialect_resources: {\n    builtin: {\n" + ",\n".join(lines) + "\n    }\n  }" if lines else ""
            self.write(f"\n{{-#\n{listed}\n#-}}\n")


def branches_in(region: Region) -> dict[Block, list[Block]]:
    """The blocks that branch to each block, as often as they do."""
    branches: dict[Block, list[Block]] = {}
    for block in region.blocks:
        for successor in block.last.successors if block.last is not None else ():
            branches.setdefault(successor, []).append(block)
    return branches


def cast_of(around: list[str], results: int) -> Cast:
    """(kind, text around the names, the same as a template for `%` where the kind is any) of an operation that prints its results, at
    most one, and its operands in order."""
    if results and len(around) in KINDS:
        return KINDS[len(around)], around, ""
    return ANY, around, "%s".join([piece.replace("%", "%%") for piece in around])


def print_operation(root: Operation, lookup: Lookup, options: PrintOptions | None = None) -> str:
    """The operation as text, with a newline at the end."""
    return "".join(print_pieces(root, lookup, options))


def print_pieces(root: Operation, lookup: Lookup, options: PrintOptions | None = None) -> Iterator[str]:
    """The text of `print_operation` piece by piece, for writing: so no constant's data is copied more often than it must."""
    return (options or PrintOptions()).printer(root, lookup).pieces(root)
