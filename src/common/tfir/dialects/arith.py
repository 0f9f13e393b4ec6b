"""Arithmetic on integers, indices and floats, and on tensors and vectors of them. Source: MLIR's arith dialect."""

from tfir.define.declared import element_of, is_signless
from tfir.define.dialect import Dialect
from tfir.ir.attributes import BoolAttr, FloatAttr, IntegerAttr, OpaqueAttr, TypeAttr, UnitAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import I1, I64, INDEX, IntegerType, ShapedType, Type, VectorType
from tfir.text.assembly import Format, Functional

OPS = """
    constant(; value: typed) -> (result: any) !pure !constant
      attr-dict $value
    addi(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !commutative
      operands <Overflow>($overflowFlags) attr-dict : same
    subi(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure
      operands <Overflow>($overflowFlags) attr-dict : same
    muli(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !commutative
      operands <Overflow>($overflowFlags) attr-dict : same
    shli(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure
      operands <Overflow>($overflowFlags) attr-dict : same
    addui_extended(lhs: integer_like, rhs: integer_like) -> (sum: integer_like, overflow: bool_like) !pure !commutative
      operands attr-dict : <SumAndOverflow>()
    mulsi_extended(lhs: integer_like, rhs: integer_like) -> (low: integer_like, high: integer_like) !pure !commutative
      operands attr-dict : <LowAndHigh>()
    mului_extended(lhs: integer_like, rhs: integer_like) -> (low: integer_like, high: integer_like) !pure !commutative
      operands attr-dict : <LowAndHigh>()
    divsi(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure
      operands <Exact>($isExact) attr-dict : same
    divui(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure
      operands <Exact>($isExact) attr-dict : same
    ceildivsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure
      operands attr-dict : same
    ceildivui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure
      operands attr-dict : same
    floordivsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure
      operands attr-dict : same
    remsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure
      operands attr-dict : same
    remui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure
      operands attr-dict : same
    andi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    ori(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    xori(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    shrsi(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure
      operands <Exact>($isExact) attr-dict : same
    shrui(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure
      operands <Exact>($isExact) attr-dict : same
    maxsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    maxui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    minsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    minui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative
      operands attr-dict : same
    negf(operand: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure
      operands <FastMath>($fastmath) attr-dict : same
    addf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    subf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure
      operands <FastMath>($fastmath) attr-dict : same
    mulf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    divf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure
      operands <FastMath>($fastmath) attr-dict : same
    remf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure
      operands <FastMath>($fastmath) attr-dict : same
    maximumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    minimumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    maxnumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    minnumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative
      operands <FastMath>($fastmath) attr-dict : same
    cmpi(lhs: integer_like, rhs: integer_like; predicate: i64) -> (result: bool_like) !pure
      <IntegerPredicate>($predicate), $lhs, $rhs attr-dict : <PredicateTypes>()
    cmpf(lhs: float_like, rhs: float_like; predicate: i64, fastmath: #arith.fastmath = none) -> (result: bool_like) !pure
      <FloatPredicate>($predicate), $lhs, $rhs <FastMath>($fastmath) attr-dict : <PredicateTypes>()
    select(condition: bool_like, true_value: any, false_value: any) -> (result: any) !pure
      operands attr-dict : <ChoiceTypes>()
    extf(in: float_like; fastmath?: attr) -> (out: float_like) !pure
      $in <FastMath>($fastmath) attr-dict : type($in) to type(results)
    truncf(in: float_like; roundingmode?: attr, fastmath?: attr) -> (out: float_like) !pure
      $in <FastMath>($fastmath) attr-dict : type($in) to type(results)
    extsi(in: fixed_integer_like) -> (out: fixed_integer_like) !pure
      $in attr-dict : type($in) to type(results)
    extui(in: fixed_integer_like; nonNeg?: unit) -> (out: fixed_integer_like) !pure
      $in <NonNegative>($nonNeg) attr-dict : type($in) to type(results)
    trunci(in: fixed_integer_like; overflowFlags: #arith.overflow = none) -> (out: fixed_integer_like) !pure
      $in <Overflow>($overflowFlags) attr-dict : type($in) to type(results)
    sitofp(in: fixed_integer_like) -> (out: float_like) !pure
      $in attr-dict : type($in) to type(results)
    uitofp(in: fixed_integer_like; nonNeg?: unit) -> (out: float_like) !pure
      $in <NonNegative>($nonNeg) attr-dict : type($in) to type(results)
    fptosi(in: float_like) -> (out: fixed_integer_like) !pure
      $in attr-dict : type($in) to type(results)
    fptoui(in: float_like) -> (out: fixed_integer_like) !pure
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


def same_types(op):
    """As upstream: differing elements break the constraint, differing shapes the inference of the result."""
    types = [value.type for value in (*op.operands, *op.results)]
    if len(set(types)) == 1:
        return
    if len({element_of(type) for type in types}) > 1 or len({isinstance(type, ShapedType) for type in types}) > 1:
        raise Error.on(op, "requires the same type for all operands and results")
    what = f"inferred type(s) '{types[0]}' are incompatible with return type(s) of operation '{types[-1]}'"
    raise Error.of([Diagnostic(f"'{op.name}' op {reason}", op) for reason in (what, "failed to infer returned types")])


def constant(op):
    value, type = op.attributes["value"], op.result.type
    if getattr(value, "type", None) is not type or isinstance(value, TypeAttr):
        raise Error.on(op, "failed to verify that all of {value, result} have same type")
    if isinstance(type, IntegerType) and type.signedness:
        raise Error.on(op, "integer return type must be signless")
    if not isinstance(value, (IntegerAttr, BoolAttr, FloatAttr, ElementsAttr)):
        raise Error.on(op, "value must be an integer, float, or elements attribute")


def comparison(words):
    def rule(op):
        if not 0 <= op.get("predicate") < len(words):
            raise Error.on(op, f"attribute 'predicate' failed to satisfy constraint: 0 to {len(words) - 1}, that is {', '.join(words)}")
        type = op.operands[0].type
        if op.operands[1].type is not type:
            raise Error.on(op, "requires all operands to have the same type")
        if op.result.type is not truth_like(type):
            raise Error.on(op, "failed to verify that result type has i1 element type and same shape as operands")

    return rule


def select(op):
    condition, *chosen = [value.type for value in (*op.operands, op.result)]
    if len(set(chosen)) > 1:
        raise Error.on(op, "failed to verify that all of {true_value, false_value, result} have same type")
    if condition is not I1 and condition is not truth_like(chosen[0]):
        raise Error.on(op, f"expected condition type to have the same shape as the result type, expected '{truth_like(chosen[0])}', but got '{condition}'")


def cast(fits):
    """A conversion: tensors and vectors keep their shape, and elements must `fit`."""

    def rule(op):
        source, result = op.operands[0].type, op.result.type
        if getattr(source, "shape", None) != getattr(result, "shape", None) or type(source) is not type(result) and ShapedType in (
            *type(source).__mro__, *type(result).__mro__
        ):  # fmt: skip
            raise Error.on(op, "failed to verify that input and output have the same tensor dimensions")
        if not fits(element_of(source), element_of(result)):
            raise Error.on(op, f"operand type '{source}' and result type '{result}' are cast incompatible")

    return rule


def bits(type) -> int:
    return getattr(type, "width", 0)


def is_index_cast(source, result) -> bool:
    return (source is INDEX) != (result is INDEX) and all([type is INDEX or is_signless(type) for type in (source, result)])


CASTS = {
    **dict.fromkeys(("extf", "extsi", "extui"), lambda a, b: bits(a) < bits(b)),
    **dict.fromkeys(("truncf", "trunci"), lambda a, b: bits(a) > bits(b)),
    **dict.fromkeys(("sitofp", "uitofp", "fptosi", "fptoui"), lambda a, b: True),
    **dict.fromkeys(("index_cast", "index_castui"), is_index_cast), "bitcast": lambda a, b: bits(a) == bits(b) > 0,
}  # fmt: skip
SAME = """addi subi muli shli divsi divui ceildivsi ceildivui floordivsi remsi remui andi ori xori shrsi shrui maxsi maxui minsi minui
    negf addf subf mulf divf remf maximumf minimumf maxnumf minnumf""".split()
DIALECT = Dialect(
    "arith", OPS,
    rules={
        **dict.fromkeys(SAME, same_types), **{name: cast(fits) for name, fits in CASTS.items()}, "constant": constant, "select": select,
        "cmpi": comparison(INTEGER_PREDICATES), "cmpf": comparison(FLOAT_PREDICATES),
    },
    form_of_signature=lambda signature: Format(signature.assembly, signature, SYNTAX),
    defaults={"fastmath": NO_FASTMATH, "overflowFlags": OpaqueAttr("#arith.overflow<none>")},
    result_names={"constant": constant_names, "addui_extended": lambda op: [(0, "sum"), (1, "overflow")],
                  "mulsi_extended": lambda op: [(0, "low"), (1, "high")], "mului_extended": lambda op: [(0, "low"), (1, "high")]},
)  # fmt: skip
