// REQUIRES: vulkan
// A look-up that nothing reads ends the program where its table is not initialized, on all devices, as TensorFlow does; a gather that nothing reads
// does not, which Grappler leaves out.
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: not tf-run %t.mlir --entry=found --device=vulkan --input=f32=3 --input=i32=7 2>&1 | filecheck %s
// RUN: not tf-run %t.mlir --entry=found --device=interpreter --input=f32=3 --input=i32=7 2>&1 | filecheck %s
// CHECK: error: 'tf.LookupTableFindV2' op Table not initialized.
// RUN: tf-run %t.mlir --entry=gathered --device=vulkan --input=f32=3 --input=i32=7 --expected-output=f32=6
// Without the host's steps it is left out, as an assertion is.
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=found --device=vulkan --input=f32=3 --input=i32=7 --expected-output=f32=6

func.func @found(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  %t = "tf.HashTableV2"() {container = "", key_dtype = i64, shared_name = "t", use_node_name_sharing = false, value_dtype = f32} : () -> tensor<!tf_type.resource>
  %k = "tf.Const"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %f = "tf.LookupTableFindV2"(%t, %k, %x) : (tensor<!tf_type.resource>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
  %y = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @gathered(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  %numbers = "tf.Const"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %g = "tf.GatherV2"(%numbers, %i, %axis) {batch_dims = 0 : i64} : (tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<f32>
  %y = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
