// REQUIRES: vulkan
// RUN: tf-opt %s --pipeline=vulkan --targets=lavapipe -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=4x2xi64=0,1,1,0,1,2,2,1 --input=4xf32=-5,2,3,4 --input=2xi64=4,3 --expected-output=4xf32=-5,5,4,0 --expected-output=1x3xf32=2,4,3 --expected-output=3x1xi64=0,1,2 --expected-output=3xf32=2,-1,3 --expected-output=1xi64=3
// RUN: tf-run %t.mlir --entry=main --input=4x2xi64=0,1,1,0,1,2,2,1 --input=4xf32=-5,2,3,4 --input=2xi64=4,3 --expected-output=4xf32=-5,5,4,0 --expected-output=1x3xf32=2,4,3 --expected-output=3x1xi64=0,1,2 --expected-output=3xf32=2,-1,3 --expected-output=1xi64=3
// RUN: tf-run %t.mlir --entry=main --input=1x2xi64=1,3 --input=1xf32=7 --input=2xi64=2,5 --expected-output=2xf32=0,7 --expected-output=1x5xf32=0,0,0,7,0 --expected-output=1x1xi64=3 --expected-output=1xf32=7 --expected-output=1xi64=5
// RUN: tf-opt %s --pipeline=stablehlo | filecheck %s

/// How many elements there are, and in how large a tensor, each call tells. A row or a column without elements gives 0 where the result is dense.
// CHECK-LABEL: func.func @main
// CHECK-NOT: "tf.
func.func @main(%places: tensor<?x2xi64>, %values: tensor<?xf32>, %shape: tensor<2xi64>) -> (tensor<?xf32>, tensor<1x?xf32>, tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>) attributes {tf.entry_function = {inputs = "places,values,shape", outputs = "rows,columns,left,sums,size"}} {
  %first = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %last = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.SparseReduceSum"(%places, %values, %shape, %last) {keep_dims = false} : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "tf.SparseReduceMax"(%places, %values, %shape, %first) {keep_dims = true} : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x?xf32>
  %2:3 = "tf.SparseReduceSumSparse"(%places, %values, %shape, %first) {keep_dims = false} : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  return %0, %1, %2#0, %2#1, %2#2 : tensor<?xf32>, tensor<1x?xf32>, tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
}
