"""The custom forms of functions, globals and aliases of LLVM, with their linkage and what else stands in front of their names."""

from tfir.dialects.func import SIGNATURE, parse_arguments, parse_results, print_signature
from tfir.dialects.llvm.attributes import CALLING, CCONV, LINKAGE, LINKAGES, UNNAMED, VISIBILITIES
from tfir.dialects.llvm.types import VOID, ArrayType, FunctionType, is_compatible
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, OpaqueAttr, StringAttr, TypeAttr, UnitAttr, symbol_text
from tfir.ir.operations import Region
from tfir.ir.types import I8, I32, I64
from tfir.text.enumerators import word_of
from tfir.text.regions import region_with_block

VISIBILITY = ("visibility_", "unnamed_addr")


def read_head(p, attributes: dict, may_be_of_threads: bool = True) -> None:
    """`internal hidden thread_local unnamed_addr`, each of which may be left out."""
    attributes["linkage"] = LINKAGE.of(p.advance() if p.token in LINKAGES else "external")
    read_word(p, attributes, "visibility_", VISIBILITIES)
    if may_be_of_threads and p.accept("thread_local"):
        attributes["thread_local_"] = UnitAttr()
    read_word(p, attributes, "unnamed_addr", UNNAMED)


def read_word(p, attributes: dict, name: str, words) -> None:
    """One of several words, of which the first is empty: the number of the one that stands here."""
    attributes[name] = IntegerAttr(words.index(p.advance()) if p.token and p.token in words else 0, I64)


def head_text(op) -> str:
    """What `read_head` reads behind the linkage."""
    of_threads = " thread_local" if "thread_local_" in op.attributes else ""
    return f"{word_text(op, 'visibility_', VISIBILITIES)}{of_threads}{word_text(op, 'unnamed_addr', UNNAMED)}"


def word_text(op, name: str, words) -> str:
    number = op.attributes[name].value if name in op.attributes else 0
    return f" {words[number]}" if number else ""


def read_comdat(p, attributes: dict) -> None:
    if p.accept("comdat"):
        p.expect("(")
        attributes["comdat"] = p.symbol_reference()
        p.expect(")")


class FunctionForm:
    """`llvm.func internal fastcc @f(%a: !llvm.ptr {llvm.noalias}, ...) -> i32 comdat(@c::@f) attributes {..} { ... }`."""

    HIDDEN = (*SIGNATURE[:2], *SIGNATURE[3:], "linkage", "CConv", *VISIBILITY, "comdat", "vscale_range")

    def parse(self, p, state):
        attributes = state.attributes
        read_head(p, attributes, may_be_of_threads=False)
        attributes["CConv"] = CCONV.of(p.advance() if p.token in CALLING else "ccc")
        start = p.start
        attributes["sym_name"] = StringAttr(p.symbol_name())
        ellipsis: list = []
        arguments, types, of_arguments = parse_arguments(p, ellipsis)
        results, of_results = parse_results(p) if p.accept("->") else ([], [])
        if ellipsis and ellipsis[0] < max([argument[2] for argument in arguments], default=0):
            raise p.error_in_op(
                "variadic arguments must be in the end of the argument list", next(each[2] for each in arguments if each[2] > ellipsis[0])
            )
        if len(results) > 1:
            raise p.error_in_op("failed to construct function type: expected zero or one function result", start)
        if not all(map(is_compatible, types)):
            raise p.error_in_op("failed to construct function type: expected LLVM type for function arguments", start)
        if not all(map(is_compatible, results)):
            raise p.error_in_op(f"failed to construct function type: expected LLVM type for function results'{results[0]}'", start)
        attributes["function_type"] = TypeAttr(FunctionType(results[0] if results else VOID, types, bool(ellipsis)))
        for name, listed in (("arg_attrs", of_arguments), ("res_attrs", of_results)):
            if any(listed):
                attributes[name] = ArrayAttr([DictAttr(entries) for entries in listed])
        if p.accept("vscale_range"):
            low, high = p.comma_list(p.integer, "(", ")")
            attributes["vscale_range"] = OpaqueAttr(f"#llvm.vscale_range<minRange = {low} : i32, maxRange = {high} : i32>")
        read_comdat(p, attributes)
        if p.accept("attributes"):
            p.attribute_entries(attributes)
        state.regions = [p.region(arguments, for_op=p.lookup(state.name)) if p.at("{") else Region()]

    def print(self, printer, op):
        linkage, convention = word_of(op.attributes["linkage"]), word_of(op.attributes["CConv"])
        printer.write(f" {linkage}" if linkage != "external" else "")
        printer.write(head_text(op))
        printer.write(f" {convention}" if convention != "ccc" else "")
        printer.write(f" {symbol_text(op.attributes['sym_name'].value)}")
        print_signature(printer, op)
        if "vscale_range" in op.attributes:
            low, high = [part.partition("=")[2].partition(":")[0].strip() for part in op.attributes["vscale_range"].text.split(",")]
            printer.write(f" vscale_range({low}, {high})")
        if "comdat" in op.attributes:
            printer.write(f" comdat({op.attributes['comdat'].text})")
        rest = {name: value for name, value in op.attributes.items() if name not in self.HIDDEN}
        if rest:
            printer.write(f" attributes {printer.dictionary(rest)}")
        if op.regions and op.region.blocks:
            printer.write(" ")
            printer.region(op.region, entry_arguments=False)


class GlobalForm:
    """`llvm.mlir.global internal constant @s("text") {alignment = 8 : i64} : !llvm.array<4 x i8>`, or with a region that gives its value."""

    HIDDEN = ("sym_name", "global_type", "constant", "value", "linkage", *VISIBILITY, "thread_local_", "comdat", "externally_initialized")

    def parse(self, p, state):
        attributes = state.attributes
        read_head(p, attributes)
        for word in ("externally_initialized", "constant"):
            if p.accept(word):
                attributes[word] = UnitAttr()
        attributes["sym_name"] = StringAttr(p.symbol_name())
        p.expect("(")
        value = None if p.at(")") else p.attribute()
        p.expect(")")
        if value is not None:
            attributes["value"] = value
        read_comdat(p, attributes)
        p.optional_attributes(attributes)
        attributes.setdefault("addr_space", IntegerAttr(0, I32))
        if p.accept(":"):
            attributes["global_type"] = TypeAttr(p.type())
        elif isinstance(value, StringAttr):
            attributes["global_type"] = TypeAttr(ArrayType(len(value.value.encode("utf-8", "surrogateescape")), I8))
        else:
            raise p.error_in_op("type can only be omitted for string globals")
        state.regions = [p.region() if p.at("{") else Region()]

    def print(self, printer, op):
        attributes = op.attributes
        printer.write(f" {word_of(attributes['linkage'])}{head_text(op)}")
        printer.write("".join([f" {word}" for word in ("externally_initialized", "constant") if word in attributes]))
        value = attributes.get("value")
        printer.write(f" {symbol_text(attributes['sym_name'].value)}({printer.attribute(value) if value is not None else ''})")
        if "comdat" in attributes:
            printer.write(f" comdat({attributes['comdat'].text})")
        printer.attribute_dict(op, self.HIDDEN)
        if not isinstance(value, StringAttr):
            printer.write(f" : {attributes['global_type'].text}")
        if op.region.blocks:
            printer.write(" ")
            printer.region(op.region)


class AliasForm:
    """`llvm.mlir.alias external @a : i32 { ... }`."""

    HIDDEN = ("sym_name", "alias_type", "linkage", *VISIBILITY, "thread_local_")

    def parse(self, p, state):
        attributes = state.attributes
        read_head(p, attributes)
        attributes["sym_name"] = StringAttr(p.symbol_name())
        p.optional_attributes(attributes)
        p.expect(":")
        attributes["alias_type"] = TypeAttr(p.type())
        state.regions = [p.region()]

    def print(self, printer, op):
        printer.write(f" {word_of(op.attributes['linkage'])}{head_text(op)} {symbol_text(op.attributes['sym_name'].value)}")
        printer.attribute_dict(op, self.HIDDEN)
        printer.write(f" : {op.attributes['alias_type'].text} ")
        printer.region(op.region)


class ResolverForm:
    """`llvm.mlir.ifunc external @f : !llvm.func<..>, !llvm.ptr @resolver`."""

    HIDDEN = ("sym_name", "i_func_type", "resolver", "resolver_type", "linkage", *VISIBILITY, "address_space")

    def parse(self, p, state):
        attributes = state.attributes
        read_head(p, attributes, may_be_of_threads=False)
        attributes["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        attributes["i_func_type"] = TypeAttr(p.type())
        p.expect(",")
        attributes["resolver_type"] = TypeAttr(p.type())
        attributes["resolver"] = p.symbol_reference()
        p.optional_attributes(attributes)
        attributes.setdefault("address_space", IntegerAttr(0, I32))

    def print(self, printer, op):
        printer.write(f" {word_of(op.attributes['linkage'])}{head_text(op)} {symbol_text(op.attributes['sym_name'].value)}")
        printer.write(f" : {op.attributes['i_func_type'].text}, {op.attributes['resolver_type'].text} {op.attributes['resolver'].text}")
        printer.attribute_dict(op, self.HIDDEN if not op.attributes["address_space"].value else self.HIDDEN[:-1])


class ComdatForm:
    """`llvm.comdat @name { llvm.comdat_selector @a any }`."""

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        region_with_block(p, state)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {symbol_text(op.attributes['sym_name'].value)} ")
        printer.region(op.region)
        printer.attribute_dict(op, ("sym_name",))


FORMS_OF_MODULES = {
    "func": FunctionForm(), "mlir.global": GlobalForm(), "mlir.alias": AliasForm(), "mlir.ifunc": ResolverForm(), "comdat": ComdatForm(),
}  # fmt: skip
