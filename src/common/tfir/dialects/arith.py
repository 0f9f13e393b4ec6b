"""Arithmetic on integers, indices and floats, and on tensors and vectors of them. Source: MLIR's arith dialect."""

from tfir.define.dialect import Dialect
from tfir.ir.attributes import BoolAttr, IntegerAttr, OpaqueAttr, UnitAttr
from tfir.ir.types import I1, I64, INDEX, ShapedType, Type, VectorType
from tfir.text.assembly import Format, Functional

OPS = """
    constant(; value: typed) -> (result: any) !pure !constant
      attr-dict $value
    addi(lhs: any, rhs: any; overflowFlags: #arith.overflow = none) -> (result: any) !pure !commutative
      operands <Overflow>($overflowFlags) attr-dict : same
    subi(lhs: any, rhs: any; overflowFlags: #arith.overflow = none) -> (result: any) !pure
      operands <Overflow>($overflowFlags) attr-dict : same
    muli(lhs: any, rhs: any; overflowFlags: #arith.overflow = none) -> (result: any) !pure !commutative
      operands <Overflow>($overflowFlags) attr-dict : same
    shli(lhs: any, rhs: any; overflowFlags: #arith.overflow = none) -> (result: any) !pure
      operands <Overflow>($overflowFlags) attr-dict : same
    addui_extended(lhs: any, rhs: any) -> (sum: any, overflow: any) !pure !commutative
      operands attr-dict : <SumAndOverflow>()
    mulsi_extended(lhs: any, rhs: any) -> (low: any, high: any) !pure !commutative
      operands attr-dict : <LowAndHigh>()
    mului_extended(lhs: any, rhs: any) -> (low: any, high: any) !pure !commutative
      operands attr-dict : <LowAndHigh>()
    divsi(lhs: any, rhs: any; isExact?: unit) -> (result: any) !pure
      operands <Exact>($isExact) attr-dict : same
    divui(lhs: any, rhs: any; isExact?: unit) -> (result: any) !pure
      operands <Exact>($isExact) attr-dict : same
    ceildivsi(lhs: any, rhs: any) -> (result: any) !pure
      operands attr-dict : same
    ceildivui(lhs: any, rhs: any) -> (result: any) !pure
      operands attr-dict : same
    floordivsi(lhs: any, rhs: any) -> (result: any) !pure
      operands attr-dict : same
    remsi(lhs: any, rhs: any) -> (result: any) !pure
      operands attr-dict : same
    remui(lhs: any, rhs: any) -> (result: any) !pure
      operands attr-dict : same
    andi(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    ori(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    xori(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    shrsi(lhs: any, rhs: any; isExact?: unit) -> (result: any) !pure
      operands <Exact>($isExact) attr-dict : same
    shrui(lhs: any, rhs: any; isExact?: unit) -> (result: any) !pure
      operands <Exact>($isExact) attr-dict : same
    maxsi(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    maxui(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    minsi(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    minui(lhs: any, rhs: any) -> (result: any) !pure !commutative
      operands attr-dict : same
    negf(operand: any; fastmath: #arith.fastmath = none) -> (result: any) !pure
      operands <FastMath>($fastmath) attr-dict : same
    addf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    subf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure
      operands <FastMath>($fastmath) attr-dict : same
    mulf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    divf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure
      operands <FastMath>($fastmath) attr-dict : same
    remf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure
      operands <FastMath>($fastmath) attr-dict : same
    maximumf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    minimumf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    maxnumf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    minnumf(lhs: any, rhs: any; fastmath: #arith.fastmath = none) -> (result: any) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    cmpi(lhs: any, rhs: any; predicate: i64) -> (result: any) !pure
      <IntegerPredicate>($predicate), $lhs, $rhs attr-dict : <PredicateTypes>()
    cmpf(lhs: any, rhs: any; predicate: i64, fastmath: #arith.fastmath = none) -> (result: any) !pure
      <FloatPredicate>($predicate), $lhs, $rhs <FastMath>($fastmath) attr-dict : <PredicateTypes>()
    select(condition: any, true_value: any, false_value: any) -> (result: any) !pure
      operands attr-dict : <ChoiceTypes>()
    extf(in: any; fastmath?: attr) -> (out: any) !pure
      $in <FastMath>($fastmath) attr-dict : type($in) to type(results)
    truncf(in: any; roundingmode?: attr, fastmath?: attr) -> (out: any) !pure
      $in <FastMath>($fastmath) attr-dict : type($in) to type(results)
    extsi(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
    extui(in: any; nonNeg?: unit) -> (out: any) !pure
      $in <NonNegative>($nonNeg) attr-dict : type($in) to type(results)
    trunci(in: any; overflowFlags: #arith.overflow = none) -> (out: any) !pure
      $in <Overflow>($overflowFlags) attr-dict : type($in) to type(results)
    sitofp(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
    uitofp(in: any; nonNeg?: unit) -> (out: any) !pure
      $in <NonNegative>($nonNeg) attr-dict : type($in) to type(results)
    fptosi(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
    fptoui(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
    index_cast(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
    index_castui(in: any; nonNeg?: unit) -> (out: any) !pure
      $in <NonNegative>($nonNeg) attr-dict : type($in) to type(results)
    bitcast(in: any) -> (out: any) !pure
      $in attr-dict : type($in) to type(results)
"""
INTEGER_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
FLOAT_PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()


class Predicate:
    """The relation that a comparison asks for, by its word; the attribute is the word's number."""

    def __init__(self, words):
        self.words = words

    def read(self, p):
        return {"predicate": IntegerAttr(self.words.index(p.keyword(*self.words)), I64)}

    def show(self, printer, op):
        return self.words[op.get("predicate")]


class Flags:
    """`fastmath<nnan,ninf>`, `overflow<nsw>`: printed unless it is `none`."""

    def __init__(self, word: str, attribute: str):
        self.word, self.attribute = word, attribute

    def read(self, p):
        if not p.at(self.word):
            return {}
        p.advance()
        p.expect("<")
        words = p.comma_list(p.keyword)
        p.expect(">")
        return {self.attribute: self.of(words)}

    def of(self, words) -> OpaqueAttr:
        separator = "," if self.word == "fastmath" else ", "
        return OpaqueAttr(f"#arith.{self.word}<{separator.join(words)}>")

    def show(self, printer, op):
        found = op.attributes.get(self.attribute)
        shown = found.text.removeprefix("#arith.") if found is not None else ""
        return "" if shown.endswith("<none>") else shown


class Flag:
    """A word that stands for a unit attribute."""

    def __init__(self, word: str, attribute: str):
        self.word, self.attribute = word, attribute

    def read(self, p):
        return {self.attribute: UnitAttr()} if p.accept(self.word) else {}

    def show(self, printer, op):
        return self.word if self.attribute in op.attributes else ""


def truth_like(type: Type) -> Type:
    """i1 in the shape of a type."""
    if isinstance(type, VectorType):
        return VectorType(type.shape, I1, type.scalable)
    return type.with_element(I1) if isinstance(type, ShapedType) else I1


class PredicateTypes(Functional):
    """The operands' type; the result is i1 in its shape."""

    pattern = None

    def signature(self, p):
        type = p.type()
        return (type, type), (truth_like(type),)

    def text(self, printer, op, form):
        return " " + op.operands[0].type.text


class ChoiceTypes(Functional):
    """The chosen values' type, after the condition's where that is no plain i1."""

    pattern = None

    def signature(self, p):
        condition, type = I1, p.type()
        if p.accept(","):
            condition, type = type, p.type()
        return (condition, type, type), (type,)

    def text(self, printer, op, form):
        condition, chosen = op.operands[0].type, op.result.type
        return f" {chosen}" if condition is I1 else f" {condition}, {chosen}"


class SumAndOverflow(Functional):
    pattern = None

    def signature(self, p):
        type = p.type()
        p.expect(",")
        return (type, type), (type, p.type())

    def text(self, printer, op, form):
        return f" {op.results[0].type}, {op.results[1].type}"


class LowAndHigh(Functional):
    pattern = None

    def signature(self, p):
        type = p.type()
        return (type, type), (type, type)

    def text(self, printer, op, form):
        return f" {op.results[0].type}"


SYNTAX = {
    "Overflow": Flags("overflow", "overflowFlags"), "FastMath": Flags("fastmath", "fastmath"),
    "Exact": Flag("exact", "isExact"), "NonNegative": Flag("nneg", "nonNeg"),
    "IntegerPredicate": Predicate(INTEGER_PREDICATES), "FloatPredicate": Predicate(FLOAT_PREDICATES),
    "PredicateTypes": PredicateTypes(), "ChoiceTypes": ChoiceTypes(), "SumAndOverflow": SumAndOverflow(), "LowAndHigh": LowAndHigh(),
}  # fmt: skip
NO_FASTMATH = OpaqueAttr("#arith.fastmath<none>")


def constant_names(op):
    """`%c1_i32`, `%c3` for an index, `%true`, `%cst` for all else."""
    value = op.attributes.get("value")
    if isinstance(value, BoolAttr):
        return [(0, value.text)]
    if not isinstance(value, IntegerAttr):
        return [(0, "cst")]
    return [(0, f"c{value.value}" if value.type is INDEX else f"c{value.value}_{value.type}")]


DIALECT = Dialect(
    "arith", OPS,
    form_of_signature=lambda signature: Format(signature.assembly, signature, SYNTAX),
    defaults={"fastmath": NO_FASTMATH, "overflowFlags": OpaqueAttr("#arith.overflow<none>")},
    result_names={"constant": constant_names, "addui_extended": lambda op: [(0, "sum"), (1, "overflow")],
                  "mulsi_extended": lambda op: [(0, "low"), (1, "high")], "mului_extended": lambda op: [(0, "low"), (1, "high")]},
)  # fmt: skip
