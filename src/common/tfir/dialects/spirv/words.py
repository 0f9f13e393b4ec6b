"""A `spirv.module` as the 32-bit words that a driver takes.

Results are numbered as they are met. A block's arguments become phi instructions, whose (value, predecessor) pairs are filled
in by the branches that lead there. A structured loop or selection opens its merge block for what comes after it.
Source: SPIR-V 1.3 specification, sections 2.3 (layout of a module), 2.4 (logical layout) and 2.11 (structured control flow).
"""

from __future__ import annotations

import re
import struct
import sys
from array import array

from tfir.dialects.spirv import numbers as n
from tfir.dialects.spirv.types import ArrayType, ImageType, MatrixType, PointerType, RuntimeArrayType, StructType
from tfir.ir.attributes import ArrayAttr, BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, IntegerType, VectorType

MAGIC = 0x07230203
LITERALS = ("indices", "components")  # attributes that stand behind operands
ENUMERATOR = re.compile(r"#spirv\.\w+<(.*)>$")
VCE = re.compile(r"#spirv\.vce<(v[\d.]+), \[(.*?)\], \[(.*?)\]>$")


def encode(module) -> bytes:
    """The binary form of a `spirv.module`, little-endian."""
    words = array("I", Encoder(module).words())
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def text_words(text: str) -> list[int]:
    """A string as words: UTF-8, closed by a zero byte, filled up with zeros."""
    data = text.encode() + b"\0"
    data += b"\0" * (-len(data) % 4)
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def enumerator(attribute) -> str:
    """The word inside `#spirv.scope<Subgroup>`, or a string attribute's text."""
    match = ENUMERATOR.match(attribute.text)
    return match[1] if match else attribute.value


class Encoder:
    """One module on its way to words. Instructions are lists; the first word is put in front when all are known."""

    def __init__(self, module):
        self.module = module
        self.next_id = 1
        self.head, self.modes, self.names, self.decorations, self.globals, self.code = [], [], [], [], [], []
        self.blocks: set = set()  # structures that buffers hold
        self.entered: set = set()  # names of entry points
        self.ids: dict = {}  # values, blocks, symbols -> id
        self.types: dict = {}
        self.constants: dict = {}
        self.phis: dict = {}  # block -> its phi instructions
        self.imported = None
        self.label = 0

    def words(self) -> list[int]:
        version, capabilities, extensions = self.requirements()
        operations = [op for block in self.module.region.blocks for op in block]  # an empty module has no block
        self.blocks = {struct_in(op.get("type")) for op in operations if op.name == "spirv.GlobalVariable"}
        self.entered = {op.get("fn") for op in operations if op.name == "spirv.EntryPoint"}
        for op in operations:
            if op.name == "spirv.SpecConstant":
                self.specialized(op)
            elif op.name == "spirv.SpecConstantComposite":
                parts = [self.id("@" + symbol.value) for symbol in op.attributes["constituents"]]
                self.globals.append([n.SPEC_CONSTANT_COMPOSITE, self.type(op.get("type")), self.id("@" + op.get("sym_name")), *parts])
        for op in operations:
            if op.name == "spirv.GlobalVariable":
                self.global_variable(op)
        for op in operations:
            if op.name == "spirv.func":
                self.function(op)
        for op in operations:
            if op.name in ("spirv.EntryPoint", "spirv.ExecutionMode"):
                (self.entry_point if op.name == "spirv.EntryPoint" else self.execution_mode)(op)
        first = [[n.CAPABILITY, n.CAPABILITIES[name]] for name in capabilities]
        first += [[n.EXTENSION, *text_words(name)] for name in extensions]
        if self.imported is not None:
            first.append([n.EXT_INST_IMPORT, self.imported, *text_words(n.EXTENDED_SET)])
        models = [self.mask(self.module, *each) for each in (("addressing_model", n.ADDRESSING_MODELS), ("memory_model", n.MEMORY_MODELS))]
        first.append([n.MEMORY_MODEL, *models])
        words = [MAGIC, version, 0, self.next_id, 0]
        for section in (first, self.head, self.modes, self.names, self.decorations, self.globals, self.code):
            for instruction in section:
                words.append(len(instruction) << 16 | instruction[0])
                words += instruction[1:]
        return words

    def requirements(self):
        attribute = self.module.attributes.get("vce_triple")
        match = VCE.match(attribute.text) if attribute is not None else None
        if match is None:
            raise Error.on(self.module, "needs `requires #spirv.vce<version, [capabilities], [extensions]>` to be encoded")
        names = [[word.strip() for word in part.split(",") if word.strip()] for part in (match[2], match[3])]
        unknown = [name for name in names[0] if name not in n.CAPABILITIES]
        if unknown or match[1] not in n.VERSIONS:
            raise Error.on(self.module, f"requires {', '.join(unknown) or match[1]}, which cannot be encoded")
        return n.VERSIONS[match[1]], names[0], names[1]

    # Ids

    def new(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def id(self, thing) -> int:
        """The number of a value, block or symbol; given out when first asked for."""
        number = self.ids.get(thing)
        if number is None:
            number = self.ids[thing] = self.new()
        return number

    # Types and constants, each once

    def type(self, type) -> int:
        number = self.types.get(type)
        if number is None:
            number = self.types[type] = self.new_type(type)
        return number

    def new_type(self, type) -> int:
        instruction = self.type_words(type)
        number = self.new()
        self.globals.append([instruction[0], number, *instruction[1:]])
        if isinstance(type, (ArrayType, RuntimeArrayType)) and type.stride:
            self.decorations.append([n.DECORATE, number, n.ARRAY_STRIDE, type.stride])
        elif isinstance(type, StructType):
            self.decorate_struct(type, number)
        return number

    def decorate_struct(self, type, number: int) -> None:
        """What a structure says. Where it says nothing, and a buffer has it, it is a block."""
        if type.name:
            self.names.append([n.NAME, number, *text_words(type.name)])
        implied = ("Block",) if type.offsets and type in self.blocks else ()
        self.decorations += [[n.DECORATE, number, n.BLOCKS[word]] for word in type.decorations or implied]
        self.decorations += [[n.MEMBER_DECORATE, number, i, n.OFFSET, offset] for i, offset in enumerate(type.offsets)]
        for at, words in enumerate(type.member_decorations):
            for word, _, value in [each.partition("=") for each in words]:
                self.decorations.append([n.MEMBER_DECORATE, number, at, n.MEMBER_DECORATIONS[word], *([int(value)] if value else [])])

    def type_words(self, type) -> list[int]:
        if isinstance(type, IntegerType):
            return [n.TYPE_BOOL] if type.width == 1 else [n.TYPE_INT, type.width, int(type.signedness == "s")]
        if isinstance(type, FloatType):
            return [n.TYPE_FLOAT, type.width]
        if isinstance(type, VectorType):
            return [n.TYPE_VECTOR, self.type(type.element), type.shape[0]]
        if isinstance(type, MatrixType):
            return [n.TYPE_MATRIX, self.type(type.element), type.count]
        if isinstance(type, PointerType):
            return [n.TYPE_POINTER, n.STORAGE_CLASSES[type.storage_class], self.type(type.pointee)]
        if isinstance(type, StructType):
            return [n.TYPE_STRUCT, *map(self.type, type.members)]
        if isinstance(type, RuntimeArrayType):
            return [n.TYPE_RUNTIME_ARRAY, self.type(type.element)]
        if isinstance(type, ArrayType):
            return [n.TYPE_ARRAY, self.type(type.element), self.integer(type.count)]
        if isinstance(type, ImageType):
            # Dim Buffer, no depth, not arrayed, single-sampled, used with a sampled image's fetch, the texels' format
            return [n.TYPE_IMAGE, self.type(type.element), 5, 0, 0, 0, 1, n.IMAGE_FORMATS[type.format]]
        raise Error(f"type {type} cannot be encoded as SPIR-V", self.module)

    def result_type(self, types) -> int:
        """The id of a function's result type, which is `void` where there is none."""
        if types:
            return self.type(types[0])
        if "void" not in self.types:
            self.types["void"] = self.new()
            self.globals.append([n.TYPE_VOID, self.types["void"]])
        return self.types["void"]

    def function_type(self, type) -> int:
        if type not in self.types:
            parts = [self.result_type(type.results), *map(self.type, type.inputs)]
            self.types[type] = self.new()
            self.globals.append([n.TYPE_FUNCTION, self.types[type], *parts])
        return self.types[type]

    def constant_words(self, words: tuple) -> int:
        number = self.constants.get(words)
        if number is None:
            number = self.constants[words] = self.new()
            self.globals.append([words[0], words[1], number, *words[2:]])
        return number

    def integer(self, value: int, type=None) -> int:
        type = IntegerType(32) if type is None else type
        return self.constant(IntegerAttr(value, type), type)

    def constant(self, attribute, type) -> int:
        if isinstance(type, VectorType):
            values = [self.scalar(value, type.element) for value in attribute.values()]
            return self.constant_words((n.CONSTANT_COMPOSITE, self.type(type), *values))
        if isinstance(attribute, ArrayAttr):
            values = [self.constant(value, type.element) for value in attribute]
            return self.constant_words((n.CONSTANT_COMPOSITE, self.type(type), *values))
        if not isinstance(attribute, (FloatAttr, IntegerAttr, BoolAttr)):
            raise Error(f"a SPIR-V constant of {attribute} cannot be encoded", self.module)
        code, type, *words = constant_parts(attribute, type)
        return self.constant_words((code, self.type(type), *words))

    def scalar(self, value, type) -> int:
        return self.constant(FloatAttr(value, type) if isinstance(type, FloatType) else IntegerAttr(value, type), type)

    # What stands outside functions

    def global_variable(self, op) -> None:
        type = op.get("type")
        number = self.id("@" + op.get("sym_name"))
        self.globals.append([n.VARIABLE, self.type(type), number, n.STORAGE_CLASSES[type.storage_class]])
        if "built_in" in op.attributes:
            self.decorations.append([n.DECORATE, number, n.BUILT_IN, n.BUILT_INS[op.get("built_in")]])
        if "binding" in op.attributes:
            self.decorations.append([n.DECORATE, number, n.DESCRIPTOR_SET, op.get("descriptor_set", 0)])
            self.decorations.append([n.DECORATE, number, n.BINDING, op.get("binding")])

    def specialized(self, op) -> None:
        """A constant that may be given when a pipeline is made: as other constants, by opcodes of its own."""
        value, number = op.attributes["default_value"], self.id("@" + op.get("sym_name"))
        code, type, *words = constant_parts(value, value.type)
        self.globals.append([SPECIALIZED[code], self.type(type), number, *words])
        if "spec_id" in op.attributes:
            self.decorations.append([n.DECORATE, number, n.SPEC_ID, op.get("spec_id")])

    def entry_point(self, op) -> None:
        name = op.get("fn")
        interface = [self.id("@" + symbol.value) for symbol in op.attributes["interface"]]
        model = n.EXECUTION_MODELS[enumerator(op.attributes["execution_model"])]
        self.head.append([n.ENTRY_POINT, model, self.id("@" + name), *text_words(name), *interface])

    def execution_mode(self, op) -> None:
        mode = n.EXECUTION_MODES[enumerator(op.attributes["execution_mode"])]
        self.modes.append([n.EXECUTION_MODE, self.id("@" + op.get("fn")), mode, *[value.value for value in op.attributes["values"]]])

    # Functions

    def function(self, op) -> None:
        type, name = op.get("function_type"), op.get("sym_name")
        words, number = self.function_type(type), self.id("@" + name)
        if name not in self.entered:
            self.names.append([n.NAME, number, *text_words(name)])
        control = self.mask(op, "function_control", n.FUNCTION_CONTROLS)
        self.code.append([n.FUNCTION, self.result_type(type.results), number, control, words])
        first, *rest = op.region.blocks
        self.code += [[n.FUNCTION_PARAMETER, self.type(value.type), self.id(value)] for value in first.arguments]
        self.phis[first] = []
        for block in (first, *rest):
            self.open(block)
            self.operations(block)
        self.code.append([n.FUNCTION_END])

    def open(self, block) -> None:
        """Begins a block: its label, and a phi for each of its arguments."""
        self.label = self.id(block)
        self.code.append([n.LABEL, self.label])
        self.code += self.phis_of(block)

    def phis_of(self, block) -> list:
        if block not in self.phis:
            self.phis[block] = [[n.PHI, self.type(value.type), self.id(value)] for value in block.arguments]
        return self.phis[block]

    def operations(self, block, before_terminator=None) -> None:
        for op in block:
            if op is block.last and before_terminator is not None:
                self.code.append(before_terminator)
            special = SPECIAL.get(op.name)
            if special is not None:
                special(self, op)
            else:
                self.instruction(op)

    def instruction(self, op) -> None:
        self.code.append(self.instruction_words(op))

    def spec_operation(self, op) -> None:
        """What is computed of specialization constants stands among the constants."""
        inner = op.body.first
        code, type, number, *rest = self.instruction_words(inner)
        self.globals.append([n.SPEC_CONSTANT_OP, type, number, code, *rest])
        self.ids[op.results[0]] = number

    def instruction_words(self, op) -> list[int]:
        local = op.name[6:]
        code = code_of(local)
        if code is None:
            raise Error.on(op, "cannot be encoded as SPIR-V")
        head = [code, *[number for result in op.results for number in (self.type(result.type), self.id(result))]]
        if local.startswith("GL."):
            head = [n.EXT_INST, *head[1:], self.glsl(), code]
        operands = [self.id(operand) for operand in op.operands]
        before = operands_before_words(local)
        head += [*operands[:before], *[self.word_of(op, name) for name in words_among(local)], *operands[before:]]
        for name in LITERALS:
            if name in op.attributes:
                head += [index.value for index in op.attributes[name]]
        if "memory_access" in op.attributes:
            head += self.memory_operands(op)
        if "no_contraction" in op.attributes:
            self.decorations.append([n.DECORATE, self.id(op.results[0]), n.NO_CONTRACTION])
        return head

    def memory_operands(self, op) -> list[int]:
        mask = self.word_of(op, "memory_access")
        words = [mask, *([op.get("alignment")] if mask & n.ALIGNED else [])]
        for _ in [bit for bit in n.WITH_SCOPE if mask & bit]:
            if "memory_scope" not in op.attributes:
                raise Error.on(op, "needs a 'memory_scope' to be encoded, which tells who sees it")
            words.append(self.word_of(op, "memory_scope"))
        return words

    def word_of(self, op, name: str) -> int:
        """An attribute as a word: its number, or the id of that."""
        number = self.mask(op, name, n.WORDS[name][1])
        return self.integer(number) if name in n.CONSTANTS else number

    def mask(self, op, name: str, numbers) -> int:
        number = n.number_of(enumerator(op.attributes[name]), numbers)
        if number is None:
            raise Error.on(op, f"has '{name}' {enumerator(op.attributes[name])}, which cannot be encoded")
        return number

    def call(self, op) -> None:
        result = self.result_type([value.type for value in op.results])
        number = self.id(op.results[0]) if op.results else self.new()
        self.code.append([n.FUNCTION_CALL, result, number, self.id("@" + op.get("callee")), *map(self.id, op.operands)])

    def glsl(self) -> int:
        if self.imported is None:
            self.imported = self.new()
        return self.imported

    def constant_op(self, op) -> None:
        self.ids[op.results[0]] = self.constant(op.attributes["value"], op.results[0].type)

    def address_of(self, op) -> None:
        self.ids[op.results[0]] = self.id("@" + op.get("variable"))

    def reference_of(self, op) -> None:
        self.ids[op.results[0]] = self.id("@" + op.get("spec_const"))

    # Control flow

    def arrive(self, block, operands) -> None:
        """A branch to `block` brings these values from the block that is open now."""
        for phi, operand in zip(self.phis_of(block), operands, strict=True):
            phi += [self.id(operand), self.label]

    def branch(self, op) -> None:
        self.arrive(op.successors[0], op.operands)
        self.code.append([n.BRANCH, self.id(op.successors[0])])

    def branch_conditional(self, op) -> None:
        condition, *values = op.operands
        first, second = op.successors
        count = op.attributes["operandSegmentSizes"][1] if "operandSegmentSizes" in op.attributes else len(first.arguments)
        self.arrive(first, values[:count])
        self.arrive(second, values[count:])
        self.code.append([n.BRANCH_CONDITIONAL, self.id(condition), self.id(first), self.id(second)])

    def switch(self, op) -> None:
        selector, *values = op.operands
        if selector.type.width > 32:
            raise Error.on(op, "has a selector of more than 32 bits, which cannot be encoded")
        for block in op.successors:
            count = len(block.arguments)
            self.arrive(block, values[:count])
            values = values[count:]
        literals = op.attributes["literals"].values() if "literals" in op.attributes else ()
        default, *cases = map(self.id, op.successors)
        pairs = [word for literal, case in zip(literals, cases) for word in (int(literal) & 0xFFFFFFFF, case)]
        self.code.append([n.SWITCH, self.id(selector), default, *pairs])

    def loop(self, op) -> None:
        """Entry (a branch only), header, body blocks, continue block, merge block, in this order."""
        entry, header, *body, merge = op.region.blocks
        self.operations(entry)
        self.open(header)
        self.operations(header, [n.LOOP_MERGE, self.id(merge), self.id(body[-1]), self.mask(op, "loop_control", n.LOOP_CONTROLS)])
        for block in body:
            self.open(block)
            self.operations(block)
        self.merge(op, merge)

    def selection(self, op) -> None:
        entry, *body, merge = op.region.blocks
        self.operations(entry, [n.SELECTION_MERGE, self.id(merge), self.mask(op, "selection_control", n.SELECTION_CONTROLS)])
        for block in body:
            self.open(block)
            self.operations(block)
        self.merge(op, merge)

    def merge(self, op, block) -> None:
        self.open(block)
        for result, value in zip(op.results, block.last.operands, strict=True):
            self.ids[result] = self.id(value)


SPECIAL = {
    "spirv.Constant": Encoder.constant_op,
    "spirv.mlir.addressof": Encoder.address_of,
    "spirv.mlir.referenceof": Encoder.reference_of,
    "spirv.SpecConstantOperation": Encoder.spec_operation,
    "spirv.FunctionCall": Encoder.call,
    "spirv.Switch": Encoder.switch,
    "spirv.Branch": Encoder.branch,
    "spirv.BranchConditional": Encoder.branch_conditional,
    "spirv.mlir.loop": Encoder.loop,
    "spirv.mlir.selection": Encoder.selection,
}

SPECIALIZED = {n.CONSTANT_TRUE: n.SPEC_CONSTANT_TRUE, n.CONSTANT_FALSE: n.SPEC_CONSTANT_FALSE, n.CONSTANT: n.SPEC_CONSTANT}


def constant_parts(attribute, type) -> tuple:
    """The opcode of a scalar constant, its type, and the words behind its id."""
    if isinstance(type, FloatType):
        return n.CONSTANT, type, *(attribute.bits & 0xFFFFFFFF, attribute.bits >> 32)[: 2 if type.width > 32 else 1]
    value = attribute.value
    if type.width == 1:
        return n.CONSTANT_TRUE if value else n.CONSTANT_FALSE, type
    bits = value & ((1 << type.width) - 1)
    if type.width < 32 and value < 0 and type.signedness == "s":
        bits = value & 0xFFFFFFFF  # narrow signed constants are sign-extended to the word
    return n.CONSTANT, type, *((bits & 0xFFFFFFFF, bits >> 32) if type.width > 32 else (bits,))


def struct_in(pointer):
    """The structure that a buffer holds, or holds an array of; None for other variables."""
    if not isinstance(pointer, PointerType) or pointer.storage_class not in n.BLOCK_STORAGE:
        return None
    type = pointer.pointee
    while isinstance(type, (ArrayType, RuntimeArrayType)):
        type = type.element
    return type


def words_among(local: str) -> list[str]:
    """The attributes that stand among the words of an instruction."""
    return [name for name, stated in signature_of(local).attributes.items() if name in n.WORDS and not stated.optional]


def operands_before_words(local: str) -> int:
    """How many operands stand in front of those attributes: the pointer of an atomic instruction does."""
    operands = signature_of(local).operands
    return int(bool(operands) and operands[0].name == "pointer")


def signature_of(local: str):
    from tfir.dialects.spirv import DIALECT

    return DIALECT.table.get(local)


_codes: dict[str, int | None] = {}


def code_of(local: str) -> int | None:
    """The opcode of an instruction (or its number in GLSL.std.450), from the dialect's table; None where it has none."""
    if local not in _codes:
        signature = signature_of(local)
        _codes[local] = None if signature is None else signature.code
    return _codes[local]
