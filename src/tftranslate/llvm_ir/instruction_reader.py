"""Instructions of LLVM's assembly, as the operations of the llvm dialect that they will be. How an opcode reads follows from its operation's
line in the dialect's table; those that read otherwise have a reader of their own."""

from __future__ import annotations

from tfir.conversion.llvm_ir.instructions import FLAGS
from tfir.conversion.llvm_ir.kept import IN_RANGE, SAME_SIGN, TO_ADDRESS
from tfir.conversion.llvm_ir.layout import ABI, PREFERRED, power_of_two
from tfir.dialects import definition_of, has_trait, lookup, trait_arguments
from tfir.dialects.llvm.attributes import (
    FAST_MATH,
    FLOAT_PREDICATES,
    INTEGER_PREDICATES,
    ORDERINGS,
    READ_MODIFY_WRITE,
    TAIL_CALLS,
)
from tfir.dialects.llvm.types import VOID, ArrayType, PointerType, StructType
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.types import I1, I32, I64, Type, VectorType

from tftranslate.llvm_ir.attribute_reader import kept
from tftranslate.llvm_ir.call_reader import CallReader
from tftranslate.llvm_ir.constant_folding import expression, folded, indexed_by_vectors
from tftranslate.llvm_ir.instruction import Instruction
from tftranslate.llvm_ir.lexer import name_of
from tftranslate.llvm_ir.values import EXPRESSION, POISON, Constant, Expression, Local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

INTEGERS, FLOATS = ({word.lstrip("_"): number for number, word in enumerate(words)} for words in (INTEGER_PREDICATES, FLOAT_PREDICATES))
MODIFICATIONS = {word.lstrip("_"): number for number, word in enumerate(READ_MODIFY_WRITE)}
FLAG_OF = {word.strip(): (name, bit) for name, bit, word in FLAGS}
ADDRESS_FLAGS = {"inbounds": 3, "nusw": 2, "nuw": 4}


class InstructionReader(CallReader):
    def instruction(self) -> Instruction:
        """One with its result's name, if it has one, and its metadata."""
        place, result = self.place, None
        if self.token[:1] == "%":
            result = name_of(self.take())
            self.expect("=")
        instruction = self._opcode(place)
        instruction.result = result
        while self.accept(","):
            if self.token[:1] != "!":
                raise self.expected("metadata")
            kind = self.take()[1:]
            instruction.metadata[kind] = self.node()
        return instruction

    def _opcode(self, place: int) -> Instruction:
        opcode = self.token
        instruction = Instruction(f"llvm.{opcode}", place)
        read = FORMS.get(opcode) or derived_form(instruction.name)
        if not opcode[:1].isalpha():
            raise self.expected("an instruction")
        if read is None:
            raise self.error(f"the llvm dialect has no instruction '{opcode}'", place)
        self.at += 1
        if lookup(instruction.name) is not None:
            instruction.attributes = dict(definition_of(instruction.name).defaults)
        read(self, instruction)
        return instruction

    def at_comma(self, word: str) -> bool:
        """Past a comma and a word, if these stand here."""
        if self.token == "," and self.tokens[self.at + 1] == word:
            self.at += 2
            return True
        return False

    def flags(self, instruction: Instruction) -> None:
        held, allowed = instruction.attributes, definition_of(instruction.name).signature.attributes
        while self.token in FLAG_OF:
            name, bit = FLAG_OF[self.token]
            if name not in allowed:
                raise self.expected("a type")
            self.at += 1
            held[name] = IntegerAttr(held[name].value | bit, I32) if bit else UnitAttr()
        words = self.fast_words()
        if words:
            held["fastmathFlags"] = FAST_MATH.of(words)

    # Arithmetic and conversions

    def plain(self, instruction: Instruction) -> None:
        """All operands have one type."""
        self.flags(instruction)
        instruction.type = self.value_type()
        instruction.operands = [self.value(instruction.type)]
        for _ in definition_of(instruction.name).signature.operands[1:]:
            self.expect(",")
            instruction.operands.append(self.value(instruction.type))

    def cast(self, instruction: Instruction) -> None:
        self.flags(instruction)
        instruction.operands = [self.typed_value()]
        self.expect("to")
        instruction.type = self.value_type()

    def ptrtoaddr(self, instruction: Instruction) -> None:
        instruction.name, instruction.attributes = "llvm.ptrtoint", {TO_ADDRESS: UnitAttr()}
        self.cast(instruction)

    def comparison(self, instruction: Instruction) -> None:
        numbers = INTEGERS if instruction.name == "llvm.icmp" else FLOATS
        if self.accept("samesign"):
            instruction.attributes[SAME_SIGN] = UnitAttr()
        self.flags(instruction)
        if self.token not in numbers:
            raise self.expected("a predicate")
        instruction.attributes["predicate"] = IntegerAttr(numbers[self.take()], I64)
        left = self.typed_value()
        self.expect(",")
        instruction.operands = [left, self.value(left.type)]
        instruction.type = VectorType(left.type.shape, I1, left.type.scalable) if isinstance(left.type, VectorType) else I1

    def typed_operands(self) -> list:
        operands = [self.typed_value()]
        while self.token == "," and self.tokens[self.at + 1][:1] != "!" and self.tokens[self.at + 1] != "align":
            self.at += 1
            operands.append(self.typed_value())
        return operands

    def select(self, instruction: Instruction) -> None:
        self.flags(instruction)
        self.all_typed(instruction, 3)
        instruction.type = instruction.operands[1].type

    def all_typed(self, instruction: Instruction, count: int) -> None:
        instruction.operands = self.typed_operands()
        if len(instruction.operands) != count:
            raise self.error(f"expected {count} operands, found {len(instruction.operands)}", instruction.place)

    def extractelement(self, instruction: Instruction) -> None:
        self.all_typed(instruction, 2)
        instruction.type = getattr(instruction.operands[0].type, "element", VOID)

    def insertelement(self, instruction: Instruction) -> None:
        self.all_typed(instruction, 3)
        instruction.type = instruction.operands[0].type

    def shufflevector(self, instruction: Instruction) -> None:
        self.all_typed(instruction, 3)
        *instruction.operands, mask = instruction.operands
        vector, kind = instruction.operands[0].type, mask.type
        if not isinstance(vector, VectorType) or not isinstance(mask, Constant) or not isinstance(kind, VectorType):
            raise self.error("expected vectors and a mask", instruction.place)
        members = [mask] * kind.shape[0] if mask.kind in ("undef", "poison") else self.constants.members(mask)
        numbers = [-1 if each.kind in ("undef", "poison") else each.payload or 0 for each in members]
        instruction.attributes["mask"] = DenseArrayAttr(numbers, I32)
        instruction.type = VectorType(kind.shape, vector.element, kind.scalable)

    def part(self, instruction: Instruction) -> None:
        """`extractvalue` and `insertvalue`, with their places."""
        operands, places = [self.typed_value()], []
        while self.token == "," and self.tokens[self.at + 1][:1] != "!":
            self.at += 1
            if self.token.isdecimal():
                places.append(self.integer())
            else:
                operands.append(self.typed_value())
        instruction.operands, instruction.type = operands, operands[0].type
        instruction.attributes["position"] = DenseArrayAttr(places, I64)
        if len(operands) == 1:
            instruction.type = self.member(operands[0].type, places, instruction.place)

    def member(self, type: Type, places: list[int], place: int) -> Type:
        for at in places:
            members = type.members if isinstance(type, StructType) else None
            if isinstance(type, ArrayType):
                type = type.element
            elif members is not None and at < len(members):
                type = members[at]
            else:
                raise self.error(f"'{type}' has no member {at}", place)
        return type

    # Memory

    def alignment(self, instruction: Instruction, type: Type, preferred: bool = ABI, as_whole: bool = False) -> None:
        """What is left out follows from the layout; what is read and written at once lies at its size."""
        if self.at_comma("align"):
            number = self.integer()
        elif as_whole:
            number = power_of_two(self.layout.stored(type))
        else:
            number = self.layout.alignment(type, preferred)
        instruction.attributes["alignment"] = IntegerAttr(number, I64)

    def alloca(self, instruction: Instruction) -> None:
        held = instruction.attributes
        if self.accept("inalloca"):
            held["inalloca"] = UnitAttr()
        if self.accept("swifterror"):
            held |= kept(["swifterror"])
        held["elem_type"] = TypeAttr(self.type())
        instruction.operands = [self.constants.integer(1, I32)]
        if self.token == "," and self.tokens[self.at + 1] not in ("align", "addrspace") and self.tokens[self.at + 1][:1] != "!":
            self.at += 1
            instruction.operands = [self.typed_value()]
        self.alignment(instruction, held["elem_type"].value, PREFERRED)
        space = self.in_parentheses(self._space) if self.at_comma("addrspace") else 0
        instruction.type = PointerType(space)

    def access(self, instruction: Instruction) -> None:
        held, is_atomic = instruction.attributes, self.accept("atomic")
        if self.accept("volatile"):
            held["volatile_"] = UnitAttr()
        if instruction.name == "llvm.load":
            instruction.type = self.value_type()
            self.expect(",")
            instruction.operands = [self.typed_value()]
        else:
            self.all_typed(instruction, 2)
        if is_atomic:
            self.scope(instruction)
            held["ordering"] = self.ordering()
        self.alignment(instruction, instruction.type if instruction.name == "llvm.load" else instruction.operands[0].type)

    def scope(self, instruction: Instruction) -> None:
        if self.accept("syncscope"):
            name = self.in_parentheses(self.string)
            if name:
                instruction.attributes["syncscope"] = StringAttr(name)

    def ordering(self) -> IntegerAttr:
        if self.token not in ORDERINGS:
            raise self.expected("an ordering")
        return IntegerAttr(ORDERINGS[self.take()], I64)

    def atomicrmw(self, instruction: Instruction) -> None:
        held = instruction.attributes
        if self.accept("volatile"):
            held["volatile_"] = UnitAttr()
        if self.token not in MODIFICATIONS:
            self.refuse(f"the llvm dialect has no atomicrmw '{self.token}'")
        held["bin_op"] = IntegerAttr(MODIFICATIONS[self.take()], I64)
        self.all_typed(instruction, 2)
        self.scope(instruction)
        held["ordering"] = self.ordering()
        instruction.type = instruction.operands[1].type
        self.alignment(instruction, instruction.type, as_whole=True)

    def cmpxchg(self, instruction: Instruction) -> None:
        held = instruction.attributes
        for word, name in (("weak", "weak"), ("volatile", "volatile_")):
            if self.accept(word):
                held[name] = UnitAttr()
        self.all_typed(instruction, 3)
        self.scope(instruction)
        held["success_ordering"], held["failure_ordering"] = self.ordering(), self.ordering()
        self.alignment(instruction, instruction.operands[2].type, as_whole=True)
        instruction.type = StructType([instruction.operands[2].type, I1])

    def fence(self, instruction: Instruction) -> None:
        self.scope(instruction)
        instruction.attributes["ordering"] = self.ordering()

    def getelementptr(self, instruction: Instruction) -> None:
        flags = 0
        while self.token in ADDRESS_FLAGS:
            flags |= ADDRESS_FLAGS[self.take()]
        instruction.attributes["noWrapFlags"] = IntegerAttr(flags, I32)
        instruction.attributes["elem_type"] = TypeAttr(self.type())
        self.expect(",")
        instruction.operands = self.typed_operands()
        self.addressed(instruction)

    def addressed(self, instruction: Instruction) -> None:
        base, *indices = instruction.operands
        vectors = [each.type for each in (base, *indices) if isinstance(each.type, VectorType)]
        shape = vectors[0] if vectors else None
        is_vector = shape is None or isinstance(base.type, VectorType)
        instruction.type = base.type if is_vector else VectorType(shape.shape, base.type, shape.scalable)

    def va_arg(self, instruction: Instruction) -> None:
        instruction.operands = [self.typed_value()]
        self.expect(",")
        instruction.type = self.value_type()

    # Control flow

    def branch(self, instruction: Instruction) -> None:
        if self.token == "label":
            instruction.labels = [self.label()]
            return
        instruction.name, instruction.operands = "llvm.cond_br", [self.typed_value()]
        for _ in range(2):
            self.expect(",")
            instruction.labels.append(self.label())

    def switch(self, instruction: Instruction) -> None:
        value = self.typed_value()
        self.expect(",")
        instruction.labels, numbers = [self.label()], []
        self.expect("[")
        while not self.accept("]"):
            numbers.append(self.typed_constant())
            self.expect(",")
            instruction.labels.append(self.label())
        instruction.operands = [value, *numbers]

    def indirectbr(self, instruction: Instruction) -> None:
        instruction.operands = [self.typed_value()]
        self.expect(",")
        instruction.labels = self.listed(self.label, "[", "]")

    def ret(self, instruction: Instruction) -> None:
        instruction.name = "llvm.return"
        if not self.accept("void"):
            instruction.operands = [self.typed_value()]

    def resume(self, instruction: Instruction) -> None:
        instruction.operands = [self.typed_value()]

    def unreachable(self, instruction: Instruction) -> None:
        pass

    def phi(self, instruction: Instruction) -> None:
        self.fast_call(instruction)
        instruction.type = self.value_type()
        while True:
            self.expect("[")
            instruction.operands.append(self.value(instruction.type))
            self.expect(",")
            instruction.labels.append(self.block_name())
            self.expect("]")
            if self.token != "," or self.tokens[self.at + 1] != "[":
                break
            self.at += 1

    def landingpad(self, instruction: Instruction) -> None:
        instruction.type = self.value_type()
        if self.accept("cleanup"):
            instruction.attributes["cleanup"] = UnitAttr()
        while self.accept("catch", "filter"):
            instruction.operands.append(self.typed_value())

    # Constant expressions

    def expression(self, type: Type) -> Constant:
        opcode, place = self.token, self.place
        name = f"llvm.{'ptrtoint' if opcode == 'ptrtoaddr' else opcode}"
        if not has_trait(name, "pure"):
            raise self.expected("a value")
        self.at += 1
        instruction = Instruction(name, place)
        instruction.attributes = dict(definition_of(name).defaults) | ({TO_ADDRESS: UnitAttr()} if opcode == "ptrtoaddr" else {})
        self.expression_parts(instruction)
        if opcode == "getelementptr":
            self.addressed(instruction)
        elif opcode == "shufflevector":
            self.refuse("the llvm dialect has no constant shufflevector")
        instruction.type = type
        constant = folded(self.constants, instruction, type)
        if constant is not None:
            return constant
        if opcode == "getelementptr" and isinstance(type, VectorType) and not any(type.scalable):
            indexed_by_vectors(self.constants, instruction, type)
        return expression(self.constants, instruction)

    def scalable_splat(self, type: VectorType, element: Constant) -> Constant:
        """Put into the first place, and from there into all."""
        nothing = self.constants.of(POISON, type)
        first = self.expressed("insertelement", type, [nothing, element, self.constants.integer(0, I64)], {})
        return self.expressed("shufflevector", type, [first, nothing], {"mask": DenseArrayAttr([0] * type.shape[0], I32)})

    def expressed(self, opcode: str, type: Type, operands: list[Local | Constant], held: dict[str, Attribute]) -> Constant:
        instruction = Instruction(f"llvm.{opcode}", self.place)
        instruction.type, instruction.operands, instruction.attributes = type, operands, held
        return self.constants.of(EXPRESSION, type, Expression(instruction, (opcode, tuple(operands))))

    def expression_parts(self, instruction: Instruction) -> None:
        """Flags and operands, which are in brackets."""
        held, flags = instruction.attributes, 0
        while self.token in ADDRESS_FLAGS or self.token in FLAG_OF:
            word = self.take()
            flags |= ADDRESS_FLAGS.get(word, 0)
            if instruction.name != "llvm.getelementptr":
                name, bit = FLAG_OF.get(word, ("", 0))
                if not bit or name not in held:
                    raise self.error(f"'{word}' says nothing of this", instruction.place)
                held[name] = IntegerAttr(held[name].value | bit, I32)
        if self.accept("inrange"):
            held[IN_RANGE] = DenseArrayAttr(self.listed(self.integer, "(", ")"), I64)
        self.expect("(")
        if instruction.name == "llvm.getelementptr":
            held["noWrapFlags"], held["elem_type"] = IntegerAttr(flags, I32), TypeAttr(self.type())
            self.expect(",")
        instruction.operands = self.typed_operands()
        if self.accept("to"):
            self.type()
        self.expect(")")
        if any([isinstance(each, Local) for each in instruction.operands]):
            raise self.error("expected constants", instruction.place)


def derived_form(name: str) -> Callable[[InstructionReader, Instruction], None] | None:
    """How the operations read whose line says it: of one type, or a conversion."""
    definition = lookup(name)
    if definition is None or definition.signature is None or "." in name[5:]:
        return None
    if trait_arguments(name, "alike") == ("types",):
        return InstructionReader.plain
    return InstructionReader.cast if has_trait(name, "pure") and len(definition.signature.operands) == 1 else None


FORMS: dict[str, Callable[[InstructionReader, Instruction], None]] = {
    "ptrtoaddr": InstructionReader.ptrtoaddr, "icmp": InstructionReader.comparison, "fcmp": InstructionReader.comparison, "select": InstructionReader.select,
    "extractelement": InstructionReader.extractelement, "insertelement": InstructionReader.insertelement,
    "shufflevector": InstructionReader.shufflevector, "extractvalue": InstructionReader.part, "insertvalue": InstructionReader.part,
    "alloca": InstructionReader.alloca, "load": InstructionReader.access, "store": InstructionReader.access,
    "atomicrmw": InstructionReader.atomicrmw, "cmpxchg": InstructionReader.cmpxchg, "fence": InstructionReader.fence,
    "getelementptr": InstructionReader.getelementptr, "va_arg": InstructionReader.va_arg, "br": InstructionReader.branch,
    "switch": InstructionReader.switch, "indirectbr": InstructionReader.indirectbr, "ret": InstructionReader.ret,
    "resume": InstructionReader.resume, "unreachable": InstructionReader.unreachable, "phi": InstructionReader.phi,
    "landingpad": InstructionReader.landingpad, "call": InstructionReader.call_, "invoke": InstructionReader.invoke,
    **dict.fromkeys([word for word in TAIL_CALLS if word != "none"], InstructionReader.tail_call),
}  # fmt: skip
