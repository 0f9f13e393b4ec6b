"""What the lines of the table cannot say of LLVM's functions and globals, and of what else stands in a module. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.parameters import verify_parameters
from tfir.dialects.llvm.types import SIMPLE, VOID, ArrayType, FunctionType, PointerType, TargetType, is_compatible
from tfir.dialects.llvm.verify_constants import NO_VALUE, fits_text
from tfir.ir.attributes import FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.text.enumerators import word_of

NEVER_HELD = (VOID, SIMPLE["token"], SIMPLE["metadata"], SIMPLE["label"])
OF_ALIASES = "private internal linkonce weak linkonce_odr weak_odr external available_externally".split()


def is_module(op) -> bool:
    return op.name == "builtin.module"


ADDRESSED = {"llvm.mlir.global": "addr_space", "llvm.mlir.alias": "", "llvm.mlir.ifunc": "address_space", "llvm.func": ""}


def addressof(op):
    named = nearest_symbol(op, op.attributes["global_name"], is_module)
    if named is None or named.name not in ADDRESSED:
        kinds = "'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"
        raise Error.on(op, f"must reference a global defined by {kinds}")
    if named.name == "llvm.mlir.global" and op.result.type.space != (named.get("addr_space") or 0):
        raise Error.on(op, "pointer address space must match address space of the referenced global or alias")


# Modules


def is_zero(value) -> bool:
    if isinstance(value, (IntegerAttr, FloatAttr)):
        return value.value == 0
    if isinstance(value, DenseAttr) and value.is_splat:
        return not value.value_at(0)
    return isinstance(value, ElementsAttr) and not any(value.values())


def global_(op):
    type, value, linkage = op.attributes["global_type"].value, op.attributes.get("value"), word_of(op.attributes["linkage"])
    if not is_compatible(type) or isinstance(type, FunctionType) or type in NEVER_HELD:
        raise Error.on(op, "expects type to be a valid element type for an LLVM global")
    if op.parent_op is not None and not is_module(op.parent_op):
        raise Error.on(op, "must appear at the module level")
    if isinstance(value, StringAttr) and not fits_text(value, type)[1]:
        raise Error.on(op, "requires an i8 array type of the length equal to that of the string attribute")
    if isinstance(type, TargetType):
        of_target(op, type, value)
    if linkage == "common" and value is not None and not is_zero(value):
        raise Error.on(op, "expected zero value for 'common' linkage")
    if linkage == "appending" and not isinstance(type, ArrayType):
        raise Error.on(op, "expected array type for 'appending' linkage")
    alignment = op.get("alignment") or 0
    if alignment & (alignment - 1):
        raise Error("alignment attribute is not a power of 2", op)
    comdat_of(op)
    if op.regions and op.region.blocks:
        last = op.body.last
        if last is None or last.name != "llvm.return":
            return  # what a block ends with is said of the block
        if not last.operands:
            raise Error.on(op, "initializer region cannot return void")
        if last.operands[0].type is not type:
            raise Error.on(op, f"initializer region type '{last.operands[0].type}' does not match global type '{type}'")
        without_effects(op, "ops with side effects not allowed in global initializers")
        if value is not None:
            raise Error.on(op, "cannot have both initializer value and region")


def of_target(op, type: TargetType, value) -> None:
    if not type.may_be_global:
        raise Error.on(op, "this target extension type cannot be used in a global")
    if value is not None and str(value) not in NO_VALUE:
        raise Error.on(op, "global with target extension type can only be initialized with zero-initializer")


def without_effects(op, message: str) -> None:
    """What gives the value of a global is computed before the program runs."""
    from tfir.dialects import has_trait

    for each in op.body:
        if each.name != "llvm.return" and not has_trait(each, "pure"):
            raise Error(message, each)


def comdat_of(op) -> None:
    reference = op.attributes.get("comdat")
    if reference is None:
        return
    selector = nearest_symbol(op, reference, is_module) if isinstance(reference, SymbolRefAttr) else None
    if selector is None or selector.name != "llvm.comdat_selector":
        raise Error("expected comdat symbol", op)


def comdat(op):
    for each in op.body:
        if each.name not in ("llvm.comdat_selector", "llvm.mlir.global"):  # a global says itself that it belongs to a module
            raise Error("only comdat selector symbols can appear in a comdat region", each)


def linked_as(op, allowed, where: str) -> None:
    linkage = word_of(op.attributes["linkage"])
    if linkage not in allowed:
        listed = f"{', '.join(allowed[:-1])}{',' if where == 'ifuncs' else ''} or {allowed[-1]}{' linkage' if where == 'ifuncs' else ''}"
        raise Error.on(op, f"'{linkage}' linkage not supported in {where}, available options: {listed}")


def alias(op):
    type = op.attributes["alias_type"].value
    if not is_compatible(type) or type in NEVER_HELD:
        raise Error.on(op, "expects type to be a valid element type for an LLVM global alias")
    linked_as(op, OF_ALIASES, "aliases")
    last = op.body.last if op.regions and op.region.blocks else None
    if last is None or not last.operands or not isinstance(last.operands[0].type, PointerType):
        raise Error.on(op, "initializer region must always return a pointer")
    without_effects(op, "ops with side effects are not allowed in alias initializers")


def aliased(op):
    """What an alias stands for: a global, a function or another alias; None where its region does more than take an address."""
    last = op.body.last
    address = last.operands[0].op if last is not None and last.operands else None
    if address is None or address.name != "llvm.mlir.addressof":
        return None
    return nearest_symbol(address, address.attributes["global_name"], is_module)


def ifunc(op):
    linked_as(op, OF_ALIASES[:-1], "ifuncs")
    resolver = nearest_symbol(op, op.attributes["resolver"], is_module)
    while resolver is not None and resolver.name == "llvm.mlir.alias":
        last = resolver.body.last
        address = last.operands[0].op if last is not None and last.operands else None
        if address is None or address.name != "llvm.mlir.addressof":
            return  # it does more than take an address, so that what it resolves to is not known here
        resolver = aliased(resolver)
    if resolver is None or resolver.name != "llvm.func":
        raise Error.on(op, "must have a function resolver")
    if not resolver.region.blocks or word_of(resolver.attributes["linkage"]) == "available_externally":
        raise Error.on(op, "resolver must be a definition")
    type, pointer = resolver.attributes["function_type"].value, op.attributes["resolver_type"].value
    if isinstance(type, FunctionType) and not isinstance(type.result, PointerType):
        raise Error.on(op, "resolver must return a pointer")
    if not isinstance(pointer, PointerType) or pointer.space != (op.get("address_space") or 0):
        raise Error.on(op, "resolver has incorrect type")


def structors(op):
    """Functions that run before or after the program, with their order and what each belongs to."""
    which = op.name.rpartition("_")[2]
    listed, priorities, data = [getattr(op.attributes[name], "elements", ()) for name in (which, "priorities", "data")]
    if not len(listed) == len(priorities) == len(data):
        raise Error(f"{which}, priorities, and data must have the same number of elements", op)
    for each in data:
        if not isinstance(each, SymbolRefAttr) and str(each) != "#llvm.zero":
            raise Error("data element must be symbol or #llvm.zero", op)
    for reference in listed:
        called = nearest_symbol(op, reference, is_module) if isinstance(reference, SymbolRefAttr) else None
        if called is None or called.name != "llvm.func":
            raise Error.on(op, f"'{reference.leaf}' does not reference a valid LLVM function")
        if not called.region.blocks:
            raise Error.on(op, f"'{reference.leaf}' does not have a definition")


def for_module(op):
    """Options for linkers, and flags, of a whole module."""
    if op.parent_op is not None and not is_module(op.parent_op):
        raise Error.on(op, "must appear at the module level")
    if op.name == "llvm.module_flags" and not all(
        [each.text.startswith("#llvm.mlir.module_flag<") for each in op.attributes["flags"].elements]
    ):
        raise Error.on(op, "expected a module flag attribute")


def dso_local_equivalent(op):
    named = nearest_symbol(op, op.attributes["function_name"], is_module)
    if named is None or named.name not in ("llvm.func", "llvm.mlir.alias"):
        raise Error.on(op, "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")
    if named.name == "llvm.mlir.alias":
        target = aliased(named)
        if target is None or target.name != "llvm.func":
            raise Error.on(op, "must reference an alias to a function")
    elif word_of(named.attributes["linkage"]) == "extern_weak":
        raise Error.on(op, "target function with 'extern_weak' linkage not allowed")


def tag_number(text: str) -> str:
    """`<function = @f, tag = <id = 1>>` -> 1"""
    return text.rpartition("id = ")[2].rstrip("> ")


def blockaddress(op):
    text = op.attributes["block_addr"].text
    name = text.partition("function = ")[2].partition(", tag")[0].removeprefix("@").strip('"')
    function = nearest_symbol(op, name, is_module)
    if function is None or function.name != "llvm.func":
        raise Error.on(op, "must reference a function defined by 'llvm.func'")
    tags = [tag_number(each.attributes["tag"].text) for each in function.walk() if each.name == "llvm.blocktag"]
    if tag_number(text) not in tags:
        raise Error.on(op, "expects an existing block label target in the referenced function")


def function(op):
    type, linkage = op.attributes["function_type"].value, word_of(op.attributes["linkage"])
    if not isinstance(type, FunctionType):
        raise Error.on(op, "attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type")
    for kind, types in (("arguments", type.inputs), ("results", type.results)):
        if not all(map(is_compatible, types)):
            raise Error.on(op, f"failed to construct function type: expected LLVM type for function {kind}")
    of_results = len(getattr(op.attributes.get("res_attrs"), "elements", type.results))
    if of_results != len(type.results):
        counts = f"the number of function results, got {of_results}, but expected {len(type.results)}"
        raise Error.on(op, f"expects result attribute array to have the same number of elements as {counts}")
    verify_parameters(op, type.inputs, type.results)
    if linkage == "common":
        raise Error.on(op, "functions cannot have 'common' linkage")
    if "no_inline" in op.attributes and "always_inline" in op.attributes:
        raise Error("no_inline and always_inline attributes are incompatible", op)
    if "optimize_none" in op.attributes and "no_inline" not in op.attributes:
        raise Error.on(op, "with optimize_none must also be no_inline")
    comdat_of(op)
    if not op.region.blocks:
        if linkage not in ("external", "extern_weak"):
            raise Error.on(op, "external functions must have 'external' or 'extern_weak' linkage")
        return
    alike_inside(op)
    arguments = op.region.entry.arguments
    if len(arguments) != len(type.inputs):
        raise Error.on(op, f"entry block must have {len(type.inputs)} arguments to match function signature")
    for at, (argument, expected) in enumerate(zip(arguments, type.inputs)):
        if argument.type is not expected:
            what = "must match the type of the corresponding argument in function signature"
            raise Error.on(op, f"type of entry block argument #{at}('{argument.type}') {what}('{expected}')")


def alike_inside(function) -> None:
    """What a function's operations have to agree about: what lands in it and is thrown on, and the tags of its blocks."""
    thrown, tags = None, set()
    for op in function.walk():
        if op.name in ("llvm.landingpad", "llvm.resume"):
            type, what = (op.result.type, "result") if op.results else (op.operands[0].type, "input")
            thrown = thrown or type
            if type is not thrown:
                raise Error(f"'{op.name}' should have a consistent {what} type inside a function", function)
        elif op.name == "llvm.blocktag":
            number = tag_number(op.attributes["tag"].text)
            if number in tags:
                raise Error(f"duplicate block tag '{number}' in the same function: ", op)
            tags.add(number)


def returned(op):
    around = op.parent_op
    if around is None or around.name != "llvm.func":
        return
    type, given = around.attributes["function_type"].value, op.operands
    if not isinstance(type, FunctionType):
        return
    if type.result is VOID:
        if given:
            raise Error.on(op, "expected no operands")
    elif len(given) != 1:
        raise Error.on(op, "expected 1 operand")
    elif given[0].type is not type.result:
        raise Error.on(op, "mismatching result types")
