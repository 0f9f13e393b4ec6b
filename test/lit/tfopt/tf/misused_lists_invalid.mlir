// Elements that were never set are put behind others with lengths of their own: a tensor of all elements has one length for each.
// RUN: not tf-opt %s --tf-tensor-array-to-list 2>&1 | filecheck %s
// CHECK: error: 'tf.TensorListConcatV2' op has elements that were never set, of lengths of their own (leading_dims)
func.func @joined() -> tensor<?xf32> {
  %s = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %n = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %d = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %l = "tf.TensorListReserve"(%s, %n) {element_dtype = f32} : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?xf32>>>
  %c, %m = "tf.TensorListConcatV2"(%l, %s, %d) : (tensor<!tf_type.variant<tensor<?xf32>>>, tensor<1xi32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  return %c : tensor<?xf32>
}
