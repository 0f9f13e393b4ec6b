"""What inference writes, the verifier takes, over the whole tables of StableHLO and CHLO: operands and attributes of operations are drawn
again, odd ones too (empty, of size 1, unknown, larger than what they are to fit into).

Operands that the verifier refuses whatever the results are show nothing. A result that is wrong in one static size is refused.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random
from zlib import crc32

import pytest
from drawn_operations import SIZES, inferred_types, operand, redrawn_attributes, verify, with_a_wrong_size
from random_stablehlo_legs import module_of
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, has_trait, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType
from tfir.text.parser import parse

PROGRAMS, TRIALS = 150, 60
NAMES = [f"{name}.{local}" for name in ("stablehlo", "chlo") for local in dialect(name).table]

# Why nothing infers the results of an op. These lists may only become shorter.
NOT_INFERRED = {
    "stablehlo.return": "has no results",
    "stablehlo.composite": "a call: its results are those of the function, which the verifier compares",
    "stablehlo.custom_call": "a call of what is not known here",
    "stablehlo.recv": "what comes from outside is declared",
    "stablehlo.infeed": "what comes from outside is declared",
    "stablehlo.einsum": "in no version of the specification; only kept readable",
    "stablehlo.unary_einsum": "in no version of the specification; only kept readable",
    "stablehlo.cross-replica-sum": "in no version of the specification; only kept readable",
    "chlo.scan": "the sizes of what is put out are declared",
}
# Ops whose result is declared with all of its sizes, so that not each of them can be wrong.
DECLARED = {
    "stablehlo.iota": "the shape is declared",
    "stablehlo.broadcast_in_dim": "the shape is declared; sizes that an operand's dimension must have are compared",
    "stablehlo.reshape": "the shape is declared; the numbers of elements are compared",
    "stablehlo.rng_bit_generator": "the shape of the numbers is declared; that of the state is compared",
    "stablehlo.all_gather": "the size that depends on the number of devices is declared; the others are compared",
    "stablehlo.reduce_scatter": "the size that depends on the number of devices is declared; the others are compared",
}
# Why no result has a size.
WITHOUT_SIZES = {
    "stablehlo.get_dimension_size": "a number",
    "stablehlo.partition_id": "a number",
    "stablehlo.replica_id": "a number",
    "stablehlo.create_token": "a token",
    "stablehlo.after_all": "a token",
    "stablehlo.send": "a token",
    "stablehlo.outfeed": "a token",
    "stablehlo.tuple": "a tuple, compared whole",
    "stablehlo.async_start": "a future, compared whole",
}
STATIC = {*DECLARED, "stablehlo.constant"}  # whose results may have no unknown size
RARE = """
#conv = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
func.func @rare(%a: tensor<4x6xf32>, %b: tensor<4x6xf32>, %i: tensor<4x6xi32>, %n: tensor<i32>, %q: tensor<4x!quant.uniform<i8:f32, 2.0>>,
    %image: tensor<2x5x3xf32>, %kernel: tensor<2x3x7xf32>, %big: tensor<3x4xf32>, %index: tensor<2x1xi32>, %one: tensor<1x6xf32>,
    %p: tensor<4x6xi1>, %t: !stablehlo.token, %pair: tuple<tensor<4x6xf32>, tensor<i32>>, %v: tensor<6xf32>) {
  %0 = stablehlo.log %a : tensor<4x6xf32>
  %1 = stablehlo.log_plus_one %a : tensor<4x6xf32>
  %2 = stablehlo.logistic %a : tensor<4x6xf32>
  %3 = stablehlo.rsqrt %a : tensor<4x6xf32>
  %4 = stablehlo.sqrt %a : tensor<4x6xf32>
  %5 = stablehlo.subtract %a, %b : tensor<4x6xf32>
  %6 = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4xf32>
  %7 = stablehlo.uniform_quantize %6 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %8 = "stablehlo.dynamic_gather"(%big, %index, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %9 = "stablehlo.set_dimension_size"(%a, %three) {dimension = 0 : i64} : (tensor<4x6xf32>, tensor<i32>) -> tensor<3x6xf32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %10 = "stablehlo.dynamic_conv"(%image, %kernel, %padding) {dimension_numbers = #conv, batch_group_count = 1 : i64,
    feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, tensor<2x3x7xf32>, tensor<1x2xi64>) -> tensor<2x5x7xf32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %11 = stablehlo.rng %low, %low, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %12 = stablehlo.tuple %a, %n : tuple<tensor<4x6xf32>, tensor<i32>>
  %13 = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<4x6xf32>, tensor<i32>>) -> tensor<4x6xf32>
  %14 = stablehlo.create_token : !stablehlo.token
  %15 = stablehlo.after_all %t : !stablehlo.token
  %16 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %17 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %18 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %19 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %20 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %21 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4x6xf32>):
    %moved = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    stablehlo.return %moved : tensor<4x6xf32>
  }) : (tensor<4x6xf32>) -> !stablehlo.future<tensor<4x6xf32>>
  %done = "stablehlo.async_done"(%21) : (!stablehlo.future<tensor<4x6xf32>>) -> tensor<4x6xf32>
  %22 = "stablehlo.outfeed"(%a, %t) {outfeed_config = ""} : (tensor<4x6xf32>, !stablehlo.token) -> !stablehlo.token
  %23 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x6xf32>, !stablehlo.token) -> !stablehlo.token
  %24 = stablehlo.floor %a : tensor<4x6xf32>
  %25 = stablehlo.and %i, %i : tensor<4x6xi32>
  %26 = stablehlo.maximum %a, %b : tensor<4x6xf32>
  %27 = stablehlo.shift_right_arithmetic %i, %i : tensor<4x6xi32>
  %28 = stablehlo.xor %i, %i : tensor<4x6xi32>
  %30 = chlo.broadcast_complex %a, %v {broadcast_dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xcomplex<f32>>
  %31 = chlo.broadcast_compare %a, %one {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<4x6xi1>
  %32 = chlo.broadcast_select %p, %a, %one : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<4x6xf32>
  %33 = chlo.constant dense<1.0> : tensor<4x6xf32>
  %34 = "chlo.constant_like"(%a) {value = 1.0 : f32} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %35:2 = chlo.top_k(%a, k = 3) : tensor<4x6xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  %36 = "chlo.mulhi"(%i, %i) : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi32>
  %groups = stablehlo.constant dense<[1, 2, 1]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<0.0> : tensor<3x6x2xf32>
  %37 = "chlo.ragged_dot"(%a, %rhs, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [],
    rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
    rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi64>) -> tensor<4x2xf32>
  %38 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x12xf32>
  %39 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
UNNAMED
  return
}
"""


def of_one_type(local: str) -> str:
    """An op of CHLO on as many values of one type as it takes."""
    count = len(lookup(f"chlo.{local}").signature.operands)
    result = "i1" if local.startswith("is_") else "f32"
    types = ", ".join(["tensor<4x6xf32>"] * count)
    return f'  %{local} = "chlo.{local}"({", ".join(["%a", "%b"][:count])}) : ({types}) -> tensor<4x6x{result}>'


@cache
def samples() -> dict[str, list[Operation]]:
    found = defaultdict(list)
    others = [local for local in dialect("chlo").table if f"chlo.{local}" not in RARE and f"chlo.{local}" not in NOT_INFERRED]
    text = RARE.replace("UNNAMED", "\n".join(map(of_one_type, others)))
    modules = [module_of(AnyOp(f"inference {seed}").program(8).text) for seed in range(PROGRAMS)]
    for module in [*modules, parse(Source("rare", text), lookup, dialect)]:
        for op in module.walk():
            found[op.name].append(op)
    return found


def drawn_type(type, sizes: dict[int, int], random: Random):
    """The same sizes become the same others, most of the time, so that operands often still fit together."""
    if not isinstance(type, TensorType):
        return type
    shape = [sizes.get(size, size) if random.random() < 0.8 else size for size in type.shape]
    shape = shape[1:] if random.random() < 0.05 else shape
    return type.with_shape([None if random.random() < 0.1 else size for size in shape])


def drawn(op: Operation, random: Random, trial: int) -> Operation:
    """An operation with other operands, attributes and unknown results; the first time with only the results unknown."""
    types = [result.type if op.name in STATIC else of_unknown_sizes(result.type) for result in op.results]
    if trial == 0:
        return like(op, op.operands, types, op.attributes)
    tensors = [value.type for value in op.operands if isinstance(value.type, TensorType)]
    sizes = {size: random.choice(SIZES) for type in tensors for size in type.shape if random.random() < 0.4}
    keeps = [value.op is not None and has_trait(value.op, "constant_like") and random.random() < 0.7 for value in op.operands]
    operands = [value if kept else operand(drawn_type(value.type, sizes, random)) for value, kept in zip(op.operands, keeps)]
    attributes = redrawn_attributes(lookup(op.name), op.attributes, random) if random.random() < 0.6 else dict(op.attributes)
    return like(op, operands, types, attributes)


def of_unknown_sizes(type):
    return type.with_shape([None] * len(type.shape)) if isinstance(type, TensorType) else type


def like(op: Operation, operands, types, attributes) -> Operation:
    made = Operation.draft(op.name, operands, types, attributes)
    for region in op.regions:
        made.add_region(region.clone({}))
    return made


def inferred(op: Operation) -> list | None:
    """The types of the results, where neither verifier nor inference refuses the operands."""
    try:
        verify(op)
        return inferred_types(op)
    except Error:
        return None


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_INFERRED])
def test_what_inference_writes_verifies(name):
    random, ops, refused = Random(crc32(name.encode())), samples()[name], 0
    assert ops
    for trial in range(max(TRIALS, len(ops)) // len(ops) + 1):
        for op in ops:
            tried = drawn(op, random, trial)
            types = inferred(tried)
            if types is None:
                assert trial
                continue
            verify(like(tried, tried.operands, types, tried.attributes))
            wrong = with_a_wrong_size(types, random) if name not in DECLARED else None
            if wrong is not None:
                refused += 1
                with pytest.raises(Error):
                    verify(like(tried, tried.operands, wrong, tried.attributes))
    assert (refused == 0) == (name in {*DECLARED, *WITHOUT_SIZES})


def test_results_of_all_other_ops_are_inferred():
    calls = {"stablehlo.custom_call"}  # operands of some say it
    assert {name for name in NAMES if lookup(name).infer is None} == set(NOT_INFERRED) - calls


@pytest.mark.parametrize("name", ["stablehlo.all_gather", "stablehlo.reduce_scatter"])
def test_a_size_that_depends_on_the_number_of_devices_is_as_declared_and_all_others_are_inferred(name):
    (op,) = samples()[name]
    declared, (_, resized) = op.result.type, op.result.type.shape
    assert inferred(like(op, op.operands, [declared.with_shape((None, resized))], op.attributes)) == [declared]
    assert inferred(like(op, op.operands, [declared.with_shape((5, resized))], op.attributes)) is None
