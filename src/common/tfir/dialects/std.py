"""The standard dialect of 2019: read, turned into what its operations became, and never printed.

Its operations were written without a prefix: `mulf %a, %b : tensor<4xf32>`. Math on tensors becomes StableHLO, on all else arith.
"""

from __future__ import annotations

from tfir.dialects.xla_hlo import Constant, Elementwise
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import INDEX, TensorType
from tfir.ods.derived_types import truth_like
from tfir.ods.dialect import Dialect
from tfir.text.assembly import Renamed
from tfir.text.inline_attributes import typed_attribute

# old name -> the name in StableHLO, and in arith or math
BINARY = {
    "addf": ("add", "arith.addf"), "addi": ("add", "arith.addi"), "subf": ("subtract", "arith.subf"), "subi": ("subtract", "arith.subi"),
    "mulf": ("multiply", "arith.mulf"), "muli": ("multiply", "arith.muli"), "divf": ("divide", "arith.divf"),
    "divis": ("divide", "arith.divsi"), "diviu": ("divide", "arith.divui"), "remf": ("remainder", "arith.remf"),
    "remis": ("remainder", "arith.remsi"), "remiu": ("remainder", "arith.remui"), "and": ("and", "arith.andi"), "or": ("or", "arith.ori"),
    "xor": ("xor", "arith.xori"),
}  # fmt: skip
UNARY = {
    "absf": ("abs", "math.absf"), "ceilf": ("ceil", "math.ceil"), "cos": ("cosine", "math.cos"), "exp": ("exponential", "math.exp"),
    "negf": ("negate", "arith.negf"), "tanh": ("tanh", "math.tanh"),
}  # fmt: skip
RENAMED = {
    "alloc": "memref.alloc", "dealloc": "memref.dealloc", "load": "memref.load", "store": "memref.store", "memref_cast": "memref.cast",
    "tensor_cast": "tensor.cast", "br": "cf.br", "cond_br": "cf.cond_br", "select": "arith.select", "index_cast": "arith.index_cast",
    "sitofp": "arith.sitofp", "fpext": "arith.extf", "fptrunc": "arith.truncf",
}  # fmt: skip


class OnAnything(Elementwise):
    """An elementwise operation: StableHLO's on tensors, arith's or math's on scalars and vectors."""

    def __init__(self, names: tuple[str, str], count: int):
        super().__init__(f"stablehlo.{names[0]}", count)
        self.on_scalars = names[1]

    def parse(self, p, state):
        super().parse(p, state)
        if not isinstance(state.result_types[0], TensorType):
            state.name = self.on_scalars
            state.attributes = {**p.lookup(self.on_scalars).defaults, **state.attributes}


class AnyConstant(Constant):
    """`constant dense<..> : type`, `constant 1 : i32`, and `constant splat<tensor<f32>, 3.0>` as the RFC of tf_executor has it."""

    def parse(self, p, state):
        if p.at("splat"):
            state.name, value = "stablehlo.constant", self._splat(p)
        else:
            p.optional_attributes(state.attributes)
            value = typed_attribute(p)
            state.name = "stablehlo.constant" if isinstance(value.type, TensorType) else "arith.constant"
        state.attributes["value"] = value
        state.result_types = [value.type]

    def _splat(self, p) -> DenseAttr:
        p.advance()
        p.expect("<")
        start, type = p.start, p.type()
        if not isinstance(type, TensorType) or not type.is_static:
            raise p.error_in_op(f"expected a tensor of known sizes, found '{type}'", start)
        p.expect(",")
        value = DenseAttr.of([p.number()], type)
        p.expect(">")
        return value


class Dim:
    """`dim %x, 1 : type`: the dimension was an attribute, and is a value today; kept as `"std.dim"`."""

    def parse(self, p, state):
        operand = p.operand()
        p.expect(",")
        state.attributes["index"] = IntegerAttr(p.integer(), INDEX)
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(operand, p.type())]
        state.result_types = [INDEX]


class Compare:
    """`cmpi "slt", %a, %b : type`: the predicate was a string."""

    def __init__(self, name: str):
        self.name = name

    def parse(self, p, state):
        from tfir.dialects.arith import FLOAT_PREDICATES, INTEGER_PREDICATES

        words = INTEGER_PREDICATES if self.name == "arith.cmpi" else FLOAT_PREDICATES
        start, word = p.start, p.string()
        if word not in words:
            raise p.error(f"expected one of {', '.join(words)}; found '{word}'", start)
        p.expect(",")
        operands = p.operands()
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        state.name = self.name
        state.attributes = {**p.lookup(self.name).defaults, **state.attributes, "predicate": IntegerAttr(words.index(word))}
        state.operands = [p.resolve(operand, type) for operand in operands]
        state.result_types = [truth_like(type)]


FORMS = {
    **{old: OnAnything(names, 2) for old, names in BINARY.items()}, **{old: OnAnything(names, 1) for old, names in UNARY.items()},
    **{old: Renamed(new) for old, new in RENAMED.items()},
    "constant": AnyConstant(), "dim": Dim(), "cmpi": Compare("arith.cmpi"), "cmpf": Compare("arith.cmpf"),
}  # fmt: skip
DIALECT = Dialect("std", "\n", forms=FORMS, is_open=True)
