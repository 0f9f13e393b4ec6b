// RUN: tf-opt %s --infer-shapes | filecheck %s
// Labels that are flattened by their own last size, as `tf.nn.softmax_cross_entropy_with_logits` does, are a matrix as wide as the logits.
// CHECK-LABEL: func.func @labels(%arg0: tensor<?x60xf32>, %arg1: tensor<?x60xf32>)
func.func @labels(%logits: tensor<?x60xf32>, %labels: tensor<*xf32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "logits,labels", outputs = "loss"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %ones = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %any = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %rank = "tf.Rank"(%labels) : (tensor<*xf32>) -> tensor<i32>
  %shape = "tf.Shape"(%labels) : (tensor<*xf32>) -> tensor<?xi32>
  %axis = "tf.Sub"(%rank, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %begin = "tf.Pack"(%axis) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %last = "tf.Slice"(%shape, %begin, %ones) : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %flat = "tf.ConcatV2"(%any, %last, %zero) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %rows = "tf.Reshape"(%labels, %flat) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>
  %loss, %backprop = "tf.SoftmaxCrossEntropyWithLogits"(%logits, %rows) : (tensor<?x60xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %loss : tensor<*xf32>
}

// What becomes a matrix of given sizes may have any rank, and so may that whose shape is told besides.
// CHECK-LABEL: func.func @any_rank(%arg0: tensor<*xf32>, %arg1: tensor<*xf32>)
func.func @any_rank(%images: tensor<*xf32>, %x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<?xi32>) attributes {tf.entry_function = {inputs = "images,x", outputs = "a,b,c"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %ones = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %any = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %sizes = "tf.Const"() {value = dense<[-1, 784]> : tensor<2xi32>} : () -> tensor<2xi32>
  %a = "tf.Reshape"(%images, %sizes) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>
  %shape = "tf.Shape"(%x) : (tensor<*xf32>) -> tensor<?xi32>
  %first = "tf.Slice"(%shape, %ones, %ones) : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %flat = "tf.ConcatV2"(%any, %first, %zero) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %b = "tf.Reshape"(%x, %flat) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>
  return %a, %b, %shape : tensor<*xf32>, tensor<*xf32>, tensor<?xi32>
}
