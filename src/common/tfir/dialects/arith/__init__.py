"""Arithmetic on integers, indices and floats, and on tensors and vectors of them. Source: MLIR's arith dialect."""

from tfir.ir.attributes import BoolAttr, FloatAttr, IntegerAttr, OpaqueAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, I64, INDEX, FloatType, IntegerType, MemRefType, ShapedType, Type, VectorType, shapes_fit
from tfir.ods.constraints import NAMED, element_of
from tfir.ods.derived_types import Derived, truth_like
from tfir.ods.dialect import Dialect
from tfir.text.enumerators import Enumerator, Flag
from tfir.text.pieces import Functional

OPS = """
    constraint index_castable = integer_like|memref<integer_like> "signless-non-zero-bitwidth-integer-like or memref of signless-integer"
    constraint bitcastable = fixed_integer_like|float_like|memref<fixed_integer_like|float_like> "non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth signless integer or float"
    constant(; value: typed) -> (result: any) !pure !constant_like
      attr-dict $value
    addi(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !commutative !elementwise !associative
    subi(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !elementwise
    muli(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !commutative !elementwise !associative
    shli(lhs: integer_like, rhs: integer_like; overflowFlags: #arith.overflow = none) -> (result: integer_like) !pure !elementwise
    addui_extended(lhs: integer_like, rhs: integer_like) -> (sum: integer_like, overflow: bool_like) !pure !commutative !elementwise
      operands attr-dict : <SumAndOverflow>()
    subui_extended(lhs: integer_like, rhs: integer_like) -> (diff: integer_like, borrow: bool_like) !pure !elementwise
      operands attr-dict : <SumAndOverflow>()
    mulsi_extended(lhs: integer_like, rhs: integer_like) -> (low: integer_like, high: integer_like) !pure !commutative !elementwise
      operands attr-dict : <LowAndHigh>()
    mului_extended(lhs: integer_like, rhs: integer_like) -> (low: integer_like, high: integer_like) !pure !commutative !elementwise
      operands attr-dict : <LowAndHigh>()
    divsi(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure !elementwise
    divui(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure !elementwise
    ceildivsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !elementwise
    ceildivui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !elementwise
    floordivsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !elementwise
    remsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !elementwise
    remui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !elementwise
    andi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    ori(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    xori(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative
    shrsi(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure !elementwise
    shrui(lhs: integer_like, rhs: integer_like; isExact?: unit) -> (result: integer_like) !pure !elementwise
    maxsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    maxui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    minsi(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    minui(lhs: integer_like, rhs: integer_like) -> (result: integer_like) !pure !commutative !elementwise !associative !idempotent
    negf(operand: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !elementwise !involution !monotonic(decreasing) !exact
    addf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !exact
    subf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !elementwise !exact
    mulf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !exact
    divf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !elementwise !exact
    remf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !elementwise !exact
    maximumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !idempotent !exact
    minimumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !idempotent !exact
    maxnumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !idempotent !exact
    minnumf(lhs: float_like, rhs: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !commutative !elementwise !associative !idempotent !exact
    cmpi(lhs: integer_like, rhs: integer_like; predicate: i64) -> (result: bool_like) !pure !elementwise
      <IntegerPredicate>($predicate), $lhs, $rhs attr-dict : <IntegerPredicateTypes>()
    cmpf(lhs: float_like, rhs: float_like; predicate: i64, fastmath: #arith.fastmath = none) -> (result: bool_like) !pure !elementwise
      <FloatPredicate>($predicate), $lhs, $rhs <FastMath>($fastmath) attr-dict : <FloatPredicateTypes>()
    select(condition: bool_like, true_value: any, false_value: any) -> (result: any) !pure !elementwise !movement(condition)
      operands attr-dict : <ChoiceTypes>()
    extf(in: float_like; fastmath?: #arith.fastmath) -> (out: float_like) !pure !elementwise !monotonic(increasing) !exact
    truncf(in: float_like; roundingmode?: i32, fastmath?: #arith.fastmath) -> (out: float_like) !pure !elementwise !monotonic(increasing, infinite) !exact
    convertf(in: float_like; roundingmode?: i32, fastmath?: #arith.fastmath) -> (out: float_like) !pure !elementwise !monotonic(increasing) !exact
    scaling_extf(in: float_like, scale: float_like; fastmath?: #arith.fastmath) -> (out: float_like) !pure !exact
    scaling_truncf(in: float_like, scale: float_like; roundingmode?: i32, fastmath?: #arith.fastmath) -> (out: float_like) !pure !exact
    flush_denormals(operand: float_like; fastmath: #arith.fastmath = none) -> (result: float_like) !pure !elementwise !idempotent !exact
    extsi(in: fixed_integer_like) -> (out: fixed_integer_like) !pure !elementwise !monotonic(increasing)
    extui(in: fixed_integer_like; nonNeg?: unit) -> (out: fixed_integer_like) !pure !elementwise
    trunci(in: fixed_integer_like; overflowFlags: #arith.overflow = none) -> (out: fixed_integer_like) !pure !elementwise
    sitofp(in: fixed_integer_like) -> (out: float_like) !pure !elementwise !monotonic(increasing) !exact
    uitofp(in: fixed_integer_like; nonNeg?: unit) -> (out: float_like) !pure !elementwise !exact
    fptosi(in: float_like) -> (out: fixed_integer_like) !pure !elementwise !monotonic(increasing)
    fptoui(in: float_like) -> (out: fixed_integer_like) !pure !elementwise
    index_cast(in: index_castable) -> (out: index_castable) !pure !elementwise
    index_castui(in: index_castable; nonNeg?: unit) -> (out: index_castable) !pure !elementwise
    bitcast(in: bitcastable) -> (out: bitcastable) !pure !elementwise !view
"""
INTEGER_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
FLOAT_PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
ATOMIC_KINDS = "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori".split()


def op_of_kind(kind: str) -> str:
    """What the op is called that combines two numbers as a kind does; that of `assign` is none."""
    return kind + "i" if kind in ("maxs", "maxu", "mins", "minu") else kind


def neutral(kind: str, type: Type) -> float | int | None:
    """The number that changes nothing where numbers of a type are combined; None where there is none."""
    if isinstance(type, FloatType):
        return {"addf": 0.0, "mulf": 1.0, "maximumf": float("-inf"), "minimumf": float("inf")}.get(kind)
    low, high = -(1 << (getattr(type, "width", 64) - 1)), (1 << (getattr(type, "width", 64) - 1)) - 1
    return {"addi": 0, "ori": 0, "xori": 0, "maxu": 0, "muli": 1, "andi": -1, "minu": -1, "maxs": low, "mins": high}.get(kind)


class FlagWords:
    """Words that stand for the bits of a number, in the order of the bits: `fastmath<nnan,ninf>`. All of them may have a name."""

    def __init__(self, word: str, called: str, words: str, separator: str, all: str | None = None, dialect: str = "arith"):
        self.word, self.called, self.words, self.separator, self.all = word, called, words.split(), separator, all
        self.dialect, self.namespace = dialect, "LLVM" if dialect == "llvm" else dialect

    def read(self, p) -> OpaqueAttr:
        """From the bracket on."""
        p.expect("<")
        start = p.start
        words = p.comma_list(lambda: self._word(p, start))
        p.expect(">")
        return self.of(words)

    def _word(self, p, start: int) -> str:
        word = p.keyword()
        words = ["none", *self.words, *([self.all] if self.all else [])]
        if word not in words:
            raise p.error_in_op(f"expected ::mlir::{self.namespace}::{self.called} to be one of: {', '.join(words)}", start)
        return word

    def of(self, words) -> OpaqueAttr:
        shown = [word for word in self.words if word in words]
        if self.all is not None and (self.all in words or shown == self.words):
            shown = [self.all]
        return OpaqueAttr(f"#{self.dialect}.{self.word}<{self.separator.join(shown or ['none'])}>")


FAST_MATH = FlagWords("fastmath", "FastMathFlags", "reassoc nnan ninf nsz arcp contract afn", ",", "fast")
OVERFLOW = FlagWords("overflow", "IntegerOverflowFlags", "nsw nuw", ", ")


class Flags:
    """`fastmath<nnan,ninf>`, `overflow<nsw>`: printed unless it is `none`."""

    def __init__(self, words: FlagWords, attribute: str):
        self.words, self.attribute = words, attribute

    def read(self, p):
        return {self.attribute: self.words.read(p)} if p.accept(self.words.word) else {}

    def of(self, words) -> OpaqueAttr:
        return self.words.of(words)

    def show(self, printer, op):
        flags = op.attributes.get(self.attribute)
        shown = flags.text.removeprefix("#arith.") if flags is not None else ""
        return "" if shown.endswith("<none>") else shown


class Rounding:
    """How a narrower number is chosen, by its word; the attribute is the word's number."""

    def read(self, p):
        return {"roundingmode": IntegerAttr(ROUNDINGS.index(p.advance()), I32)} if p.token in ROUNDINGS else {}

    def show(self, printer, op):
        return ROUNDINGS[op.get("roundingmode")] if "roundingmode" in op.attributes else ""


ROUNDINGS = "to_nearest_even downward upward toward_zero to_nearest_away".split()


class PredicateTypes(Derived):
    """The operands' type, which must be of a kind; the result is i1 in its shape."""

    def __init__(self, kind: str):
        super().__init__("T", "T T", "truth(T)")
        self.kind, self.constraint = (*self.kind, kind), NAMED[kind]

    def signature(self, p, count: int = 0):
        start, (inputs, results) = p.start, super().signature(p, count)
        if not self.constraint.accepts(inputs[0]):
            raise p.error_in_op(f"'lhs' must be {self.constraint.summary}, but got '{inputs[0]}'", start)
        return inputs, results


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


SYNTAX = {
    "Overflow": Flags(OVERFLOW, "overflowFlags"), "FastMath": Flags(FAST_MATH, "fastmath"), "Rounding": Rounding(),
    "Exact": Flag("exact", "isExact"), "NonNegative": Flag("nneg", "nonNeg"),
    "IntegerPredicate": Enumerator("predicate", INTEGER_PREDICATES),
    "FloatPredicate": Enumerator("predicate", FLOAT_PREDICATES),
    "IntegerPredicateTypes": PredicateTypes("integer_like"), "FloatPredicateTypes": PredicateTypes("float_like"),
    "ChoiceTypes": ChoiceTypes(), "SumAndOverflow": Derived("T, U", "T T", "T U"), "LowAndHigh": Derived("T", "T T", "T T"),
}  # fmt: skip
PIECES = {"overflowFlags": "Overflow", "fastmath": "FastMath", "roundingmode": "Rounding", "isExact": "Exact", "nonNeg": "NonNegative"}


def assembly_of(signature) -> str:
    """The form of an op whose line has none below it: operands, flags, then one type of all, or of a conversion (to `out`) both."""
    flags = "".join([f" <{PIECES[name]}>(${name})" for name in signature.attributes])
    if signature.results[0].name != "out":
        return f"operands{flags} attr-dict : same"
    operands = [slot.name for slot in signature.operands]
    types = ", ".join([f"type(${name})" for name in operands])
    return f"{', '.join([f'${name}' for name in operands])}{flags} attr-dict : {types} to type(results)"


NO_FASTMATH = OpaqueAttr("#arith.fastmath<none>")


def constant_names(op):
    """`%c1_i32`, `%c3` for an index, `%true`, `%cst` for all else."""
    value = op.attributes.get("value")
    if isinstance(value, BoolAttr):
        return [(0, value.text)]
    if not isinstance(value, IntegerAttr):
        return [(0, "cst")]
    return [(0, f"c{value.value}" if value.type is INDEX else f"c{value.value}_{value.type}")]


def product_names(op):
    """`%c4_vscale` for a constant times vector.vscale, as sizes of scalable vectors are computed."""
    for constant, other in (op.operands, op.operands[::-1]) if op.result.type is INDEX else ():
        if constant.op is not None and constant.op.name == "arith.constant" and other.op is not None and other.op.name == "vector.vscale":
            return [(0, f"c{constant.op.get('value')}_vscale")]
    return []


def flags(op):
    """Attributes that are words for bits, and the mode of rounding."""
    for name, (words, called) in FLAGS.items():
        value = op.attributes.get(name)
        if value is not None and not value.text.startswith(f"#arith.{words.word}<"):
            raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: {called}")
    mode = op.attributes.get("roundingmode")
    if mode is not None and not 0 <= mode.value < len(ROUNDINGS):
        raise Error.on(op, f"attribute 'roundingmode' failed to satisfy constraint: allowed {cases(32, ROUNDINGS)}")


FLAGS = {"overflowFlags": (OVERFLOW, "Integer overflow arith flags"), "fastmath": (FAST_MATH, "Floating point fast math flags")}


def cases(width: int, words) -> str:
    return f"{width}-bit signless integer cases: {', '.join(map(str, range(len(words))))}"


def same_types(op):
    """Raises where element types differ, where known sizes differ, or where the result's type is not the first operand's, as MLIR does."""
    flags(op)
    types = [value.type for value in (*op.operands, *op.results)]
    if len(set(types)) == 1:
        return
    if len({element_of(type) for type in types}) > 1 or not all([agree(types[0], type) for type in types]):
        raise Error.on(op, "requires the same type for all operands and results")
    if types[-1] is not types[0]:
        raise Error.incompatible(op, types[:1], types[-1:])


def agree(one: Type, other: Type) -> bool:
    """Whether two types may be of one shape, as far as that is known."""
    if isinstance(one, ShapedType) is not isinstance(other, ShapedType) or isinstance(one, VectorType) is not isinstance(other, VectorType):
        return False
    return shapes_fit(getattr(one, "shape", None), getattr(other, "shape", None))


def alike(op):
    """Elementwise: what is no scalar has one shape."""
    shapes = {
        (isinstance(type, VectorType), getattr(type, "shape", None))
        for type in [v.type for v in (*op.operands, *op.results)]
        if is_shaped(type)
    }
    if len(shapes) > 1:
        raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")


def is_shaped(type) -> bool:
    return isinstance(type, (ShapedType, VectorType))


def extended(*names: str):
    """For ops with two results: the values of these names have one type."""

    def rule(op):
        alike(op)
        if len({is_shaped(value.type) for value in (*op.operands, *op.results)}) > 1:
            raise Error.on(op, "if an operand is non-scalar, then all results must be non-scalar")
        if len({value.type for value in (*op.operands, *op.results)[: len(names)]}) > 1:
            raise Error.on(op, f"failed to verify that all of {{{', '.join(names)}}} have same type")

    return rule


def constant(op):
    value, type = op.attributes["value"], op.result.type
    if not hasattr(value, "type") or isinstance(value, TypeAttr):
        raise Error.on(op, "attribute 'value' failed to satisfy constraint: TypedAttr instance")
    if value.type is not type:
        raise Error.on(op, "failed to verify that all of {value, result} have same type")
    if isinstance(type, IntegerType) and type.signedness:
        raise Error.on(op, "integer return type must be signless")
    if not isinstance(value, (IntegerAttr, BoolAttr, FloatAttr, ElementsAttr)):
        raise Error.on(op, "value must be an integer, float, or elements attribute")
    if isinstance(type, VectorType) and any(type.scalable) and not getattr(value, "is_splat", False):
        raise Error.on(op, "initializing scalable vectors with elements attribute is not supported unless it's a vector splat")


def comparison(words):
    def rule(op):
        flags(op)
        predicate = op.attributes["predicate"]
        if not isinstance(predicate, IntegerAttr) or predicate.type is not I64 or not 0 <= predicate.value < len(words):
            raise Error.on(
                op, f"attribute 'predicate' failed to satisfy constraint: allowed {cases(64, words)}, that is {', '.join(words)}"
            )
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
    if condition is I1 or condition is truth_like(chosen[0]):
        return
    if isinstance(condition, VectorType) is isinstance(chosen[0], VectorType):
        expected = f"{truth_like(chosen[0])}, but got '{condition}'"
        raise Error.on(op, f"failed to verify that condition is signless i1 or has matching shape: expected {expected}")
    raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")


def cast(fits):
    """A conversion: tensors and vectors keep their shape, and elements must `fit`."""

    def rule(op):
        flags(op)
        source, result = op.operands[0].type, op.result.type
        if getattr(source, "shape", None) != getattr(result, "shape", None) or type(source) is not type(result) and ShapedType in (
            *type(source).__mro__, *type(result).__mro__
        ):  # fmt: skip
            raise Error.on(op, "failed to verify that input and output have the same tensor dimensions")
        if isinstance(source, VectorType) and is_scalable(source) is not is_scalable(result):
            raise Error.on(op, "requires the same shape for all operands and results")
        if not fits(of_casts(source), of_casts(result)) or getattr(source, "encoding", None) != getattr(result, "encoding", None):
            raise Error.on(op, f"operand type '{source}' and result type '{result}' are cast incompatible")

    return rule


def is_scalable(type: VectorType) -> bool:
    """Whether some size is a multiple of what the machine tells."""
    return any(type.scalable)


def of_casts(type):
    return type.element if isinstance(type, MemRefType) else element_of(type)


def scaling(fits):
    """A conversion with a scale for each element."""

    def rule(op):
        flags(op)
        alike(op)
        source, scale, result = [value.type for value in (*op.operands, op.result)]
        if is_shaped(source) is not is_shaped(result):
            raise Error.on(op, "all non-scalar operands/results must have the same shape and base type")
        if not fits(bits(element_of(source)), bits(element_of(result))):
            raise Error.on(op, f"operand types '{source}', '{scale}' and result type '{result}' are cast incompatible")

    return rule


def bits(type) -> int:
    """The number of bits that count: 19 of a tf32, in any container."""
    return 19 if getattr(type, "text", "") == "tf32" else getattr(type, "width", 0)


CASTS = {
    **dict.fromkeys(("extf", "extsi", "extui"), lambda a, b: bits(a) < bits(b)),
    **dict.fromkeys(("truncf", "trunci"), lambda a, b: bits(a) > bits(b)),
    **dict.fromkeys(("sitofp", "uitofp", "fptosi", "fptoui"), lambda a, b: True),
    "convertf": lambda a, b: bits(a) == bits(b) and a is not b,
    "bitcast": lambda a, b: bits(a) == bits(b),
    **dict.fromkeys(("index_cast", "index_castui"), lambda a, b: (a is INDEX) is not (b is INDEX)),
}  # fmt: skip
SAME = """addi subi muli shli divsi divui ceildivsi ceildivui floordivsi remsi remui andi ori xori shrsi shrui maxsi maxui minsi minui
    negf addf subf mulf divf remf maximumf minimumf maxnumf minnumf flush_denormals""".split()
VERIFY = {
    **dict.fromkeys(SAME, same_types), **{name: cast(fits) for name, fits in CASTS.items()}, "constant": constant, "select": select,
    "cmpi": comparison(INTEGER_PREDICATES), "cmpf": comparison(FLOAT_PREDICATES),
    **dict.fromkeys(("addui_extended", "subui_extended"), extended("lhs", "rhs", "sum")),
    **dict.fromkeys(("mulsi_extended", "mului_extended"), extended("lhs", "rhs", "low", "high")),
    "scaling_extf": scaling(lambda source, result: source < result), "scaling_truncf": scaling(lambda source, result: source > result),
}  # fmt: skip
DIALECT = Dialect(
    "arith", OPS,
    package=__name__,
    families=("computation",),
    verify=VERIFY,
    syntax=SYNTAX,
    assembly_of=assembly_of,
    attributes={"fastmath": FAST_MATH.read, "overflow": OVERFLOW.read},
    defaults={"fastmath": NO_FASTMATH, "overflowFlags": OpaqueAttr("#arith.overflow<none>")},
    result_names={
        "constant": constant_names, "muli": product_names, "addui_extended": "sum overflow", "subui_extended": "diff borrow",
        **dict.fromkeys(("mulsi_extended", "mului_extended"), "low high"),
    },
)  # fmt: skip
