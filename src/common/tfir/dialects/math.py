"""Mathematical functions on floats and integers, and on tensors and vectors of them. Source: MLIR's math dialect."""

from tfir.define.dialect import Dialect
from tfir.dialects.arith import FAST_MATH, NO_FASTMATH, Flags, same_types
from tfir.text.assembly import Format

FLOAT_FUNCTIONS = {
    1: """absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 round roundeven
          rsqrt sin sinh sqrt tan tanh trunc""",
    2: "atan2 copysign powf",
    3: "fma clampf",
}
INTEGER_FUNCTIONS = {1: "absi ctlz ctpop cttz", 2: "ipowi"}
OPERANDS = {1: "operand: KIND", 2: "lhs: KIND, rhs: KIND", 3: "a: KIND, b: KIND, c: KIND"}


def _lines():
    for kind, functions, attributes, flags in (
        ("float_like", FLOAT_FUNCTIONS, "; fastmath: #arith.fastmath = none", " <FastMath>($fastmath)"),
        ("whole_like", INTEGER_FUNCTIONS, "", ""),
    ):  # fmt: skip
        for count, names in functions.items():
            for name in names.split():
                yield f"{name}({OPERANDS[count].replace('KIND', kind)}{attributes}) -> (result: {kind}) !pure"
                yield f"  operands{flags} attr-dict : same"


DIALECT = Dialect(
    "math", "\n".join(_lines()),
    form_of_signature=lambda signature: Format(signature.assembly, signature, {"FastMath": Flags(FAST_MATH, "fastmath")}),
    defaults={"fastmath": NO_FASTMATH},
    rules=dict.fromkeys(" ".join((*FLOAT_FUNCTIONS.values(), *INTEGER_FUNCTIONS.values())).split(), same_types),
)  # fmt: skip
