// RUN: tf-opt %s --infer-shapes=assume-slices-fit=true | filecheck %s

/// A slice whose ends are computed has as many elements as they lie apart, if that is a constant.
// CHECK-LABEL: func.func @batch
// CHECK: "tf.StridedSlice"{{.*}} -> tensor<2x5xf32>
func.func @batch(%x: tensor<6x5xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %step = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %low = "tf.Mul"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %high = "tf.Mul"(%two, %next) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %begin = "tf.Pack"(%low) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %end = "tf.Pack"(%high) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %step) {begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<6x5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

/// Twice a number is not as far from the number at all times.
// CHECK-LABEL: func.func @grows
// CHECK: "tf.StridedSlice"{{.*}} -> tensor<?x5xf32>
func.func @grows(%x: tensor<6x5xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %step = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %high = "tf.Mul"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %begin = "tf.Pack"(%i) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %end = "tf.Pack"(%high) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %step) {begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<6x5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
