"""What the lines of the table cannot say of LLVM's calls, and of where exceptions land. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.attributes import subprogram_in
from tfir.dialects.llvm.types import VOID, ArrayType, FunctionType, PointerType
from tfir.dialects.llvm.verify_modules import is_module
from tfir.ir.diagnostics import Error
from tfir.ir.location import UnknownLocation, resolve
from tfir.ir.symbols import nearest_symbol


def arguments_of(op):
    """What a call passes, without the pointer that it may go through."""
    sizes = getattr(op.attributes.get("operandSegmentSizes"), "values", (len(op.operands), 0))
    own = op.operands[: sizes[0]]
    return own if "callee" in op.attributes else own[1:]


def variadic_type(op) -> None:
    """What a call says its callee's type is: of a function that takes any number of arguments."""
    stated = getattr(op.attributes.get("var_callee_type"), "value", None)
    if not isinstance(stated, FunctionType):
        return
    if not stated.is_variadic:
        raise Error.on(op, "expected var_callee_type to be a variadic function type")
    arguments = arguments_of(op)
    if len(stated.inputs) > len(arguments):
        raise Error.on(op, f"expected var_callee_type to have at most {len(arguments)} parameters")
    for parameter, argument in zip(stated.inputs, arguments):
        if parameter is not argument.type:
            raise Error.on(op, f"var_callee_type parameter type mismatch: '{parameter}' != '{argument.type}'")
    if not op.results and stated.result is not VOID:
        raise Error.on(op, "expected var_callee_type to return void")
    if op.results and op.result.type is not stated.result:
        raise Error.on(op, f"var_callee_type return type mismatch: '{stated.result}' != '{op.result.type}'")


def bundles(op) -> None:
    counts = getattr(op.attributes.get("op_bundle_sizes"), "values", ())
    tags = getattr(op.attributes.get("op_bundle_tags"), "elements", ())
    if len(counts) != len(tags):
        raise Error(f"expected {len(counts)} operand bundle tags, but actually got {len(tags)}", op)


def call(op):
    """A call of a function by name, or through a pointer, whose type the call says itself."""
    bundles(op)
    variadic_type(op)
    callee, arguments = op.attributes.get("callee"), arguments_of(op)
    if callee is None:
        if not op.operands:
            raise Error.on(op, "must have either a `callee` attribute or at least an operand")
        if not isinstance(op.operands[0].type, PointerType):
            raise Error.on(op, f"indirect call expects a pointer as callee: '{op.operands[0].type}'")
        return
    named = nearest_symbol(op, callee, is_module)
    if named is None:
        raise Error.on(op, f"'{callee.leaf}' does not reference a symbol in the current scope")
    if named.name not in ("llvm.func", "llvm.mlir.ifunc"):
        raise Error.on(op, f"'{callee.leaf}' does not reference a valid LLVM function or IFunc")
    if named.name == "llvm.func":
        place(op, named)
    type = named.attributes["function_type" if named.name == "llvm.func" else "i_func_type"].value
    if isinstance(type, FunctionType):
        called_as(op, type, arguments)


def called_as(op, type: FunctionType, arguments) -> None:
    if type.is_variadic and "var_callee_type" not in op.attributes:
        raise Error.on(op, "missing var_callee_type attribute for vararg call")
    if not type.is_variadic and len(arguments) != len(type.inputs):
        raise Error.on(op, f"incorrect number of operands ({len(arguments)}) for callee (expecting: {len(type.inputs)})")
    if len(arguments) < len(type.inputs):
        raise Error.on(op, f"incorrect number of operands ({len(arguments)}) for varargs callee (expecting at least: {len(type.inputs)})")
    for at, (argument, expected) in enumerate(zip(arguments, type.inputs)):
        if argument.type is not expected:
            raise Error.on(op, f"operand type mismatch for operand {at}: '{argument.type}' != '{expected}'")
    if not op.results and type.result is not VOID:
        raise Error.on(op, "expected function call to produce a value")
    if op.results and type.result is VOID:
        raise Error.on(op, "calling function with void result must not produce values")
    if op.results and op.result.type is not type.result:
        raise Error.on(op, f"result type mismatch: '{op.result.type}' != '{type.result}'")


def place(op, callee) -> None:
    """Debuggers are told where what is inlined was called: between functions with a description a call says its place."""
    around = next((each for each in op.ancestors() if each.name in ("llvm.func", "func.func")), None)
    if not callee.region.blocks or around is None or not isinstance(resolve(op.location), UnknownLocation):
        return
    if subprogram_in(around.location) is not None and subprogram_in(callee.location) is not None:
        raise Error("inlinable function call in a function with a DISubprogram location must have a debug location", op)


def invoke(op):
    variadic_type(op)
    weights = op.attributes.get("branch_weights")
    if weights is not None and len(weights.values) != len(op.successors):
        counts = f"{len(weights.values)} vs {len(op.successors)}"
        raise Error(f"expects number of branch weights to match number of successors: {counts}", op)
    bundles(op)


def landingpad(op):
    around = op.parent_op
    if around is not None and around.name == "llvm.func" and "personality" not in around.attributes:
        raise Error("llvm.landingpad needs to be in a function with a personality", op)
    if "cleanup" not in op.attributes and not op.operands:
        raise Error("landingpad instruction expects at least one clause or cleanup attribute", op)
    for at, value in enumerate(op.operands):
        maker = "" if value.op is None else value.op.name
        if isinstance(value.type, ArrayType) or maker in ("llvm.mlir.zero", "llvm.mlir.addressof"):
            continue
        if maker != "llvm.bitcast":
            raise Error(f"clause #{at} is not a known constant - null, addressof, bitcast", op)
        cast_from = value.op.operands[0].op
        if cast_from is None or cast_from.name != "llvm.mlir.addressof":
            note = "global addresses expected as operand to bitcast used in clauses for landingpad"
            raise Error("constant clauses expected", op, [(note, value.op)])
