// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --entry=look --input=2x3xi64=5,8,100,-3,-4,101 --expected-output=2x3xi32=1,4,3,2,-1,-1 --expected-output=i64=4
// RUN: tf-opt %s --pipeline=vulkan --strict | tf-run - --entry=look --input=2x3xi64=5,8,100,-3,-4,101 --expected-output=2x3xi32=1,4,3,2,-1,-1 --expected-output=i64=4

/// What is looked up of numbers needs no table on a device, and no host: keys, numbers below, between and above them.
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() <{initializers = [@init]}> : () -> ()
  func.func @look(%x: tensor<2x3xi64> {tf_saved_model.index_path = ["x"]}) -> (tensor<*xi32> {tf_saved_model.index_path = ["y"]}, tensor<i64> {tf_saved_model.index_path = ["n"]}) attributes {tf_saved_model.exported_names = ["look"]} {
    %table = "tf.HashTableV2"() <{key_dtype = i64, shared_name = "t", value_dtype = i32}> : () -> tensor<!tf_type.resource>
    %none = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %0 = "tf.LookupTableFindV2"(%table, %x, %none) : (tensor<!tf_type.resource>, tensor<2x3xi64>, tensor<i32>) -> tensor<*xi32>
    %1 = "tf.LookupTableSizeV2"(%table) : (tensor<!tf_type.resource>) -> tensor<i64>
    return %0, %1 : tensor<*xi32>, tensor<i64>
  }
  func.func @init() attributes {tf_saved_model.exported_names = ["init"], tf_saved_model.initializer_type = "init_op"} {
    %table = "tf.HashTableV2"() <{key_dtype = i64, shared_name = "t", value_dtype = i32}> : () -> tensor<!tf_type.resource>
    %keys = "tf.Const"() <{value = dense<[5, -3, 100, 8]> : tensor<4xi64>}> : () -> tensor<4xi64>
    %values = "tf.Const"() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
    "tf.LookupTableImportV2"(%table, %keys, %values) : (tensor<!tf_type.resource>, tensor<4xi64>, tensor<4xi32>) -> ()
    return
  }
}

