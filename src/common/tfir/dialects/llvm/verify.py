"""What the lines of the table cannot say of operations of LLVM. Source: MLIR's LLVM dialect."""

from tfir.dialects.cf import verify_passed
from tfir.dialects.llvm.attributes import ORDERINGS, READ_MODIFY_WRITE
from tfir.dialects.llvm.parameters import verify_parameters
from tfir.dialects.llvm.types import SIMPLE, VOID, ArrayType, FunctionType, PointerType, SimpleType, StructType, is_compatible
from tfir.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I1, FloatType, IntegerType, VectorType
from tfir.text.enumerators import word_of

ORDERING_OF = {number: word for word, number in ORDERINGS.items()}
DYNAMIC_INDEX = -(1 << 31)


def element_of(type):
    return type.element if isinstance(type, VectorType) else type


# Conversions


def bitcast(op):
    source, result = [element_of(type) for type in (op.operands[0].type, op.result.type)]
    if isinstance(source, PointerType) is not isinstance(result, PointerType):
        raise Error.on(op, "can only cast pointers from and to pointers")
    if isinstance(source, PointerType) and source.space != result.space:
        raise Error.on(op, "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")


def extension(op):
    source, result = op.operands[0].type, op.result.type
    if isinstance(source, VectorType):
        if not isinstance(result, VectorType):
            raise Error("input type is a vector but output type is an integer", op)
        if (source.shape, source.scalable) != (result.shape, result.scalable):
            raise Error("input and output vectors are of incompatible shape", op)
    if element_of(result).width <= element_of(source).width:
        raise Error("integer width of the output type is smaller or equal to the integer width of the input type", op)


# Memory


def getelementptr(op):
    indices = list(op.attributes["rawConstantIndices"].values)
    if indices.count(DYNAMIC_INDEX) != len(op.operands) - 1:
        raise Error.on(op, "expected as many dynamic indices as specified in 'rawConstantIndices'")
    type = op.attributes["elem_type"].value
    for at, index in enumerate(indices[1:], 1):
        if isinstance(type, StructType) and type.members is not None:
            if index == DYNAMIC_INDEX:
                raise Error.on(op, f"expected index {at} indexing a struct to be constant")
            if not 0 <= index < len(type.members):
                raise Error.on(op, f"index {at} indexing a struct is out of bounds")
            type = type.members[index]
        elif isinstance(type, (ArrayType, VectorType)):
            type = type.element
        else:
            raise Error.on(op, f"type '{type}' cannot be indexed (index #{at})")


def is_atomic_size(type) -> bool:
    """Whether a number or pointer has as many bits as machines read at once."""
    if isinstance(type, PointerType):
        return True
    return isinstance(type, (IntegerType, FloatType)) and type.width >= 8 and type.width & (type.width - 1) == 0


def access(op):
    """A load or store; one that is atomic needs an alignment, and an order that suits it."""
    type, refused = (op.result.type, ("release", "acq_rel")) if op.results else (op.operands[0].type, ("acquire", "acq_rel"))
    ordering = ORDERING_OF[op.get("ordering") or 0]
    if ordering == "not_atomic":
        if "syncscope" in op.attributes:
            raise Error.on(op, "expected syncscope to be null for non-atomic access")
        return
    if not is_atomic_size(type):
        raise Error.on(op, f"unsupported type '{type}' for atomic access")
    if "alignment" not in op.attributes:
        raise Error.on(op, "expected alignment for atomic access")
    if ordering in refused:
        raise Error.on(op, f"unsupported ordering '{ordering}'")


def atomicrmw(op):
    type, word = element_of(op.operands[1].type), list(READ_MODIFY_WRITE)[op.get("bin_op")]
    if word == "xchg":
        if not is_atomic_size(type):
            raise Error.on(op, "unexpected LLVM IR type for 'xchg' bin_op")
    elif word.startswith("f"):
        if not isinstance(type, FloatType):
            raise Error.on(op, "expected LLVM IR floating point type")
    elif not isinstance(type, IntegerType) or type.width not in (8, 16, 32, 64):
        raise Error.on(op, "expected LLVM IR integer type")
    if op.get("ordering") < ORDERINGS["monotonic"]:
        raise Error.on(op, "expected at least 'monotonic' ordering")


def cmpxchg(op):
    type = op.operands[2].type
    if op.result.type.members != (type, I1):
        raise Error.on(op, "failed to verify that result #0 has an LLVM struct type consisting of the type of operand #2 and a bool")
    if not is_atomic_size(type):
        raise Error.on(op, "unexpected LLVM IR type")
    success, failure = [ORDERING_OF[op.get(f"{name}_ordering")] for name in ("success", "failure")]
    if min(ORDERINGS[success], ORDERINGS[failure]) < ORDERINGS["monotonic"]:
        raise Error.on(op, "ordering must be at least 'monotonic'")
    if failure in ("release", "acq_rel"):
        raise Error.on(op, "failure ordering cannot be 'release' or 'acq_rel'")


def fence(op):
    if op.get("ordering") < ORDERINGS["acquire"]:
        raise Error.on(op, "can be given only acquire, release, acq_rel, and seq_cst orderings")


# Vectors and aggregates


def shufflevector(op):
    if any(op.operands[0].type.scalable) and len(set(op.attributes["mask"].values)) > 1:
        raise Error.on(op, "expected a splat operation for scalable vectors")


def member(op, type):
    """What stands at a position of an aggregate."""
    for position in op.attributes["position"].values:
        count = type.count if isinstance(type, ArrayType) else len(type.members or ()) if isinstance(type, StructType) else None
        if count is None:
            raise Error.on(op, f"expected LLVM IR structure/array type, got: '{type}'")
        if not 0 <= position < count:
            raise Error.on(op, f"position out of bounds: {position}")
        type = type.element if isinstance(type, ArrayType) else type.members[position]
    return type


def extractvalue(op):
    source, result = op.operands[0].type, op.result.type
    expected = member(op, source)
    if expected is not result:
        raise Error.on(op, f"Type mismatch: extracting from '{source}' should produce '{expected}' but this op returns '{result}'")


def insertvalue(op):
    container, value = [each.type for each in op.operands]
    if member(op, container) is not value:
        raise Error.on(op, f"Type mismatch: cannot insert '{value}' into '{container}'")


# Constants and addresses


def flattened(type) -> tuple[int, object]:
    """How many elements arrays in arrays have, and their type."""
    count = 1
    while isinstance(type, (ArrayType, VectorType)):
        count *= type.count if isinstance(type, ArrayType) else type.size
        type = type.element
    return count, type


def constant(op):
    value, type = op.attributes["value"], op.result.type
    if isinstance(value, StringAttr):
        size = len(value.value.encode("utf-8", "surrogateescape"))
        if not isinstance(type, ArrayType) or type.count != size or getattr(type.element, "width", 0) != 8:
            raise Error.on(op, f"expected array type of {size} i8 elements for the string constant")
    elif isinstance(value, ElementsAttr):
        if not isinstance(type, (ArrayType, VectorType)):
            raise Error.on(op, "expected vector or array type")
        if flattened(type)[0] != value.type.size:
            sizes = f"{flattened(type)[0]} vs. {value.type.size}"
            raise Error.on(op, f"type and attribute have a different number of elements: {sizes}")
    elif isinstance(value, IntegerAttr):
        if not isinstance(type, IntegerType):
            raise Error.on(op, "expected integer type")
    elif isinstance(value, FloatAttr):
        if isinstance(type, FloatType) and type is not value.type:
            raise Error.on(op, "attribute and type have different float semantics")
        if not isinstance(type, (FloatType, IntegerType, SimpleType)):
            raise Error.on(op, "expected float or integer type")
    elif isinstance(value, UnitAttr):
        raise Error.on(op, "only supports integer, float, string or elements attributes")
    elif isinstance(value, ArrayAttr):
        if not isinstance(type, (ArrayType, StructType)):
            raise Error.on(op, "expected array or struct type for array attribute")
        listed, count = value.elements, type.count if isinstance(type, ArrayType) else len(type.members or ())
        if len(listed) != count:
            raise Error.on(op, f"expected array attribute of size {count}")
        for at, (each, expected) in enumerate(zip(listed, type.members if isinstance(type, StructType) else ())):
            if isinstance(each, (IntegerAttr, FloatAttr)) and each.type is not expected:
                raise Error.on(op, f"struct element at index {at} is of wrong type")


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
    if not is_compatible(type) or isinstance(type, FunctionType) or type in (VOID, SIMPLE["token"], SIMPLE["metadata"], SIMPLE["label"]):
        raise Error.on(op, "expects type to be a valid element type for an LLVM global")
    if op.parent_op is not None and not is_module(op.parent_op):
        raise Error.on(op, "must appear at the module level")
    if isinstance(value, StringAttr):
        size = len(value.value.encode("utf-8", "surrogateescape"))
        if not isinstance(type, ArrayType) or getattr(type.element, "width", 0) != 8 or type.count != size:
            raise Error.on(op, "requires an i8 array type of the length equal to that of the string attribute")
    if linkage == "common" and value is not None and not is_zero(value):
        raise Error.on(op, "expected zero value for 'common' linkage")
    if linkage == "appending" and not isinstance(type, ArrayType):
        raise Error.on(op, "expected array type for 'appending' linkage")
    alignment = op.get("alignment") or 0
    if alignment & (alignment - 1):
        raise Error("alignment attribute is not a power of 2", op)
    if op.regions and op.region.blocks:
        last = op.body.last
        if value is not None:
            raise Error.on(op, "cannot have both initializer value and region")
        if last is None or not last.operands:
            raise Error.on(op, "initializer region cannot return void")
        if last.operands[0].type is not type:
            raise Error.on(op, f"initializer region type '{last.operands[0].type}' does not match global type '{type}'")


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
    if not op.region.blocks:
        if linkage not in ("external", "extern_weak"):
            raise Error.on(op, "external functions must have 'external' or 'extern_weak' linkage")
        return
    arguments = op.region.entry.arguments
    if len(arguments) != len(type.inputs):
        raise Error.on(op, f"entry block must have {len(type.inputs)} arguments to match function signature")
    for at, (argument, expected) in enumerate(zip(arguments, type.inputs)):
        if argument.type is not expected:
            what = "must match the type of the corresponding argument in function signature"
            raise Error.on(op, f"type of entry block argument #{at}('{argument.type}') {what}('{expected}')")


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


def call(op):
    """A call of a function by name, or through a pointer, whose type the call says itself."""
    sizes = getattr(op.attributes.get("operandSegmentSizes"), "values", (len(op.operands), 0))
    arguments, callee, stated = op.operands[: sizes[0]], op.attributes.get("callee"), op.attributes.get("var_callee_type")
    if callee is None:
        if not arguments:
            raise Error.on(op, "must have either a `callee` attribute or at least an operand")
        if not isinstance(arguments[0].type, PointerType):
            raise Error.on(op, f"indirect call expects a pointer as callee: '{arguments[0].type}'")
        return
    named = nearest_symbol(op, callee, is_module)
    if named is None:
        raise Error.on(op, f"'{callee.leaf}' does not reference a symbol in the current scope")
    if named.name not in ("llvm.func", "llvm.mlir.ifunc"):
        raise Error.on(op, f"'{callee.leaf}' does not reference a valid LLVM function or IFunc")
    type = named.attributes["function_type" if named.name == "llvm.func" else "i_func_type"].value
    if not isinstance(type, FunctionType):
        return
    if stated is not None and isinstance(stated.value, FunctionType):
        for one, other in zip(stated.value.inputs, type.inputs):
            if one is not other:
                raise Error.on(op, f"var_callee_type parameter type mismatch: '{one}' != '{other}'")
    if len(arguments) != len(type.inputs) and not (type.is_variadic and len(arguments) > len(type.inputs)):
        raise Error.on(op, f"incorrect number of operands ({len(arguments)}) for callee (expecting: {len(type.inputs)})")
    for at, (argument, expected) in enumerate(zip(arguments, type.inputs)):
        if argument.type is not expected:
            raise Error.on(op, f"operand type mismatch for operand {at}: '{argument.type}' != '{expected}'")
    if not op.results and type.result is not VOID:
        raise Error.on(op, "expected function call to produce a value")
    if op.results and type.result is VOID:
        raise Error.on(op, "calling function with void result must not produce values")
    if op.results and op.result.type is not type.result:
        raise Error.on(op, f"result type mismatch: '{op.result.type}' != '{type.result}'")


# Branches


def branch(op):
    weights = op.attributes.get("branch_weights")
    if weights is not None and len(weights.values) != len(op.successors):
        counts = f"{len(weights.values)} vs {len(op.successors)}"
        raise Error(f"expects number of branch weights to match number of successors: {counts}", op)
    if op.name == "llvm.switch":
        cases(op)
    verify_passed(op)


def cases(op) -> None:
    values = op.attributes.get("case_values")
    if (0 if values is None else values.type.size) != len(op.successors) - 1:
        raise Error.on(op, "expects number of case values to match number of case destinations")
    if values is not None and values.type.element is not op.operands[0].type:
        raise Error("expects case value type to match condition value type", op)


def landingpad(op):
    around = op.parent_op
    if around is not None and around.name == "llvm.func" and "personality" not in around.attributes:
        raise Error("llvm.landingpad needs to be in a function with a personality", op)


VERIFY = {
    "bitcast": bitcast, **dict.fromkeys(("zext", "sext"), extension), "getelementptr": getelementptr,
    **dict.fromkeys(("load", "store"), access), "atomicrmw": atomicrmw, "cmpxchg": cmpxchg, "fence": fence,
    "shufflevector": shufflevector, "extractvalue": extractvalue, "insertvalue": insertvalue, "mlir.constant": constant,
}  # fmt: skip
VERIFY_IN_CONTEXT = {
    "mlir.addressof": addressof, "mlir.global": global_, "func": function, "return": returned, "call": call,
    **dict.fromkeys(("br", "cond_br", "switch"), branch), "landingpad": landingpad,
}  # fmt: skip
