"""Whole modules: types, globals, functions, and what is said of the module."""

from __future__ import annotations

from tfir.conversion.llvm_ir.attributes import listed_attributes, of_function, of_passthrough, spaced
from tfir.conversion.llvm_ir.constants import UNDEF, ZERO, Constant, of_attribute, uniform
from tfir.conversion.llvm_ir.functions import BLOCK, Body, of_region, returns
from tfir.conversion.llvm_ir.instructions import convention
from tfir.conversion.llvm_ir.kept import (
    METADATA,
    PART,
    PARTS,
    SPACE,
    STORAGE,
    model_of_threads,
    nodes_kept,
    order_of,
    properties,
    words_kept,
)
from tfir.conversion.llvm_ir.layout import Layout, text_of_spec
from tfir.conversion.llvm_ir.metadata import Metadata, elements, of_strings
from tfir.conversion.llvm_ir.types import escaped, identifier, literal, structures_in, type_text
from tfir.dialects import dialect, lookup
from tfir.dialects.llvm.attributes import COMDATS, UNNAMED, VISIBILITIES
from tfir.dialects.llvm.types import FunctionType, PointerType, StructType
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.startup.patterns import compiled
from tfir.text.enumerators import word_of
from tfir.text.parser import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from re import Match

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type

NAME = "LLVMDialectModule"
WRITTEN = {"llvm.mlir.global": "global_", "llvm.mlir.alias": "alias", "llvm.mlir.ifunc": "resolver", "llvm.func": "function"}
KNOWN = (*WRITTEN, "llvm.comdat", "llvm.mlir.global_ctors", "llvm.mlir.global_dtors", "llvm.module_flags", "llvm.linker_options")


def llvm_ir_text(module: Operation) -> str:
    """A module of the llvm dialect as LLVM IR. Raises Error for operations of others."""
    return Writer(module).written()


def check_lowered(module: Operation) -> None:
    """Raises Error where something of the module is of another dialect than llvm."""
    left = [op for op in module.walk() if op.dialect != "llvm" and op is not module]
    if left:
        op = next((op for op in left if op.dialect != "builtin"), left[0])  # rather than a cast for it
        raise Error.on(op, "has not been lowered to the llvm dialect, as --pipeline=llvm lowers MLIR's standard dialects")


def head(op: Operation) -> str:
    """`internal dso_local hidden thread_local unnamed_addr `, with a space behind."""
    linkage, visibility = word_of(op.attributes["linkage"]), VISIBILITIES[op.get("visibility_") or 0]
    is_implied = linkage in ("internal", "private") or (visibility and linkage != "extern_weak")
    words = [linkage if linkage != "external" else "", "dso_local" if "dso_local" in op.attributes and not is_implied else "", visibility]
    words += words_kept(op.attributes, STORAGE)
    words.append(f"thread_local{model_of_threads(op.attributes)}" if "thread_local_" in op.attributes else "")
    return "".join([f"{word} " for word in words if word])


def types_in(attribute: Attribute) -> list[Type]:
    """Those that an attribute is or holds, as `byval` of an argument does."""
    if isinstance(attribute, TypeAttr):
        return [attribute.value]
    inner = (
        attribute.elements if isinstance(attribute, ArrayAttr) else attribute.entries.values() if isinstance(attribute, DictAttr) else ()
    )
    return [type for each in inner for type in types_in(each)]


def elements_of(op: Operation, name: str) -> Sequence[Attribute]:
    return elements(op.attributes[name]) if name in op.attributes else []


def unnamed(op: Operation) -> str:
    word = UNNAMED[op.get("unnamed_addr") or 0]
    return f"{word} " if word else ""


def quoted_bytes(text: str) -> str:
    return f'"{escaped(text)}"'


def layout_of(module: Operation) -> str:
    """What a module says of the machine, in LLVM's words."""
    told, spec = module.attributes.get("llvm.data_layout"), module.attributes.get("dlti.dl_spec")
    if isinstance(told, StringAttr):
        return told.value
    return text_of_spec(spec) if spec is not None else ""


# What kernels of OpenCL are told, as attributes and as metadata.
HINTS = ("vec_type_hint", "work_group_size_hint", "reqd_work_group_size", "intel_reqd_sub_group_size")


def hinted(value: Attribute) -> list[str]:
    """`array<i32: 1, 2, 3>`, a number, or `#llvm.vec_type_hint<hint = i32, is_signed = true>`."""
    if isinstance(value, DenseArrayAttr):
        return [f"i32 {number}" for number in value.values]
    if isinstance(value, IntegerAttr):
        return [f"i32 {value.value}"]
    hint = HINT(value.text)
    if hint is None:
        raise Error(f"cannot be written as metadata: {value}")
    return [f"{type_text(type_of(hint[1]))} undef", f"i32 {int('is_signed = true' in value.text)}"]


def type_of(text: str) -> Type:
    return Parser(Source("a type", text), lookup, dialect).type()


FLAGS = "llvm.module.flags"
TAKEN = compiled(f"{BLOCK}([^{BLOCK}]*){BLOCK}").sub
HINT = compiled(r"#llvm\.vec_type_hint<hint = ((?:[^,<>]|<[^>]*>)*)").match


class Writer:
    def __init__(self, module: Operation):
        self.module, self.metadata, self.layout = module, Metadata(), Layout(layout_of(module))
        self.labels: dict[str, str] = {}  # of blocks whose addresses are taken, by function and tag
        self.structures: dict[str, StructType] = {}
        self.declared: dict[str, str] = {}
        self.defined: set[str] = set()
        self.parts: dict[str, Constant] = {}  # of functions, by the names of the globals that begin with them
        self.spaces: dict[str, int] = {}  # of functions that lie in another address space than most

    def written(self) -> str:
        ops = list(self.module.body) if self.module.region.blocks else []
        for op in ops:
            if op.name not in KNOWN:
                raise Error.on(op, "cannot be written as LLVM IR: it is no operation of the llvm dialect that a module holds")
        self.defined = {op.get("sym_name") for op in ops if op.name in WRITTEN}
        self.spaces = {op.get("sym_name"): op.get(SPACE) for op in ops if SPACE in op.attributes}
        self.learn_structures()
        self.learn_sizes(ops)
        named = self.origin() + self.named_nodes() + "".join(self.told_by_operations(ops))
        self.metadata.debug.learn_globals([each for op in ops for each in elements_of(op, "dbg_exprs")])
        self.parts = {op.get("sym_name"): self.initial(op) for op in ops if PART in op.attributes}
        texts = {
            name: [getattr(self, WRITTEN[name])(op) for op in ops if op.name == name and PART not in op.attributes] for name in WRITTEN
        }
        functions = "\n".join(texts.pop("llvm.func"))
        sections = {name: "".join(each) for name, each in texts.items()}
        sections["llvm.mlir.global"] += self.lists(ops)
        met, nodes = self.metadata.finished([*sections.values(), self.metadata.debug.units() + named, functions])
        listed = [self.heading(), self.structure_section(), self.comdats(ops), *met[:-2], met[-1]]
        listed += ["\n".join(self.declared.values()), met[-2] + "\n" + nodes]
        text = "\n".join([section for section in listed if section])
        return TAKEN(self.label, text) if BLOCK in text else text

    def label(self, match: Match[str]) -> str:
        if match[1] not in self.labels:
            raise Error(f"there is no block that the address of {match[1]} is taken of")
        return self.labels[match[1]]

    def told_by_operations(self, ops: Sequence[Operation]) -> list[str]:
        """Flags and options for linkers, which the module names in the order of their operations."""
        flags = [each for op in ops if op.name == "llvm.module_flags" for each in elements(op.attributes["flags"])]
        kept = [each for name, nodes in nodes_kept(self.module.attributes.get(METADATA)) if name == FLAGS for each in elements(nodes)]
        makers = {
            "llvm.linker_options": lambda: self.linker_options(ops),
            "llvm.module_flags": lambda: self.metadata.flags(flags, kept, self.is_for_windows()),
        }
        return [makers[name]() for name in dict.fromkeys([*[op.name for op in ops if op.name in makers], "llvm.module_flags"])]

    def heading(self) -> str:
        held = self.module.attributes
        lines = [f"; ModuleID = '{NAME}'", f'source_filename = "{NAME}"']
        told = (("datalayout", self.layout.text), ("triple", self.module.get("llvm.target_triple") or ""))
        lines += [f"target {word} = {quoted_bytes(text)}" for word, text in told if text]
        texts = held.get("llvm.module_asm")
        lines += [f"module asm {quoted_bytes(each.value)}" for each in (texts.elements if isinstance(texts, ArrayAttr) else ())]
        return "\n".join(lines) + "\n"

    def learn_structures(self) -> None:
        """Named structures, wherever a type holds one."""
        types: dict[Type, None] = {}
        for op in self.module.walk():
            for result in op.results:
                types[result.type] = None
            for region in op.regions:
                types.update([(argument.type, None) for block in region.blocks for argument in block.arguments])
            for attribute in op.attributes.values():
                types.update([(type, None) for type in types_in(attribute)])
        for type in types:
            for each in structures_in(type):
                self.structures.setdefault(each.name, each)

    def learn_sizes(self, ops: Sequence[Operation]) -> None:
        """Of globals that are there in any case, which tells what lies within them."""
        for op in ops:
            if op.name == "llvm.mlir.global" and word_of(op.attributes["linkage"]) != "extern_weak":
                self.layout.objects[identifier("@", op.get("sym_name"))] = self.layout.stored(op.attributes["global_type"].value)

    def structure_section(self) -> str:
        return "".join([f"{identifier('%', name)} = type {literal(type)}\n" for name, type in self.structures.items()])

    def comdats(self, ops: Sequence[Operation]) -> str:
        selectors = [each for op in ops if op.name == "llvm.comdat" for each in op.body]
        named: set[str] = set()
        for each in selectors:
            if each.get("sym_name") in named:
                raise Error("comdat selection symbols must be unique even in different comdat regions", each)
            named.add(each.get("sym_name"))
        return "".join([f"{identifier('$', each.get('sym_name'))} = comdat {COMDATS[each.get('comdat')]}\n" for each in selectors])

    def comdat_of(self, op: Operation) -> str:
        comdat = op.attributes.get("comdat")
        if comdat is None:
            return ""
        return "comdat" if comdat.leaf == op.get("sym_name") else f"comdat({identifier('$', comdat.leaf)})"

    def is_for_windows(self) -> bool:
        """Whether the machine reads debug information as Microsoft's compilers write it."""
        parts = str(self.module.get("llvm.target_triple") or "").split("-")
        return len(parts) > 3 and parts[2].startswith(("windows", "win32")) and parts[3].startswith("msvc")

    # Globals

    def global_(self, op: Operation) -> str:
        held, type = op.attributes, op.attributes["global_type"].value
        value = self.initial(op)
        linkage, space = word_of(held["linkage"]), op.get("addr_space") or 0
        attached = [f"!dbg {self.metadata.debug.of(each)}" for each in elements_of(op, "dbg_exprs")]
        words = head(op) if value is not None or linkage != "external" else "external " + head(op)
        words += unnamed(op) + (f"addrspace({space}) " if space else "") + "externally_initialized " * ("externally_initialized" in held)
        shown = f" {value.text}" if value is not None else ""
        behind = [f"section {quoted_bytes(op.get('section'))}"] if "section" in held else []
        behind += properties(held)
        behind += [each for each in (self.comdat_of(op), f"align {op.get('alignment')}" if op.get("alignment") else "") if each]
        attached += [f"!{kind} {node}" for kind, node in self.metadata.kept(held.get(METADATA))]
        attributes = of_passthrough(held["target_specific_attrs"], "target_specific_attrs", op) if "target_specific_attrs" in held else []
        kind = "constant" if "constant" in held else "global"
        name = identifier("@", op.get("sym_name"))
        return f"{name} = {words}{kind} {type_text(type)}{shown}{''.join([f', {each}' for each in [*behind, *attached]])}{spaced(attributes)}\n"

    def initial(self, op: Operation) -> Constant | None:
        """What a global begins with: what is not said is undefined, unless another module has it."""
        type = op.attributes["global_type"].value
        if op.regions and op.region.blocks:
            return of_region(op.region, self.layout)
        if "value" in op.attributes:
            return of_attribute(op.attributes["value"], type)
        return None if word_of(op.attributes["linkage"]) in ("external", "extern_weak") else uniform(type, UNDEF)

    def lists(self, ops: Sequence[Operation]) -> str:
        """Functions that run before and after a program."""
        pointer, texts = type_text(PointerType(self.layout.space("P"))), []
        row = f"{{ i32, {pointer}, {pointer} }}"
        for kind in ("ctors", "dtors"):
            entries = []
            for op in ops:
                if op.name == f"llvm.mlir.global_{kind}":
                    columns = [elements(op.attributes[name]) for name in (kind, "priorities", "data")]
                    for function, priority, data in zip(*columns, strict=True):
                        named = "null" if data.text == "#llvm.zero" else identifier("@", data.leaf)
                        entries.append(f"{row} {{ i32 {priority.value}, {pointer} {identifier('@', function.leaf)}, {pointer} {named} }}")
            if any([op.name == f"llvm.mlir.global_{kind}" for op in ops]):
                type = f"[{len(entries)} x {row}]"
                value = f"[{', '.join(entries)}]" if entries else ZERO
                texts.append(f"@llvm.global_{kind} = appending global {type} {value}\n")
        return "".join(texts)

    def alias(self, op: Operation) -> str:
        target = of_region(op.region, self.layout)
        name = identifier("@", op.get("sym_name"))
        return f"{name} = {head(op)}{unnamed(op)}alias {type_text(op.attributes['alias_type'].value)}, {', '.join([target.typed, *properties(op.attributes)])}\n"

    def resolver(self, op: Operation) -> str:
        name, resolver = identifier("@", op.get("sym_name")), identifier("@", op.attributes["resolver"].leaf)
        return f"{name} = {head(op)}{unnamed(op)}ifunc {type_text(op.attributes['i_func_type'].value)}, {', '.join([f'ptr {resolver}', *properties(op.attributes)])}\n"

    # Functions

    def function(self, op: Operation) -> str:
        type = op.attributes["function_type"].value
        is_defined = bool(op.region.blocks)
        body = Body(op, self) if is_defined else None
        names = [body.names[value] for value in op.region.entry.arguments] if body is not None else []
        attached = "".join([f" !{kind} {node}" for kind, node in self.attached(op)])
        front, back = ("define", attached) if is_defined else (f"declare{attached}", "")
        text = f"{front} {head(op)}{self.signature(op, type, names)}{back}"
        return f"{text} {{\n{body.written()}\n}}\n" if body is not None else f"{text}\n"

    def attached(self, op: Operation) -> list[tuple[str, str]]:
        scope, entry = self.metadata.debug.scope_of(op), op.attributes.get("function_entry_count")
        kinds = [("dbg", scope)] if scope is not None else []
        if entry is not None:
            kinds.append(("prof", self.metadata.node(['!"function_entry_count"', f"i64 {entry.value}"])))
        for name in HINTS:
            if name in op.attributes:
                kinds.append((name, self.metadata.node(hinted(op.attributes[name]))))
        return sorted([*kinds, *self.metadata.kept(op.attributes.get(METADATA))], key=lambda pair: order_of(pair[0]))

    def signature(self, op: Operation, type: FunctionType, names: Sequence[str]) -> str:
        of_arguments = listed_attributes(op, "arg_attrs", len(type.inputs))
        of_result = [word for words in listed_attributes(op, "res_attrs", 1) for word in words]
        parts = [
            f"{type_text(each)}{spaced(words)}{f' {names[at]}' if names else ''}"
            for at, (each, words) in enumerate(zip(type.inputs, of_arguments, strict=True))
        ]
        parts += ["..."] * type.is_variadic
        space = f"addrspace({op.get(SPACE)})" if SPACE in op.attributes else ""
        behind = [UNNAMED[op.get("unnamed_addr") or 0], space, *of_function(op)]
        behind += [f"section {quoted_bytes(op.get('section'))}"] if "section" in op.attributes else []
        behind += [*properties(op.attributes), self.comdat_of(op), f"align {op.get('alignment')}" if op.get("alignment") else ""]
        behind += [f"gc {quoted_bytes(op.get('garbageCollector'))}"] if "garbageCollector" in op.attributes else []
        behind += self.parts_of(op)
        result = f"{convention(op).strip()}{' ' * bool(convention(op))}{''.join([f'{word} ' for word in of_result])}{returns(op)}"
        return f"{result} {identifier('@', op.get('sym_name'))}({', '.join(parts)}){spaced([each for each in behind if each])}"

    def parts_of(self, op: Operation) -> list[str]:
        """What stands in front of a function's code, and whose routine handles exceptions."""
        held = op.attributes
        told = [f"{word} {self.parts[held[name].leaf].typed}" for word, name in PARTS.items() if name in held]
        return told + ([f"personality ptr {identifier('@', held['personality'].leaf)}"] if "personality" in held else [])

    def declare(self, name: str, result: str, arguments: Sequence[str]) -> None:
        """Notes an intrinsic that is called, unless the module says itself what it is."""
        if name in self.defined or name in self.declared:
            return
        types = ", ".join([type_of_typed(each) for each in arguments])
        self.declared[name] = f"declare {result} {identifier('@', name)}({types})\n"

    def origin(self) -> str:
        """What the module was made by."""
        held = {name: self.module.attributes.get(name) for name in ("llvm.ident", "llvm.commandline")}
        told = [(name, self.metadata.node(of_strings(value))) for name, value in held.items() if isinstance(value, StringAttr)]
        libraries = self.module.attributes.get("llvm.dependent_libraries")
        nodes = [self.metadata.node([each]) for each in of_strings(libraries)] if libraries is not None else []
        named = [*told, *([("llvm.dependent-libraries", ", ".join(nodes))] if nodes else [])]
        return "".join([f"!{name} = !{{{node}}}\n" for name, node in named])

    def named_nodes(self) -> str:
        """Metadata that a module has under names that say nothing to the dialect."""
        listed = [
            (name, [self.metadata.kept_node(each) for each in elements(nodes)])
            for name, nodes in nodes_kept(self.module.attributes.get(METADATA))
            if name != FLAGS
        ]
        return "".join([f"{identifier('!', name)} = !{{{', '.join(nodes)}}}\n" for name, nodes in listed])

    def linker_options(self, ops: Sequence[Operation]) -> str:
        nodes = [self.metadata.node(of_strings(op.attributes["options"])) for op in ops if op.name == "llvm.linker_options"]
        return f"!llvm.linker.options = !{{{', '.join(nodes)}}}\n" if nodes else ""


def type_of_typed(argument: str) -> str:
    """The type in `<4 x float> %3` and `ptr align 4 %1`."""
    depth = 0
    for at, letter in enumerate(argument):
        depth += (letter in "<[{(") - (letter in ">]})")
        if letter == " " and depth == 0:
            rest = argument[at + 1 :]
            if rest.startswith("addrspace("):
                return f"{argument[:at]} {rest.partition(')')[0]})"
            return argument[:at]
    return argument
