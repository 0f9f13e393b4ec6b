"""Programs that Shardy divides, as HLO and back. Tiles, attributes and calls are those that jaxlib 0.10.2 writes; numbers are arithmetic on paper."""

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered
from random_stablehlo_legs import executed
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tftranslate.hlo.export_module import export_module
from tftranslate.hlo.import_module import import_module
from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.shardings import sharding_text
from tftranslate.hlo.text.writer import module_text

# Each row of a [4, 2] is summed by two devices, which add the number of their row of devices times 10.
PROGRAM = """module @m attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2]>
  func.func public @main(%x: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<4x2xi32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a", "b"} (%part: tensor<2x1xi32>) {
      %2 = "stablehlo.all_reduce"(%part) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %sum = stablehlo.add %p, %q : tensor<i32>
        stablehlo.return %sum : tensor<i32>
      }) : (tensor<2x1xi32>) -> tensor<2x1xi32>
      %id = stablehlo.partition_id : tensor<ui32>
      %two = stablehlo.constant dense<2> : tensor<ui32>
      %row = stablehlo.divide %id, %two : tensor<ui32>
      %ten = stablehlo.constant dense<10> : tensor<ui32>
      %tens = stablehlo.multiply %row, %ten : tensor<ui32>
      %number = stablehlo.convert %tens : (tensor<ui32>) -> tensor<i32>
      %all = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
      %3 = stablehlo.add %2, %all : tensor<2x1xi32>
      sdy.return %3 : tensor<2x1xi32>
    } : (tensor<4x2xi32>) -> tensor<4x1xi32>
    return %1 : tensor<4x1xi32>
  }
}"""
GIVEN, SUMS = np.arange(8, dtype=np.int32).reshape(4, 2), [[1], [5], [19], [23]]


def module_of(text: str):
    module = parse(Source("x.mlir", text), lookup, dialect)
    verify(module)
    return module


def hlo_of(text: str) -> str:
    return "".join(module_text(*export_module(module_of(text))))


def imported(text: str):
    module = import_module(*read_module(Source("x.hlo", text)))
    verify(module)
    return module


def test_the_marks_are_those_of_xla():
    text = hlo_of(PROGRAM)
    for line in (
        'frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["a"=2, "b"=2]>}}',
        'parameter(0), sharding={devices=[2,2]<=[4]}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"a\\"}, {\\"b\\"}]>"}',
        'custom_call_target="Sharding", sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}, '
        'frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, [{\\"a\\"}, {}]>]>"}',
        'custom_call_target="xla.sdy.GlobalToLocalShape", custom_call_has_side_effect=true, '
        'frontend_attributes={xla.sdy.in_shardings="#sdy.sharding_per_value<[<@mesh, [{\\"a\\"}, {\\"b\\"}]>]>",'
        'xla.sdy.manual_axes="#sdy<manual_axes{\\"a\\", \\"b\\"}>"}',
        'frontend_attributes={inlineable="false"}',
        'custom_call_target="xla.sdy.FuncResultSharding"',
    ):
        assert line in text


def test_what_is_read_again_computes_on_each_device():
    for module in (module_of(PROGRAM), imported(hlo_of(PROGRAM))):
        assert executed(module, [GIVEN])[0].tolist() == SUMS


@pytest.mark.parametrize("device", DEVICES)
def test_devices_compute_what_was_read(device):
    text = print_operation(imported(hlo_of(PROGRAM)), lookup)
    assert call(lowered(text, DEVICES[device]), device, [[GIVEN]])[0][0].tolist() == SUMS


def test_parts_of_other_axes_than_those_that_are_joined_are_left():
    text = hlo_of(PROGRAM).replace('xla.sdy.out_shardings="', 'other="')
    with pytest.raises(Error, match="makes .2, 1. of .4, 2., as on several devices"):
        executed(imported(text), [GIVEN])


def test_a_group_is_marked_and_has_no_result():
    text = """sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  sdy.sharding_group %x group_id=3 : tensor<2xf32>
  return %x : tensor<2xf32>
}"""
    written = hlo_of(text)
    assert 'custom_call_target="xla.sdy.ShardingGroup", custom_call_has_side_effect=true' in written
    assert 'xla.sdy.sharding_group_id="3 : i64"' in written
    assert executed(imported(written), [np.ones(2, np.float32)])[0].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("mesh", "sharding", "tiles"),
    [
        ('<["a"=4, "b"=2, "c"=4]>', "[{}, {?}, {}]", "{replicated}"),
        ('<["a"=4, "b"=4]>', '[{"a"}]', "{devices=[4,4]<=[16] last_tile_dim_replicate}"),
        ('<["a"=2, "b"=3, "c"=3]>', '[{"c", "a"}]', "{devices=[6,3]<=[6,3]T(1,0) last_tile_dim_replicate}"),
        ('<["a"=2, "b"=2, "c"=1]>', '[{"a", "c", ?}, {}, {"b"}]', "{devices=[2,1,2]<=[4]}"),
        ('<["a"=1, "b"=2, "c"=4]>', '[{"a", "c", "b"}]', "{devices=[8]<=[2,4]T(1,0)}"),
        ('<["a"=2, "b"=2, "c"=4]>', '[{"a", "c":(1)2, "b"}, {"c":(2)2}]', "{devices=[8,2]<=[2,2,2,2]T(0,2,1,3)}"),
        ('<["a"=4]>', '[{}, {"a":(2)2}]', "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"),
        ('<["a"=2, "b"=4, "c"=1, "d"=3]>', '[{?}, {"b"}]', "{devices=[1,4,6]<=[2,4,3]T(1,0,2) last_tile_dim_replicate}"),
        (
            '<["a"=2, "b"=3, "c"=4, "d"=1]>', '[{?}, {"d", "c":(2)2, "b"}, {"c":(1)2}]',
            "{devices=[1,6,2,2]<=[2,6,2]T(2,1,0) last_tile_dim_replicate}",
        ),
        (
            '<["a"=3, "b"=4], device_ids=[2, 7, 5, 10, 8, 9, 1, 4, 6, 11, 0, 3]>', '[{"b":(1)2}]',
            "{devices=[2,6]2,6,7,8,9,11,0,1,3,4,5,10 last_tile_dim_replicate}",
        ),
        ('<["a"=2, "b"=2], device_ids=[1, 0, 3, 2]>', "[{}, {}, {}]", "{replicated}"),
    ],
)  # fmt: skip
def test_shardings_are_tiles(mesh, sharding, tiles):
    type = f"tensor<{'x'.join(['48'] * sharding.count('{'))}xf32>"
    module = module_of(f"""sdy.mesh @mesh = {mesh}
func.func @main(%x: {type} {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}) -> {type} {{ return %x : {type} }}""")
    assert sharding_text(export_module(module)[0].computations[0].instructions[0].sharding) == tiles


def test_what_is_yet_to_be_reduced_is_told():
    type, sharding = "tensor<4xf32>", '#sdy.sharding<@mesh, [{}], unreduced={"a"}>'
    text = f"""sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: {type} {{sdy.sharding = {sharding}}}) -> {type} {{ return %x : {type} }}"""
    with pytest.raises(Error, match="yet to be reduced"):
        hlo_of(text)
