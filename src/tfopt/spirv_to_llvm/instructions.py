"""SPIR-V's instructions in the llvm dialect: a table of name -> function of (builder, operation, operands), which gives the result.

Sources: SPIR-V specification 1.6, section 3.49; LLVM language reference. Where SPIR-V leaves a result undefined that LLVM calls poison
(a float too large for an integer), it is frozen: some number, the same for all who read it.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.spirv.types import PointerType
from tfir.ir.attributes import BoolAttr, DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32

from tfopt.spirv_to_llvm.builder import LLVMBuilder, element_of
from tfopt.spirv_to_llvm.products import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[..., Value]


def same(name: str) -> Rule:
    return lambda build, op, left, right: build.binary(name, left, right)


def whole(name: str) -> Rule:
    return lambda build, op, left, right: build.wrapping(name, left, right, "no_signed_wrap" not in op.attributes)


def times(build: LLVMBuilder, op: Operation, left: Value, right: Value) -> Value:
    return product(build, left, right, "no_signed_wrap" not in op.attributes)


def of_floats(name: str) -> Rule:
    """Arithmetic that may be contracted, a product and a sum rounded once, unless the instruction forbids that."""
    return lambda build, op, left, right: build.float_binary(name, left, right, "no_contraction" not in op.attributes)


def intrinsic(name: str) -> Rule:
    return lambda build, op, *operands: build.intrinsic(name, operands)


def compared(predicate: str) -> Rule:
    return lambda build, op, left, right: build.compare(predicate, left, right)


def cast(name: str) -> Rule:
    return lambda build, op, operand: build.op(name, [operand], op.results[0].type)


def resized(wider: str, narrower: str) -> Rule:
    """A conversion to more bits, or to fewer."""

    def convert(build: LLVMBuilder, op: Operation, operand: Value) -> Value:
        before, after = element_of(operand.type).width, element_of(op.results[0].type).width
        name = wider if after > before else narrower
        return operand if before == after else build.op(name, [operand], op.results[0].type, definition_of(f"llvm.{name}").defaults)

    return convert


def frozen(name: str) -> Rule:
    convert = cast(name)
    return lambda build, op, operand: build.op("freeze", [convert(build, op, operand)], op.results[0].type)


def same_bits(build: LLVMBuilder, op: Operation, operand: Value) -> Value:
    return build.op("ptrtoint" if isinstance(op.operands[0].type, PointerType) else "bitcast", [operand], op.results[0].type)


def negate(build: LLVMBuilder, op: Operation, operand: Value) -> Value:
    return build.wrapping("sub", build.number(0, operand.type), operand)


def complement(build: LLVMBuilder, op: Operation, operand: Value) -> Value:
    return build.binary("xor", operand, build.number(-1 if element_of(operand.type).width > 1 else True, operand.type))


def highest_bit(build: LLVMBuilder, op: Operation, operand: Value) -> Value:
    """The number of the highest bit that is set; -1 for 0."""
    zeros = build.intrinsic("ctlz", [operand], is_zero_poison=BoolAttr(False))
    return build.wrapping("sub", build.number(element_of(operand.type).width - 1, operand.type), zeros)


def times_scalar(build: LLVMBuilder, op: Operation, vector: Value, scalar: Value) -> Value:
    return build.float_binary("fmul", vector, build.splat(scalar, vector.type), "no_contraction" not in op.attributes)


def part(build: LLVMBuilder, op: Operation, vector: Value) -> Value:
    return build.lane(vector, build.number(op.get("indices")[0].value))


def shuffle(build: LLVMBuilder, op: Operation, one: Value, other: Value) -> Value:
    mask = DenseArrayAttr([lane.value for lane in op.get("components")], I32)
    return build.op("shufflevector", [one, other], op.results[0].type, {"mask": mask})


def select(build: LLVMBuilder, op: Operation, condition: Value, if_true: Value, if_false: Value) -> Value:
    return build.op("select", [condition, if_true, if_false], if_true.type)


def converted_constant(build: LLVMBuilder, op: Operation) -> Value:
    return build.constant(op.attributes["value"], op.results[0].type)


RULES: dict[str, Rule] = {
    "Constant": converted_constant,
    "FAdd": of_floats("fadd"), "FSub": of_floats("fsub"), "FMul": of_floats("fmul"), "FDiv": of_floats("fdiv"), "FRem": of_floats("frem"),
    "FNegate": cast("fneg"),
    "IAdd": whole("add"), "ISub": whole("sub"), "IMul": times, "SDiv": same("sdiv"), "UDiv": same("udiv"), "UMod": same("urem"), "SRem": same("srem"),
    "SNegate": negate,
    "ShiftLeftLogical": whole("shl"), "ShiftRightLogical": same("lshr"), "ShiftRightArithmetic": same("ashr"),
    "BitwiseAnd": same("and"), "BitwiseOr": same("or"), "BitwiseXor": same("xor"), "Not": complement,
    "LogicalAnd": same("and"), "LogicalOr": same("or"), "LogicalNotEqual": same("xor"), "LogicalEqual": compared("eq"), "LogicalNot": complement,
    "BitCount": intrinsic("ctpop"), "GL.FindUMsb": highest_bit,
    "GL.FAbs": intrinsic("fabs"), "GL.Floor": intrinsic("floor"), "GL.Ceil": intrinsic("ceil"), "GL.Trunc": intrinsic("trunc"),
    "GL.RoundEven": intrinsic("roundeven"), "GL.Sqrt": intrinsic("sqrt"), "GL.UMin": intrinsic("umin"),
    "ConvertFToS": frozen("fptosi"), "ConvertFToU": frozen("fptoui"), "ConvertSToF": cast("sitofp"), "ConvertUToF": cast("uitofp"),
    "FConvert": resized("fpext", "fptrunc"), "UConvert": resized("zext", "trunc"), "SConvert": resized("sext", "trunc"), "Bitcast": same_bits,
    "IEqual": compared("eq"), "INotEqual": compared("ne"),
    "Select": select,
    "CompositeConstruct": lambda build, op, *parts: build.composed(parts, op.results[0].type),
    "CompositeExtract": part,
    "VectorExtractDynamic": lambda build, op, vector, place: build.lane(vector, place),
    "VectorShuffle": shuffle,
    "VectorTimesScalar": times_scalar,
}  # fmt: skip
for relation, short in {
    "LessThan": "lt",
    "LessThanEqual": "le",
    "GreaterThan": "gt",
    "GreaterThanEqual": "ge",
    "Equal": "eq",
    "NotEqual": "ne",
}.items():
    RULES |= {f"FOrd{relation}": compared(f"o{short}"), f"FUnord{relation}": compared(f"u{short}")}
    if short[0] in "lg":
        RULES |= {f"S{relation}": compared(f"s{short}"), f"U{relation}": compared(f"u{short}")}
