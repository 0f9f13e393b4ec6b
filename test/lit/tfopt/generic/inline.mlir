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

/// A caller that sees another type than the function has keeps its call.
// CHECK-LABEL: func.func @other_type
// CHECK: tf.PartitionedCall
func.func @other_type(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @identity}> : (tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
