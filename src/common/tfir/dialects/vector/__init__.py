"""Vectors of any rank, masked and scalable ones among them. Source: MLIR's vector dialect."""

from tfir.dialects.arith import NO_FASTMATH
from tfir.dialects.vector.assembly import ATTRIBUTES, FORMS, SYNTAX
from tfir.dialects.vector.verify import VERIFY, VERIFY_IN_CONTEXT
from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect

OPS = """
    bitcast(source: vector) -> (result: vector) !pure !view
      $source attr-dict : type($source) to type(results)
      requires rank of source, result
    broadcast(source: any) -> (vector: vector) !pure !exact
      $source attr-dict : type($source) to type(results)
      requires element type of source, vector "source operand and result have same element type"
    compressstore(base: memref, indices: *index, mask: fixed<i1>, valueToStore: vector; alignment?: alignment) !effects(write memory)
      $base[$indices], $mask, $valueToStore attr-dict : <Stored>()
    constant_mask(; mask_dim_sizes: array<i64>) -> (result: vector<i1>) !pure
      $mask_dim_sizes attr-dict : type(results)
    contract(lhs: vector, rhs: vector, acc: any; indexing_maps: maps, iterator_types: iterators, kind: #vector.kind = add) -> (result: any) !pure !summed
      requires element type of lhs, rhs "lhs and rhs have same element type"
      requires element type of acc, result "third operand acc and result have same element type"
    create_mask(operands: *index) -> (result: vector<i1>) !pure
      $operands attr-dict : <SizesOfResult>()
    deinterleave(source: some) -> (res1: some, res2: some) !pure !exact
      $source attr-dict : <Halves>()
    expandload(base: memref, indices: *index, mask: fixed<i1>, pass_thru: vector; alignment?: alignment) -> (result: vector) !effects(read memory) !exact
      $base[$indices], $mask, $pass_thru attr-dict : <Loaded>()
    extract(source: vector, dynamic_position: *index; static_position: array<i64>) -> (result: any) !pure !exact
      $source `` <DynamicIndexList>($dynamic_position, $static_position) attr-dict : <Extracted>()
      requires element type of source, result "operand and result have same element type"
    extract_strided_slice(source: vector; offsets: numbers, sizes: numbers, strides: numbers) -> (result: vector) !pure !exact
      $source attr-dict : type($source) to type(results)
      requires element type of source, result "operand and result have same element type"
    fma(lhs: vector<float>, rhs: vector<float>, acc: vector<float>) -> (result: vector<float>) !pure !elementwise !exact
      $lhs, $rhs, $acc attr-dict : <OneType>()
      requires type of lhs, rhs, acc, result
    from_elements(elements: *any) -> (dest: fixed<any>) !pure !exact
      $elements attr-dict : <ElementsOfResult>()
    gather(base: buffer, offsets: *index, indices: vector<integer|index>, mask: vector<i1>, pass_thru: vector; alignment?: alignment) -> (result: vector) !effects(read memory) !exact
      $base[$offsets] [$indices], $mask, $pass_thru attr-dict : <Gathered>()
    insert(valueToStore: any, dest: vector, dynamic_position: *index; static_position: array<i64>) -> (result: vector) !pure !exact
      $valueToStore, $dest <DynamicIndexList>($dynamic_position, $static_position) attr-dict : <Inserted>()
      requires element type of valueToStore, result "source operand and result have same element type"
      requires type of dest, result
    insert_strided_slice(valueToStore: vector, dest: vector; offsets: numbers, strides: numbers) -> (result: vector) !pure !exact
      $valueToStore, $dest attr-dict : <Inserted>()
      requires element type of valueToStore, result "operand #0 and result have same element type"
      requires type of dest, result
    interleave(lhs: vector, rhs: vector) -> (result: vector) !pure !exact
      $lhs, $rhs attr-dict : <Interleaved>()
      requires type of lhs, rhs
    load(base: memref, indices: *index; nontemporal?: bool, alignment?: alignment) -> (result: vector) !effects(read memory) !exact
      $base[$indices] attr-dict : <LoadedPlainly>()
    mask(mask: vector<i1>, passthru?: any) -> (results: *any) !regions(1) !single_block !composed
    maskedload(base: memref, indices: *index, mask: vector<i1>, pass_thru: vector; alignment?: alignment) -> (result: vector) !effects(read memory) !exact
      $base[$indices], $mask, $pass_thru attr-dict : <Loaded>()
    maskedstore(base: memref, indices: *index, mask: vector<i1>, valueToStore: vector; alignment?: alignment) !effects(write memory)
      $base[$indices], $mask, $valueToStore attr-dict : <Stored>()
    multi_reduction(source: vector, acc: any; kind: #vector.kind, reduction_dims: array<i64>) -> (dest: any) !pure !summed
      <Kind>($kind), $source, $acc attr-dict $reduction_dims : <Accumulated>()
      requires type of dest, acc
      requires element type of source, dest "source operand and result have same element type"
    outerproduct(lhs: vector, rhs: any, acc?: any; kind: #vector.kind = add) -> (result: vector) !pure !elementwise !summed
      requires element type of lhs, result "lhs operand and result have same element type"
      requires element type of rhs, result "rhs operand and result have same element type"
    print(source?: any; punctuation: attr, stringLiteral?: str) !effects(write terminal)
    reduction(vector: vector, acc?: any; kind: #vector.kind, fastmath: #arith.fastmath = none) -> (dest: any) !pure !summed
      <Kind>($kind), $vector (, $acc)? <FastMath>($fastmath) attr-dict : <Reduced>()
      requires element type of vector, dest "source operand and result have same element type"
      requires type of dest, acc "dest and acc have the same type"
    scalable.extract(source: scalable; pos: i64) -> (result: list) !pure !exact
      $source[$pos] attr-dict : <Extracted>()
      requires element type of source, result
    scalable.insert(valueToStore: list, dest: scalable; pos: i64) -> (result: scalable) !pure !exact
      $valueToStore, $dest[$pos] attr-dict : <Inserted>()
      requires element type of valueToStore, dest
      requires type of dest, result
    scan(source: vector, initial_value: vector; kind: #vector.kind, reduction_dim: i64, inclusive: bool) -> (dest: vector, accumulated_value: vector) !pure !summed
      <Kind>($kind), $source, $initial_value attr-dict : <Both>()
      requires type of source, dest
      requires type of initial_value, accumulated_value
    scatter(base: buffer, offsets: *index, indices: vector<integer|index>, mask: vector<i1>, valueToStore: vector; alignment?: alignment) -> (result?: tensor) !effects(write memory) !exact
      $base[$offsets] [$indices], $mask, $valueToStore attr-dict : <Scattered>()
    shape_cast(source: vector) -> (result: vector) !pure !view
      $source attr-dict : type($source) to type(results)
    shuffle(v1: fixed<any>, v2: fixed<any>; mask: array<i64>) -> (vector: vector) !pure !exact
      operands $mask attr-dict : <Shuffled>()
      requires element type of v1, vector "first operand v1 and result have same element type"
      requires element type of v2, vector "second operand v2 and result have same element type"
    step() -> (result: counted) !pure
      attr-dict : type(results)
    store(valueToStore: vector, base: memref, indices: *index; nontemporal?: bool, alignment?: alignment) !effects(write memory)
      $valueToStore, $base[$indices] attr-dict : <StoredPlainly>()
    to_elements(source: vector) -> (elements: *any) !pure !exact
      $source attr-dict : <ElementsOf>()
    transfer_read(base: shaped, indices: *index, padding: any, mask?: vector<i1>; permutation_map: map, in_bounds: truths, operandSegmentSizes?: attr) -> (vector: vector) !effects(read memory) !exact
    transfer_write(valueToStore: vector, base: shaped, indices: *index, mask?: vector<i1>; permutation_map: map, in_bounds: truths, operandSegmentSizes?: attr) -> (result?: tensor) !effects(write memory) !exact
    transpose(vector: vector; permutation: array<i64>) -> (result: vector) !pure !exact
      $vector, $permutation attr-dict : type($vector) to type(results)
      requires element type of vector, result "operand and result have same element type"
    type_cast(memref: static) -> (result: memref) !pure !view
      $memref attr-dict : type($memref) to type(results)
    vscale() -> (res: index) !pure
      attr-dict <Index>()
    yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""
DIALECT = Dialect(
    "vector", OPS, package=__name__,
    families=("computation", "printing"),
    forms=FORMS, syntax=SYNTAX, attributes=ATTRIBUTES, constraints=f"{__name__}.constraints", verify=VERIFY, verify_in_context=VERIFY_IN_CONTEXT,
    defaults={"fastmath": NO_FASTMATH, "kind": OpaqueAttr("#vector.kind<add>")},
    result_names={"vscale": "vscale", "deinterleave": "res1 res2", "scan": "dest accumulated_value"},
)  # fmt: skip
