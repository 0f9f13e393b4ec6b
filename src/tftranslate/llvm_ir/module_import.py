"""A module that was read, as operations of the llvm dialect, in the order in which upstream has them."""

from __future__ import annotations

from tfir.conversion.llvm_ir.intrinsic_names import operation_of
from tfir.conversion.llvm_ir.kept import METADATA, PART, PARTS
from tfir.conversion.llvm_ir.module import FLAGS, HINTS
from tfir.conversion.llvm_ir.module_flags import BEHAVIORS
from tfir.dialects.llvm.attributes import CCONV, COMDATS, LINKAGE
from tfir.dialects.llvm.types import PointerType
from tfir.ir.attributes import ArrayAttr, Attribute, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import FileLineCol, Source, quoted
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I32, I64

from tftranslate.llvm_ir.attribute_reader import of_value, passthrough
from tftranslate.llvm_ir.constant_import import ConstantImport, as_attribute
from tftranslate.llvm_ir.data_layout import layout
from tftranslate.llvm_ir.debug_import import DebugImport
from tftranslate.llvm_ir.flag_import import FLAG_READERS
from tftranslate.llvm_ir.function_import import FunctionImport, expressed
from tftranslate.llvm_ir.intrinsic_import import OF_DEBUGGERS
from tftranslate.llvm_ir.metadata_import import MetadataImport
from tftranslate.llvm_ir.metadata_reader import Node, number_of
from tftranslate.llvm_ir.module_reader import ModuleReader, Symbol
from tftranslate.llvm_ir.values import GLOBAL, INTEGER, Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfir.ir.location import AnyLocation

COMDAT = "__llvm_global_comdat"
RUN_BY_LOADERS = {"llvm.global_ctors": "ctors", "llvm.global_dtors": "dtors"}
# Named metadata that operations and attributes say, but where these are there already.
TOLD = ("llvm.dependent-libraries", "llvm.module.flags", "llvm.linker.options", "llvm.dbg.cu")
BEHAVIOR_OF = {number: word for word, number in BEHAVIORS.items()}


def import_module(source: Source) -> Operation:
    """Raises Error for what is no LLVM IR, and for what the llvm dialect cannot say."""
    reader = ModuleReader(source)
    reader.read()
    return ModuleImport(reader).build()


class ModuleImport:
    def __init__(self, reader: ModuleReader):
        self.reader, self.metadata = reader, MetadataImport(reader)
        self.debug = self.metadata.debug = DebugImport(reader, self.metadata.distinct)
        self.location: AnyLocation = FileLineCol(reader.told.get("source_filename", reader.source.name), 0, 0)
        self.block = Block()

    def build(self) -> Operation:
        module = Operation("builtin.module", (), (), self.attributes(), [Region([self.block])], location=self.location)
        symbols = list(self.reader.symbols.values())
        self.comdats(symbols)
        for kind in ("global", "alias"):
            for symbol in symbols:
                if symbol.kind == kind:
                    BUILDERS[kind](self, symbol)
        for symbol in reversed(symbols):
            if symbol.kind == "ifunc":
                self.resolver(symbol)
        self.linker_options()
        self.flags()
        for symbol in symbols:
            if symbol.kind == "function":
                self.function(symbol)
        return module

    def add(self, name: str, attributes: dict[str, Attribute], regions: Iterable[Region] = (), location=None) -> Operation:
        return Operation(name, (), (), attributes, regions, location=location or self.location, block=self.block)

    # The module's own

    def attributes(self) -> dict[str, Attribute]:
        told = self.reader.told
        held: dict[str, Attribute] = {"dlti.dl_spec": layout(told.get("datalayout", ""), self.reader.source.base)}
        for name in ("llvm.ident", "llvm.commandline"):
            nodes = self.reader.named_metadata.get(name, ())
            if len(nodes) == 1 and len(nodes[0].parts) == 1 and isinstance(nodes[0].parts[0], str):
                held[name] = StringAttr(nodes[0].parts[0])
        libraries = [text for node in self.reader.named_metadata.get("llvm.dependent-libraries", ()) for text in self.reader.texts(node)]
        if libraries:
            held["llvm.dependent_libraries"] = ArrayAttr([StringAttr(each) for each in libraries])
        held["llvm.module_asm"] = ArrayAttr([StringAttr(line) for line in self.reader.assembly_lines])
        held["llvm.target_triple"] = StringAttr(told.get("triple", ""))
        return held | self.named_nodes([*held, *TOLD])

    def named_nodes(self, told: Sequence[str]) -> dict[str, Attribute]:
        """Metadata with names that say nothing to the dialect."""
        rest = [(name, nodes) for name, nodes in self.reader.named_metadata.items() if name not in told]
        flags = [node for node in self.reader.module_flags() if self.flag(node) is None]
        rest += [(FLAGS, flags)] if flags else []
        listed = [ArrayAttr([StringAttr(name), ArrayAttr(map(self.metadata.kept_node, nodes))]) for name, nodes in rest]
        return {METADATA: ArrayAttr(listed)} if listed else {}

    def linker_options(self) -> None:
        for node in self.reader.named_metadata.get("llvm.linker.options", ()):
            self.add("llvm.linker_options", {"options": ArrayAttr([StringAttr(each) for each in self.reader.texts(node)])})

    def flags(self) -> None:
        listed = [flag for node in self.reader.module_flags() if (flag := self.flag(node)) is not None]
        if listed:
            self.add("llvm.module_flags", {"flags": ArrayAttr(listed)})

    def flag(self, node: Node) -> Attribute | None:
        behavior, name, value = node.parts
        word, number = BEHAVIOR_OF.get(number_of(behavior) or 0), number_of(value)
        if word is None or not isinstance(name, str):
            raise self.reader.error("no flag of a module", node.place)
        if number is not None and value.type is I32:
            shown = f"{number if number < 1 << 31 else number - (1 << 32)} : i32"
        elif isinstance(value, str):
            shown = quoted(value)
        elif isinstance(value, Node) and name in FLAG_READERS:
            shown = FLAG_READERS[name](value)
        else:
            return None
        return OpaqueAttr(f"#llvm.mlir.module_flag<{word}, {quoted(name)}, {shown}>")

    def comdats(self, symbols: list[Symbol]) -> None:
        """In the order in which globals and then functions name them."""
        ordered = [symbol for kind in ("global", "function") for symbol in symbols if symbol.kind == kind]
        named = dict.fromkeys([symbol.comdat for symbol in ordered if symbol.comdat is not None])
        if named:
            block = Block()
            self.add("llvm.comdat", {"sym_name": StringAttr(COMDAT)}, [Region([block])])
            for name in named:
                if name not in self.reader.comdats:
                    raise Error(f"use of undefined comdat '${name}'", self.reader.source.base)
                kind = IntegerAttr(COMDATS.index(self.reader.comdats[name]), I64)
                held = {"sym_name": StringAttr(name), "comdat": kind}
                Operation("llvm.comdat_selector", (), (), held, location=self.location, block=block)

    # Globals

    def global_(self, symbol: Symbol) -> None:
        if symbol.name in RUN_BY_LOADERS:
            self.run_by_loader(symbol)
            return
        value = None if symbol.value is None else as_attribute(symbol.value)
        held = {"global_type": TypeAttr(symbol.type), "sym_name": StringAttr(symbol.name), "addr_space": IntegerAttr(symbol.space, I32)}
        held |= symbol.attributes | ({"value": value} if value is not None else {})
        if symbol.comdat is not None:
            held["comdat"] = SymbolRefAttr(COMDAT, symbol.comdat)
        specific = passthrough(symbol.words)
        if specific.elements:
            held["target_specific_attrs"] = specific
        held |= self.metadata.unsaid([pair for pair in symbol.metadata if pair[0] != "dbg"])
        told = [self.debug.attribute(node) for kind, node in symbol.metadata if kind == "dbg"]
        if any(told):
            held["dbg_exprs"] = ArrayAttr([each for each in told if each is not None])
        region = Region()
        self.add("llvm.mlir.global", held, [region])
        if symbol.value is not None and value is None:
            self.initialize(region, symbol.value)

    def initialize(self, region: Region, constant: Constant) -> None:
        block = region.add_block()
        value = ConstantImport(self.reader, block, expressed).value(constant)
        Operation("llvm.return", [value], location=self.location, block=block)

    def alias(self, symbol: Symbol) -> None:
        region = Region()
        self.add(
            "llvm.mlir.alias", {"alias_type": TypeAttr(symbol.type), "sym_name": StringAttr(symbol.name)} | symbol.attributes, [region]
        )
        self.initialize(region, symbol.value)

    def resolver(self, symbol: Symbol) -> None:
        if symbol.value.kind != GLOBAL:
            raise self.reader.error("expected a function as a resolver", symbol.place)
        held = {"sym_name": StringAttr(symbol.name), "i_func_type": TypeAttr(symbol.type), "resolver": SymbolRefAttr(symbol.value.payload)}
        held |= {"resolver_type": TypeAttr(PointerType()), "address_space": IntegerAttr(symbol.space, I32)} | symbol.attributes
        self.add("llvm.mlir.ifunc", held)

    def run_by_loader(self, symbol: Symbol) -> None:
        """A list of functions that run before or after a program."""
        kind = RUN_BY_LOADERS[symbol.name]
        rows = [self.reader.constants.members(each) for each in self.reader.constants.members(symbol.value)]
        columns: tuple[list, list, list] = ([], [], [])
        for row in rows:
            if len(row) != 3 or row[0].kind != INTEGER or row[1].kind != GLOBAL or not (row[2].kind == GLOBAL or row[2].is_zero):
                raise self.reader.error("no list of functions that the llvm dialect can say", symbol.place)
            columns[0].append(SymbolRefAttr(row[1].payload))
            columns[1].append(row[0].payload)
            columns[2].append(SymbolRefAttr(row[2].payload) if row[2].kind == GLOBAL else OpaqueAttr("#llvm.zero"))
        priorities = ArrayAttr([IntegerAttr(number, I32) for number in columns[1]])
        self.add(f"llvm.mlir.global_{kind}", {kind: ArrayAttr(columns[0]), "priorities": priorities, "data": ArrayAttr(columns[2])})

    # Functions

    def part(self, function: Symbol, word: str, constant: Constant) -> SymbolRefAttr:
        """A constant of a function as what a global begins with."""
        name = f"{function.name}.{word}"
        while name in self.reader.symbols:
            name += "_"
        symbol = self.reader.symbols[name] = Symbol("part", name, function.place)
        symbol.type, symbol.value = constant.type, constant
        symbol.attributes = {"linkage": LINKAGE.of("private"), "dso_local": UnitAttr(), "constant": UnitAttr(), PART: UnitAttr()}
        self.global_(symbol)
        return SymbolRefAttr(name)

    def function(self, symbol: Symbol) -> None:
        if symbol.name in OF_DEBUGGERS or (symbol.name.startswith("llvm.") and operation_of(symbol.name) is not None):
            return
        signature, held = symbol.function, {"sym_name": StringAttr(symbol.name)} | symbol.attributes
        held["CConv"] = CCONV.of(held["CConv"].value)
        is_intrinsic = symbol.name.startswith("llvm.")  # of which LLVM knows the rest
        if any([bool(words) for words in signature.arguments]):
            held["arg_attrs"] = ArrayAttr([of_value(words, not is_intrinsic) for words in signature.arguments])
        if signature.result:
            held["res_attrs"] = ArrayAttr([of_value(signature.result, not is_intrinsic)])
        if symbol.comdat is not None:
            held["comdat"] = SymbolRefAttr(COMDAT, symbol.comdat)
        rest: list[tuple[str, Node]] = []
        for kind, node in symbol.metadata:
            count = self.metadata.entry_count(node) if kind == "prof" else None
            if count is not None:
                held["function_entry_count"] = count
            elif kind in HINTS:
                held[kind] = self.metadata.hint(kind, node)
            elif kind != "dbg":
                rest.append((kind, node))
        held |= self.metadata.unsaid(rest) | {PARTS[word]: self.part(symbol, word, constant) for word, constant in symbol.parts.items()}
        location = self.debug.of_function(dict(symbol.metadata).get("dbg"))
        op = self.add("llvm.func", held, [Region()], location)
        if symbol.body is not None:
            FunctionImport(self, symbol, op).build()


BUILDERS = {"global": ModuleImport.global_, "alias": ModuleImport.alias}
