"""What the lines of the table cannot say of operations of LLVM. Source: MLIR's LLVM dialect."""

from tfir.dialects.cf import verify_passed
from tfir.dialects.llvm.attributes import ORDERINGS, READ_MODIFY_WRITE
from tfir.dialects.llvm.types import ArrayType, PointerType, StructType, TargetType
from tfir.dialects.llvm.verify_calls import call, invoke, landingpad
from tfir.dialects.llvm.verify_constants import constant, zero
from tfir.dialects.llvm.verify_modules import (
    addressof,
    alias,
    blockaddress,
    comdat,
    dso_local_equivalent,
    for_module,
    function,
    global_,
    ifunc,
    returned,
    structors,
)
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, FloatType, IntegerType, VectorType
from tfir.text.enumerators import word_of

ORDERING_OF = {number: word for word, number in ORDERINGS.items()}
DYNAMIC_INDEX = -(1 << 31)


def element_of(type):
    return type.element if isinstance(type, VectorType) else type


# Conversions


def bitcast(op):
    before, after = op.operands[0].type, op.result.type
    source, result = element_of(before), element_of(after)
    if isinstance(source, PointerType) is not isinstance(result, PointerType):
        raise Error.on(op, "can only cast pointers from and to pointers")
    if isinstance(source, PointerType) and source is not before and result is after:
        raise Error.on(op, "cannot cast vector of pointers to pointer")
    if isinstance(source, PointerType) and source is before and result is not after:
        raise Error.on(op, "cannot cast pointer to vector of pointers")
    if isinstance(source, PointerType) and source.space != result.space:
        raise Error.on(op, "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")


def extension(op):
    source, result = op.operands[0].type, op.result.type
    if isinstance(source, VectorType):
        if not isinstance(result, VectorType):
            raise Error("input type is a vector but output type is an integer", op)
        if (source.shape, source.scalable) != (result.shape, result.scalable):
            raise Error("input and output vectors are of incompatible shape", op)
    elif isinstance(result, VectorType):
        raise Error("input type is an integer but output type is a vector", op)
    if element_of(result).width <= element_of(source).width:
        raise Error("integer width of the output type is smaller or equal to the integer width of the input type", op)


# Memory


def getelementptr(op):
    if (op.get("noWrapFlags") or 0) & 3 == 1:
        raise Error.on(op, "'inbounds_flag' cannot be used directly.")
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
    if "dereferenceable" in op.attributes and op.results and not isinstance(type, PointerType):
        raise Error.on(op, "expected op to return a single LLVM pointer type")
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
            of_elements = " for vector element" if type is not op.operands[1].type else ""
            raise Error.on(op, f"expected LLVM IR floating point type{of_elements}")
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


def alloca(op):
    type = op.attributes["elem_type"].value
    if isinstance(type, TargetType) and not type.has_zero:
        raise Error.on(op, "this target extension type cannot be used in alloca")


WIDEST = 1 << 17  # the bits of the widest vectors of which parts are taken and set


def part_of_vector(op):
    """Vectors whose part is taken or set: the whole and the part, one of which is scalable."""
    inserts = op.name.endswith("insert")
    whole, part = (
        (op.result.type, op.operands[0 if op.operands[1].type is op.result.type else 1].type)
        if inserts
        else (op.operands[0].type, op.result.type)
    )
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return
    if max(each.size * getattr(each.element, "width", 0) for each in (whole, part)) > WIDEST:
        raise Error.on(op, "failed to verify that vectors are not bigger than 2^17 bits.")
    if any(part.scalable) and not any(whole.scalable):
        what = "inserting scalable into" if inserts else "extracting scalable from"
        raise Error.on(op, f"failed to verify that it is not {what} fixed-length vectors.")


def sincos(op):
    type, result = op.operands[0].type, op.result.type
    if not isinstance(result, StructType) or result.members != (type, type):
        expected = "expected result type to be an homogeneous struct with two elements matching the operand type"
        raise Error.on(op, f"{expected}, but got '{result}'")


def masked_access(op):
    """Of a gather or scatter there is a pointer for each element."""
    gathers = op.name.endswith("gather")
    at, vector = (0, op.result.type) if gathers else (1, op.operands[0].type)
    given = op.operands[at].type
    expected = VectorType(vector.shape, given.element, vector.scalable) if isinstance(given, VectorType) else given
    if given is not expected:
        raise Error.on(op, f"expected operand #{at + 1} type to be '{expected}'")


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


def interleaved(op):
    source, result = op.operands[0].type, op.result.type
    if not isinstance(result, VectorType) or result is not VectorType([2 * source.shape[0]], source.element, source.scalable):
        raise Error.on(op, "failed to verify that result has twice as many elements as 'vec1'")


def inline_asm(op):
    if word_of(op.attributes["tail_call_kind"]) == "musttail":
        raise Error.on(op, "tail call kind 'musttail' is not supported by this operation")


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


VERIFY = {
    "bitcast": bitcast, **dict.fromkeys(("zext", "sext"), extension), "getelementptr": getelementptr,
    **dict.fromkeys(("load", "store"), access), "atomicrmw": atomicrmw, "cmpxchg": cmpxchg, "fence": fence,
    "shufflevector": shufflevector, "extractvalue": extractvalue, "insertvalue": insertvalue, "mlir.constant": constant,
    "mlir.zero": zero, "intr.vector.interleave2": interleaved, "alloca": alloca, "intr.sincos": sincos,
    **dict.fromkeys(("intr.vector.insert", "intr.vector.extract"), part_of_vector),
    **dict.fromkeys(("intr.masked.gather", "intr.masked.scatter"), masked_access), "inline_asm": inline_asm,
}  # fmt: skip
VERIFY_IN_CONTEXT = {
    "mlir.addressof": addressof, "mlir.global": global_, "func": function, "return": returned, "call": call, "invoke": invoke,
    "mlir.alias": alias, "mlir.ifunc": ifunc, "comdat": comdat, "dso_local_equivalent": dso_local_equivalent, "blockaddress": blockaddress,
    **dict.fromkeys(("mlir.global_ctors", "mlir.global_dtors"), structors),
    **dict.fromkeys(("linker_options", "module_flags"), for_module),
    **dict.fromkeys(("br", "cond_br", "switch"), branch), "landingpad": landingpad,
}  # fmt: skip
