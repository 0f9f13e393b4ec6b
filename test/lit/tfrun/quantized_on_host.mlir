// REQUIRES: vulkan
// An op on quantized numbers that the host computes keeps their types, by which it knows them; what is lowered has the integers that are stored.
// Five units in 255 steps are 51 steps each, from -1 on.
// RUN: tf-opt %s --tf-to-stablehlo=allow-host-ops | filecheck %s --check-prefix=LOWERED
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=main --input=2x3xf32=0,1,2,3,4,4.7 --input=f32=-1 --input=f32=4 | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=2x3xf32=0,1,2,3,4,4.7 --input=f32=-1 --input=f32=4 | filecheck %s
// CHECK: 2x3xf32=[0 1 2][3 4 4]
// CHECK-NEXT: 2x3xi32=[51 102 153][204 255 255]

// LOWERED-LABEL: func.func @main
// LOWERED-NOT: tf.QuantizeV2
// LOWERED: tf.QuantizedRelu{{.*}} -> (tensor<2x3x!tf_type.quint8>, tensor<f32>, tensor<f32>)
// LOWERED-NEXT: tf.Bitcast{{.*}} -> tensor<2x3xui8>
// LOWERED: stablehlo.convert {{.*}} : (tensor<2x3xui8>) -> tensor<2x3xi32>
// LOWERED-LABEL: func.func @lowered(%arg0: tensor<2xui8>
// LOWERED-NOT: tf.Bitcast
func.func @main(%x: tensor<2x3xf32>, %lo: tensor<f32>, %hi: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:3 = "tf.QuantizeV2"(%x, %lo, %hi) {mode = "MIN_COMBINED", round_mode = "HALF_AWAY_FROM_ZERO", narrow_range = false, axis = -1 : i64, ensure_minimum_range = 0.01 : f32} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3x!tf_type.quint8>, tensor<f32>, tensor<f32>)
  %r:3 = "tf.QuantizedRelu"(%0#0, %0#1, %0#2) : (tensor<2x3x!tf_type.quint8>, tensor<f32>, tensor<f32>) -> (tensor<2x3x!tf_type.quint8>, tensor<f32>, tensor<f32>)
  %1 = "tf.Dequantize"(%r#0, %r#1, %r#2) {mode = "MIN_COMBINED", narrow_range = false, axis = -1 : i64} : (tensor<2x3x!tf_type.quint8>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = "tf.Cast"(%r#0) {Truncate = false} : (tensor<2x3x!tf_type.quint8>) -> tensor<2x3xi32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xi32>
}
func.func @lowered(%x: tensor<2x!tf_type.quint8>) -> tensor<2xi32> {
  %0 = "tf.Cast"(%x) {Truncate = false} : (tensor<2x!tf_type.quint8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
