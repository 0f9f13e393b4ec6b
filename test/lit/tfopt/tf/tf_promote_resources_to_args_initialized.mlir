// What only an initializer sets begins with what that gives it: 1 + 2 = 3. Where no function writes it, it is a constant.
// RUN: tf-opt %s --tf-promote-resources-to-args | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=count --input=f32=4 --entry=count --input=f32=5 --entry=scale | filecheck %s --check-prefix=OUT
// RUN: tf-run %s --device=interpreter --entry=count --input=f32=4 --entry=count --input=f32=5 --entry=scale | filecheck %s --check-prefix=OUT
// CHECK: global_tensor{{.*}}sym_name = "__sm_total", type = tensor<f32>, value = dense<3.000000e+00>
// An initializer that does something else stays, and does that.
// CHECK: session_initializer"() <{initializers = [@fill]}>
// CHECK-NOT: func.func @init
// CHECK: func.func @fill
// CHECK: "tf.HashTableV2"
// CHECK-NOT: Assign
// CHECK: func.func @count
// CHECK-SAME: tf.aliasing_output = 1 : i64, tf.resource_name = "total", tf_saved_model.index_path = ["total"], tfir.initial_value = @__sm_total
// CHECK: func.func @scale() ->
// CHECK: value = dense<5.000000e-01>
// OUT: count: n=f32=7
// OUT: count: n=f32=12
// OUT: scale: s=f32=0.5
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() {initializers = [@init, @fill]} : () -> ()
  func.func @init() attributes {tf_saved_model.exported_names = ["init"], tf_saved_model.initializer_type = "restore_op"} {
    %0 = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
    %1 = "tf.Const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
    %2 = "tf.AddV2"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = "tf.VarHandleOp"() {container = "", shared_name = "total"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    "tf.AssignVariableOp"(%3, %2) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    return
  }
  func.func @fill() attributes {tf_saved_model.exported_names = ["fill"], tf_saved_model.initializer_type = "init_op"} {
    %0 = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
    %1 = "tf.VarHandleOp"() {container = "", shared_name = "scale"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    "tf.AssignVariableOp"(%1, %0) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    %2 = "tf.HashTableV2"() {shared_name = "t", key_dtype = i64, value_dtype = i64} : () -> tensor<!tf_type.resource>
    %3 = "tf.Const"() {value = dense<7> : tensor<1xi64>} : () -> tensor<1xi64>
    "tf.LookupTableImportV2"(%2, %3, %3) : (tensor<!tf_type.resource>, tensor<1xi64>, tensor<1xi64>) -> ()
    return
  }
  func.func @count(%x: tensor<f32> {tf_saved_model.index_path = ["x"]}) -> (tensor<f32> {tf_saved_model.index_path = ["n"]})
      attributes {tf_saved_model.exported_names = ["count"]} {
    %0 = "tf.VarHandleOp"() {container = "", shared_name = "total"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    "tf.AssignAddVariableOp"(%0, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    %1 = "tf.ReadVariableOp"(%0) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func @scale() -> (tensor<f32> {tf_saved_model.index_path = ["s"]}) attributes {tf_saved_model.exported_names = ["scale"]} {
    %0 = "tf.VarHandleOp"() {container = "", shared_name = "scale"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    %1 = "tf.ReadVariableOp"(%0) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    return %1 : tensor<f32>
  }
}
