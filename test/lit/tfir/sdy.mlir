// Marks of Shardy are carried; what they say is not read.
// RUN: tf-opt %s | FileCheck %s
// RUN: tf-opt %s | tf-opt | FileCheck %s

// CHECK: func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// CHECK: stablehlo.custom_call @lapack_spotrf_ffi(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4} blocked_propagation={i}, custom>}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4} blocked_propagation={i}, custom>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
