"""Complex numbers. Source: MLIR's complex dialect."""

from tfir.dialects.arith import FAST_MATH, NO_FASTMATH, Flags
from tfir.ir.attributes import ArrayAttr, FloatAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, FloatType, IntegerType
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect

ONE = "conj cos exp expm1 log log1p neg rsqrt sign sin sqrt tan tanh"
TWO = "add atan2 div mul pow sub"
PARTS = "abs angle im re"
COMMUTATIVE = "add mul"
COMPUTED = [*ONE.split(), *TWO.split(), "abs", "angle", "eq", "neq", "powi"]  # what needs arithmetic
EXACT = "add conj im neg re sub"
FLAGS = "; fastmath: #arith.fastmath = none"


def _accuracy(name):
    return "!exact" if name in EXACT.split() else "!ulp(4, complex 4)"


def _lines():
    for name in ONE.split():
        yield f"{name}(complex: complex{FLAGS}) -> (result: complex) !pure !elementwise {_accuracy(name)}"
        yield "  $complex <FastMath>($fastmath) attr-dict : same"
    for name in TWO.split():
        yield f"{name}(lhs: complex, rhs: complex{FLAGS}) -> (result: complex) !pure !elementwise {_accuracy(name)}{' !commutative' * (name in COMMUTATIVE.split())}"
        yield "  $lhs, $rhs <FastMath>($fastmath) attr-dict : same"
    for name in PARTS.split():
        yield f"{name}(complex: complex{FLAGS}) -> (result: float) !pure !elementwise {_accuracy(name)}"
        yield "  $complex <FastMath>($fastmath) attr-dict <Part>()"
    for name in ("eq", "neq"):
        yield f"{name}(lhs: complex, rhs: complex) -> (result: i1) !pure !elementwise !commutative"
        yield "  $lhs, $rhs attr-dict <Comparison>()"
    yield "bitcast(operand: any) -> (result: any) !pure !exact"
    yield "  $operand attr-dict : type($operand) to type(results)"
    yield "constant(; value: attr) -> (complex: complex) !pure !constant_like"
    yield "  $value attr-dict : type(results)"
    yield "create(real: float, imaginary: float) -> (complex: complex) !pure !exact"
    yield "  $real, $imaginary attr-dict <Both>()"
    yield "powi(lhs: complex, rhs: whole_like; fastmath?: #arith.fastmath) -> (result: complex) !pure !elementwise !ulp(4, complex 4)"
    yield "  $lhs, $rhs <FastMath>($fastmath) attr-dict <BaseAndExponent>()"


def constant(op):
    value, element = op.attributes["value"], op.result.type.element
    if not isinstance(value, ArrayAttr) or len(value.elements) != 2:
        raise Error.on(op, "requires 'value' to be a complex constant, represented as array of two values")
    if not all([isinstance(each, FloatAttr) and each.type is element for each in value.elements]):
        types = ", ".join([f"'{getattr(each, 'type', each)}'" for each in value.elements])
        raise Error.on(op, f"requires attribute's element types ({types}) to match the element type of the op's return type ('{element}')")


def width(type):
    return 2 * type.element.width if isinstance(type, ComplexType) else type.width


def bitcast(op):
    types = [op.operands[0].type, op.result.type]
    for name, type in zip(("operand", "result"), types):
        if not isinstance(type, (IntegerType, FloatType, ComplexType)):
            raise Error.on(op, f"{name} must be int/float/complex")
    if types[0] is not types[1] and sum([isinstance(type, ComplexType) for type in types]) != 1:
        raise Error.on(op, "requires that either input or output has a complex type")
    if width(types[0]) != width(types[1]):
        raise Error.on(op, "casting bitwidths do not match")


DIALECT = Dialect(
    "complex", "\n".join(_lines()), package=__name__, families=("computation",),
    syntax={
        "FastMath": Flags(FAST_MATH, "fastmath"), "Part": Derived(": T", "T", "complex.element(T)"), "Comparison": Derived(": T", "T T", "i1"),
        "Both": Derived(": T", "complex.element(T) complex.element(T)", "T"), "BaseAndExponent": Derived(": T, U", "T U", "T"),
    },
    defaults={"fastmath": NO_FASTMATH}, verify={"bitcast": bitcast, "constant": constant}, result_names={"constant": lambda op: [(0, "cst")]},
)  # fmt: skip
