"""Programs that GSPMD divides: each device adds ten times its number to its part, which shows where the part lies."""

from itertools import permutations

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered
from tfir.conversion.gspmd_to_sdy import axes_of, divide_shards
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

PROGRAM = """module attributes {mhlo.num_partitions = COUNT : i32} {
  func.func @main(%x: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "IN"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4x4xi32>) -> tensor<PARTxi32>
    %2 = stablehlo.partition_id : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %4 = stablehlo.multiply %3, %ten : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<PARTxi32>
    %6 = stablehlo.add %1, %5 : tensor<PARTxi32>
    %7 = stablehlo.custom_call @Sharding(%6) {mhlo.sharding = "{manual}"} : (tensor<PARTxi32>) -> tensor<PARTxi32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "OUT"} : (tensor<PARTxi32>) -> tensor<4x4xi32>
    return %8 : tensor<4x4xi32>
  }
}"""


def module_of(text: str):
    module = parse(Source("test", text), lookup, dialect)
    verify(module)
    return module


def program(sharding: str, part: str, count: int = 4, joined: str = "") -> str:
    text = PROGRAM.replace("IN", sharding).replace("OUT", joined or sharding)
    return text.replace("PARTx", part).replace("COUNT", str(count))


def devices(text: str) -> list[list[int]]:
    """Which device computes each element."""
    return (Program(module_of(text)).run({"arg0": np.zeros((4, 4), np.int32)})["result0"] // 10).tolist()


@pytest.mark.parametrize(
    ("sharding", "part", "expected"),
    [
        ("{devices=[2,2]<=[4]}", "2x2x", [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]),
        ("{devices=[2,2]<=[2,2]T(1,0)}", "2x2x", [[0, 0, 2, 2], [0, 0, 2, 2], [1, 1, 3, 3], [1, 1, 3, 3]]),
        ("{devices=[4,1]<=[4]}", "1x4x", [[0] * 4, [1] * 4, [2] * 4, [3] * 4]),
        ("{devices=[4,1]<=[2,2]T(1,0)}", "1x4x", [[0] * 4, [2] * 4, [1] * 4, [3] * 4]),
        ("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", "4x2x", [[0, 0, 2, 2]] * 4),
        ("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}", "2x4x", [[0] * 4, [0] * 4, [1] * 4, [1] * 4]),
        ("{replicated}", "4x4x", [[0] * 4] * 4),
        ("{devices=[2,2]0,1,2,3}", "2x2x", [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]),
        ("{devices=[2,2]0,2,1,3}", "2x2x", [[0, 0, 2, 2], [0, 0, 2, 2], [1, 1, 3, 3], [1, 1, 3, 3]]),
        ("{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}", "2x4x", [[0] * 4, [0] * 4, [1] * 4, [1] * 4]),
        ("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dims={manual}}", "2x4x", [[0] * 4, [0] * 4, [1] * 4, [1] * 4]),
        ("{devices=[1,2,1,2]<=[4] last_tile_dims={manual, replicated}}", "4x2x", [[0, 0, 2, 2]] * 4),
    ],
)
def test_each_device_computes_its_part(sharding, part, expected):
    assert devices(program(sharding, part)) == expected


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_devices_that_are_listed_are_those_of_axes(order):
    """A list of 12 devices along axes of 2, 3 and 2, in each order of these."""
    listed = np.arange(12).reshape(2, 3, 2).transpose(order).reshape(-1).tolist()
    axes, at = axes_of(listed)
    assert np.arange(12).reshape(axes).transpose(at).reshape(-1).tolist() == listed


def test_what_is_cut_in_one_way_is_joined_in_another():
    """Device d has row d of x, which becomes row 0, 2, 1, 3 of the result."""
    module = module_of(program("{devices=[4,1]<=[4]}", "1x4x", joined="{devices=[4,1]<=[2,2]T(1,0)}"))
    x = np.arange(0, 400, 100, dtype=np.int32)[:, None] + np.zeros((4, 4), np.int32)
    assert Program(module).run({"arg0": x})["result0"][:, 0].tolist() == [0, 220, 110, 330]


@pytest.mark.parametrize(
    ("sharding", "count"),
    [
        ("{devices=[2,2]0,3,1,2}", 4),  # an order that no axes have
        ("{devices=[2,2]1,0,3,2}", 4),  # nor this, which does not begin with device 0
        ("{devices=[2,2]0,1,0,1}", 4),  # devices twice
        ("{devices=[2,2]0,2,4,6}", 4),  # half of more devices
        ("{devices=[2,2]0,1}", 4),
        ("{devices=[2,2,1]<=[4] last_tile_dims={manual, replicated}}", 4),  # too few dimensions for two kinds
        ("{devices=[2,2]<=[4]}", 1),  # one device
        ("{devices=[2,2]<=[4]}", 8),  # not all of the devices
        ("{maximal device=0}", 4),
    ],
)
def test_what_is_marked_in_other_ways_stays(sharding, count):
    module = module_of(program(sharding, "2x2x", count))
    divide_shards(module)
    assert not any([op.name == "sdy.manual_computation" for op in module.walk()])
    with pytest.raises(Error, match="as on several devices"):
        Program(module).run({"arg0": np.zeros((4, 4), np.int32)})


def test_a_part_that_goes_elsewhere_is_refused():
    text = program("{devices=[2,2]<=[4]}", "2x2x").replace("tensor<4x4xi32> {\n", "(tensor<4x4xi32>, tensor<2x2xi32>) {\n", 1)
    text = text.replace("return %8 : tensor<4x4xi32>", "return %8, %6 : tensor<4x4xi32>, tensor<2x2xi32>")
    with pytest.raises(Error, match="as on several devices"):
        Program(module_of(text)).run({"arg0": np.zeros((4, 4), np.int32)})


SECTIONS = """module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xi32>, %p: tensor<i1>) -> (tensor<4xi32>, tensor<2xi32>) {
    %c = stablehlo.constant dense<5> : tensor<2xi32>
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xi32>) -> tensor<4xi32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xi32>) -> tensor<2xi32>
    %2 = "stablehlo.if"(%p) ({
      %a = stablehlo.add %1, %c : tensor<2xi32>
      stablehlo.return %a : tensor<2xi32>
    }, {
      stablehlo.return %1 : tensor<2xi32>
    }) : (tensor<i1>) -> tensor<2xi32>
    %3 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %s = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xi32>) -> tensor<4xi32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{replicated}"} : (tensor<2xi32>) -> tensor<2xi32>
    %6 = stablehlo.negate %4 : tensor<4xi32>
    %7 = stablehlo.custom_call @Sharding(%6) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xi32>) -> tensor<4xi32>
    %8 = stablehlo.custom_call @SPMDFullToShardShape(%7) {mhlo.sharding = "{manual}"} : (tensor<4xi32>) -> tensor<2xi32>
    %9 = stablehlo.multiply %8, %c : tensor<2xi32>
    %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xi32>) -> tensor<4xi32>
    return %10, %5 : tensor<4xi32>, tensor<2xi32>
  }
}"""


def test_sections_follow_each_other_and_share_constants():
    """x = [1, 2, 3, 4]: -(x + 5) * 5, and [1, 2] + [3, 4] on both devices."""
    module = module_of(SECTIONS)
    results = Program(module).run({"arg0": np.arange(1, 5, dtype=np.int32), "arg1": np.array(True)})
    assert results["result0"].tolist() == [-30, -35, -40, -45] and results["result1"].tolist() == [4, 6]
    assert [op.name for op in module.walk()].count("sdy.manual_computation") == 2
    verify(module)


@pytest.mark.parametrize("device", DEVICES)
def test_lowered_programs_compute_the_parts(device):
    """As a step of the host: each device adds ten times its number to a square of four."""
    module = lowered(program("{devices=[2,2]<=[4]}", "2x2x"), DEVICES[device])
    expected = np.kron([[0, 10], [20, 30]], np.ones((2, 2), "i4"))
    np.testing.assert_array_equal(call(module, device, [[np.zeros((4, 4), "i4")]])[0][0], expected)


@pytest.mark.parametrize("device", DEVICES)
def test_marks_of_several_values_say_nothing_of_their_elements(device):
    module = lowered(
        """module attributes {mhlo.num_partitions = 2 : i32} {
          func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
            %0:2 = stablehlo.custom_call @Sharding(%x, %y) {mhlo.sharding = "{{devices=[2]<=[2]}, {maximal device=1}}"}
              : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
            %1 = stablehlo.add %0#0, %0#0 {mhlo.sharding = "{devices=[2]<=[2]}"} : tensor<4xf32>
            return %1, %0#1 : tensor<4xf32>, tensor<2xf32>
          }
        }""",
        DEVICES[device],
    )
    ((twice, same),) = call(module, device, [[np.arange(4, dtype="f4"), np.array([7, 8], "f4")]])
    assert twice.tolist() == [0, 2, 4, 6] and same.tolist() == [7, 8]


@pytest.mark.parametrize("device", DEVICES)
def test_parts_on_one_device_alone_are_refused_when_they_are_met(device):
    module = lowered(program("{maximal device=0}", "2x2x"), DEVICES[device])
    with pytest.raises(Error, match=r"makes \[2, 2\] of \[4, 4\], as on several devices"):
        call(module, device, [[np.zeros((4, 4), "i4")]])
