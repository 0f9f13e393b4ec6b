// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// The same elements under another shape are a reshape, whatever TensorFlow calls it.
// CHECK-LABEL: func.func @reshape(
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x1x3xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
func.func @reshape(%x: tensor<2x1x3xf32>) -> tensor<1x2x3xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = [1]}> : (tensor<2x1x3xf32>) -> tensor<2x3xf32>
  %1 = "tf.ExpandDims"(%0, %axis) : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2x3xf32>
  return %1 : tensor<1x2x3xf32>
}

// -----

/// Axes may be counted from the end.
// CHECK-LABEL: func.func @order(
// CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
// CHECK: stablehlo.reverse %{{.*}}, dims = [0] : tensor<3x4xf32>
func.func @order(%x: tensor<2x3xf32>) -> tensor<3x4xf32> {
  %perm = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %last = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %first = "tf.Const"() <{value = dense<-2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.Transpose"(%x, %perm) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %1 = "tf.ConcatV2"(%0, %0, %last) : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<i32>) -> tensor<3x4xf32>
  %2 = "tf.ReverseV2"(%1, %first) : (tensor<3x4xf32>, tensor<1xi32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// -----

/// A negative stride: forwards, then turned round. 4, 2 of five elements are 2, 4 backwards.
// CHECK-LABEL: func.func @backwards(
// CHECK: %[[S:.*]] = stablehlo.slice %{{.*}} [2:5:2] : (tensor<5xf32>) -> tensor<2xf32>
// CHECK: stablehlo.reverse %[[S]], dims = [0] : tensor<2xf32>
func.func @backwards(%x: tensor<5xf32>) -> tensor<2xf32> {
  %begin = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %end = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %step = "tf.Const"() <{value = dense<-2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %step) : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

/// One index takes its axis away, an ellipsis skips axes.
// CHECK-LABEL: func.func @masks(
// CHECK: %[[S:.*]] = stablehlo.slice %{{.*}} [0:2, 0:3, 3:4] : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
// CHECK: stablehlo.reshape %[[S]] : (tensor<2x3x1xf32>) -> tensor<2x3xf32>
func.func @masks(%x: tensor<2x3x4xf32>) -> tensor<2x3xf32> {
  %begin = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %end = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %step = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %step) <{ellipsis_mask = 1 : i64, shrink_axis_mask = 2 : i64}> : (tensor<2x3x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Parts are slices; a part of everything is the operand.
// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>
// CHECK-DAG: stablehlo.slice %[[X]] [0:2, 0:3]
// CHECK-DAG: stablehlo.slice %[[X]] [2:4, 0:3]
// CHECK: return %{{.*}}, %{{.*}}, %[[X]]
func.func @split(%x: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x3xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %1 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0#0, %0#1, %1 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x3xf32>
}

// -----

/// Padding with a value; mirrored padding is cut from the operand.
// CHECK-LABEL: func.func @pad(
// CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK: stablehlo.slice %{{.*}} [1:2] : (tensor<3xf32>) -> tensor<1xf32>
// CHECK: stablehlo.slice %{{.*}} [0:2] : (tensor<3xf32>) -> tensor<2xf32>
// CHECK: stablehlo.concatenate
func.func @pad(%x: tensor<3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %amounts = "tf.Const"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %0 = "tf.Pad"(%x, %amounts) : (tensor<3xf32>, tensor<1x2xi32>) -> tensor<6xf32>
  %1 = "tf.MirrorPad"(%x, %amounts) <{mode = "REFLECT"}> : (tensor<3xf32>, tensor<1x2xi32>) -> tensor<6xf32>
  return %0, %1 : tensor<6xf32>, tensor<6xf32>
}
