// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=i1=true --input=1x2xf32=1,2 --expected-output=1x2xf32=2,6
// RUN: tf-run %s --device=interpreter --entry=main --input=i1=false --input=1x2xf32=1,2 --expected-output=1x2xf32=3,6
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=i1=true --input=1x2xf32=1,2 --expected-output=1x2xf32=2,6
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=i1=false --input=2x2xf32=1,2,3,4 --expected-output=2x2xf32=3,6,9,12
// RUN: tf-run %t.mlir --device=interpreter --entry=alike --input=i1=true --input=f32=3 --expected-output=f32=9
// RUN: tf-run %t.mlir --device=interpreter --entry=alike --input=i1=false --input=f32=3 --expected-output=f32=-3

/// What the branches of a conditional leave for its gradient stands in the same places, whatever it is: the first holds rows on one way and a
/// number on the other, and becomes two values. The branch without rows has zeros instead, as many as its
/// argument tells. On paper: x + x * x, or 3 * x.
// CHECK-LABEL: func.func @main
// CHECK-NOT: Optional
// CHECK: "tf.If"{{.*}} -> (tensor<1x?x2xf32>, tensor<1xi32>)
// CHECK: func.func private @squared
// CHECK: func.func private @counted
// CHECK-NOT: Optional
func.func @main(%p: tensor<i1>, %x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = "tf.If"(%p, %x) <{then_branch = @squared, else_branch = @counted, is_stateless = true}> : (tensor<i1>, tensor<?x2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.If"(%p, %x, %0) <{then_branch = @use_square, else_branch = @use_count, is_stateless = true}> : (tensor<i1>, tensor<?x2xf32>, tensor<!tf_type.variant>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
func.func private @squared(%x: tensor<?x2xf32>) -> tensor<!tf_type.variant> {
  %0 = "tf.Mul"(%x, %x) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = "tf.OptionalFromValue"(%0) : (tensor<?x2xf32>) -> tensor<!tf_type.variant>
  return %1 : tensor<!tf_type.variant>
}
func.func private @counted(%x: tensor<?x2xf32>) -> tensor<!tf_type.variant> {
  %0 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %1 = "tf.OptionalFromValue"(%0) : (tensor<i32>) -> tensor<!tf_type.variant>
  return %1 : tensor<!tf_type.variant>
}
func.func private @use_square(%x: tensor<?x2xf32>, %o: tensor<!tf_type.variant>) -> tensor<?x2xf32> {
  %0 = "tf.OptionalGetValue"(%o) {output_shapes = [#tf_type.shape<?x2>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<?x2xf32>
  %1 = "tf.AddV2"(%x, %0) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
func.func private @use_count(%x: tensor<?x2xf32>, %o: tensor<!tf_type.variant>) -> tensor<?x2xf32> {
  %0 = "tf.OptionalGetValue"(%o) {output_shapes = [#tf_type.shape<>], output_types = [i32]} : (tensor<!tf_type.variant>) -> tensor<i32>
  %1 = "tf.Cast"(%0) : (tensor<i32>) -> tensor<f32>
  %2 = "tf.Mul"(%x, %1) : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

/// Both branches leave numbers of one type: the place stays one value.
// CHECK-LABEL: func.func @alike
// CHECK: "tf.If"{{.*}} -> tensor<1xf32>
func.func @alike(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "tf.If"(%p, %x) <{then_branch = @square, else_branch = @negative, is_stateless = true}> : (tensor<i1>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.OptionalGetValue"(%0) {output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @square(%x: tensor<f32>) -> tensor<!tf_type.variant> {
  %0 = "tf.Mul"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = "tf.OptionalFromValue"(%0) : (tensor<f32>) -> tensor<!tf_type.variant>
  return %1 : tensor<!tf_type.variant>
}
func.func private @negative(%x: tensor<f32>) -> tensor<!tf_type.variant> {
  %0 = "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "tf.OptionalFromValue"(%0) : (tensor<f32>) -> tensor<!tf_type.variant>
  return %1 : tensor<!tf_type.variant>
}
