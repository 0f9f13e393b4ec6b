"""Arithmetic on numbers as wide as the machine's addresses. Source: MLIR's index dialect."""

from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.enumerators import enumeration

BINARY = """add and ceildivs ceildivu divs divu floordivs maxs maxu mins minu mul or rems remu shl shrs shru sub xor"""
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge"
# What holds of operations besides.
TRAITS = {
    "commutative": "add and maxs maxu mins minu mul or xor",
    "associative": "add and maxs maxu mins minu mul or xor",
    "idempotent": "and maxs maxu mins minu or",
}


def _lines():
    for name in BINARY.split():
        traits = " ".join(
            [f"!{trait}" for trait in ("pure", "elementwise", *[trait for trait, of in TRAITS.items() if name in of.split()])]
        )
        yield f"{name}(lhs: index, rhs: index) -> (result: index) {traits}"
        yield "  $lhs, $rhs attr-dict <Binary>()"
    for name in ("casts", "castu"):
        yield f"{name}(input: integer_like) -> (output: integer_like) !pure !elementwise"
        yield "  $input attr-dict : type($input) to type(results)"
    yield f"cmp(lhs: index, rhs: index; pred: #index.cmp_predicate{{{PREDICATES.replace(' ', '|')}}}) -> (result: i1) !pure !elementwise"
    yield "  $pred ($lhs, $rhs) attr-dict <Comparison>()"
    yield "constant(; value: index) -> (result: index) !pure !constant_like"
    yield "  attr-dict $value <Nullary>()"
    yield "bool.constant(; value: bool) -> (result: i1) !pure !constant_like"
    yield "  attr-dict $value <Truth>()"
    yield "sizeof() -> (result: index) !pure"
    yield "  attr-dict <Nullary>()"


def constant_names(op):
    """`%idx42`, `%true`."""
    value = op.attributes.get("value")
    if isinstance(value, BoolAttr):
        return [(0, value.text)]
    return [(0, f"idx{value.value}")] if isinstance(value, IntegerAttr) else None


def castable(op):
    source, result = op.operands[0].type, op.result.type
    if (source is INDEX) is (result is INDEX):
        raise Error.on(op, f"operand type '{source}' and result type '{result}' are cast incompatible")


DIALECT = Dialect(
    "index", "\n".join(_lines()), package=__name__,
    syntax={
        "Binary": Derived("", "index index", "index"), "Comparison": Derived("", "index index", "i1"), "Nullary": Derived("", "", "index"),
        "Truth": Derived("", "", "i1"),
    },
    attributes={"": enumeration("index", {"cmp_predicate": PREDICATES.split()})},
    result_names={"constant": constant_names, "bool.constant": constant_names},
    families=("computation",), verify={"casts": castable, "castu": castable},
)  # fmt: skip
