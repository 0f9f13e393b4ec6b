"""Modules of LLVM's assembly: globals, functions with their blocks, groups of attributes, named metadata."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import CODE_MODEL, PARTITION, PARTS, SANITIZERS, SPACE, STORAGE, THREADS
from tfir.conversion.llvm_ir.metadata import elements
from tfir.conversion.llvm_ir.module import FLAGS
from tfir.dialects import has_trait, with_trait
from tfir.dialects.llvm.attributes import COMDATS, LINKAGE, LINKAGES, UNNAMED, VISIBILITIES
from tfir.dialects.llvm.types import VOID, FunctionType, PointerType
from tfir.ir.attributes import ArrayAttr, Attribute, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.types import I64, Type

from tftranslate.llvm_ir.attribute_reader import Attributes, of_function
from tftranslate.llvm_ir.instruction import Instruction, Record
from tftranslate.llvm_ir.instruction_reader import InstructionReader
from tftranslate.llvm_ir.lexer import name_of
from tftranslate.llvm_ir.values import GLOBAL, Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tfir.ir.location import Source

    from tftranslate.llvm_ir.metadata_reader import Node

LOCAL = ("internal", "private")
IMPLICIT = "external"
CHECKED = ("no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit")


class Symbol:
    """A global, an alias, a resolver or a function: `kind` says which. `attributes` are those of its operation but names of types."""

    __slots__ = (
        "kind",
        "name",
        "attributes",
        "type",
        "value",
        "target",
        "comdat",
        "space",
        "metadata",
        "words",
        "place",
        "body",
        "function",
        "parts",
    )
    type: Type
    value: Constant | None  # what a global begins with, what an alias is of, or the resolver
    comdat: str | None
    body: Body | None
    function: Signature
    parts: dict[
        str, Constant
    ]  # of a function: what stands in front of its code, and whose routine handles exceptions where it is no function

    def __init__(self, kind: str, name: str, place: int):
        self.kind, self.name, self.place = kind, name, place
        self.attributes: dict[str, Attribute] = {}
        self.metadata: list[tuple[str, Node]] = []
        self.words = Attributes()
        self.value, self.space, self.body = None, 0, None
        self.comdat = None
        self.parts = {}


class Signature:
    """Names of a function's arguments, and what is said of them and of the result."""

    __slots__ = ("names", "types", "arguments", "result", "is_variadic")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.types: list[Type] = []
        self.arguments: list[Attributes] = []
        self.result, self.is_variadic = Attributes(), False


class BasicBlock:
    __slots__ = ("label", "instructions")

    def __init__(self, label: str):
        self.label = label
        self.instructions: list[Instruction] = []


class Body:
    """The blocks of a function, by their labels in order. `mentioned` are labels in the order in which they are first named."""

    __slots__ = ("blocks", "place")

    def __init__(self, place: int):
        self.blocks: dict[str, BasicBlock] = {}
        self.place = place


class ModuleReader(InstructionReader):
    def __init__(self, source: Source):
        super().__init__(source)
        self.symbols: dict[str, Symbol] = {}
        self.comdats: dict[str, str] = {}
        self.assembly_lines: list[str] = []
        self.named_metadata: dict[str, list[Any]] = {}
        self.nameless = 0

    def read(self) -> None:
        while self.token:
            self.top()

    def top(self) -> None:
        token = self.token
        read = TOP.get(token)
        if read is not None:
            self.at += 1
            read(self)
        elif token[:1] in SIGILS and len(token) > 1:
            SIGILS[token[0]](self)
        else:
            raise self.expected("a global, a function, a type or metadata")

    def source_name(self) -> None:
        self.expect("=")
        self.told["source_filename"] = self.string()

    def target(self) -> None:
        word = self.take()
        self.expect("=")
        self.told[word] = self.string()

    def module_assembly(self) -> None:
        self.expect("asm")
        self.assembly_lines += [line for line in self.string().split("\n") if line]

    def type_definition(self) -> None:
        """Past `%name = type ..`, which is read where it is named."""
        self.at += 1
        self.expect("=")
        self.expect("type")
        if not self.accept("opaque"):
            self.type()

    def comdat_definition(self) -> None:
        place, name = self.place, self.name("$", "a comdat")
        if name in self.comdats:
            raise self.error(f"redefinition of '${name}'", place)
        self.expect("=")
        self.expect("comdat")
        if self.token not in COMDATS:
            raise self.expected("a kind of comdat")
        self.comdats[name] = self.take()

    def attribute_group(self) -> None:
        self.at += 1
        self.expect("=")
        self.skip_brackets()

    def metadata_definition(self) -> None:
        token, place = self.take(), self.place
        self.expect("=")
        if token[1:].isdecimal():
            self.node_numbered(int(token[1:]), place)
            self.accept("distinct")
            self.at += self.token != "!"
            self.at += self.token == "!"
            self.skip_brackets()
        else:
            self.expect("!")
            self.named_metadata.setdefault(name_of(token), []).extend(self.listed(self.node, "{", "}"))

    def module_flags(self) -> list[Node]:
        """What becomes of each where modules meet, its name, and its value."""
        flags = self.named_metadata.get(FLAGS, [])
        for node in flags:
            if len(node.parts) != 3:
                raise self.error(f"a flag of a module has 3 parts, not {len(node.parts)}", node.place)
        return flags

    def summary(self) -> None:
        """Past an entry of ThinLTO's index, which no operation has."""
        self.at += 1
        self.expect("=")
        self.at += 1
        self.skip_brackets()

    def use_order(self) -> None:
        """Past the order of a value's uses."""
        while self.token and self.token != "{":
            self.at += 1
        self.skip_brackets()

    def block_number(self, function: str, label: str) -> int:
        """A block's number, in the order in which blocks are first named: those whose addresses are taken before, then by the text."""
        symbol = self.symbols.get(function)
        if symbol is None or symbol.body is None or label not in symbol.body.blocks:
            raise self.error(f"'@{function}' has no block '%{label}'")
        return list(self.labels_named[function]).index(label)

    # Globals

    def linkage(self, symbol: Symbol) -> str:
        """What stands in front of a global's or a function's kind. The word of the linkage, also where it is the usual one."""
        held, word = symbol.attributes, self.take() if self.token in LINKAGES else ""
        if self.accept("dso_local"):
            held["dso_local"] = UnitAttr()
        self.accept("dso_preemptable")
        visibility = VISIBILITIES.index(self.take()) if self.token in VISIBILITIES[1:] else 0
        self.accept("default")
        if self.token in ("dllimport", "dllexport"):
            held[STORAGE] = StringAttr(self.take())
        held["linkage"], held["visibility_"] = LINKAGE.of(word or IMPLICIT), IntegerAttr(visibility, I64)
        if word in LOCAL or (visibility and word != "extern_weak"):
            held["dso_local"] = UnitAttr()
        return word

    def unnamed(self, held: dict[str, Attribute]) -> None:
        held["unnamed_addr"] = IntegerAttr(UNNAMED.index(self.take()) if self.token in UNNAMED[1:] else 0, I64)

    def global_(self) -> None:
        place, name = self.place, self.name("@", "a global")
        self.expect("=")
        symbol = Symbol("global", self.symbol_name(name), place)
        word = self.linkage(symbol)
        if self.accept("thread_local"):
            symbol.attributes["thread_local_"] = UnitAttr()
            if self.token == "(":
                symbol.attributes[THREADS] = StringAttr(self.text_in_brackets().strip())
        self.unnamed(symbol.attributes)
        symbol.space = self.address_space()
        if self.accept("externally_initialized"):
            symbol.attributes["externally_initialized"] = UnitAttr()
        if self.token in ("alias", "ifunc"):
            self.indirect(symbol)
        elif self.token in ("global", "constant"):
            self.variable(symbol, word not in ("external", "extern_weak"))
        else:
            raise self.expected("'global', 'constant', 'alias' or 'ifunc'")
        self.add(symbol, name)

    def add(self, symbol: Symbol, name: str) -> None:
        if name in self.symbols:
            raise self.error(f"redefinition of '@{name}'", symbol.place)
        self.symbols[name] = symbol

    def symbol_name(self, name: str) -> str:
        """A global without a name gets one."""
        if not name.isdecimal():
            return name
        while (fresh := f"mlir.llvm.nameless_global_{self.nameless}") and f"@{fresh}" in self.tokens:
            self.nameless += 1
        self.nameless += 1
        return fresh

    def indirect(self, symbol: Symbol) -> None:
        symbol.kind = self.take()
        symbol.type = self.type()
        self.expect(",")
        symbol.value = self.expression(PointerType()) if has_trait(f"llvm.{self.token}", "pure") else self.typed_constant()
        while self.accept(","):
            self.expect("partition")
            symbol.attributes[PARTITION] = StringAttr(self.string())

    def variable(self, symbol: Symbol, begins: bool) -> None:
        if self.take() == "constant":
            symbol.attributes["constant"] = UnitAttr()
        symbol.type = self.value_type()
        symbol.value = self.as_constant(symbol.type) if begins else None
        while self.accept(","):
            self.property(symbol)
        symbol.words = self.function_attributes()

    def as_constant(self, type: Type) -> Constant:
        place, value = self.place, self.value(type)
        if not isinstance(value, Constant):
            raise self.error("expected a constant", place)
        return value

    def property(self, symbol: Symbol) -> None:
        """`section "x"`, `align 8`, metadata."""
        token, held = self.token, symbol.attributes
        if token[:1] == "!":
            self.at += 1
            symbol.metadata.append((token[1:], self.node()))
        elif token == "comdat":
            self.comdat(symbol)
        elif self.accept("section"):
            held["section"] = StringAttr(self.string())
        elif self.accept("align"):
            held["alignment"] = IntegerAttr(self.integer(), I64)
        elif self.accept("partition"):
            held[PARTITION] = StringAttr(self.string())
        elif self.accept("code_model"):
            held[CODE_MODEL] = StringAttr(self.string())
        elif token in CHECKED:
            held[SANITIZERS] = ArrayAttr([*elements(held.get(SANITIZERS, ArrayAttr([]))), StringAttr(self.take())])
        else:
            raise self.expected("a property of a global")

    def comdat(self, symbol: Symbol) -> None:
        self.at += 1
        symbol.comdat = self.in_parentheses(lambda: self.name("$", "a comdat")) if self.token == "(" else symbol.name
        if symbol.comdat not in self.comdats and f"${symbol.comdat}" not in self.tokens and f'$"{symbol.comdat}"' not in self.tokens:
            self.refuse(f"use of undefined comdat '${symbol.comdat}'")

    # Functions

    def declare(self) -> None:
        metadata = self.attachments()
        symbol = self.header()
        symbol.metadata = metadata + symbol.metadata

    def define(self) -> None:
        symbol = self.header()
        place = self.place
        self.expect("{")
        body = symbol.body = Body(place)
        taken = sorted(self.labels_taken.get(symbol.name, ()), key=lambda label: (int(label), "") if label.isdecimal() else (0, label))
        self.named = self.labels_named[symbol.name] = dict.fromkeys(taken)
        counter = Numbering(self, symbol.function.names)
        while not self.accept("}"):
            if self.accept("uselistorder", "uselistorder_bb"):
                self.use_order()
                continue
            block = BasicBlock(counter.named(self.place, name_of(self.take())) if self.token[-1:] == ":" else counter.next())
            body.blocks[block.label] = block
            self.named.setdefault(block.label)
            self.block(block, counter)
        if not body.blocks:
            raise self.error("a function's body has a block", place)

    def block(self, block: BasicBlock, counter: Numbering) -> None:
        records: list[Record] = []
        while True:
            if self.token[:5] == "#dbg_":
                records.append(self.record())
                continue
            instruction = self.instruction()
            instruction.records, records = records, []
            if instruction.type is not VOID:
                instruction.result = counter.next() if instruction.result is None else counter.named(instruction.place, instruction.result)
            elif instruction.result is not None:
                raise self.error("an operation without a result has no name", instruction.place)
            block.instructions.append(instruction)
            if instruction.name in TERMINATORS:
                return

    def record(self) -> Record:
        place, kind = self.place, self.take()[5:]
        return Record(kind, self.listed(self.metadata, "(", ")"), place)

    def attachments(self) -> list[tuple[str, Node]]:
        attached = []
        while self.token[:1] == "!" and self.token[1:2].isalpha() and self.tokens[self.at + 1] != "=":
            kind = self.take()[1:]
            attached.append((kind, self.node()))
        return attached

    def header(self) -> Symbol:
        symbol, signature = Symbol("function", "", self.place), Signature()
        symbol.function = signature
        self.linkage(symbol)
        convention = self.convention(symbol.attributes)
        signature.result = self.value_attributes()
        result = self.value_type()
        symbol.place, symbol.name = self.place, self.name("@", "a function")
        self.parameters(signature)
        symbol.type = FunctionType(result, signature.types, signature.is_variadic)
        self.unnamed(symbol.attributes)
        space = self.space_of_function()
        if space != self.usual_space("P"):
            symbol.attributes[SPACE] = IntegerAttr(space, I64)
        symbol.space = space
        while self.more(symbol):
            pass
        symbol.metadata = self.attachments()
        symbol.attributes |= of_function(symbol.words)
        symbol.attributes["CConv"] = StringAttr(convention)
        symbol.attributes["function_type"] = TypeAttr(symbol.type)
        self.add(symbol, symbol.name)
        return symbol

    def parameters(self, signature: Signature) -> None:
        self.expect("(")
        counter = Numbering(self)
        while not self.accept(")"):
            if signature.types:
                self.expect(",")
            if self.accept("..."):
                signature.is_variadic = True
                self.expect(")")
                return
            signature.types.append(self.value_type())
            signature.arguments.append(self.value_attributes())
            signature.names.append(counter.named(self.place, name_of(self.take())) if self.token[:1] == "%" else counter.next())

    def more(self, symbol: Symbol) -> bool:
        """Whether one more of what stands behind a function's signature was read."""
        held, words = symbol.attributes, self.function_attributes()
        symbol.words.update(words)
        token = self.token
        if token == "gc":
            self.at += 1
            held["garbageCollector"] = StringAttr(self.string())
        elif token in PARTS:
            self.at += 1
            constant = self.typed_constant()
            if token == "personality" and constant.kind == GLOBAL:
                held["personality"] = SymbolRefAttr(constant.payload)
            else:
                symbol.parts[token] = constant
        elif token in ("section", "align", "partition", "comdat"):
            self.property(symbol)
        else:
            return bool(words)
        return True


class Numbering:
    """Numbers for what has no name, in the order of the text; `names` are there before."""

    __slots__ = ("reader", "taken", "count")

    def __init__(self, reader: ModuleReader, names: Iterable[str] = ()):
        self.reader, self.taken = reader, set(names)
        self.count = max([int(name) for name in names if name.isdecimal()], default=-1) + 1

    def next(self) -> str:
        self.count += 1
        return str(self.count - 1)

    def named(self, place: int, name: str) -> str:
        """Raises Error for a name that is taken, and for a number that is not behind all others."""
        if name.isdecimal() and int(name) < self.count:
            raise self.reader.error(f"expected a number from %{self.count} on, found '%{name}'", place)
        if name in self.taken:
            raise self.reader.error(f"redefinition of '%{name}'", place)
        self.taken.add(name)
        self.count = int(name) + 1 if name.isdecimal() else self.count
        return name


TERMINATORS = with_trait("llvm", "terminator").keys()
TOP = {
    "source_filename": ModuleReader.source_name, "target": ModuleReader.target, "module": ModuleReader.module_assembly,
    "declare": ModuleReader.declare, "define": ModuleReader.define, "attributes": ModuleReader.attribute_group,
    "uselistorder": ModuleReader.use_order, "uselistorder_bb": ModuleReader.use_order,
}  # fmt: skip
SIGILS = {
    "%": ModuleReader.type_definition, "$": ModuleReader.comdat_definition, "@": ModuleReader.global_,
    "!": ModuleReader.metadata_definition, "^": ModuleReader.summary,
}  # fmt: skip
