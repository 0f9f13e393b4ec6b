"""Buffers in memory: made, freed, read and written element by element. Source: MLIR's memref dialect."""

from tfir.dialects.tensor import SYNTAX, cast
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, INDEX, MemRefType
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.ods.slots import segments

OPS = """
    alloc(dynamicSizes: *index, symbolOperands: *index; alignment?: i64, operandSegmentSizes?: attr) -> (memref: memref) !effects(allocate memory)
    alloca(dynamicSizes: *index, symbolOperands: *index; alignment?: i64, operandSegmentSizes?: attr) -> (memref: memref) !effects(allocate memory)
    cast(source: memref) -> (dest: memref) !pure !view
      $source attr-dict : type($source) to type(results)
    copy(source: memref, target: memref) !effects(read memory, write memory)
      $source, $target attr-dict : type($source) to type($target)
    dealloc(memref: memref) !effects(write memory)
      $memref attr-dict : type($memref)
    dim(source: memref, index: index) -> (result: index) !pure !shape_only
      $source, $index attr-dict : <DimensionTypes>()
    load(memref: memref, indices: *index; nontemporal?: bool) -> (result: any) !effects(read memory)
      $memref[$indices] attr-dict : <ReadTypes>()
    store(value: any, memref: memref, indices: *index; nontemporal?: bool) !effects(write memory)
      $value, $memref[$indices] attr-dict : <StoreTypes>()
"""


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
    stores = op.name == "memref.store"
    type, count = op.operands[stores].type, len(op.operands) - 1 - stores
    if isinstance(type, MemRefType) and type.rank != count:
        what = (
            "store index operand count not equal to memref rank"
            if stores
            else f"invalid number of indices for accessed memref, expected {type.rank} but got {count}"
        )
        raise Error.on(op, what)
    if (op.operands[0] if stores else op.result).type is not type.element:
        which = "type of 'value' matches" if stores else "result type matches"
        raise Error.on(op, f"failed to verify that {which} element type of 'memref'")


def alloc(op):
    TWO_SEGMENTS(op)
    type, sizes = op.result.type, op.attributes["operandSegmentSizes"].values[0]
    if type.shape is not None and type.shape.count(None) != sizes:
        raise Error.on(op, f"incorrect number of dynamic sizes, has {sizes}, expected {type.shape.count(None)}")


TWO_SEGMENTS = segments(2)


DIALECT = Dialect(
    "memref", OPS,
    forms={"alloc": AllocForm(), "alloca": AllocForm()},
    syntax=SYNTAX | {"StoreTypes": Derived("T", "tensor.element(T) T index*", "")},
    verify={"load": access, "store": access, "alloc": alloc, "alloca": alloc, "cast": cast},
    result_names={name: name for name in ("alloc", "alloca", "cast", "dim")},
)  # fmt: skip
