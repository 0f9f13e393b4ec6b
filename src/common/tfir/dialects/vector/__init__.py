"""Vectors of any rank, masked and scalable ones among them. Source: MLIR's vector dialect."""

from tfir.dialects.arith import NO_FASTMATH
from tfir.dialects.vector.assembly import ATTRIBUTES, FORMS, SYNTAX
from tfir.dialects.vector.verify import VERIFY
from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect

OPS = """
    bitcast(source: vector) -> (result: vector) !pure !view
      $source attr-dict : type($source) to type(results)
    broadcast(source: any) -> (vector: vector) !pure !exact
      $source attr-dict : type($source) to type(results)
    compressstore(base: memref, indices: *index, mask: vector, valueToStore: vector; alignment?: i64) !effects(write memory)
      $base[$indices], $mask, $valueToStore attr-dict : <Stored>()
    constant_mask(; mask_dim_sizes: array<i64>) -> (result: vector) !pure
      $mask_dim_sizes attr-dict : type(results)
    contract(lhs: vector, rhs: vector, acc: any; indexing_maps: attr, iterator_types: attr, kind: #vector.kind = add) -> (result: any) !pure !summed
    create_mask(operands: *index) -> (result: vector) !pure
      $operands attr-dict : <SizesOfResult>()
    deinterleave(source: vector) -> (res1: vector, res2: vector) !pure !exact
      $source attr-dict : <Halves>()
    expandload(base: memref, indices: *index, mask: vector, pass_thru: vector; alignment?: i64) -> (result: vector) !effects(read memory)
      $base[$indices], $mask, $pass_thru attr-dict : <Loaded>()
    extract(source: vector, dynamic_position: *index; static_position: array<i64>) -> (result: any) !pure !exact
      $source `` <DynamicIndexList>($dynamic_position, $static_position) attr-dict : <Extracted>()
    extract_strided_slice(source: vector; offsets: attr, sizes: attr, strides: attr) -> (result: vector) !pure !exact
      $source attr-dict : type($source) to type(results)
    fma(lhs: vector, rhs: vector, acc: vector) -> (result: vector) !pure !elementwise !exact
      $lhs, $rhs, $acc attr-dict : <OneType>()
    from_elements(elements: *any) -> (dest: vector) !pure !exact
      $elements attr-dict : <ElementsOfResult>()
    gather(base: any, offsets: *index, indices: vector, mask: vector, pass_thru: vector; alignment?: i64) -> (result: vector) !effects(read memory)
      $base[$offsets] [$indices], $mask, $pass_thru attr-dict : <Gathered>()
    insert(valueToStore: any, dest: vector, dynamic_position: *index; static_position: array<i64>) -> (result: vector) !pure !exact
      $valueToStore, $dest <DynamicIndexList>($dynamic_position, $static_position) attr-dict : <Inserted>()
    insert_strided_slice(valueToStore: vector, dest: vector; offsets: attr, strides: attr) -> (result: vector) !pure !exact
      $valueToStore, $dest attr-dict : <Inserted>()
    interleave(lhs: vector, rhs: vector) -> (result: vector) !pure !exact
      $lhs, $rhs attr-dict : <Interleaved>()
    load(base: memref, indices: *index; nontemporal?: bool, alignment?: i64) -> (result: vector) !effects(read memory)
      $base[$indices] attr-dict : <LoadedPlainly>()
    mask(mask: vector, passthru?: any) -> (results: *any) !regions(1) !single_block !composed
    maskedload(base: memref, indices: *index, mask: vector, pass_thru: vector; alignment?: i64) -> (result: vector) !effects(read memory)
      $base[$indices], $mask, $pass_thru attr-dict : <Loaded>()
    maskedstore(base: memref, indices: *index, mask: vector, valueToStore: vector; alignment?: i64) !effects(write memory)
      $base[$indices], $mask, $valueToStore attr-dict : <Stored>()
    multi_reduction(source: vector, acc: any; kind: #vector.kind, reduction_dims: array<i64>) -> (dest: any) !pure !summed
      <Kind>($kind), $source, $acc attr-dict $reduction_dims : <Accumulated>()
    outerproduct(lhs: vector, rhs: any, acc?: any; kind: #vector.kind = add) -> (result: vector) !pure !elementwise !summed
    print(source?: any; punctuation: attr, stringLiteral?: str) !effects(write terminal)
    reduction(vector: vector, acc?: any; kind: #vector.kind, fastmath: #arith.fastmath = none) -> (dest: any) !pure !summed
      <Kind>($kind), $vector (, $acc)? <FastMath>($fastmath) attr-dict : <Reduced>()
    scalable.extract(source: vector; pos: i64) -> (result: vector) !pure !exact
      $source[$pos] attr-dict : <Extracted>()
    scalable.insert(valueToStore: vector, dest: vector; pos: i64) -> (result: vector) !pure !exact
      $valueToStore, $dest[$pos] attr-dict : <Inserted>()
    scan(source: vector, initial_value: vector; kind: #vector.kind, reduction_dim: i64, inclusive: bool) -> (dest: vector, accumulated_value: vector) !pure !summed
      <Kind>($kind), $source, $initial_value attr-dict : <Both>()
    scatter(base: any, offsets: *index, indices: vector, mask: vector, valueToStore: vector; alignment?: i64) -> (result?: tensor) !effects(write memory)
      $base[$offsets] [$indices], $mask, $valueToStore attr-dict : <Scattered>()
    shape_cast(source: vector) -> (result: vector) !pure !view
      $source attr-dict : type($source) to type(results)
    shuffle(v1: vector, v2: vector; mask: array<i64>) -> (vector: vector) !pure !exact
      operands $mask attr-dict : <Shuffled>()
    step() -> (result: vector) !pure
      attr-dict : type(results)
    store(valueToStore: vector, base: memref, indices: *index; nontemporal?: bool, alignment?: i64) !effects(write memory)
      $valueToStore, $base[$indices] attr-dict : <StoredPlainly>()
    to_elements(source: vector) -> (elements: *any) !pure !exact
      $source attr-dict : <ElementsOf>()
    transfer_read(base: any, indices: *index, padding: any, mask?: vector; permutation_map: attr, in_bounds: attr, operandSegmentSizes?: attr) -> (vector: vector) !effects(read memory)
    transfer_write(valueToStore: vector, base: any, indices: *index, mask?: vector; permutation_map: attr, in_bounds: attr, operandSegmentSizes?: attr) -> (result?: tensor) !effects(write memory)
    transpose(vector: vector; permutation: array<i64>) -> (result: vector) !pure !exact
      $vector, $permutation attr-dict : type($vector) to type(results)
    type_cast(memref: memref) -> (result: memref) !pure !view
      $memref attr-dict : type($memref) to type(results)
    vscale() -> (res: index) !pure
      attr-dict <Index>()
    yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""
DIALECT = Dialect(
    "vector", OPS,
    forms=FORMS, syntax=SYNTAX, attributes=ATTRIBUTES, verify=VERIFY,
    defaults={"fastmath": NO_FASTMATH, "kind": OpaqueAttr("#vector.kind<add>")},
    result_names={"vscale": "vscale", "deinterleave": "res1 res2", "scan": "dest accumulated_value"},
)  # fmt: skip
