"""Calls in LLVM's assembly: conventions, what is called and what with, bundles."""

from __future__ import annotations

from tfir.conversion.llvm_ir.instructions import CONVENTIONS, FAST
from tfir.conversion.llvm_ir.kept import CONVENTION
from tfir.conversion.llvm_ir.layout import Layout
from tfir.dialects import definition_of
from tfir.dialects.llvm.attributes import CALLING, CCONV, FAST_MATH, TAIL_CALL
from tfir.dialects.llvm.types import SIMPLE, FunctionType, PointerType
from tfir.ir.attributes import Attribute, StringAttr
from tfir.startup.patterns import compiled

from tftranslate.llvm_ir.attribute_reader import AttributeReader, Attributes
from tftranslate.llvm_ir.instruction import Assembly, Call, Instruction, MetadataValue
from tftranslate.llvm_ir.values import Constant, Local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import Source

CONVENTION_OF = {CONVENTIONS.get(word, word): word for word in CALLING}
SIZED_CONVENTION, NUMBERED = "riscv_vls_cc", compiled(r"cc\d+").fullmatch
OTHER_CONVENTIONS = f"""{SIZED_CONVENTION} aarch64_sme_preservemost_from_x0 aarch64_sme_preservemost_from_x1 aarch64_sme_preservemost_from_x2
    amdgpu_cs_chain amdgpu_cs_chain_preserve amdgpu_gfx_whole_wave amdgpu_ps avr_signalcc cheriot_compartmentcallcc cheriot_compartmentcalleecc
    cheriot_librarycallcc graalcc m68k_rtdcc preserve_nonecc riscv_vector_cc""".split()


class CallReader(AttributeReader):
    def __init__(self, source: Source):
        super().__init__(source)
        self.told: dict[str, str] = {}  # source_filename, datalayout, triple
        self.kept_layout: Layout | None = None
        self.named: dict[str, None] = {}  # the blocks of the function that is read, in the order in which they are named

    @property
    def layout(self) -> Layout:
        text = self.told.get("datalayout", "")
        if self.kept_layout is None or self.kept_layout.text != text:
            self.kept_layout = Layout(text)
        return self.kept_layout

    def usual_space(self, letter: str) -> int:
        return self.layout.space(letter)

    def fast_words(self) -> list[str]:
        words = []
        while self.token in FAST or self.token == "fast":
            words.append(self.take())
        return list(FAST) if "fast" in words else words

    def called(self, instruction: Instruction) -> Call:
        """From the calling convention to the bundles."""
        call = instruction.call = Call(instruction.place)
        instruction.attributes["CConv"] = CCONV.of(self.convention(instruction.attributes))
        call.result = self.value_attributes()
        space = self.space_of_function()
        type = self.type()
        call.callee = self.assembly() if self.accept("asm") else self.value(PointerType(space))
        call.arguments = self.listed(self.argument, "(", ")")
        types = [SIMPLE["metadata"] if isinstance(value, MetadataValue) else value.type for value, _ in call.arguments]
        call.type = type if isinstance(type, FunctionType) else FunctionType(type, types)
        call.function = self.function_attributes()
        call.bundles = self.listed(self.bundle, "[", "]") if self.token == "[" else []
        instruction.type = call.type.result
        return call

    def space_of_function(self) -> int:
        return self.address_space() if self.token == "addrspace" else self.usual_space("P")

    def convention(self, held: dict[str, Attribute]) -> str:
        """The dialect's word for a calling convention; one that it has no word for is kept."""
        token = self.token
        if token == "cc":
            self.at += 1
            token = f"cc{self.token}"
        if token in CONVENTION_OF:
            self.at += 1
            return CONVENTION_OF[token]
        if token in OTHER_CONVENTIONS or NUMBERED(token):
            self.at += 1
            token += f"({self.text_in_brackets()})" if token == SIZED_CONVENTION and self.token == "(" else ""
            held[CONVENTION] = StringAttr(token)
        return "ccc"

    def assembly(self) -> Assembly:
        words = set()
        while self.token in ("sideeffect", "alignstack", "inteldialect", "unwind"):
            words.add(self.take())
        text = self.string()
        self.expect(",")
        return Assembly(text, self.string(), words)

    def argument(self) -> tuple[Local | Constant | MetadataValue, Attributes]:
        if self.accept("metadata"):
            return MetadataValue(self.metadata()), Attributes()
        type = self.value_type()
        attributes = self.value_attributes()
        return self.value(type), attributes

    def bundle(self) -> tuple[str, list]:
        return self.string(), self.listed(self.typed_value, "(", ")")

    def label(self) -> str:
        self.expect("label")
        return self.block_name()

    def block_name(self) -> str:
        name = self.name("%", "a block")
        self.named.setdefault(name)
        return name

    def call_(self, instruction: Instruction) -> None:
        self.fast_call(instruction)
        self.called(instruction)

    def tail_call(self, instruction: Instruction) -> None:
        word = self.tokens[self.at - 1]
        self.expect("call")
        instruction.name = "llvm.call"
        instruction.attributes = dict(definition_of("llvm.call").defaults)
        instruction.attributes["TailCallKind"] = TAIL_CALL.of(word)
        self.call_(instruction)

    def fast_call(self, instruction: Instruction) -> None:
        words = self.fast_words()
        if words:
            instruction.attributes["fastmathFlags"] = FAST_MATH.of(words)

    def invoke(self, instruction: Instruction) -> None:
        call = self.called(instruction)
        if isinstance(call.callee, Assembly):
            raise self.error("the llvm dialect has no invoke of assembly", instruction.place)
        self.expect("to")
        normal = self.label()
        self.expect("unwind")
        instruction.labels = [normal, self.label()]
