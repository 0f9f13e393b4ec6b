"""Instructions of processors that multiply numbers of 8 or 16 bits and add neighbouring products up: with one of them a vector of sums of 32 bits gets
the products of a group of as many numbers as a word holds.

VPDPBUSD multiplies unsigned bytes by signed ones, four to a sum, which wraps around; SDOT and UDOT bytes that both have signs or have none. VDPBF16PS
multiplies pairs of bf16; it takes numbers below the smallest normal one for 0. Where a processor has none of these for bytes, VPMADDWD multiplies pairs of 16
bits: of a word those are every other byte, and then the others, each with its sign. Sources: Intel 64 and IA-32 architectures software developer's
manual, volume 2; Arm architecture reference manual, C7.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from tfir.ir.types import BF16, IntegerType

from tfopt.iree_to_spirv.arithmetic import Kind, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.types import Type

BITS = 32  # of a sum, and of a group
BFLOAT = "bf16"
SIGNED, UNSIGNED = "i8", "u8"
LEVELS = {"x86-64-v3": ("+avx2",), "x86-64-v4": ("+avx2",)}  # what a level has of what is asked for below
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
    is_of_pairs: bool = False  # whether it takes two of the numbers in a word, made twice as wide
    slow_on: tuple[str, ...] = ()  # processors by LLVM's names, which convert numbers and multiply them in less time

    @property
    def group(self) -> int:
        """How many products are added to a sum."""
        return BITS // self.bits

    @property
    def bits(self) -> int:
        return 16 if self.operands[0] == BFLOAT else 8

    def needed_of(self, target) -> tuple[str, ...] | None:
        """The features that a target has it by, but those that all processors of its level have; None where it lacks some."""
        level = LEVELS.get(target.cpu, ())
        present = {*target.cpu_features.split(","), *level}
        if target.triple.partition("-")[0] not in self.architectures or target.cpu in self.slow_on:
            return None
        names = next((names for names in self.features if all([f"+{name}" in present for name in names])), None)
        return None if names is None else tuple([name for name in names if f"+{name}" not in level])


BYTES_OF_256_BITS = (("avxvnni",), ("avx512vnni", "avx512vl"))
PAIRS = (
    ("llvm.x86.avx2.pmadd.wd", 8, (("avx2",),)),
    ("llvm.x86.sse2.pmadd.wd", 4, (("sse2",),)),
)  # of 512 bits SPIR-V has no vector of 32 numbers
# VDPBF16PS begins in every other cycle there: products of 512 to 1024 took 1.81 to 1.96 times as long as those of f32, by converted numbers 1.25 to 1.31 (measured on the latter).
HALF_AS_FAST = ("sapphirerapids", "emeraldrapids")
INSTRUCTIONS = (
    DotInstruction("llvm.x86.avx512.vpdpbusd.512", 16, (UNSIGNED, SIGNED), (("avx512vnni",),)),
    DotInstruction("llvm.x86.avx512.vpdpbusd.256", 8, (UNSIGNED, SIGNED), BYTES_OF_256_BITS),
    DotInstruction("llvm.x86.avx512.vpdpbusd.128", 4, (UNSIGNED, SIGNED), BYTES_OF_256_BITS),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.512", 16, (BFLOAT, BFLOAT), (("avx512bf16",),), slow_on=HALF_AS_FAST),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.256", 8, (BFLOAT, BFLOAT), (("avx512bf16", "avx512vl"),), slow_on=HALF_AS_FAST),
    DotInstruction("llvm.x86.avx512bf16.dpbf16ps.128", 4, (BFLOAT, BFLOAT), (("avx512bf16", "avx512vl"),), slow_on=HALF_AS_FAST),
    *[
        DotInstruction(name, lanes, signs, features, is_of_pairs=True)
        for name, lanes, features in PAIRS
        for signs in ((SIGNED, SIGNED), (UNSIGNED, SIGNED), (UNSIGNED, UNSIGNED))
    ],
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
        if self.instruction.is_of_pairs:
            return self.added_in_pairs(sum, left, right)
        operands = [value.ssa for value in ((right, left) if self.is_swapped else (left, right))]
        if not self.instruction.has_words:
            bits = self.instruction.bits
            operands = [kernel.emit("Bitcast", [operand], Kind("u", bits).type(lanes * BITS // bits)) for operand in operands]
        return Value(kernel, sum.kind, lanes, kernel.imported(self.instruction.intrinsic, [sum.ssa, *operands], sum.kind.type(lanes)))

    def added_in_pairs(self, sum: Value, left: Value, right: Value) -> Value:
        """The products of every other byte, and then of the others."""
        kernel = sum.kernel
        signs = self.instruction.operands[::-1] if self.is_swapped else self.instruction.operands
        halves = [bytes_in_pairs(value, sign) for value, sign in zip((left, right), signs)]
        for pair in zip(*halves):
            sum = sum + Value(kernel, sum.kind, sum.lanes, kernel.imported(self.instruction.intrinsic, pair, sum.kind.type(sum.lanes)))
        return sum


def bytes_in_pairs(words: Value, sign: str) -> tuple[Any, Any]:
    """The bytes of words at even and at odd places, as 16 bits with their sign."""
    kernel, kind, lanes = words.kernel, Kind(sign[0], 16), words.lanes * 2
    type = kind.type(lanes)
    byte = Value(kernel, kind, lanes, constant=8).ssa
    both = kernel.emit("Bitcast", [words.ssa], type)
    shift = "ShiftRightArithmetic" if sign == SIGNED else "ShiftRightLogical"
    return kernel.emit(shift, [kernel.emit("ShiftLeftLogical", [both, byte], type), byte], type), kernel.emit(shift, [both, byte], type)


def dot_of(left: Type, right: Type, sum: Kind, lanes: int, target) -> Dot | None:
    """How a target adds up products of elements of two types; None where it has no instruction for them."""
    kinds = number_kind(left), number_kind(right)
    if sum.bits != BITS or None in kinds or sum.is_float != (BFLOAT in kinds):
        return None
    present = [each for each in INSTRUCTIONS if each.lanes == lanes and each.needed_of(target) is not None]
    other = {SIGNED: UNSIGNED, UNSIGNED: SIGNED}.get(str(kinds[0]))
    for is_of_pairs in (False, True):
        for is_shifted, (one, two) in enumerate((kinds, (other, kinds[1]))):
            for each in present:
                if each.is_of_pairs == is_of_pairs and each.operands in ((one, two), (two, one)):
                    return Dot(each, each.operands != (one, two), bool(is_shifted))
    return None


def number_kind(element: Type) -> str | None:
    """What an element is to these instructions."""
    if isinstance(element, IntegerType) and element.width == 8:
        return UNSIGNED if element.signedness == "u" else SIGNED
    return BFLOAT if element is BF16 else None
