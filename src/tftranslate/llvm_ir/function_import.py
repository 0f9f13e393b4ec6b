"""Bodies of functions as blocks of operations: phi nodes become arguments of blocks, constants stand at the start."""

from __future__ import annotations

from tfir.conversion.llvm_ir.intrinsic_names import operation_of
from tfir.conversion.llvm_ir.kept import METADATA_ARGUMENTS, PHIS, TAIL, UNWIND
from tfir.dialects import definition_of
from tfir.dialects.cf import set_cases
from tfir.dialects.llvm.attributes import DIALECTS_OF_ASSEMBLY, FAST_MATH
from tfir.dialects.llvm.types import VOID, FunctionType, PointerType, StructType
from tfir.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation
from tfir.ir.types import I32, I64, IntegerType
from tfir.text.enumerators import word_of

from tftranslate.llvm_ir.attribute_reader import Attributes, of_assembly, of_call, of_other_call, of_value
from tftranslate.llvm_ir.constant_import import ConstantImport
from tftranslate.llvm_ir.debug_records import RecordImport
from tftranslate.llvm_ir.instruction import Assembly, Call, Instruction, MetadataValue, Record
from tftranslate.llvm_ir.intrinsic_import import OF_DEBUGGERS, OLD_SIZED, Intrinsic, unregistered
from tftranslate.llvm_ir.values import AGGREGATE, GLOBAL, INTEGER, ZERO, Constant, Local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tfir.ir.operations import Value

    from tftranslate.llvm_ir.module_import import ModuleImport
    from tftranslate.llvm_ir.module_reader import BasicBlock, Body, Symbol

CALLED_BY_NAME = "llvm.call_intrinsic"
DYNAMIC_INDEX = -(1 << 31)


def reached(body: Body) -> list[BasicBlock]:
    """The blocks that are reached from the first, in reverse post-order, in which values come before their uses."""
    first = next(iter(body.blocks))
    done, behind = {first}, []
    pending = [(first, iter(labels_of(body.blocks[first])))]
    while pending:
        label, following = pending[-1]
        new = next((each for each in following if each not in done), None)
        if new is None:
            behind.append(body.blocks[label])
            pending.pop()
        elif new not in body.blocks:
            raise LookupError(new)
        else:
            done.add(new)
            pending.append((new, iter(labels_of(body.blocks[new]))))
    return behind[::-1]


def labels_of(block: BasicBlock) -> list[str]:
    return block.instructions[-1].labels


def expressed(instruction: Instruction, operands: Sequence[Value]) -> Operation:
    """An operation on constants."""
    if instruction.name == "llvm.getelementptr":
        operands = refined(instruction, operands)
    return Operation(instruction.name, operands, [instruction.type], instruction.attributes)


def refined(instruction: Instruction, operands: Sequence[Value]) -> list[Value]:
    """Operands of an address: indices of structures are numbers of the operation."""
    held, type = instruction.attributes, instruction.attributes["elem_type"].value
    numbers, dynamic = [], []
    for at, (index, value) in enumerate(zip(instruction.operands[1:], operands[1:])):
        is_member = at and isinstance(type, StructType)
        number = constant_index(index) if is_member else DYNAMIC_INDEX
        if is_member and not 0 <= number < len(type.members or ()):
            raise Error(f"'{type}' has no member {number}", instruction.place)
        numbers.append(number)
        dynamic += [] if is_member else [value]
        if at:
            type = type.members[number] if is_member else getattr(type, "element", None)
    held["rawConstantIndices"] = DenseArrayAttr(numbers, I32)
    return [operands[0], *dynamic]


def constant_index(index: Local | Constant) -> int:
    """Which member an index is of; one for all elements of a vector."""
    if isinstance(index, Constant) and index.kind == AGGREGATE:
        index = index.payload[0]
    if not isinstance(index, Constant) or index.kind not in (INTEGER, ZERO):
        raise Error("an index of a structure is a constant", index.place if isinstance(index, Local) else None)
    return index.payload or 0


class FunctionImport:
    def __init__(self, module: ModuleImport, symbol: Symbol, function: Operation):
        self.module, self.reader, self.metadata, self.debug = module, module.reader, module.metadata, module.debug
        self.symbol, self.function, self.region = symbol, function, function.region
        self.values: dict[str, Value] = {}
        self.blocks: dict[str, Block] = {}
        self.block: Block
        self.records = RecordImport(self)
        self.phis: dict[Block, list[tuple[Attribute, Attribute, Attribute]]] = {}

    def build(self) -> None:
        body = self.symbol.body
        try:
            ordered = reached(body)
        except LookupError as error:
            raise self.reader.error(f"use of undefined block '%{error.args[0]}'", body.place) from None
        kept = {block.label for block in ordered}
        for label in body.blocks:
            if label in kept:
                self.blocks[label] = self.region.add_block()
        self.add_arguments()
        self.constants = ConstantImport(self.reader, self.region.entry, expressed)
        for block in ordered:
            self.fill(block)
        for each in self.region.blocks if self.phis else ():
            self.tell_of_phis(each.last)
        self.records.build()

    def add_arguments(self) -> None:
        signature, entry = self.symbol.function, self.region.entry
        for name, type in zip(signature.names, signature.types):
            self.values[name] = entry.add_argument(type, self.function.location)

    def fill(self, block: BasicBlock) -> None:
        self.block = self.blocks[block.label]
        for instruction in block.instructions:
            self.convert(instruction, block)
        if block.label in self.reader.labels_taken.get(self.symbol.name, ()):
            tag = OpaqueAttr(f"#llvm.blocktag<id = {self.reader.block_number(self.symbol.name, block.label)}>")
            Operation("llvm.blocktag", (), (), {"tag": tag}, location=self.function.location, block=self.block, anchor=self.block.first)

    def convert(self, instruction: Instruction, block: BasicBlock) -> None:
        for record in instruction.records:
            self.records.add(record, self.block)
        convert = CONVERTED.get(instruction.name)
        if convert is not None:
            convert(self, instruction, block)
        else:
            self.add(instruction, instruction.name, self.operands(instruction.operands), instruction.attributes)

    # Values

    def operands(self, operands: Iterable[Local | Constant]) -> list[Value]:
        return [self.value(each) for each in operands]

    def value(self, operand: Local | Constant) -> Value:
        if isinstance(operand, Constant):
            return self.constants.value(operand)
        value = self.values.get(operand.name)
        if value is None:
            raise self.reader.error(f"use of undefined value '%{operand.name}'", operand.place)
        if value.type is not operand.type:
            raise self.reader.error(f"'%{operand.name}' has the type {value.type}, not {operand.type}", operand.place)
        return value

    def add(
        self, instruction: Instruction, name: str, operands: Sequence[Value], attributes: dict[str, Attribute], successors=(),
    ) -> Operation:  # fmt: skip
        signature = definition_of(name).signature
        gives = instruction.type is not VOID or name == "llvm.inline_asm" or any([not slot.optional for slot in signature.results])
        types = [instruction.type] if gives else []
        location = self.debug.of_instruction(instruction.metadata)
        if instruction.metadata:
            attributes = attributes | self.metadata.attributes(instruction.metadata, signature.attributes)
        op = Operation(name, operands, types, attributes, successors=successors, location=location, block=self.block)
        if types and instruction.result is not None:
            self.values[instruction.result] = op.result
        return op

    # Blocks

    def phi(self, instruction: Instruction, block: BasicBlock) -> None:
        location = self.debug.of_instruction(instruction.metadata)
        flags = instruction.attributes.get("fastmathFlags", FAST_MATH.of([]))
        rest = self.metadata.pairs([pair for pair in instruction.metadata.items() if pair[0] != "dbg"])
        if word_of(flags) != "none" or rest.elements:
            self.phis.setdefault(self.block, []).append((IntegerAttr(len(self.block.arguments), I64), flags, rest))
        self.values[instruction.result] = self.block.add_argument(instruction.type, location)

    def tell_of_phis(self, end: Operation) -> None:
        """Keeps at a terminator what phi nodes say besides what they choose from: arguments of blocks say nothing."""
        rows = [
            ArrayAttr([IntegerAttr(at, I64), place, IntegerAttr(len(target.arguments), I64), flags, rest])
            for at, target in enumerate(end.successors)
            for place, flags, rest in self.phis.get(target, ())
        ]
        if rows:
            end.set_attribute(PHIS, ArrayAttr(rows))

    def passed(self, source: BasicBlock, label: str) -> list[Value]:
        """What a block gets from another for its phi nodes."""
        values = []
        for phi in self.symbol.body.blocks[label].instructions:
            if phi.name != "llvm.phi":
                break
            if source.label not in phi.labels:
                raise self.reader.error(f"nothing comes from '%{source.label}' here", phi.place)
            values.append(self.value(phi.operands[phi.labels.index(source.label)]))
        return values

    def targets(self, labels: Iterable[str]) -> list[Block]:
        return [self.blocks[label] for label in labels]

    def branch(self, instruction: Instruction, block: BasicBlock) -> None:
        operands = self.passed(block, instruction.labels[0])
        self.add(instruction, "llvm.br", operands, instruction.attributes, self.targets(instruction.labels))

    def conditional_branch(self, instruction: Instruction, block: BasicBlock) -> None:
        passed = [self.passed(block, label) for label in instruction.labels]
        operands = [self.value(instruction.operands[0]), *passed[0], *passed[1]]
        sizes = DenseArrayAttr([1, len(passed[0]), len(passed[1])], I32)
        self.add(instruction, instruction.name, operands, {"operandSegmentSizes": sizes}, self.targets(instruction.labels))

    def switch(self, instruction: Instruction, block: BasicBlock) -> None:
        value, *numbers = instruction.operands
        operands = [self.value(value)]
        passed = [self.passed(block, label) for label in instruction.labels]
        held: dict[str, Attribute] = {}
        type = value.type
        if not isinstance(type, IntegerType):
            raise self.reader.error(f"a switch is on an integer, not on {type}", instruction.place)
        payloads = [each.payload for each in numbers if isinstance(each, Constant) and each.kind == INTEGER and each.type is type]
        if len(set(payloads)) != len(numbers):
            raise self.reader.error(f"the cases of a switch are different constants of {type}", instruction.place)
        set_cases(held, payloads, type, [len(each) for each in passed])
        operands += [each for listed in passed for each in listed]
        self.add(instruction, instruction.name, operands, held, self.targets(instruction.labels))

    def indirect(self, instruction: Instruction, block: BasicBlock) -> None:
        operands = [self.value(instruction.operands[0])]
        passed = [self.passed(block, label) for label in instruction.labels]
        segments = DenseArrayAttr([len(each) for each in passed], I32)
        operands += [each for listed in passed for each in listed]
        self.add(instruction, instruction.name, operands, {"indbr_operand_segments": segments}, self.targets(instruction.labels))

    # Calls

    def address(self, instruction: Instruction, block: BasicBlock) -> None:
        operands = refined(instruction, self.operands(instruction.operands))
        self.add(instruction, instruction.name, operands, instruction.attributes)

    def call(self, instruction: Instruction, block: BasicBlock) -> None:
        call = instruction.call
        if isinstance(call.callee, Assembly):
            self.assembly(instruction, call.callee)
        elif (name := self.intrinsic_called(call)) is not None:
            self.intrinsic(instruction, name)
        else:
            operands, held = self.called(instruction)
            extra = self.bundles(call, held)
            held["operandSegmentSizes"] = DenseArrayAttr([len(operands), len(extra)], I32)
            self.add(instruction, "llvm.call", [*operands, *extra], held | of_call(call.function, self.declared(call)))

    def intrinsic_called(self, call: Call) -> str | None:
        callee = call.callee
        is_intrinsic = isinstance(callee, Constant) and callee.kind == GLOBAL and callee.payload.startswith("llvm.")
        return callee.payload if is_intrinsic else None

    def intrinsic(self, instruction: Instruction, name: str) -> None:
        if name in OF_DEBUGGERS:
            parts = [value.part if isinstance(value, MetadataValue) else value for value, _ in instruction.call.arguments]
            record = Record(name.rpartition(".")[2], parts, instruction.place)
            record.parts.append(instruction.metadata.get("dbg"))
            self.records.add(record, self.block)
            return
        local = operation_of(name)
        if local is None:
            operands, held = unregistered(instruction.call, name, instruction.attributes)
            held |= self.metadata_arguments(instruction, name) | self.of_intrinsic(instruction, CALLED_BY_NAME)
            self.add(instruction, CALLED_BY_NAME, self.operands(operands), held)
            return
        if local in OLD_SIZED and len(instruction.call.arguments) == 2:
            self.lifetime(instruction, local)
            return
        intrinsic = Intrinsic(self, instruction, local)
        intrinsic.taken()
        self.add(instruction, local, self.operands(intrinsic.operands), intrinsic.attributes | self.of_intrinsic(instruction, local))

    def lifetime(self, instruction: Instruction, local: str) -> None:
        """One with a size, of before LLVM 22: of what `alloca` gives, whatever it was cast to. Of anything else it says nothing any more."""
        pointer = instruction.call.arguments[1][0]
        memory = allocated(self.value(pointer)) if isinstance(pointer, Local) else None
        if memory is not None:
            self.add(instruction, local, [memory], self.of_intrinsic(instruction, local))

    def metadata_arguments(self, instruction: Instruction, name: str) -> dict[str, Attribute]:
        """Which arguments of an intrinsic are metadata, with what these are."""
        listed = []
        for at, (value, _) in enumerate(instruction.call.arguments):
            if isinstance(value, MetadataValue):
                if isinstance(value.part, Local):
                    raise self.reader.error(f"the llvm dialect cannot call '{name}' with a value as metadata", instruction.place)
                listed.append(ArrayAttr([IntegerAttr(at, I64), self.metadata.kept_part(value.part)]))
        return {METADATA_ARGUMENTS: ArrayAttr(listed)} if listed else {}

    def of_intrinsic(self, instruction: Instruction, name: str) -> dict[str, Attribute]:
        """What an intrinsic's operation has no attribute for."""
        kind = word_of(instruction.attributes["TailCallKind"])
        tail = {} if kind == "none" else {TAIL: StringAttr(kind)}
        is_strict = "fpExceptionBehavior" in definition_of(name).signature.attributes
        return tail | of_other_call(instruction.call.function.without("strictfp") if is_strict else instruction.call.function)

    def called(self, instruction: Instruction) -> tuple[list[Value], dict[str, Attribute]]:
        """The operands of a call, and what it says of what is called."""
        call, held = instruction.call, dict(instruction.attributes)
        symbol = self.function_called(call)
        operands = [] if symbol is not None else [self.value(call.callee)]
        for value, _ in call.arguments:
            if isinstance(value, MetadataValue):
                raise self.reader.error("the llvm dialect has no metadata as an argument of a call", instruction.place)
            operands.append(self.value(value))
        type, declared = call.type, None if symbol is None else symbol.type
        if isinstance(declared, FunctionType) and agrees(type, declared):
            held["callee"], type = SymbolRefAttr(symbol.name), declared
        elif symbol is not None:
            name = {"global_name": SymbolRefAttr(symbol.name)}
            pointer = Operation(
                "llvm.mlir.addressof", (), [PointerType(symbol.space)], name, location=self.function.location, block=self.block
            )
            operands.insert(0, pointer.result)
        if type.is_variadic:
            held["var_callee_type"] = TypeAttr(type)
        if any([bool(words) for _, words in call.arguments]):
            held["arg_attrs"] = ArrayAttr([of_value(words) for _, words in call.arguments])
        if call.result:
            held["res_attrs"] = ArrayAttr([of_value(call.result)])
        return operands, held

    def declared(self, call: Call) -> Attributes:
        """What the function that is called says of itself."""
        symbol = self.function_called(call)
        return Attributes() if symbol is None else symbol.words

    def function_called(self, call: Call) -> Symbol | None:
        callee = call.callee
        if not isinstance(callee, Constant) or callee.kind != GLOBAL:
            return None
        symbol = self.reader.symbols.get(callee.payload)
        if symbol is None:
            raise self.reader.error(f"use of undefined value '@{callee.payload}'", call.place)
        return symbol if symbol.kind in ("function", "ifunc") else None

    def bundles(self, call: Call, held: dict[str, Attribute]) -> list[Value]:
        held["op_bundle_sizes"] = DenseArrayAttr([len(values) for _, values in call.bundles], I32)
        if call.bundles:
            held["op_bundle_tags"] = ArrayAttr([StringAttr(tag) for tag, _ in call.bundles])
        return self.operands([value for _, values in call.bundles for value in values])

    def assembly(self, instruction: Instruction, assembly: Assembly) -> None:
        held: dict[str, Attribute] = {
            "asm_string": StringAttr(assembly.text), "constraints": StringAttr(assembly.constraints),
            "tail_call_kind": instruction.attributes["TailCallKind"],
            "asm_dialect": IntegerAttr(DIALECTS_OF_ASSEMBLY.index("intel" if "inteldialect" in assembly.words else "att"), I64),
        }  # fmt: skip
        for word, name in (("sideeffect", "has_side_effects"), ("alignstack", "is_align_stack"), ("unwind", UNWIND)):
            if word in assembly.words:
                held[name] = UnitAttr()
        arguments, operands = (
            instruction.call.arguments,
            [value for value, _ in instruction.call.arguments if not isinstance(value, MetadataValue)],
        )
        if len(operands) != len(arguments):
            raise self.reader.error("the llvm dialect has no metadata as an argument of assembly", instruction.place)
        if any(["elementtype" in words.words for _, words in arguments]):
            held["operand_attrs"] = ArrayAttr([of_assembly(words) for _, words in arguments])
        held |= of_other_call(instruction.call.function)
        self.add(instruction, "llvm.inline_asm", self.operands(operands), held)

    def invoke(self, instruction: Instruction, block: BasicBlock) -> None:
        """Where the normal block is passed what the call gives, a block between passes it on."""
        operands, held = self.called(instruction)
        normal, unwind = instruction.labels
        phis = [each for each in self.symbol.body.blocks[normal].instructions if each.name == "llvm.phi"]
        given = [phi.operands[phi.labels.index(block.label)] for phi in phis if block.label in phi.labels]
        is_passed = any([isinstance(each, Local) and each.name == instruction.result for each in given])
        target = self.blocks[normal]
        if is_passed:
            target = Block()
            self.region.insert_blocks(self.region.blocks.index(self.blocks[normal]), [target])
        to_unwind = self.passed(block, unwind)
        extra = self.bundles(instruction.call, held)
        held["operandSegmentSizes"] = DenseArrayAttr([len(operands), 0, len(to_unwind), len(extra)], I32)
        held |= of_other_call(instruction.call.function)
        op = self.add(instruction, "llvm.invoke", [*operands, *to_unwind, *extra], held, [target, self.blocks[unwind]])
        passed = self.passed(block, normal)
        if is_passed:
            Operation("llvm.br", passed, successors=[self.blocks[normal]], location=op.location, block=target)
        elif passed:
            op.set_operands([*operands, *passed, *to_unwind, *extra])
            op.set_attribute("operandSegmentSizes", DenseArrayAttr([len(operands), len(passed), len(to_unwind), len(extra)], I32))


def agrees(call: FunctionType, callee: FunctionType) -> bool:
    """Whether a call's type is one that the function may be called by."""
    counts = len(call.inputs), len(callee.inputs)
    fits = counts[0] >= counts[1] if callee.is_variadic else counts[0] == counts[1]
    return fits and call.result is callee.result and all([one is other for one, other in zip(call.inputs, callee.inputs)])


CONVERTED: dict[str, Callable[[FunctionImport, Instruction, BasicBlock], None]] = {
    "llvm.phi": FunctionImport.phi, "llvm.br": FunctionImport.branch, "llvm.cond_br": FunctionImport.conditional_branch,
    "llvm.switch": FunctionImport.switch, "llvm.indirectbr": FunctionImport.indirect, "llvm.call": FunctionImport.call,
    "llvm.invoke": FunctionImport.invoke, "llvm.getelementptr": FunctionImport.address,
}  # fmt: skip


def allocated(pointer: Value) -> Value | None:
    """What `alloca` gives behind casts and indices that are 0; None where a pointer is from elsewhere."""
    op = pointer.op
    while op is not None and op.name in ("llvm.bitcast", "llvm.addrspacecast", "llvm.getelementptr"):
        pointer, *indices = op.operands
        if not all([index.op is not None and index.op.name == "llvm.mlir.constant" and index.op.get("value") == 0 for index in indices]):
            return None
        op = pointer.op
    return pointer if op is not None and op.name == "llvm.alloca" else None
