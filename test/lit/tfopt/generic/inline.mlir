// RUN: tf-opt %s --inline --symbol-dce | filecheck %s

/// A call of a call becomes what both do.
// CHECK-LABEL: func.func @caller
// CHECK-NEXT: %[[TWICE:.*]] = stablehlo.add %arg0, %arg0
// CHECK-NEXT: %[[NEGATED:.*]] = stablehlo.negate %[[TWICE]]
// CHECK-NEXT: return %[[NEGATED]]
// CHECK-NOT: @outer
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @outer(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @outer(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @inner}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @inner(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

/// Functions that call each other are left alone, and so is one whose body is not here.
// CHECK-LABEL: func.func @recursive
// CHECK: call @ping
// CHECK: call @elsewhere
// CHECK: func.func private @ping
// CHECK: call @pong
func.func @recursive(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @ping(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @elsewhere(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @ping(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @pong(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @pong(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @ping(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @elsewhere(tensor<2xf32>) -> tensor<2xf32>

/// A call of tf may say other shapes than its function does: they are cast. Other elements it may not have, and keeps its call.
// CHECK-LABEL: func.func @other_type
// CHECK-NEXT: "tf.Cast"(%arg0) <{Truncate = false}> : (tensor<2xf32>) -> tensor<?xf32>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @other_element
// CHECK-NEXT: tf.PartitionedCall
func.func @other_type(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @identity}> : (tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @other_element(%x: tensor<2xf32>) -> tensor<2xi32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @identity}> : (tensor<2xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

/// A body with several blocks goes where several blocks may stand.
// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK: ^bb2:
// CHECK-NEXT: return
// CHECK-LABEL: func.func @one_block
// CHECK: func.call @branches
func.func @blocks(%c: i1, %m: memref<i1>) {
  call @branches(%c, %m) : (i1, memref<i1>) -> ()
  return
}
func.func @one_block(%c: i1, %m: memref<i1>) {
  scf.if %c {
    func.call @branches(%c, %m) : (i1, memref<i1>) -> ()
  }
  return
}
func.func private @branches(%c: i1, %m: memref<i1>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %c, %m[] : memref<i1>
  return
^bb2:
  return
}

/// What asks not to be inlined is not; a call of a value that is a function's name is one of that function.
// CHECK-LABEL: func.func @asked
// CHECK: call @kept
// CHECK-NOT: call
func.func @asked(%x: i32) -> i32 {
  %0 = call @kept(%x) : (i32) -> i32
  %f = constant @twice : (i32) -> i32
  %1 = call_indirect %f(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @kept(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

/// TensorFlow's own word for it. A function that says false may be inlined.
// CHECK-LABEL: func.func @tensorflow
// CHECK-NEXT: "tf.PartitionedCall"(%arg0) <{config = "", config_proto = "", executor_type = "", f = @kept_out}>
// CHECK-NEXT: "tf.Neg"
// CHECK-NEXT: return
func.func @tensorflow(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @kept_out}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @let_in}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func private @kept_out(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf._noinline = true} {
  return %x : tensor<2xf32>
}
func.func private @let_in(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf._noinline = false} {
  %0 = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
