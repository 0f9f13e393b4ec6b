"""Binary SPIR-V as a `spirv.module`: its header, and what stands outside of functions.

Constants and addresses of variables stand in a function where they are used; a constant goes in front of what has a greater id, so that
words that come of it number things as before. Names are those of the module (OpName), or of entry points; what only debuggers ask for is
left out, and so are decorations that allow a driver more than it needs.
Source: SPIR-V 1.3 specification, sections 2.3 (layout of a module), 2.4 (logical layout) and 3 (opcodes).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping
from itertools import count
from re import fullmatch
from typing import NamedTuple

from tfir.dialects.spirv import numbers as n
from tfir.dialects.spirv.types import NAME, ArrayType, ImageType, MatrixType, PointerType, RuntimeArrayType, StructType
from tfir.dialects.spirv.words import MAGIC
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import module_op
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I1, I32, FloatType, FunctionType, IntegerType, Type, VectorType

from tftranslate.spirv_functions import Function, instructions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADER = 5  # words
TEXEL_BUFFER = [5, 0, 0, 0, 1]  # Dim Buffer, no depth, not arrayed, single-sampled, used with a sampler


class Instruction(NamedTuple):
    """An opcode and the words behind it; `at` is the place of its first word in the file."""

    opcode: int
    words: list[int]
    at: int


def module_of(data: bytes, name: str) -> Operation:
    """The module of a file. Raises Error, with the place of the word, for what is no SPIR-V, or that the dialect does not have."""
    module = module_op()
    module.body.append(Reader(data, name).module())
    return module


class Reader:
    """One module on its way from words. What has an id stands in the table of its kind."""

    def __init__(self, data: bytes, name: str):
        self.name = name
        self.version, self.instructions = self.read(data)
        self.step = Instruction(0, [], 0)  # the one that is being read
        self.capabilities: list[str] = []
        self.extensions: list[str] = []
        self.imported = 0
        self.names: dict[int, str] = {}
        self.models = "Logical", "GLSL450"
        self.entries: list[tuple[str, int, str, list[int]]] = []
        self.modes: list[tuple[int, str, list[int]]] = []
        self.sizes_by_id: list[tuple[int, list[int]]] = []  # of functions, whose workgroups are of as many invocations as constants say
        self.decorations: dict[int, dict[int, list[int]]] = {}
        self.offsets: dict[int, dict[int, int]] = {}
        self.member_decorations: dict[int, dict[int, list[str]]] = {}
        self.types: dict[int, Type | None] = {}  # None for void
        self.function_types: dict[int, FunctionType] = {}
        self.undefined: dict[int, Type] = {}
        self.constants: dict[int, tuple[Attribute, Type]] = {}
        self.specialized: dict[int, tuple[Operation, Type]] = {}  # with the types that references to them have
        self.computed: dict[int, Instruction] = {}  # of specialization constants
        self.variables: dict[int, Operation] = {}
        self.functions: list[Operation] = []
        self.new_ids = count(1 << 32)  # none that a word can be

    def error(self, message: str) -> Error:
        return Error(f"{self.name}: word {self.step.at}: {message}")

    def instruction_name(self) -> str:
        opcode = self.step.opcode
        return f"Op{instructions('')[opcode]}" if opcode in instructions("") else n.name_of(opcode)

    # Words

    def read(self, data: bytes) -> tuple[str, list[Instruction]]:
        self.step = Instruction(0, [], 0)
        words = array("I", data[: len(data) // 4 * 4])
        if sys.byteorder == "big":
            words.byteswap()
        if words and words[0] == int.from_bytes(MAGIC.to_bytes(4, "big"), "little"):
            words.byteswap()
        if len(data) % 4 or len(words) < HEADER or words[0] != MAGIC:
            raise self.error("this is no SPIR-V module: it begins with another number, or is no whole number of words")
        version = {number: word for word, number in n.VERSIONS.items()}.get(words[1])
        if version is None or words[4]:
            raise self.error(f"version {words[1] >> 16 & 255}.{words[1] >> 8 & 255}, schema {words[4]} is not known")
        return version, list(self.split(words))

    def split(self, words) -> Iterator[Instruction]:
        at = HEADER
        while at < len(words):
            count = words[at] >> 16
            self.step = Instruction(words[at] & 0xFFFF, [], at)
            if not count or at + count > len(words):
                raise self.error(f"an instruction of {count} words does not end in the file")
            yield Instruction(words[at] & 0xFFFF, list(words[at + 1 : at + count]), at)
            at += count

    def text(self, start: int) -> tuple[str, list[int]]:
        """The string that begins at a word of the instruction, and the words behind it."""
        data = array("I", self.step.words[start:])
        if sys.byteorder == "big":
            data.byteswap()
        content = data.tobytes()
        end = content.find(b"\0")
        try:
            if end < 0:
                raise ValueError
            return content[:end].decode(), self.step.words[start + end // 4 + 1 :]
        except ValueError:
            raise self.error("a string has no end, or is no UTF-8") from None

    def word(self, at: int) -> int:
        if at >= len(self.step.words):
            raise self.error(f"{self.instruction_name()} has {len(self.step.words)} words behind it, and word {at} is needed")
        return self.step.words[at]

    def named(self, numbers: Mapping[str, int], at: int, what: str) -> str:
        """What a number at a word means."""
        value = self.word(at)
        word = n.words_of(value, dict(numbers))
        if word is not None:
            return word
        raise self.error(f"{what} {value} is none that the dialect has")

    # What stands outside functions

    def module(self) -> Operation:
        rest = iter(self.instructions)
        for self.step in rest:
            if self.step.opcode == n.FUNCTION:
                self.functions.append(Function(self, self.body(rest)).operation())
            elif self.step.opcode in OUTSIDE:
                OUTSIDE[self.step.opcode](self)
            elif self.step.opcode not in n.DEBUGGING:
                raise self.error(f"{self.instruction_name()} outside of functions is none that the dialect has")
        body = Block()
        self.modes += [(function, "LocalSize", self.sizes(ids)) for function, ids in self.sizes_by_id]
        constants = [op for op, _ in self.specialized.values()]
        entries, modes = map(self.entry_point, self.entries), map(self.execution_mode, self.modes)
        for op in (*constants, *self.variables.values(), *self.functions, *entries, *modes):
            body.append(op)
        triple = f"#spirv.vce<{self.version}, [{', '.join(self.capabilities)}], [{', '.join(self.extensions)}]>"
        models = {
            "addressing_model": OpaqueAttr(f"#spirv.addressing_model<{self.models[0]}>"),
            "memory_model": OpaqueAttr(f"#spirv.memory_model<{self.models[1]}>"),
        }
        return Operation("spirv.module", attributes={**models, "vce_triple": OpaqueAttr(triple)}, regions=[Region([body])])

    def body(self, rest: Iterator[Instruction]) -> list[Instruction]:
        """The instructions of a function from OpFunction on, without OpFunctionEnd."""
        steps = [self.step]
        for step in rest:
            if step.opcode == n.FUNCTION_END:
                return steps
            steps.append(step)
        raise self.error("a function has no end")

    def symbol(self, number: int, prefix: str) -> str:
        entered = [text for _, function, text, _ in self.entries if function == number]
        return self.names.get(number) or (entered[0] if entered else f"spirv_{prefix}_{number}")

    def entry_point(self, entry) -> Operation:
        model, function, _, interface = entry
        unknown = [number for number in interface if number not in self.variables]
        if unknown:
            raise Error(f"{self.name}: an entry point names {unknown[0]}, which is no variable")
        attributes = {
            "execution_model": OpaqueAttr(f"#spirv.execution_model<{model}>"),
            "fn": SymbolRefAttr(self.function_named(function)),
            "interface": ArrayAttr([SymbolRefAttr(self.variables[number].get("sym_name")) for number in interface]),
        }
        return Operation("spirv.EntryPoint", attributes=attributes)

    def execution_mode(self, stated) -> Operation:
        function, mode, values = stated
        attributes = {
            "fn": SymbolRefAttr(self.function_named(function)),
            "execution_mode": OpaqueAttr(f"#spirv.execution_mode<{mode}>"),
            "values": ArrayAttr([IntegerAttr(value, I32) for value in values]),
        }
        return Operation("spirv.ExecutionMode", attributes=attributes)

    def function_named(self, number: int) -> str:
        name = self.symbol(number, "fn")
        if name not in [function.get("sym_name") for function in self.functions]:
            raise Error(f"{self.name}: there is no function {number}, which an entry point or an execution mode names")
        return name

    def capability(self) -> None:
        self.capabilities.append(self.named(n.CAPABILITIES, 0, "capability"))

    def extension(self) -> None:
        self.extensions.append(self.text(0)[0])

    def import_set(self) -> None:
        self.imported, (name, _) = self.word(0), self.text(1)
        if name != n.EXTENDED_SET:
            raise self.error(f"instructions of {name} are none that the dialect has")

    def memory_model(self) -> None:
        self.models = self.named(n.ADDRESSING_MODELS, 0, "addressing model"), self.named(n.MEMORY_MODELS, 1, "memory model")

    def entry(self) -> None:
        name, interface = self.text(2)
        self.entries.append((self.named(n.EXECUTION_MODELS, 0, "execution model"), self.word(1), name, interface))

    def mode(self) -> None:
        self.modes.append((self.word(0), self.named(n.EXECUTION_MODES, 1, "execution mode"), self.step.words[2:]))

    def mode_of_ids(self) -> None:
        if self.word(1) != n.LOCAL_SIZE_ID:
            raise self.error(f"execution mode {self.word(1)}, which takes ids, is none that the dialect has")
        self.sizes_by_id.append((self.word(0), self.step.words[2:]))

    def sizes(self, ids: list[int]) -> list[int]:
        """The sizes of a workgroup that a LocalSizeId names, which stand behind it."""
        values = [self.constants[number][0] for number in ids if number in self.constants]
        sizes = [value.value for value in values if isinstance(value, IntegerAttr)]
        if len(sizes) != len(ids):
            raise Error(
                f"{self.name}: OpExecutionModeId gives a workgroup sizes that are specialization constants, for which the dialect has no form"
            )
        return sizes

    def name_of(self) -> None:
        self.names[self.word(0)] = self.text(1)[0]

    def decorate(self) -> None:
        if self.word(1) not in n.DECORATIONS_LEFT_OUT:
            self.decorations.setdefault(self.word(0), {})[self.word(1)] = self.step.words[2:]

    def decorate_member(self) -> None:
        if self.word(2) == n.OFFSET:
            self.offsets.setdefault(self.word(0), {})[self.word(1)] = self.word(3)
        else:
            word = "=".join([self.named(n.MEMBER_DECORATIONS, 2, "decoration of a member"), *map(str, self.step.words[3:4])])
            self.member_decorations.setdefault(self.word(0), {}).setdefault(self.word(1), []).append(word)

    def decoration(self, number: int, kind: int) -> int | None:
        words = self.decorations.get(number, {}).get(kind)
        return words[0] if words else None

    def check_decorations(self, number: int, *kinds: int) -> None:
        unknown = set(self.decorations.get(number, {})) - set(kinds)
        if unknown:
            raise self.error(f"decoration {min(unknown)} of {number} is none that the dialect has")

    # Types

    def type(self, number: int) -> Type:
        type = self.types.get(number)
        if type is None:
            raise self.error(f"{number} is no type of a value")
        return type

    def plain_type(self) -> None:
        kind, number = self.step.opcode, self.word(0)
        self.check_decorations(number)
        if kind == n.TYPE_VOID:
            self.types[number] = None
        elif kind == n.TYPE_FUNCTION:
            self.function_types[number] = FunctionType(map(self.type, self.step.words[2:]), self.results(self.word(1)))
        elif kind == n.TYPE_BOOL:
            self.types[number] = I1
        elif kind == n.TYPE_INT:
            self.types[number] = IntegerType(self.width(8, 16, 32, 64), "s" if self.word(2) else "")
        else:
            self.types[number] = FloatType(f"f{self.width(16, 32, 64)}")

    def results(self, number: int) -> list[Type]:
        """The types of what a function gives, of which there are none for void."""
        return [] if number in self.types and self.types[number] is None else [self.type(number)]

    def width(self, *widths: int) -> int:
        if self.word(1) not in widths:
            raise self.error(f"numbers of {self.word(1)} bits are none that the dialect has")
        return self.word(1)

    def vector_type(self) -> None:
        element, lanes = self.type(self.word(1)), self.word(2)
        if not isinstance(element, (IntegerType, FloatType)) or not 2 <= lanes <= 16:
            raise self.error(f"there is no vector of {lanes} times {element}")
        self.types[self.word(0)] = VectorType((lanes,), element)

    def matrix_type(self) -> None:
        column, count = self.type(self.word(1)), self.word(2)
        if not isinstance(column, VectorType) or not isinstance(column.element, FloatType) or not 2 <= count <= 4:
            raise self.error(f"there is no matrix of {count} times {column}")
        self.types[self.word(0)] = MatrixType(count, column)

    def image_type(self) -> None:
        if self.step.words[2:7] != TEXEL_BUFFER or len(self.step.words) != 8:
            raise self.error("images that are no texel buffers are none that the dialect has")
        self.types[self.word(0)] = ImageType(self.type(self.word(1)), self.named(n.IMAGE_FORMATS, 7, "image format"))

    def array_type(self) -> None:
        number = self.word(0)
        self.check_decorations(number, n.ARRAY_STRIDE)
        stride = self.decoration(number, n.ARRAY_STRIDE) or 0
        if self.step.opcode == n.TYPE_RUNTIME_ARRAY:
            self.types[number] = RuntimeArrayType(self.type(self.word(1)), stride)
            return
        length, _ = self.constants.get(self.word(2), (None, None))
        if not isinstance(length, IntegerAttr) or length.value < 1:
            what = (
                "is a specialization constant, for which the dialect has no form"
                if self.is_specialized(self.word(2))
                else "is no constant above zero"
            )
            raise self.error(f"the length of an array {what}")
        self.types[number] = ArrayType(length.value, self.type(self.word(1)), stride)

    def is_specialized(self, number: int) -> bool:
        return number in self.specialized or number in self.computed

    def struct_type(self) -> None:
        number, members = self.word(0), [self.type(member) for member in self.step.words[1:]]
        self.check_decorations(number, *n.BLOCKS.values())
        offsets, stated = self.offsets.get(number, {}), self.member_decorations.get(number, {})
        if not members or sorted(offsets) not in ([], list(range(len(members)))) or any([at >= len(members) for at in stated]):
            raise self.error("structures without members, or of which only some have an offset, are none that the dialect has")
        words = [n.words_of(kind, n.BLOCKS) or "" for kind in self.decorations.get(number, {})]
        name = self.names.get(number, "")
        self.types[number] = StructType(
            members, [offsets[at] for at in sorted(offsets)], name if fullmatch(NAME, name) else "",
            [stated.get(at, []) for at in range(len(members))], words,
        )  # fmt: skip

    def pointer_type(self) -> None:
        self.types[self.word(0)] = PointerType(self.type(self.word(2)), self.named(n.STORAGE_CLASSES, 1, "storage class"))

    # Constants and variables

    def constant(self) -> None:
        type, number = self.type(self.word(0)), self.word(1)
        self.constants[number] = self.constant_of(type), type

    def constant_of(self, type: Type) -> Attribute:
        if self.step.opcode in (n.CONSTANT_TRUE, n.CONSTANT_FALSE) and type is I1:
            return BoolAttr(self.step.opcode == n.CONSTANT_TRUE)
        if self.step.opcode == n.CONSTANT_COMPOSITE and isinstance(type, VectorType):
            return self.composite(type)
        if self.step.opcode == n.CONSTANT_COMPOSITE and isinstance(type, ArrayType):
            return ArrayAttr(self.parts(type, type.count))
        if self.step.opcode == n.CONSTANT:
            return self.number(type)
        raise self.error(f"a constant of {type} by {self.instruction_name()} is none that the dialect has")

    def number(self, type: Type) -> Attribute:
        if isinstance(type, (IntegerType, FloatType)) and type is not I1:
            bits = (self.word(2) | (self.word(3) << 32 if type.width > 32 else 0)) & ((1 << type.width) - 1)
            if isinstance(type, FloatType):
                return FloatAttr(0.0, type, bits)
            return IntegerAttr(bits - (1 << type.width) if bits >> (type.width - 1) else bits, type)
        raise self.error(f"a number of {type} is none that the dialect has")

    def composite(self, type: VectorType) -> Attribute:
        attributes: list[Any] = self.parts(type, type.shape[0])
        is_splat = attributes.count(attributes[0]) == len(attributes)
        if is_splat:
            attributes = attributes[:1]
        if isinstance(type.element, FloatType):  # by bits, since a NaN has many
            return DenseAttr(type, b"".join([part.bits.to_bytes(type.element.width // 8, "little") for part in attributes]), is_splat)
        return DenseAttr.of([part.value for part in attributes], type)

    def parts(self, type: VectorType | ArrayType, count: int | None) -> list[Attribute]:
        parts = [self.constants[number] for number in self.step.words[2:] if number in self.constants]
        if len(parts) != count or len(self.step.words) != count + 2 or any([of is not type.element for _, of in parts]):
            raise self.error(f"a constant of {type} has parts that are no such constants")
        if isinstance(type, ArrayType) and not isinstance(type.element, (IntegerType, FloatType, VectorType)):
            raise self.error(f"constant arrays of {type.element} are none that the dialect has")
        return [part for part, _ in parts]

    def null(self) -> None:
        type = self.type(self.word(0))
        self.constants[self.word(1)] = self.zero(type), type

    def zero(self, type: Type) -> Attribute:
        if isinstance(type, ArrayType) and isinstance(type.element, (IntegerType, FloatType, VectorType)):
            return ArrayAttr([self.zero(type.element)] * type.count)
        if isinstance(type, VectorType):
            return DenseAttr.of([0] * type.shape[0], type)
        if isinstance(type, FloatType):
            return FloatAttr(0.0, type)
        if isinstance(type, IntegerType):
            return BoolAttr(False) if type is I1 else IntegerAttr(0, type)
        raise self.error(f"OpConstantNull of {type} is none that the dialect has")

    def spec_constant(self) -> None:
        type, number = self.type(self.word(0)), self.word(1)
        self.check_decorations(number, n.SPEC_ID)
        value = BoolAttr(self.step.opcode == n.SPEC_CONSTANT_TRUE) if self.step.opcode != n.SPEC_CONSTANT else self.number(type)
        attributes: dict[str, Any] = {"sym_name": StringAttr(self.symbol(number, "spec_const")), "default_value": value}
        given = self.decoration(number, n.SPEC_ID)
        if given is not None:
            attributes["spec_id"] = IntegerAttr(given, I32)
        self.specialized[number] = Operation("spirv.SpecConstant", attributes=attributes), type

    def spec_composite(self) -> None:
        type, number = self.type(self.word(0)), self.word(1)
        if n.BUILT_IN in self.decorations.get(number, {}):
            raise self.error("OpSpecConstantComposite is the size of workgroups, which the dialect has as numbers alone")
        self.check_decorations(number)
        parts = [self.specialized[part][0].get("sym_name") for part in self.step.words[2:] if part in self.specialized]
        if not parts or len(parts) != len(self.step.words) - 2:
            raise self.error("OpSpecConstantComposite has parts that are no specialization constants")
        attributes = {
            "sym_name": StringAttr(self.symbol(number, "spec_const")),
            "type": TypeAttr(type),
            "constituents": ArrayAttr(map(SymbolRefAttr, parts)),
        }
        self.specialized[number] = Operation("spirv.SpecConstantComposite", attributes=attributes), type

    def spec_operation(self) -> None:
        """What computes a constant is made where that is used."""
        self.word(2)
        self.check_decorations(self.word(1))
        self.computed[self.word(1)] = self.step

    def undef(self) -> None:
        self.undefined[self.word(1)] = self.type(self.word(0))

    def variable(self) -> None:
        type, number = self.type(self.word(0)), self.word(1)
        self.check_decorations(number, n.BUILT_IN, n.DESCRIPTOR_SET, n.BINDING)
        if not isinstance(type, PointerType) or self.named(n.STORAGE_CLASSES, 2, "storage class") != type.storage_class:
            raise self.error(f"a variable of {type} is in another storage class, or no pointer")
        if len(self.step.words) > 3:
            raise self.error("variables that begin with a value are none that the dialect has")
        attributes: dict[str, Any] = {"sym_name": StringAttr(self.symbol(number, "var")), "type": TypeAttr(type)}
        for name, kind in (("descriptor_set", n.DESCRIPTOR_SET), ("binding", n.BINDING)):
            value = self.decoration(number, kind)
            if value is not None:
                attributes[name] = IntegerAttr(value, I32)
        built_in = self.decoration(number, n.BUILT_IN)
        if built_in is not None:
            names = [word for word, value in n.BUILT_INS.items() if value == built_in]
            if not names:
                raise self.error(f"built-in {built_in} is none that the dialect has")
            attributes["built_in"] = StringAttr(names[0])
        self.variables[number] = Operation("spirv.GlobalVariable", attributes=attributes)


OUTSIDE = {
    n.CAPABILITY: Reader.capability, n.EXTENSION: Reader.extension, n.EXT_INST_IMPORT: Reader.import_set, n.MEMORY_MODEL: Reader.memory_model,
    n.ENTRY_POINT: Reader.entry, n.EXECUTION_MODE: Reader.mode, n.NAME: Reader.name_of, n.DECORATE: Reader.decorate,
    n.MEMBER_DECORATE: Reader.decorate_member, n.TYPE_VECTOR: Reader.vector_type, n.TYPE_IMAGE: Reader.image_type,
    n.TYPE_MATRIX: Reader.matrix_type, n.UNDEF: Reader.undef, n.EXECUTION_MODE_ID: Reader.mode_of_ids, n.CONSTANT_NULL: Reader.null,
    n.SPEC_CONSTANT_COMPOSITE: Reader.spec_composite, n.SPEC_CONSTANT_OP: Reader.spec_operation,
    **dict.fromkeys([n.SPEC_CONSTANT_TRUE, n.SPEC_CONSTANT_FALSE, n.SPEC_CONSTANT], Reader.spec_constant),
    n.TYPE_STRUCT: Reader.struct_type, n.TYPE_POINTER: Reader.pointer_type, n.VARIABLE: Reader.variable,
    **dict.fromkeys([n.TYPE_VOID, n.TYPE_BOOL, n.TYPE_INT, n.TYPE_FLOAT, n.TYPE_FUNCTION], Reader.plain_type),
    **dict.fromkeys([n.TYPE_ARRAY, n.TYPE_RUNTIME_ARRAY], Reader.array_type),
    **dict.fromkeys([n.CONSTANT_TRUE, n.CONSTANT_FALSE, n.CONSTANT, n.CONSTANT_COMPOSITE], Reader.constant),
}  # fmt: skip
