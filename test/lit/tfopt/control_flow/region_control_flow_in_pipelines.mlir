// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: filecheck %s --input-file=%t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=if --input=i1=true --input=2xf32=1,2 | filecheck %s --check-prefix=TRUE
// RUN: tf-run %s --device=interpreter --entry=if --input=i1=false --input=2xf32=1,2 | filecheck %s --check-prefix=FALSE
// RUN: tf-run %t.mlir --device=interpreter --entry=loop --input=i32=1 --input=2xf32=1,2 | filecheck %s --check-prefix=LOOP
// RUN: tf-opt %s --tf-region-control-flow-to-functional | filecheck %s --check-prefix=FUNCTIONAL

/// Without is_stateless a branch may have effects, which is what it means to say nothing.
// CHECK-LABEL: func.func @if
// CHECK: "stablehlo.if"
// TRUE: 2xf32=-1 -2
// FALSE: 2xf32=1 2
// FUNCTIONAL: "tf.If"{{.*}} is_stateless = false
func.func @if(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.IfRegion"(%p) ({
    %1 = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    "tf.Yield"(%1) : (tensor<2xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

/// A constant that a region uses stands in its function: how often the loop runs stays known.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while
// CHECK: "stablehlo.case"
// LOOP: 2xf32=4 8
// FUNCTIONAL: "tf.While"
// FUNCTIONAL: func.func private @tf.WhileRegion_cond
// FUNCTIONAL-NEXT: "tf.Const"
func.func @loop(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.WhileRegion"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %c = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %z = "tf.AddV2"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "tf.Yield"(%j, %z) : (tensor<i32>, tensor<2xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  %r = "tf.CaseRegion"(%n) ({
    %1 = "tf.Neg"(%0#1) : (tensor<2xf32>) -> tensor<2xf32>
    "tf.Yield"(%1) : (tensor<2xf32>) -> ()
  }, {
    "tf.Yield"(%0#1) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
