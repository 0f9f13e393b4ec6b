"""Buffers: how they are allocated, read, written, and seen under other types. Source: MLIR's memref dialect."""

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.func import ReturnTypes
from tfir.dialects.memref.verify import VERIFY, VERIFY_IN_CONTEXT, dma_parts
from tfir.dialects.scf import close, written
from tfir.dialects.tensor import SYNTAX
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr, symbol_text
from tfir.ir.types import I32, INDEX, MemRefType, TensorType
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.affine import read_unmarked
from tfir.text.enumerators import Enumerator
from tfir.text.pieces import DynamicIndexList

OPS = """
    alloc(dynamicSizes: *index, symbolOperands: *index; alignment?: alignment, operandSegmentSizes?: attr) -> (memref: memref) !effects(allocate memory)
      ($dynamicSizes) (`` [$symbolOperands])? attr-dict : <SizesOfResult>()
    alloca(dynamicSizes: *index, symbolOperands: *index; alignment?: alignment, operandSegmentSizes?: attr) -> (memref: memref) !effects(allocate memory)
      ($dynamicSizes) (`` [$symbolOperands])? attr-dict : <SizesOfResult>()
    alloca_scope() -> (results: *any) !regions(1) !single_block !composed
    alloca_scope.return(results: *any) !terminator
      $results attr-dict <ReturnTypes>()
    assume_alignment(memref: memref; alignment: i32>=1) -> (result: memref) !pure !view !alike(types)
      $memref, $alignment attr-dict : same
    atomic_rmw(value: number, memref: numbers, indices: *index; kind: i64) -> (result: number) !effects(read memory, write memory)
      <AtomicKind>($kind) $value, $memref[$indices] attr-dict : <AtomicTypes>()
    atomic_yield(result: any) !terminator
      $result attr-dict : type($result)
    cast(source: any_memref) -> (dest: any_memref) !pure !view
      $source attr-dict : type($source) to type(results)
    collapse_shape(src: strided; reassociation: groups) -> (result: strided) !pure !view
      $src $reassociation attr-dict : type($src) into type(results)
    copy(source: any_memref, target: any_memref) !effects(read memory, write memory)
      $source, $target attr-dict : type($source) to type($target)
    dealloc(memref: any_memref) !effects(write memory)
      $memref attr-dict : type($memref)
    dim(source: measured, index: index) -> (result: index) !pure !shape_only
      attr-dict $source, $index : <DimensionTypes>()
    distinct_objects(operands: *memref) -> (results: *memref) !pure
      $operands attr-dict : <AllAlike>()
    dma_start(source: any, operands: *any) !effects(read memory, write memory)
    dma_wait(tagMemRef: memref, tagIndices: *index, numElements: index) !effects(read memory, write memory)
      $tagMemRef[$tagIndices], $numElements attr-dict : <TagTypes>()
    expand_shape(src: strided, output_shape: *index; reassociation: groups, static_output_shape: array<i64>) -> (result: strided) !pure !view
      $src $reassociation output_shape <DynamicIndexList>($output_shape, $static_output_shape) attr-dict : <ExpandedTypes>()
    extract_aligned_pointer_as_index(source: any_memref) -> (aligned_pointer: index) !pure
      $source : type($source) -> type(results) attr-dict
    extract_strided_metadata(source: strided) -> (base_buffer: strided, offset: index, sizes: *index, strides: *index) !pure
      $source : type($source) -> type(results) attr-dict
    generic_atomic_rmw(memref: numbers, indices: *index) -> (result: number) !regions(1) !single_block !effects(read memory, write memory)
    get_global(; name: symbol) -> (result: static) !pure
      $name : type(results) attr-dict
    global(; sym_name: str, sym_visibility?: str, type: type, initial_value?: attr, constant?: unit, alignment?: alignment) !symbol
    load(memref: memref, indices: *index; nontemporal?: bool, alignment?: alignment) -> (result: any) !effects(read memory) !exact
      $memref[$indices] attr-dict : <ReadTypes>()
    memory_space_cast(source: any_memref) -> (dest: any_memref) !pure !view
      $source attr-dict : type($source) to type(results)
    prefetch(memref: memref, indices: *index; isWrite: bool, localityHint: i32, isDataCache: bool) !effects(write memory)
    rank(memref: any_memref) -> (result: index) !pure !shape_only
      $memref attr-dict : <RankTypes>()
    realloc(source: list, dynamicResultSize?: index; alignment?: alignment) -> (result: list) !effects(allocate memory, write memory)
      $source (`` ($dynamicResultSize))? attr-dict : <ReallocatedTypes>()
    reinterpret_cast(source: any_memref, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: strided) !pure !view
      $source to offset `` : <DynamicIndexList>($offsets, $static_offsets), sizes `` : <DynamicIndexList>($sizes, $static_sizes), strides `` : <DynamicIndexList>($strides, $static_strides) attr-dict : <ResultTypes>()
    reshape(source: any_memref, shape: sizes) -> (result: any_memref) !view !effects(read memory)
      $source ($shape) attr-dict : functional
    store(value: any, memref: memref, indices: *index; nontemporal?: bool, alignment?: alignment) !effects(write memory)
      $value, $memref[$indices] attr-dict : <StoreTypes>()
    subview(source: memref, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: memref) !pure !view
      $source `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <ResultTypes>()
    transpose(in: strided; permutation: attr) -> (result: strided) !pure !view
      $in <Permutation>($permutation) attr-dict : type($in) to type(results)
    view(source: bytes, byte_shift: index, sizes: *index) -> (result: memref) !pure !view
      $source[$byte_shift] `` [$sizes] attr-dict : <ResultTypes>()
"""


class ScopeForm:
    """`memref.alloca_scope -> (T) { ... }`: what is allocated inside on the stack goes at its end."""

    def parse(self, p, state):
        state.result_types = p.result_types() if p.accept("->") else []
        state.regions = [close(p.region(), state.location, "memref.alloca_scope.return")]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f"  -> ({', '.join([r.type.text for r in op.results])}) " if op.results else "  ")
        written(printer, op.region)
        printer.attribute_dict(op)


class GlobalForm:
    """`memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]>`."""

    def parse(self, p, state):
        if p.token[:1] == '"':
            state.attributes["sym_visibility"] = StringAttr(p.string())
        if p.accept("constant"):
            state.attributes["constant"] = UnitAttr()
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        start, type = p.start, p.type()
        if not isinstance(type, MemRefType) or not type.is_static:
            raise p.error_in_op(f"type should be static shaped memref, but got '{type}'", start)
        state.attributes["type"] = TypeAttr(type)
        if p.accept("="):
            is_open = p.accept("uninitialized")
            state.attributes["initial_value"] = UnitAttr() if is_open else p.attribute(TensorType(type.shape, type.element))
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        visibility, value, type = [op.attributes.get(name) for name in ("sym_visibility", "initial_value", "type")]
        printer.write(f" {visibility.text}" if visibility is not None else "")
        printer.write(" constant" if "constant" in op.attributes else "")
        printer.write(f" {symbol_text(op.attributes['sym_name'].value)} : {type.text}")
        if value is not None:
            printer.write(f" = {'uninitialized' if isinstance(value, UnitAttr) else printer.attribute(value).rpartition(' : ')[0]}")
        printer.attribute_dict(op, ("sym_visibility", "constant", "sym_name", "type", "initial_value"))


class PrefetchForm:
    """`memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>`."""

    ATTRIBUTES = ("isWrite", "localityHint", "isDataCache")

    def parse(self, p, state):
        memref, indices = p.operand(), self.indices(p, state)
        p.expect(",")
        is_write = self._either(p, "read", "write", "rw specifier has to be 'read' or 'write'")
        p.expect(",")
        p.keyword("locality")
        p.expect("<")
        locality = p.integer()
        p.expect(">")
        p.expect(",")
        is_data = self._either(p, "instr", "data", "cache type has to be 'data' or 'instr'")
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        state.attributes |= zip(self.ATTRIBUTES, (BoolAttr(is_write), IntegerAttr(locality, I32), BoolAttr(is_data)))
        state.operands = [p.resolve(memref, type), *[p.resolve(index, INDEX) for index in indices]]

    def indices(self, p, state):
        return p.comma_list(p.operand, "[", "]")

    def indices_text(self, printer, op) -> str:
        return printer.values(op.operands[1:])

    def _either(self, p, no: str, yes: str, otherwise: str) -> bool:
        start, word = p.start, p.keyword()
        if word not in (no, yes):
            raise p.error_in_op(otherwise, start)
        return word == yes

    def print(self, printer, op):
        memref = op.operands[0]
        is_write, locality, is_data = [op.attributes[name].value for name in self.ATTRIBUTES]
        printer.write(f" {printer.value(memref)}[{self.indices_text(printer, op)}], {'write' if is_write else 'read'}")
        printer.write(f", locality<{locality}>, {'data' if is_data else 'instr'}")
        printer.attribute_dict(op, (*self.ATTRIBUTES, "map"))
        printer.write(f" : {memref.type}")


class AtomicForm:
    """`memref.generic_atomic_rmw %m[%i] : memref<4xf32> { ^bb0(%old: f32): ... memref.atomic_yield %new : f32 }`."""

    def parse(self, p, state):
        memref, indices = p.operand(), p.comma_list(p.operand, "[", "]")
        p.expect(":")
        start, type = p.start, p.type()
        if not isinstance(type, MemRefType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.memref, but found '{type}'", start)
        state.operands = [p.resolve(memref, type), *[p.resolve(index, INDEX) for index in indices]]
        state.result_types = [type.element]
        state.regions = [p.region()]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        memref, *indices = op.operands
        printer.write(f" {printer.value(memref)}[{printer.values(indices)}] : {memref.type} ")
        printer.region(op.region)
        printer.attribute_dict(op)


class DmaStartForm:
    """`memref.dma_start %source[%i], %target[%j], %count, %tag[%k], %stride, %per_stride : memref<..>, memref<..>, memref<..>`."""

    def parse(self, p, state):
        listed, buffers = [], []
        for at in range(3):
            buffers.append(len(listed))
            listed += [p.operand(), *p.comma_list(p.operand, "[", "]")]
            if at < 2:
                p.expect(",")
            if at == 1:
                listed.append(p.operand())
                p.expect(",")
        while p.accept(","):
            listed.append(p.operand())
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, types = p.start, p.comma_list(p.type)
        if len(types) != len(buffers):
            raise p.error_in_op("fewer/more types expected", start)
        of_buffers = dict(zip(buffers, types))
        state.operands = [p.resolve(each, of_buffers.get(at, INDEX)) for at, each in enumerate(listed)]

    def print(self, printer, op):
        source, target, count, tag, strides = dma_parts(op)
        shown = [f"{printer.value(part[0])}[{printer.values(part[1:])}]" for part in (source, target, tag)]
        printer.write(f" {shown[0]}, {shown[1]}, {printer.value(count)}, {shown[2]}")
        printer.write("".join([f", {printer.value(stride)}" for stride in strides]))
        printer.attribute_dict(op)
        printer.write(f" : {', '.join([part[0].type.text for part in (source, target, tag)])}")


class Permutation:
    """`(d0, d1) -> (d1, d0)`: a map without its word."""

    def read(self, p):
        return {"permutation": read_unmarked(p)}

    def show(self, printer, op):
        return op.attributes["permutation"].text.removeprefix("affine_map<").removesuffix(">")


def metadata_names(op):
    """`%base_buffer, %offset, %sizes:2, %strides:2`."""
    rank = getattr(op.operands[0].type, "rank", 0) or 0 if op.operands else 0
    if len(op.results) != 2 + 2 * rank:
        return None
    return [(0, "base_buffer"), (1, "offset"), *([(2, "sizes"), (2 + rank, "strides")] if rank else [])]


LISTS = {"DynamicIndexList": DynamicIndexList, "ResultTypes": Derived("S to R", "S index*", "R")}
DIALECT = Dialect(
    "memref", OPS, package=__name__,
    families=("computation",),
    forms={
        "alloca_scope": ScopeForm(), "global": GlobalForm(), "prefetch": PrefetchForm(), "generic_atomic_rmw": AtomicForm(),
        "dma_start": DmaStartForm(),
    },
    syntax={
        **SYNTAX, **LISTS, "ReturnTypes": ReturnTypes(), "StoreTypes": Derived("T", "tensor.element(T) T index*", ""),
        "AtomicKind": Enumerator("kind", ATOMIC_KINDS), "AtomicTypes": Derived("(V, M) -> R", "V M index*", "R"),
        "AllAlike": Derived("T*", "T*", "T*"), "TagTypes": Derived("T", "T index*", ""), "Permutation": Permutation(),
        "ExpandedTypes": Derived("S into R", "S index*", "R"), "ReallocatedTypes": Derived("S to R", "S index*", "R"),
    },
    constraints=f"{__name__}.constraints", verify=VERIFY, verify_in_context=VERIFY_IN_CONTEXT,
    result_names={
        **{name: name for name in ("alloc", "alloca", "cast", "collapse_shape", "dim", "expand_shape", "reinterpret_cast", "reshape",
                                   "subview", "transpose", "view")},
        "assume_alignment": "assume_align", "memory_space_cast": "memspacecast", "extract_aligned_pointer_as_index": "intptr",
        "extract_strided_metadata": metadata_names,
    },
)  # fmt: skip
