// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: filecheck %s --input-file=%t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=take --input=4x2xf32=0,1,2,3,4,5,6,7 --input=i32=2 | filecheck %s --check-prefix=TAKE
// RUN: tf-run %t.mlir --device=interpreter --entry=take --input=4x2xf32=0,1,2,3,4,5,6,7 --input=i32=-1 | filecheck %s --check-prefix=LAST
// RUN: tf-run %t.mlir --device=interpreter --entry=two --input=4x2xf32=0,1,2,3,4,5,6,7 --input=i32=1 | filecheck %s --check-prefix=TWO
// RUN: tf-run %t.mlir --device=interpreter --entry=slice --input=4x2xf32=0,1,2,3,4,5,6,7 --input=i32=1 | filecheck %s --check-prefix=SLICE
// RUN: tf-opt %s --infer-shapes --tf-to-stablehlo | filecheck %s --check-prefix=UNKNOWN

/// x[i]: an index below 0 counts from the end.
// CHECK-LABEL: func.func @take
// CHECK: stablehlo.dynamic_slice {{.*}}, sizes = [1, 2]
// TAKE: 2xf32=4 5
// LAST: 2xf32=6 7
func.func @take(%x: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %ones = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tf.Pack"(%i) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %e = "tf.Pack"(%j) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
  %r = "tf.StridedSlice"(%x, %b, %e, %ones) <{shrink_axis_mask = 1 : i64}> : (tensor<4x2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

/// x[i-1:i+1, 1] has two elements whatever i is; where slices are not taken to lie inside of x, as many as are left of them.
// CHECK-LABEL: func.func @two
// CHECK-SAME: -> tensor<2xf32>
// CHECK: stablehlo.dynamic_slice {{.*}}, sizes = [2, 1]
// TWO: 2xf32=1 3
// UNKNOWN-LABEL: func.func @two
// UNKNOWN-SAME: -> tensor<?xf32>
// UNKNOWN: stablehlo.real_dynamic_slice
func.func @two(%x: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %ones = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %h = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %b = "tf.Pack"(%h, %one) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %j = "tf.AddV2"(%one, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %e = "tf.Pack"(%j, %two) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.StridedSlice"(%x, %b, %e, %ones) <{shrink_axis_mask = 2 : i64}> : (tensor<4x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// CHECK-LABEL: func.func @slice
// CHECK: stablehlo.dynamic_slice {{.*}}, sizes = [2, 1]
// SLICE: 2x1xf32=[3][5]
func.func @slice(%x: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Pack"(%i, %i) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Slice"(%x, %b, %sizes) : (tensor<4x2xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
