"""Verification of SPIR-V operations beyond their types: pointers that point where they are said to, structure."""

from __future__ import annotations

from tfir.dialects.spirv.assembly import enumerator
from tfir.dialects.spirv.numbers import ALIGNED, IMPORTED, LINKAGE, MEMORY_ACCESS, WITH_SCOPE, WORDS, number_of
from tfir.dialects.spirv.subgroup_reductions import GROUPED
from tfir.dialects.spirv.types import ArrayType, MatrixType, PointerType, RuntimeArrayType, StructType, part_of
from tfir.ir.attributes import ArrayAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FloatType, FunctionType, IntegerType, VectorType


def verifier(local: str, signature):
    """The verifier of the operation of that name, whose line in the table is `signature`, or None."""
    slots = () if signature is None else (*signature.operands, *signature.results)
    names = [slot.type for slot in slots] if not any([slot.variadic for slot in slots]) else []

    def verify(op) -> None:
        """Raises where one name stands for several types, or the operation's own demands are not met."""
        one_type_each(op, names)
        words(op)
        if local.startswith("Atomic"):
            atomic(op)
        if local in OWN:
            OWN[local](op)

    return verify


def one_type_each(op, names) -> None:
    types: dict = {}
    for name, value in zip(names, (*op.operands, *op.results)):
        if types.setdefault(name, value.type) is not value.type:
            raise Error.on(op, f"requires all of its '{name}' to have one type, but found '{types[name]}' and '{value.type}'")
    if "B" in types and "T" in types and lanes(types["B"]) not in (1, lanes(types["T"])):
        raise Error.on(op, f"has {lanes(types['B'])} truth values for {lanes(types['T'])} elements")


def lanes(type) -> int:
    return type.shape[0] if isinstance(type, VectorType) else 1


def pointer_of(op, type) -> PointerType:
    if not isinstance(type, PointerType):
        raise Error.on(op, f"expected a pointer, but got '{type}'")
    return type


def load(op) -> None:
    pointee = pointer_of(op, op.operands[0].type).pointee
    if pointee is not op.results[0].type:
        raise Error.on(op, f"loads '{op.results[0].type}' through a pointer to '{pointee}'")
    memory_operands(op)


def store(op) -> None:
    pointee = pointer_of(op, op.operands[0].type).pointee
    if pointee is not op.operands[1].type:
        raise Error.on(op, f"stores '{op.operands[1].type}' through a pointer to '{pointee}'")
    memory_operands(op)


def memory_operands(op) -> None:
    """An alignment stands with `Aligned`, a scope with what makes memory available or visible: for loads visible, for stores available."""
    access, alignment = op.attributes.get("memory_access"), op.get("alignment")
    mask = number_of(enumerator(access), MEMORY_ACCESS) if access is not None else 0
    assert mask is not None, "words are looked at before"
    if alignment is not None and (alignment <= 0 or alignment & (alignment - 1)):
        raise Error.on(
            op, "attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive and whose value is a power of two > 0"
        )  # fmt: skip
    if alignment is None and mask & ALIGNED:
        raise Error.on(op, "missing alignment value")
    if alignment is not None and not mask & ALIGNED:
        what = "without aligned" if access is None else "with non-aligned"
        raise Error.on(op, f"invalid alignment specification {what} memory access specification")
    if "memory_scope" in op.attributes and not mask & sum(WITH_SCOPE):
        raise Error.on(op, "has a 'memory_scope' but makes nothing available or visible")


def access_chain(op) -> None:
    """Each index steps into a structure (by a constant), an array or a vector."""
    start = pointer_of(op, op.operands[0].type)
    type = start.pointee
    for index in op.operands[1:]:
        type = step(op, type, index)
    if PointerType(type, start.storage_class) is not op.results[0].type:
        raise Error.on(op, f"leads to '{PointerType(type, start.storage_class)}', not to '{op.results[0].type}'")


def step(op, type, index):
    if isinstance(type, StructType):
        constant = index.op.get("value") if index.op is not None and index.op.name == "spirv.Constant" else None
        if not isinstance(constant, int) or not 0 <= constant < len(type.members):
            raise Error.on(op, f"needs a constant from 0 to {len(type.members) - 1} to step into '{type}'")
        return type.members[constant]
    if isinstance(type, (ArrayType, MatrixType, RuntimeArrayType, VectorType)):
        return type.element
    raise Error.on(op, f"has an index more than '{type}' has levels")


def resized(op) -> None:
    """A conversion of integers changes how many bits there are."""
    source, result = op.operands[0].type, op.results[0].type
    if bits(source) == bits(result):
        raise Error.on(op, f"expected the different bit widths for operand type and result type, but provided '{source}' and '{result}'")


def bits(type) -> int:
    return lanes(type) * getattr(type.element if isinstance(type, VectorType) else type, "width", 0)


def bitcast(op) -> None:
    source, result = bits(op.operands[0].type), bits(op.results[0].type)
    if source and result and source != result:
        raise Error.on(op, f"mismatch in result type bitwidth {result} and operand type bitwidth {source}")


def composite_extract(op) -> None:
    type = part(op, op.operands[0].type)
    if type is not op.results[0].type:
        raise Error.on(op, f"takes '{type}' out, not '{op.results[0].type}'")


def composite_insert(op) -> None:
    type = part(op, op.operands[1].type)
    if type is not op.operands[0].type:
        raise Error.on(op, f"puts '{op.operands[0].type}' where '{type}' is")


def part(op, type):
    """The type of the part that the indices of an operation lead to."""
    for index in op.attributes["indices"]:
        if not isinstance(index, IntegerAttr):
            raise Error.on(op, f"has {index} as an index; expected an integer")
        whole, type = type, part_of(type, index.value)
        if type is None:
            raise Error.on(op, f"has no part {index.value} in '{whole}'")
    return type


def composite_construct(op) -> None:
    type, given = op.results[0].type, [value.type for value in op.operands]
    if isinstance(type, VectorType):  # of numbers, and of shorter vectors
        given = [each for part in given for each in ([part.element] * part.shape[0] if isinstance(part, VectorType) else [part])]
    if not given or given != [part_of(type, at) for at in range(len(given))] or part_of(type, len(given)) is not None:
        raise Error.on(op, f"does not have the elements of '{type}' as operands")


def constant(op) -> None:
    value, type = op.attributes["value"], op.results[0].type
    if isinstance(value, ArrayAttr):
        if not isinstance(type, ArrayType) or len(value) != type.count or any([type_of(each) is not type.element for each in value]):
            raise Error.on(op, f"has the value {value} for '{type}'")
    elif type_of(value) is not type:
        raise Error.on(op, f"has the value {op.attributes['value']} for '{op.results[0].type}'")


def type_of(attribute):
    """The type that an attribute has; None for one that has none."""
    return getattr(attribute, "type", None)


def variable(op) -> None:
    pointer = pointer_of(op, op.results[0].type)
    if pointer.storage_class != "Function" or op.attributes["storage_class"].text != "#spirv.storage_class<Function>":
        raise Error.on(op, "must be a variable of a function, in storage class Function")
    if len(op.operands) > 1 or any([value.type is not pointer.pointee for value in op.operands]):
        raise Error.on(op, f"begins with one value of '{pointer.pointee}', or with none")


def atomic(op) -> None:
    pointee = pointer_of(op, op.operands[0].type).pointee
    if pointee is not op.results[0].type:
        raise Error.on(op, f"gives '{op.results[0].type}' through a pointer to '{pointee}'")


def switch(op) -> None:
    cases = op.attributes["literals"].type.shape[0] if "literals" in op.attributes else 0
    if len(op.successors) != cases + 1 or len(op.operands) != 1 + sum([len(block.arguments) for block in op.successors]):
        raise Error.on(op, "needs a successor for the default and for each literal, and values for their arguments")
    values = op.operands[1:]
    for block in op.successors:
        check_arrival(op, block, values[: len(block.arguments)])
        values = values[len(block.arguments) :]


def words(op) -> None:
    """Enumerators that have numbers."""
    for name, (_, numbers) in WORDS.items():
        if name in op.attributes and number_of(enumerator(op.attributes[name]), numbers) is None:
            raise Error.on(op, f"has the attribute '{name}', whose value {op.attributes[name].text} is not known")


def call(op) -> None:
    around = op.parent_op
    while around is not None and around.name != "spirv.module":
        around = around.parent_op
    if around is None:
        return
    function = SymbolTable(around).get(op.attributes["callee"])
    if function is None or function.name != "spirv.func":
        raise Error.on(op, f"callee function '{op.get('callee')}' not found in 'spirv.module'")
    type = function.get("function_type")
    if [value.type for value in op.operands] != list(type.inputs) or [value.type for value in op.results] != list(type.results):
        raise Error.on(op, f"does not call '{type}' as that is")


def function(op) -> None:
    """Arguments are those of the type, and each block that returns gives its result. What is imported has no blocks."""
    type = op.get("function_type")
    if not isinstance(type, FunctionType):
        raise Error.on(op, "requires attribute 'function_type'")
    if LINKAGE in op.attributes and IMPORTED in op.attributes[LINKAGE].text:
        if op.region.blocks:
            raise Error.on(op, "is imported, and has a body")
        return
    if len(type.results) > 1 or not op.region.blocks or [each.type for each in op.region.blocks[0].arguments] != list(type.inputs):
        raise Error.on(op, "needs a body whose arguments are those of its type, and at most one result")
    for inner in op.walk():
        if inner.name in RETURNS and [value.type for value in inner.operands] != list(type.results):
            raise Error.on(inner, f"does not give what a function of '{type}' does")


RETURNS = ("spirv.Return", "spirv.ReturnValue")


def branch(op) -> None:
    check_arrival(op, op.successors[0], op.operands)


def branch_conditional(op) -> None:
    counts = op.attributes.get("operandSegmentSizes")
    if counts is None or list(counts)[0] != 1 or sum(counts) != len(op.operands) or len(op.successors) != 2:
        raise Error.on(op, "needs a condition, two successors, and 'operandSegmentSizes' that add up to its operands")
    check_arrival(op, op.successors[0], op.operands[1 : 1 + counts[1]])
    check_arrival(op, op.successors[1], op.operands[1 + counts[1] :])


def check_arrival(op, block, values) -> None:
    if [value.type for value in values] != [argument.type for argument in block.arguments]:
        raise Error.on(op, "brings other values than its successor has arguments for")


def loop(op) -> None:
    """Entry, header, blocks of the body, continue block, merge block."""
    blocks = op.region.blocks
    if len(blocks) < 4 or not ends_in(blocks[0], "spirv.Branch", blocks[1]) or not ends_in(blocks[-2], "spirv.Branch", blocks[1]):
        raise Error.on(op, "needs an entry that goes to the header, and a block before the last that goes back to it")
    check_merge(op)


def selection(op) -> None:
    if len(op.region.blocks) < 2:
        raise Error.on(op, "needs a block that branches and one where the ways meet")
    check_merge(op)


def ends_in(block, name: str, successor) -> bool:
    return block.last is not None and block.last.name == name and tuple(block.last.successors) == (successor,)


def check_merge(op) -> None:
    last = op.region.blocks[-1].last
    if last is None or last.name != "spirv.mlir.merge" or op.region.blocks[-1].first is not last:
        raise Error.on(op, "must end in a block that holds spirv.mlir.merge and nothing else")
    if [value.type for value in last.operands] != [value.type for value in op.results]:
        raise Error.on(last, "gives other values than the operation around it has results for")


def module(op) -> None:
    for inner in op.body if op.regions and op.region.blocks else ():
        if inner.dialect not in ("spirv", "spv"):
            raise Error("'spirv.module' can only contain spirv.* ops", inner)


def entry_point(op) -> None:
    around, name = op.parent_op, op.get("fn")
    if around is not None and SymbolTable(around).get(op.attributes["fn"]) is None:
        raise Error(f"function '{getattr(name, 'root', name)}' not found in 'spirv.module'", op)


def global_variable(op) -> None:
    pointer_of(op, op.get("type"))


def spec_constant(op) -> None:
    if not isinstance(type_of(op.attributes["default_value"]), (IntegerType, FloatType)):
        raise Error.on(op, f"has the value {op.attributes['default_value']}, which is no number and no truth")


def spec_composite(op) -> None:
    type = op.get("type")
    for at, symbol in enumerate(op.attributes["constituents"]):
        if specialized_type(op, symbol) is not part_of(type, at):
            raise Error.on(op, f"does not have @{symbol.root} as part {at} of '{type}'")
    if part_of(type, len(op.attributes["constituents"])) is not None:
        raise Error.on(op, f"has fewer parts than '{type}'")


def reference(op) -> None:
    type = specialized_type(op, op.attributes["spec_const"])
    if type is not op.results[0].type:
        raise Error.on(op, f"is '{op.results[0].type}', where @{op.get('spec_const').root} is '{type}'")


def specialized_type(op, symbol):
    """The type of the specialization constant that an operation names."""
    around = op.parent_op
    while around is not None and around.name != "spirv.module":
        around = around.parent_op
    named = SymbolTable(around).get(symbol) if around is not None else None
    if named is None or named.name not in ("spirv.SpecConstant", "spirv.SpecConstantComposite"):
        raise Error.on(op, f"names @{symbol.root}, which is no specialization constant of a 'spirv.module'")
    return named.get("type") if named.name == "spirv.SpecConstantComposite" else named.attributes["default_value"].type


def spec_operation(op) -> None:
    operations = list(op.region.blocks[0]) if len(op.region.blocks) == 1 else []
    if [each.name for each in operations[1:]] != ["spirv.mlir.yield"] or list(operations[1].operands) != list(operations[0].results):
        raise Error.on(op, "must hold one operation, and give what that gives")
    inner = operations[0]
    if inner.dialect != "spirv" or inner.regions or [each.type for each in inner.results] != [op.results[0].type]:
        raise Error.on(op, f"cannot hold '{inner.name}', or gives another type")
    for value in inner.operands:
        if value.op is None or value.op.name not in CONSTANTS:
            raise Error.on(op, "takes constants alone")


CONSTANTS = ("spirv.Constant", "spirv.mlir.referenceof", "spirv.SpecConstantOperation", "spirv.Undef")


def clustered(op) -> None:
    """A size of clusters stands with `ClusteredReduce`, and there alone."""
    value, *size = op.operands
    if value.type is not op.results[0].type:
        raise Error.on(op, f"gives '{op.results[0].type}' of '{value.type}'")
    if len(size) != (enumerator(op.attributes["group_operation"]) == "ClusteredReduce") or not all(
        [type_is_integer(each.type) for each in size]
    ):
        raise Error.on(op, "needs a whole number as 'cluster_size' with ClusteredReduce, and has none otherwise")


def type_is_integer(type) -> bool:
    return isinstance(type, IntegerType) and type.width > 1


OWN = {
    **dict.fromkeys(GROUPED, clustered),
    "SpecConstant": spec_constant,
    "Load": load,
    "Store": store,
    "AccessChain": access_chain,
    "CompositeExtract": composite_extract,
    "CompositeConstruct": composite_construct,
    "CompositeInsert": composite_insert,
    "Variable": variable,
    "Switch": switch,
    "Constant": constant,
    "Branch": branch,
    "BranchConditional": branch_conditional,
    "GlobalVariable": global_variable,
    "SConvert": resized,
    "UConvert": resized,
    "Bitcast": bitcast,
}
# What depends on regions is looked at after the operations inside.
STRUCTURE = {
    "SpecConstantComposite": spec_composite,
    "SpecConstantOperation": spec_operation,
    "mlir.referenceof": reference,
    "mlir.loop": loop,
    "mlir.selection": selection,
    "module": module,
    "EntryPoint": entry_point,
    "func": function,
    "FunctionCall": call,
}
