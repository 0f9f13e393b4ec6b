"""Between tensors and buffers. Source: MLIR's bufferization dialect."""

from tfir.dialects.arith import Flag
from tfir.dialects.scf import parts_of
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, INDEX, MemRefType, TensorType, shapes_fit
from tfir.ods.dialect import Dialect
from tfir.ods.views import dynamic_sizes

OPS = """
    constraint buffer = memref "ranked or unranked memref of any type values"
    alloc_tensor(dynamic_sizes: *index, copy?: ranked<any>, size_hint?: index; memory_space?: attr, operandSegmentSizes?: attr) -> (result: ranked<any>) !effects(allocate memory) !exact
    clone(input: buffer) -> (output: buffer) !effects(allocate memory, read memory)
      $input attr-dict : type($input) to type(results)
    dealloc(memrefs: *buffer, conditions: *i1, retained: *buffer; operandSegmentSizes?: attr) -> (updatedConditions: *i1) !effects(write memory)
    dealloc_tensor(tensor: tensor) !effects(write memory)
      $tensor attr-dict : type($tensor)
    materialize_in_destination(source: tensor, dest: any; restrict?: unit, writable?: unit) -> (result?: tensor) !effects(read memory, write memory) !exact
      $source in <Restrict>($restrict) <Writable>($writable) $dest attr-dict : functional
    to_buffer(tensor: tensor; read_only?: unit) -> (buffer: memref) !pure
      $tensor <ReadOnly>($read_only) attr-dict : type($tensor) to type(results)
    to_tensor(buffer: memref; restrict?: unit, writable?: unit) -> (result: tensor) !effects(read memory) !exact
      $buffer <Restrict>($restrict) <Writable>($writable) attr-dict : type($buffer) to type(results)
"""

SYNTAX = {"Restrict": Flag("restrict", "restrict"), "Writable": Flag("writable", "writable"), "ReadOnly": Flag("read_only", "read_only")}


class AllocTensorForm:
    """`bufferization.alloc_tensor(%n) copy(%t) size_hint=%s : tensor<?xf32>`."""

    def parse(self, p, state):
        sizes, copied, hint = p.comma_list(p.operand, "(", ")"), [], []
        if p.accept("copy"):
            p.expect("(")
            copied = [p.operand()]
            p.expect(")")
        if p.accept("size_hint"):
            p.expect("=")
            hint = [p.operand()]
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        state.result_types = [type]
        state.operands = [p.resolve(each, INDEX) for each in sizes] + [p.resolve(each, type) for each in copied]
        state.operands += [p.resolve(each, INDEX) for each in hint]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(sizes), len(copied), len(hint)], I32)

    def print(self, printer, op):
        sizes, copied, hint = parts_of(op)
        printer.write(f"({printer.values(sizes)})")
        printer.write(f" copy({printer.value(copied[0])})" if copied else "")
        printer.write(f" size_hint={printer.value(hint[0])}" if hint else "")
        printer.attribute_dict(op, ("operandSegmentSizes",))
        printer.write(f" : {op.result.type}")


class DeallocForm:
    """`bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%r : memref<4xf32>)`."""

    def parse(self, p, state):
        memrefs, conditions = [], []
        if p.at("("):
            memrefs = self._typed(p)
            p.keyword("if")
            conditions = [p.resolve(each, I1) for each in p.comma_list(p.operand, "(", ")")]
        retained = self._typed(p) if p.accept("retain") else []
        p.optional_attributes(state.attributes)
        state.operands = [*memrefs, *conditions, *retained]
        state.result_types = [I1] * len(retained)
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(memrefs), len(conditions), len(retained)], I32)

    def _typed(self, p):
        p.expect("(")
        operands = p.operands()
        p.expect(":")
        types = p.comma_list(p.type)
        p.expect(")")
        return [p.resolve(*pair) for pair in zip(operands, types)]

    def print(self, printer, op):
        memrefs, conditions, retained = parts_of(op)
        if memrefs:
            printer.write(f" {self._shown(printer, memrefs)} if ({printer.values(conditions)})")
        printer.write(f" retain {self._shown(printer, retained)}" if retained else "")
        printer.attribute_dict(op, ("operandSegmentSizes",))

    def _shown(self, printer, values) -> str:
        return f"({printer.values(values)} : {', '.join([each.type.text for each in values])})"


def matches(op):
    one, other = op.operands[0].type, op.result.type
    if one.element is not other.element or one.shape != other.shape:
        raise Error.on(op, "failed to verify that specified tensor and buffer types match")


def alloc_tensor(op):
    sizes, copied, _ = op.attributes["operandSegmentSizes"].values
    if copied and sizes:
        raise Error.on(op, "dynamic sizes not needed when copying a tensor")
    if not copied:
        dynamic_sizes(op, op.result.type, sizes)
    elif op.operands[0].type is not op.result.type:
        raise Error.on(op, "expected that `copy` and return type match")


def dealloc(op):
    memrefs, conditions, retained = op.attributes["operandSegmentSizes"].values
    if memrefs != conditions:
        raise Error.on(op, "must have the same number of conditions as memrefs to deallocate")
    if retained != len(op.results):
        raise Error.on(op, "must have the same number of updated conditions (results) as retained operands")


def materialize_in_destination(op):
    source, dest = [value.type for value in op.operands]
    is_buffer = isinstance(dest, MemRefType)
    if not isinstance(dest, (MemRefType, TensorType)):
        raise Error.on(op, "'dest' must be a tensor or a memref")
    if is_buffer == bool(op.results):
        raise Error.on(op, "memref 'dest' implies zero results" if is_buffer else "tensor 'dest' implies exactly one tensor result")
    if is_buffer != ("writable" in op.attributes):
        raise Error.on(op, "'writable' must be specified if and only if the destination is of memref type")
    if "restrict" in op.attributes and not is_buffer:
        raise Error.on(op, "'restrict' is only valid for a destination of memref type")
    if source.shape is not None and dest.shape is not None and len(source.shape) != len(dest.shape):
        raise Error.on(op, "rank mismatch between source and destination shape")
    if not shapes_fit(source.shape, dest.shape):
        raise Error.on(op, "source/destination shapes are incompatible")


DIALECT = Dialect(
    "bufferization", OPS, package=__name__,
    families=("computation",),
    forms={"alloc_tensor": AllocTensorForm(), "dealloc": DeallocForm()},
    verify={
        "to_tensor": matches, "to_buffer": matches, "alloc_tensor": alloc_tensor, "dealloc": dealloc,
        "materialize_in_destination": materialize_in_destination,
    },
    syntax=SYNTAX,
)  # fmt: skip
