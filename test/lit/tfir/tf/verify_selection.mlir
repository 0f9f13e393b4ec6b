// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  %b = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.Slice"(%x, %b, %s) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  // expected-error @+1 {{requires output size to have the same size of slice, got slice size 3 and output size 2}}
  %1 = "tf.Slice"(%x, %b, %s) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %b = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{requires 0 <= begin[i] <= begin[i] + size[i] <= Di}}
  %0 = "tf.Slice"(%x, %b, %s) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %b: tensor<1xi32>) {
  %s = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{requires non-zero strides}}
  %0 = "tf.StridedSlice"(%x, %b, %b, %s) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %b: tensor<2xi32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{requires begin, end and strides to have the same number of elements}}
  %0 = "tf.StridedSlice"(%x, %b, %b, %s) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  %c = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.Split"(%c, %x) : (tensor<i32>, tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  // expected-error @+1 {{dimension #1 not divisible by the number of result tensors}}
  %1:4 = "tf.Split"(%c, %x) : (tensor<i32>, tensor<4x6xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  %c = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{split sizes must sum up to the dimension size along split dimension, found 3 vs 4}}
  %0:2 = "tf.SplitV"(%x, %s, %c) : (tensor<4x6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<2xi32>) {
  %c = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{axis (2) must be in range [-2, 2)}}
  %0 = "tf.GatherV2"(%x, %i, %c) : (tensor<4x6xf32>, tensor<2xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<5xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{requires segment ids shape to be a prefix of data shape, but dimension #0 differs: 5 vs. 4}}
  %0 = "tf.UnsortedSegmentSum"(%x, %i, %n) : (tensor<4x6xf32>, tensor<5xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %y: tensor<1xf32>) {
  %i = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %j = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.DynamicStitch"(%i, %j, %x, %y) : (tensor<2xi32>, tensor<1xi32>, tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'tf.DynamicStitch' op missing index 1}}
  %1 = "tf.DynamicStitch"(%i, %i, %x, %x) : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

/// Of as many axes, which are compared when it runs.
func.func @f(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  %0 = "tf.Select"(%p, %x, %x) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%p: tensor<3xi1>, %x: tensor<2x2xf32>) {
  // expected-error @+1 {{requires that, when pred is a vector, the shape matches the first dimension of t and e}}
  %0 = "tf.Select"(%p, %x, %x) : (tensor<3xi1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<*xf32>
  return
}
