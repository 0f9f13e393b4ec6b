"""Buffers in memory: made, freed, read and written element by element. Source: MLIR's memref dialect."""

from tfir.define.dialect import Dialect
from tfir.dialects.tensor import SYNTAX, Derived, named
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, INDEX, MemRefType
from tfir.text.assembly import Format

OPS = """
    alloc(dynamicSizes: *any, symbolOperands: *any; alignment?: i64, operandSegmentSizes?: attr) -> (memref: memref)
    alloca(dynamicSizes: *any, symbolOperands: *any; alignment?: i64, operandSegmentSizes?: attr) -> (memref: memref)
    cast(source: memref) -> (dest: memref) !pure
      $source attr-dict : type($source) to type(results)
    copy(source: memref, target: memref)
      $source, $target attr-dict : type($source) to type($target)
    dealloc(memref: memref)
      $memref attr-dict : type($memref)
    dim(source: memref, index: any) -> (result: any) !pure
      $source, $index attr-dict : <DimensionTypes>()
    load(memref: memref, indices: *any; nontemporal?: bool) -> (result: any)
      $memref[$indices] attr-dict : <ReadTypes>()
    store(value: any, memref: memref, indices: *any; nontemporal?: bool)
      $value, $memref[$indices] attr-dict : <StoreTypes>()
"""


class StoreTypes(Derived):
    def follow(self, type, count):
        return (type.element, type, *[INDEX] * (count - 2)), []

    def written(self, op):
        return op.operands[1]


class AllocForm:
    """`memref.alloc(%size)[%symbol] : memref<?xf32>`."""

    def parse(self, p, state):
        sizes = p.comma_list(p.operand, "(", ")")
        symbols = p.comma_list(p.operand, "[", "]") if p.at("[") else []
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(u, INDEX) for u in sizes + symbols]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(sizes), len(symbols)], I32)
        state.result_types = [p.type()]

    def print(self, printer, op):
        sizes, _ = op.attributes["operandSegmentSizes"].values
        symbols = printer.values(op.operands[sizes:])
        printer.write(f"({printer.values(op.operands[:sizes])}){f'[{symbols}]' if symbols else ''}")
        printer.attribute_dict(op, ("operandSegmentSizes",))
        printer.write(f" : {op.result.type}")


def access(op):
    type = op.operands[op.name == "memref.store"].type
    count = len(op.operands) - 1 - (op.name == "memref.store")
    if isinstance(type, MemRefType) and type.rank != count:
        raise Error.on(op, f"incorrect number of indices for {op.name.partition('.')[2]}, expected {type.rank} but got {count}")


def alloc(op):
    type, sizes = op.result.type, op.attributes["operandSegmentSizes"].values[0]
    if type.shape is not None and type.shape.count(None) != sizes:
        raise Error.on(op, f"dimension operand count does not equal memref dynamic dimension count: {sizes} and {type.shape.count(None)}")


DIALECT = Dialect(
    "memref", OPS,
    forms={"alloc": AllocForm(), "alloca": AllocForm()},
    form_of_signature=lambda signature: Format(signature.assembly, signature, SYNTAX | {"StoreTypes": StoreTypes()}),
    rules={"load": access, "store": access, "alloc": alloc, "alloca": alloc},
    result_names={"alloc": named("alloc"), "alloca": named("alloca"), "cast": named("cast"), "dim": named("dim")},
)  # fmt: skip
