"""Shapes as values, and constraints between them. Source: MLIR's shape dialect."""

from tfir.dialects.func import ReturnTypes
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import INDEX, OpaqueType, TensorType
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect

OPS = """
    any(inputs: *any) -> (result: any) !pure !commutative !exact
      $inputs attr-dict : <SequenceTypes>()
    assuming(witness: any) -> (results: *any) !regions(1) !single_block !composed
    assuming_all(inputs: *any) -> (result: any) !pure !commutative !exact
      $inputs attr-dict <Witnesses>()
    assuming_yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
    broadcast(shapes: *any; error?: str) -> (result: any) !pure !commutative !exact
      $shapes attr-dict : <SequenceTypes>()
    concat(lhs: any, rhs: any) -> (result: any) !pure !exact
      $lhs, $rhs attr-dict : <SequenceTypes>()
    const_shape(; shape: elements) -> (result: any) !pure !constant_like
    const_size(; value: attr) -> (result: any) !pure !constant_like
    const_witness(; passing: bool) -> (result: any) !pure !constant_like
      $passing attr-dict <IsWitness>()
    cstr_broadcastable(shapes: *any) -> (result: any) !pure !commutative !exact
      $shapes attr-dict : <WitnessOf>()
    cstr_eq(shapes: *any) -> (result: any) !pure !commutative !exact
      $shapes attr-dict : <WitnessOf>()
    cstr_require(pred: any; msg: str) -> (result: any) !pure !exact
      $pred, $msg attr-dict <WitnessOfTruth>()
    div(lhs: any, rhs: any) -> (result: any) !pure !exact
      $lhs, $rhs attr-dict : <SequenceTypes>()
    get_extent(shape: any, dim: any) -> (extent: any) !pure !exact
      $shape, $dim attr-dict : <SequenceTypes>()
    index_to_size(arg: any) -> (result: any) !pure !exact
      $arg attr-dict <IndexToSize>()
    mul(lhs: any, rhs: any) -> (result: any) !pure !commutative !exact
      $lhs, $rhs attr-dict : <SequenceTypes>()
    num_elements(shape: any) -> (result: any) !pure !exact
      $shape attr-dict : <SequenceTypes>()
    rank(shape: any) -> (rank: any) !pure !exact
      $shape attr-dict : <SequenceTypes>()
    shape_eq(shapes: *any) -> (result: any) !pure !commutative !exact
      $shapes attr-dict : <TruthOf>()
    shape_of(arg: any) -> (result: any) !pure !exact
      $arg attr-dict : <SequenceTypes>()
    size_to_index(arg: any) -> (result: any) !pure !exact
      $arg attr-dict : <ToIndex>()
    to_extent_tensor(input: any) -> (result: any) !pure !exact
      $input attr-dict : <SequenceTypes>()
    value_as_shape(arg: any) -> (result: any) !pure !exact
      $arg attr-dict : <SequenceTypes>()
"""
WITNESS, SIZE = OpaqueType("!shape.witness"), OpaqueType("!shape.size")


class ConstShapeForm:
    """`shape.const_shape [1, 2] : tensor<2xindex>`."""

    def parse(self, p, state):
        p.optional_attributes(state.attributes)
        extents = p.comma_list(p.integer, "[", "]")
        p.expect(":")
        state.attributes["shape"] = DenseAttr.of(extents, TensorType((len(extents),), INDEX))
        state.result_types = [p.type()]

    def print(self, printer, op):
        printer.write(" ")
        printer.attribute_dict(op, ("shape",))
        values = op.attributes["shape"].values()
        printer.write(f"[{', '.join(map(str, values))}] : {op.result.type}")


class ConstSizeForm:
    """`shape.const_size 3`."""

    def parse(self, p, state):
        state.attributes["value"] = IntegerAttr(p.integer(), INDEX)
        p.optional_attributes(state.attributes)
        state.result_types = [SIZE]

    def print(self, printer, op):
        printer.write(f" {op.attributes['value'].value}")
        printer.attribute_dict(op, ("value",))


class AssumingForm:
    """`shape.assuming %witness -> (T) { ... shape.assuming_yield %x : T }`."""

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), WITNESS)]
        state.result_types = p.types_in_parens() if p.accept("->") else []
        state.regions = [p.region()]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])}")
        printer.write(f" -> ({', '.join([r.type.text for r in op.results])}) " if op.results else " ")
        printer.region(op.region, entry_arguments=False, terminator=bool(op.results))
        printer.attribute_dict(op)


SYNTAX = {
    "SequenceTypes": Derived("T* -> U", "T*", "U"), "ReturnTypes": ReturnTypes(), "WitnessOf": Derived("T*", "T*", "!shape.witness"),
    "TruthOf": Derived("T*", "T*", "i1"), "ToIndex": Derived("T*", "T*", "index"),
    "Witnesses": Derived("", "!shape.witness*", "!shape.witness"), "IsWitness": Derived("", "", "!shape.witness"),
    "WitnessOfTruth": Derived("", "i1", "!shape.witness"), "IndexToSize": Derived("", "index", "!shape.size"),
}  # fmt: skip
DIALECT = Dialect(
    "shape", OPS,
    package=__name__,
    families=("computation",),
    forms={"const_shape": ConstShapeForm(), "const_size": ConstSizeForm(), "assuming": AssumingForm()},
    syntax=SYNTAX,
    result_names={"const_size": lambda op: [(0, f"c{op.attributes['value'].value}")]},
)  # fmt: skip
