"""Instructions of processors that multiply numbers of 8 or 16 bits and add neighbouring products up: with one of them a vector of sums of 32 bits gets
the products of a group of as many numbers as a word holds.

VPDPBUSD multiplies unsigned bytes by signed ones, four to a sum, which wraps around; SDOT and UDOT bytes that both have signs or have none. VDPBF16PS
multiplies pairs of bf16; it takes numbers below the smallest normal one for 0. Sources: Intel 64 and IA-32 architectures software developer's
manual, volume 2; Arm architecture reference manual, C7.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from tfir.ir.types import BF16, IntegerType

from tfopt.iree_to_spirv.arithmetic import Kind, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type

BITS = 32  # of a sum, and of a group
BFLOAT = "bf16"
SIGNED, UNSIGNED = "i8", "u8"
X86, ARM = ("x86_64", "i386", "i686"), ("aarch64", "arm64")


@dataclass(frozen=True)
class DotInstruction:
    """What LLVM calls it, how many sums a vector has, of which numbers its two operands are, and by which features of a processor there is one: all of
    a set, for one of the sets."""

    intrinsic: str
    lanes: int
    operands: tuple[str, str]
    features: tuple[tuple[str, ...], ...]
    architectures: tuple[str, ...] = X86
    has_words: bool = True  # whether operands are words, and not numbers that lie in them

    @property
    def group(self) -> int:
        """How many products are added to a sum."""
        return BITS // self.bits

    @property
    def bits(self) -> int:
        return 16 if self.operands[0] == BFLOAT else 8

    def needed_of(self, target) -> tuple[str, ...] | None:
        """The features that a target has it by, or None."""
        present = set(target.cpu_features.split(","))
        if target.triple.partition("-")[0] not in self.architectures:
            return None
        return next((names for names in self.features if all([f"+{name}" in present for name in names])), None)


BYTES_OF_256_BITS = (("avxvnni",), ("avx512vnni", "avx512vl"))
INSTRUCTIONS = (
    DotInstruction("llvm.x86.avx512.vpdpbusd.512", 16, (UNSIGNED, SIGNED), (("avx512vnni",),)),
    DotInstruction("llvm.x86.avx512.vpdpbusd.256", 8, (UNSIGNED, SIGNED), BYTES_OF_256_BITS),
    DotInstruction("llvm.x86.avx512.vpdpbusd.128", 4, (UNSIGNED, SIGNED), BYTES_OF_256_BITS),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.512", 16, (BFLOAT, BFLOAT), (("avx512bf16",),)),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.256", 8, (BFLOAT, BFLOAT), (("avx512bf16", "avx512vl"),)),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.128", 4, (BFLOAT, BFLOAT), (("avx512bf16", "avx512vl"),)),
    DotInstruction("llvm.aarch64.neon.sdot.v4i32.v16i8", 4, (SIGNED, SIGNED), (("dotprod",),), ARM, False),
    DotInstruction("llvm.aarch64.neon.udot.v4i32.v16i8", 4, (UNSIGNED, UNSIGNED), (("dotprod",),), ARM, False),
    DotInstruction("llvm.aarch64.neon.usdot.v4i32.v16i8", 4, (UNSIGNED, SIGNED), (("i8mm",),), ARM, False),
)


@dataclass(frozen=True)
class Dot:
    """How products of two operands are added up: by which instruction, whether its first operand is the right one, and whether numbers on the left are
    seen with the other sign, by which they are 128 more or fewer."""

    instruction: DotInstruction
    is_swapped: bool
    is_shifted: bool

    def added(self, sum: Value, left: Value, right: Value) -> Value:
        """A vector of sums with the products of groups in words."""
        kernel, lanes = sum.kernel, sum.lanes
        operands = [value.ssa for value in ((right, left) if self.is_swapped else (left, right))]
        if not self.instruction.has_words:
            bits = self.instruction.bits
            operands = [kernel.emit("Bitcast", [operand], Kind("u", bits).type(lanes * BITS // bits)) for operand in operands]
        return Value(kernel, sum.kind, lanes, kernel.imported(self.instruction.intrinsic, [sum.ssa, *operands], sum.kind.type(lanes)))


def dot_of(left: Type, right: Type, sum: Kind, lanes: int, target) -> Dot | None:
    """How a target adds up products of elements of two types; None where it has no instruction for them."""
    kinds = number_kind(left), number_kind(right)
    if sum.bits != BITS or None in kinds or sum.is_float != (BFLOAT in kinds):
        return None
    there = [each for each in INSTRUCTIONS if each.lanes == lanes and each.needed_of(target) is not None]
    other = {SIGNED: UNSIGNED, UNSIGNED: SIGNED}.get(str(kinds[0]))
    for is_shifted, (one, two) in enumerate((kinds, (other, kinds[1]))):
        for each in there:
            if each.operands in ((one, two), (two, one)):
                return Dot(each, each.operands != (one, two), bool(is_shifted))
    return None


def number_kind(element: Type) -> str | None:
    """What an element is to these instructions."""
    if isinstance(element, IntegerType) and element.width == 8:
        return UNSIGNED if element.signedness == "u" else SIGNED
    return BFLOAT if element is BF16 else None
