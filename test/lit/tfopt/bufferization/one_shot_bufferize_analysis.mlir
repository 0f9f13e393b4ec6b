// RUN: tf-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries test-analysis-only' | filecheck %s

/// Which operands are bufferized in place. Upstream says the same.
// CHECK: func.func @a(%arg0: tensor<8xf32> {bufferization.access = "read"}, %arg1: index, %arg2: f32) -> (tensor<8xf32>, f32) {
// CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%arg1] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<8xf32>
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg1] {__inplace_operands_attr__ = ["true", "none"]} : tensor<8xf32>
// CHECK-NEXT: return {__inplace_operands_attr__ = ["true", "none"]} %inserted, %extracted : tensor<8xf32>, f32
// CHECK-NEXT: }
func.func @a(%t: tensor<8xf32>, %i: index, %f: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
// -----
// CHECK: func.func @b(%arg0: tensor<?x4xf32> {bufferization.access = "read-write"}, %arg1: index, %arg2: index) -> tensor<?x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [%arg2, 2] [1, 1] {__inplace_operands_attr__ = ["true", "none", "none"]} : tensor<?x4xf32> to tensor<?x2xf32>
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %extracted_slice) -> (tensor<?x2xf32>) {
// CHECK-NEXT: %extracted = tensor.extract %arg4[%arg3, %c0] {__inplace_operands_attr__ = ["true", "none", "none"]} : tensor<?x2xf32>
// CHECK-NEXT: %1 = arith.addf %extracted, %extracted : f32
// CHECK-NEXT: %inserted = tensor.insert %1 into %arg4[%arg3, %c1] {__inplace_operands_attr__ = ["none", "true", "none", "none"]} : tensor<?x2xf32>
// CHECK-NEXT: scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<?x2xf32>
// CHECK-NEXT: } {__inplace_operands_attr__ = ["none", "none", "none", "true"]}
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %0 into %arg0[%arg1, 0] [%arg2, 2] [1, 1] {__inplace_operands_attr__ = ["true", "true", "none", "none"]} : tensor<?x2xf32> into tensor<?x4xf32>
// CHECK-NEXT: return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %inserted_slice : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @b(%t: tensor<?x4xf32>, %i: index, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %t[%i, 0][%n, 2][1,1] : tensor<?x4xf32> to tensor<?x2xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %s) -> tensor<?x2xf32> {
    %v = tensor.extract %a[%k, %c0] : tensor<?x2xf32>
    %w = arith.addf %v, %v : f32
    %x = tensor.insert %w into %a[%k, %c1] : tensor<?x2xf32>
    scf.yield %x : tensor<?x2xf32>
  }
  %o = tensor.insert_slice %r into %t[%i, 0][%n, 2][1,1] : tensor<?x2xf32> into tensor<?x4xf32>
  return %o : tensor<?x4xf32>
}
// -----
// CHECK: func.func @b(%arg0: tensor<8xf32> {bufferization.access = "read"}, %arg1: index) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (tensor<8xf32>) {
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<8xf32>
// CHECK-NEXT: %inserted = tensor.insert %extracted into %arg3[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<8xf32>
// CHECK-NEXT: scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<8xf32>
// CHECK-NEXT: } {__inplace_operands_attr__ = ["none", "none", "none", "false"]}
// CHECK-NEXT: return {__inplace_operands_attr__ = ["true"]} %0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @b(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %v = tensor.extract %t[%k] : tensor<8xf32>
    %x = tensor.insert %v into %a[%k] : tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
// CHECK: func.func @if(%arg0: tensor<8xf32> {bufferization.access = "read-write"}, %arg1: i1, %arg2: f32) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.if %arg1 -> (tensor<8xf32>) {
// CHECK-NEXT: scf.yield {__inplace_operands_attr__ = ["true"]} %arg0 : tensor<8xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%c0] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<8xf32>
// CHECK-NEXT: scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @if(%t: tensor<8xf32>, %c: i1, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> tensor<8xf32> {
    scf.yield %t : tensor<8xf32>
  } else {
    %x = tensor.insert %f into %t[%c0] : tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
// CHECK: func.func private @ext(tensor<4xf32> {bufferization.access = "read-write"})
// CHECK-NEXT: func.func @callee(%arg0: tensor<4xf32> {bufferization.access = "read-write"}, %arg1: index, %arg2: f32) -> tensor<4xf32> {
// CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%arg1] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// CHECK-NEXT: return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %inserted : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @caller(%arg0: tensor<4xf32> {bufferization.access = "read"}, %arg1: index, %arg2: f32) -> (tensor<4xf32>, f32) {
// CHECK-NEXT: %0 = call @callee(%arg0, %arg1, %arg2) {__inplace_operands_attr__ = ["false", "none", "none"]} : (tensor<4xf32>, index, f32) -> tensor<4xf32>
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg1] {__inplace_operands_attr__ = ["true", "none"]} : tensor<4xf32>
// CHECK-NEXT: call @ext(%0) {__inplace_operands_attr__ = ["false"]} : (tensor<4xf32>) -> ()
// CHECK-NEXT: return {__inplace_operands_attr__ = ["true", "none"]} %0, %extracted : tensor<4xf32>, f32
// CHECK-NEXT: }
func.func private @ext(tensor<4xf32>)
func.func @callee(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @caller(%t: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %r = call @callee(%t, %i, %f) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %e = tensor.extract %t[%i] : tensor<4xf32>
  call @ext(%r) : (tensor<4xf32>) -> ()
  return %r, %e : tensor<4xf32>, f32
}
// -----
// CHECK: func.func @cfg(%arg0: tensor<4xf32> {bufferization.access = "read-write"}, %arg1: i1, %arg2: index, %arg3: f32) -> tensor<4xf32> {
// CHECK-NEXT: cf.cond_br %arg1, ^bb1(%arg0 : tensor<4xf32>), ^bb2 {__inplace_operands_attr__ = ["none", "false"]}
// CHECK-NEXT: ^bb1(%0: tensor<4xf32>):  // pred: ^bb0
// CHECK-NEXT: %inserted = tensor.insert %arg3 into %0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// CHECK-NEXT: cf.br ^bb3(%inserted : tensor<4xf32>) {__inplace_operands_attr__ = ["false"]}
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %inserted_0 = tensor.insert %arg3 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// CHECK-NEXT: cf.br ^bb3(%inserted_0 : tensor<4xf32>) {__inplace_operands_attr__ = ["true"]}
// CHECK-NEXT: ^bb3(%1: tensor<4xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: return {__inplace_operands_attr__ = ["true"]} %1 : tensor<4xf32>
// CHECK-NEXT: }
func.func @cfg(%t: tensor<4xf32>, %c: i1, %i: index, %f: f32) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1(%t : tensor<4xf32>), ^bb2
^bb1(%a: tensor<4xf32>):
  %x = tensor.insert %f into %a[%i] : tensor<4xf32>
  cf.br ^bb3(%x : tensor<4xf32>)
^bb2:
  %y = tensor.insert %f into %t[%i] : tensor<4xf32>
  cf.br ^bb3(%y : tensor<4xf32>)
^bb3(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}
