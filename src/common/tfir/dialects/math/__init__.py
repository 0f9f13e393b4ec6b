"""Mathematical functions on floats and integers, and on tensors and vectors of them. Source: MLIR's math dialect."""

from tfir.dialects.arith import FAST_MATH, NO_FASTMATH, Flags, alike, assembly_of, same_types
from tfir.ir.diagnostics import Error
from tfir.ods.derived_types import Derived, truth_like
from tfir.ods.dialect import Dialect
from tfir.text.pieces import Piece

FLOAT_FUNCTIONS = {
    1: """absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 round roundeven
          rsqrt sin sinh sqrt tan tanh trunc""",
    2: "atan2 copysign powf",
    3: "fma",
}
INTEGER_FUNCTIONS = {1: "absi ctlz ctpop cttz", 2: "ipowi"}
TESTS = "isfinite isinf isnan isnormal"
OPERANDS = {1: "operand: KIND", 2: "lhs: KIND, rhs: KIND", 3: "a: KIND, b: KIND, c: KIND"}
FLAGS = "; fastmath: #arith.fastmath = none"
# What holds of functions besides.
TRAITS = {
    "associative": "copysign",
    "exact": "absf ceil clampf copysign floor fma round roundeven sqrt trunc",
    "idempotent": "absf absi ceil copysign floor round roundeven trunc",
    "ulp(4)": """acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 fpowi log log10 log1p log2 powf rsqrt sin
                 sincos sinh tan tanh""",
    "monotonic(increasing)": "asinh cbrt ceil floor round roundeven trunc",
    "monotonic(increasing, bounded)": "atan erf exp exp2 expm1 tanh",
    "monotonic(increasing, infinite)": "sinh",
    "monotonic(decreasing)": "erfc",
    "monotonic(increasing, partial)": "asin",
    "monotonic(increasing, partial, infinite)": "atanh",
    "monotonic(increasing, partial, below)": "acosh sqrt",
    "monotonic(increasing, partial, below, infinite)": "log log10 log1p log2",
    "monotonic(decreasing, partial)": "acos",
    "monotonic(decreasing, partial, below)": "rsqrt",
}


def _traits(function: str) -> str:
    traits = [trait for trait, functions in TRAITS.items() if function in functions.split()]
    return " ".join([f"!{trait}" for trait in ("pure", "elementwise", *traits)])


def _lines():
    for kind, functions, attributes in (("float_like", FLOAT_FUNCTIONS, FLAGS), ("whole_like", INTEGER_FUNCTIONS, "")):
        for count, names in functions.items():
            for name in names.split():
                yield f"{name}({OPERANDS[count].replace('KIND', kind)}{attributes}) -> (result: {kind}) {_traits(name)}"
    for name in TESTS.split():
        yield f"{name}(operand: float_like{FLAGS}) -> (result: bool_like) {_traits(name)}"
        yield "  operands <FastMath>($fastmath) attr-dict : <TruthOfOperand>()"
    yield f"clampf(value: float_like, min: float_like, max: float_like{FLAGS}) -> (result: float_like) {_traits('clampf')}"
    yield "  $value <Range>() <FastMath>($fastmath) attr-dict : same"
    yield f"fpowi(lhs: float_like, rhs: whole_like{FLAGS}) -> (result: float_like) {_traits('fpowi')}"
    yield "  operands <FastMath>($fastmath) attr-dict : <BaseAndExponent>()"
    yield f"sincos(operand: float_like{FLAGS}) -> (sin: float_like, cos: float_like) {_traits('sincos')}"
    yield "  operands <FastMath>($fastmath) attr-dict : <BothResults>()"


class Range(Piece):
    """`to [%min, %max]`."""

    def parse(self, p, state, operands, types):
        p.keyword("to")
        operands["min"], operands["max"] = [[operand] for operand in self._ends(p)]

    def _ends(self, p):
        p.expect("[")
        low = p.operand()
        p.expect(",")
        high = p.operand()
        p.expect("]")
        return low, high

    def text(self, printer, op, form):
        return f" to [{printer.values(op.operands[1:])}]"


def test(op):
    if op.result.type is not truth_like(op.operands[0].type):
        raise Error.on(op, "failed to verify that result type has i1 element type and same shape as operands")


def power(op):
    alike(op)
    if op.operands[0].type is not op.result.type:
        raise Error.on(op, "failed to verify that all of {lhs, result} have same type")


SYNTAX = {
    "FastMath": Flags(FAST_MATH, "fastmath"), "TruthOfOperand": Derived("T", "T", "truth(T)"), "BaseAndExponent": Derived("T, U", "T U", "T"),
    "BothResults": Derived("T", "T", "T T"), "Range": Range(),
}  # fmt: skip
DIALECT = Dialect(
    "math", "\n".join(_lines()), package=__name__,
    syntax=SYNTAX,
    assembly_of=assembly_of,
    defaults={"fastmath": NO_FASTMATH},
    verify={
        **dict.fromkeys(" ".join((*FLOAT_FUNCTIONS.values(), *INTEGER_FUNCTIONS.values(), "clampf sincos")).split(), same_types),
        **dict.fromkeys(TESTS.split(), test), "fpowi": power,
    },
    result_names={"sincos": "sin cos"},
    families=("computation",),
)  # fmt: skip
