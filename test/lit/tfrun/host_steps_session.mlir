// REQUIRES: vulkan
// What a SavedModel runs when it is loaded runs before the first call, on the host; tables live as long as the session, whatever the device.
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=look --input='3xstring="a","b","c"' --entry=put --input='string="c"' --entry=look --input='3xstring="a","b","c"' | filecheck %s
// RUN: tf-run %t.mlir --device=interpreter --entry=look --input='3xstring="a","b","c"' --entry=put --input='string="c"' --entry=look --input='3xstring="a","b","c"' | filecheck %s

// CHECK: look: twice=3xf32=14 16 -2
// CHECK: look: twice=3xf32=14 16 18
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() {initializers = [@fill]} : () -> ()
  func.func @fill() attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
    %table = "tf.MutableHashTableV2"() {key_dtype = !tf_type.string, shared_name = "t", value_dtype = f32} : () -> tensor<!tf_type.resource>
    %keys = "tf.Const"() {value = dense<["a", "b"]> : tensor<2x!tf_type.string>} : () -> tensor<2x!tf_type.string>
    %values = "tf.Const"() {value = dense<[7.0, 8.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    "tf.LookupTableInsertV2"(%table, %keys, %values) : (tensor<!tf_type.resource>, tensor<2x!tf_type.string>, tensor<2xf32>) -> ()
    return
  }
  func.func @put(%key: tensor<!tf_type.string> {tf_saved_model.index_path = ["key"]}) attributes {tf_saved_model.exported_names = ["put"]} {
    %table = "tf.MutableHashTableV2"() {key_dtype = !tf_type.string, shared_name = "t", value_dtype = f32} : () -> tensor<!tf_type.resource>
    %value = "tf.Const"() {value = dense<9.0> : tensor<f32>} : () -> tensor<f32>
    "tf.LookupTableInsertV2"(%table, %key, %value) : (tensor<!tf_type.resource>, tensor<!tf_type.string>, tensor<f32>) -> ()
    return
  }
  func.func @look(%keys: tensor<3x!tf_type.string> {tf_saved_model.index_path = ["keys"]})
      -> (tensor<3xf32> {tf_saved_model.index_path = ["twice"]}) attributes {tf_saved_model.exported_names = ["look"]} {
    %table = "tf.MutableHashTableV2"() {key_dtype = !tf_type.string, shared_name = "t", value_dtype = f32} : () -> tensor<!tf_type.resource>
    %default = "tf.Const"() {value = dense<-1.0> : tensor<f32>} : () -> tensor<f32>
    %values = "tf.LookupTableFindV2"(%table, %keys, %default)
      : (tensor<!tf_type.resource>, tensor<3x!tf_type.string>, tensor<f32>) -> tensor<3xf32>
    %twice = "tf.AddV2"(%values, %values) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %twice : tensor<3xf32>
  }
}
