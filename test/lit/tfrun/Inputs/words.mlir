// Numbers of words by a table, times a matrix.
func.func @numbers(%words: tensor<4x!tf_type.string>, %w: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<4xi64>) {
  %keys = "tf.Const"() {value = dense<["one", "two", "three"]> : tensor<3x!tf_type.string>} : () -> tensor<3x!tf_type.string>
  %values = "tf.Const"() {value = dense<[1, 2, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %default = "tf.Const"() {value = dense<-1> : tensor<i64>} : () -> tensor<i64>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %table = "tf.HashTableV2"() {key_dtype = !tf_type.string, shared_name = "t", value_dtype = i64} : () -> tensor<!tf_type.resource>
  "tf.LookupTableImportV2"(%table, %keys, %values) : (tensor<!tf_type.resource>, tensor<3x!tf_type.string>, tensor<3xi64>) -> ()
  %ids = "tf.LookupTableFindV2"(%table, %words, %default)
    : (tensor<!tf_type.resource>, tensor<4x!tf_type.string>, tensor<i64>) -> tensor<4xi64>
  %f = "tf.Cast"(%ids) : (tensor<4xi64>) -> tensor<4xf32>
  %row = "tf.ExpandDims"(%f, %zero) : (tensor<4xf32>, tensor<i32>) -> tensor<1x4xf32>
  %p = "tf.MatMul"(%row, %w) : (tensor<1x4xf32>, tensor<4x2xf32>) -> tensor<1x2xf32>
  return %p, %ids : tensor<1x2xf32>, tensor<4xi64>
}
