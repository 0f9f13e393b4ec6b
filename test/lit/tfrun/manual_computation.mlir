// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s
// RUN: tf-opt %s --emit-bytecode -o %t.mlirbc && tf-run %t.mlirbc --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s
// RUN: tf-translate --serialize-stablehlo --allow-other-dialects %s -o %t.mlirbc && tf-translate --deserialize-stablehlo %t.mlirbc | tf-run - --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --strict | tf-run - --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s

/// As JAX exports `shard_map`: four devices have one row and two columns each. Along "b" their sums are added up, so that each device knows
/// the sum of its row; what a device is along "a" it computes of its number, and gives as a result of its own.
// CHECK: 2xf32=10 26
// CHECK: 4xui32=0 1 2 3
// CHECK: 2x4xf32={{.*}}-1 -2 -3 -4{{.*}}-5 -6 -7 -8
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}) -> (tensor<2xf32>, tensor<4xui32>, tensor<2x4xf32>) {
  %marked = sdy.sharding_constraint %x <@mesh, [{"a"}, {"b"}]> : tensor<2x4xf32>
  %0:3 = sdy.manual_computation(%marked) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a", "b"}]>, <@mesh, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%part: tensor<1x2xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
    %all = "stablehlo.all_reduce"(%sum) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids} : (tensor<1xf32>) -> tensor<1xf32>
    %number = stablehlo.partition_id : tensor<ui32>
    %own = stablehlo.reshape %number : (tensor<ui32>) -> tensor<1xui32>
    %negative = stablehlo.negate %part : tensor<1x2xf32>
    sdy.return %all, %own, %negative : tensor<1xf32>, tensor<1xui32>, tensor<1x2xf32>
  } : (tensor<2x4xf32>) -> (tensor<2xf32>, tensor<4xui32>, tensor<2x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<4xui32>, tensor<2x4xf32>
}
