// RUN: tf-opt %s --infer-shapes --cse | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=2x3xf32=1,2,3,4,5,6 --expected-output=2x2xf32=1,2,4,5

/// The batch is not known, the width is: what is computed of that alone is a constant, and so is which branch is taken. Nothing is told of the other.
// CHECK-LABEL: func.func @main(%arg0: tensor<?x3xf32>) -> tensor<?x2xf32>
// CHECK-NOT: tf.If
// CHECK: PartitionedCall{{.*}} f = @narrow
// CHECK-SAME: -> tensor<?x2xf32>
func.func @main(%x: tensor<?x3xf32>) -> tensor<*xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %most = "tf.Const"() <{value = dense<2.5> : tensor<f32>}> : () -> tensor<f32>
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %width = "tf.StridedSlice"(%shape, %one, %two, %one) <{shrink_axis_mask = 1 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %number = "tf.Cast"(%width) : (tensor<i32>) -> tensor<f32>
  %is_wide = "tf.Greater"(%number, %most) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = "tf.If"(%is_wide, %x) <{then_branch = @narrow, else_branch = @same, is_stateless = true}> : (tensor<i1>, tensor<?x3xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

/// How many rows there are is not known, nor which branch is taken.
// CHECK-LABEL: func.func private @by_batch
// CHECK: tf.Greater
// CHECK: tf.If
func.func private @by_batch(%x: tensor<?x3xf32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %most = "tf.Const"() <{value = dense<2.5> : tensor<f32>}> : () -> tensor<f32>
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %count = "tf.StridedSlice"(%shape, %zero, %one, %one) <{shrink_axis_mask = 1 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %number = "tf.Cast"(%count) : (tensor<i32>) -> tensor<f32>
  %is_long = "tf.Greater"(%number, %most) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = "tf.If"(%is_long, %x) <{then_branch = @narrow, else_branch = @same, is_stateless = true}> : (tensor<i1>, tensor<?x3xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

func.func private @narrow(%x: tensor<?x3xf32>) -> tensor<?x?xf32> {
  %from = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %sizes = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%x, %from, %sizes) : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @same(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
