/// A function that says no_inline is called by the sequence of each pipeline, twice here: of [1, 2] and 3, (x * 3 + x) * 3 is [12, 24]. As the call is
/// told to a device its body stands there: one piece, and one dispatch for each of what the caller and the function do.
// REQUIRES: vulkan
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: filecheck %s --input-file=%t.mlir --check-prefix=LOW
// RUN: tf-run %t.mlir --device=vulkan --input=2xf32=1,2 --input=f32=3 | filecheck %s
// RUN: tf-run %t.mlir --device=interpreter --input=2xf32=1,2 --input=f32=3 | filecheck %s
// RUN: tf-opt %s --pipeline=cpu | tf-run - --device=cpu --input=2xf32=1,2 --input=f32=3 | filecheck %s
// RUN: tf-opt %s --pipeline=vm | tf-run - --device=vm --input=2xf32=1,2 --input=f32=3 | filecheck %s
// RUN: tf-translate --mlir-to-module %t.mlir -o %t.tfm
// RUN: tf-run %t.tfm --device=vulkan --input=2xf32=1,2 --input=f32=3 | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --spirv-style=plain | tf-translate --mlir-to-c | filecheck %s --check-prefix=C

// LOW: func.func private @scaled(%arg0: memref<2xf32>, %arg1: memref<f32>) -> memref<2xf32>
// LOW: func.func @main
// LOW: %[[A:.*]] = "iree_ll_seq.call"(%arg0, %arg1) <{callee = @scaled}>
// LOW: "iree_ll_seq.call"(%{{.*}}, %arg1) <{callee = @scaled}>
// CHECK: 2xf32=12 24
// C: void
// C-COUNT-3: k{{[0-9]}}_{{(scaled|main)}}_rgn_dispatch_{{[0-9]}}(((
// C-NOT: rgn_dispatch
func.func private @scaled(%x: tensor<2xf32>, %by: tensor<f32>) -> tensor<2xf32> attributes {no_inline} {
  %0 = stablehlo.broadcast_in_dim %by, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %by: tensor<f32>) -> tensor<2xf32> {
  %0 = call @scaled(%x, %by) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  %2 = call @scaled(%1, %by) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
