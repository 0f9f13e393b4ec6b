// A loop begins with rows of one feed and goes on with those of another, as decoders do that are told what to say: both are one batch, so that the loop runs on
// the device. Rows are 1 2 and then, of the second feed, 3 4 and 7 8, which are added.
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir 2>/dev/null
// RUN: filecheck %s < %t.mlir
// CHECK-LABEL: func.func @rows
// CHECK: iree_ll_seq.cond_br
// CHECK-LABEL: func.func @lists
// RUN: tf-run %t.mlir --device=interpreter --entry=rows --input=x=1x2xf32=1,2 --input=y=1x3x2xf32=3,4,7,8,0,0 --input=n=i32=3 --expected-output=1x2xf32=11,14
// RUN: not tf-run %t.mlir --device=interpreter --entry=rows --input=x=2x2xf32=1,2,1,2 --input=y=1x3x2xf32=3,4,7,8,0,0 --input=n=i32=3 2>&1 | filecheck %s --check-prefix=APART
// APART: do not go together
func.func @rows(%x: tensor<?x2xf32>, %y: tensor<?x?x2xf32>, %n: tensor<i32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "x,y,n", outputs = "sum"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %none = "tf.ZerosLike"(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %0:5 = "tf.While"(%zero, %x, %none, %y, %n) {body = @next_row, cond = @goes_on, is_stateless = true} : (tensor<i32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x?x2xf32>, tensor<i32>) -> (tensor<i32>, tensor<*xf32>, tensor<*xf32>, tensor<?x?x2xf32>, tensor<i32>)
  return %0#2 : tensor<*xf32>
}
func.func private @goes_on(%i: tensor<i32>, %row: tensor<*xf32>, %sum: tensor<*xf32>, %y: tensor<?x?x2xf32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @next_row(%i: tensor<i32>, %row: tensor<*xf32>, %sum: tensor<*xf32>, %y: tensor<?x?x2xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<*xf32>, tensor<*xf32>, tensor<?x?x2xf32>, tensor<i32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %next = "tf.GatherV2"(%y, %i, %one) {batch_dims = 0 : i64} : (tensor<?x?x2xf32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  %more = "tf.AddV2"(%sum, %row) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %j, %next, %more, %y, %n : tensor<i32>, tensor<*xf32>, tensor<*xf32>, tensor<?x?x2xf32>, tensor<i32>
}

// Lists have lengths of their own.
// RUN: tf-run %t.mlir --device=interpreter --entry=lists --input=x=2xf32=1,2 --input=y=3xf32=3,4,5 --input=n=i32=0 --expected-output=2xf32=1,2
// RUN: tf-run %t.mlir --device=interpreter --entry=lists --input=x=2xf32=1,2 --input=y=3xf32=3,4,5 --input=n=i32=2 --expected-output=3xf32=3,4,5
func.func @lists(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> attributes {tf.entry_function = {inputs = "x,y,n", outputs = "last"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0:4 = "tf.While"(%zero, %x, %y, %n) {body = @next_list, cond = @list_goes_on, is_stateless = true} : (tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>)
  return %0#1 : tensor<?xf32>
}
func.func private @list_goes_on(%i: tensor<i32>, %last: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @next_list(%i: tensor<i32>, %last: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %y, %y, %n : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>
}
