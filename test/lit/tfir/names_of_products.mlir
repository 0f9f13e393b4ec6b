// A constant times vector.vscale is named by both, as by mlir-opt 22; other products are not. Attributes of llvm.return stand before its value.
// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt - | filecheck %s

// CHECK: %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT: %c8_vscale = arith.muli %c8, %vscale : index
// CHECK-NEXT: %0 = arith.muli %arg0, %vscale : index
// CHECK-NEXT: %c8_vscale_0 = arith.muli %c8, %vscale : index
// CHECK: %1 = arith.muli %c4_i64, %c4_i64 : i64
// CHECK: llvm.return {secret.secret} %arg0 : i16
func.func @f(%a: index) -> (index, index, index, i64, index) {
  %v = vector.vscale
  %c = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = arith.muli %v, %c : index
  %1 = arith.muli %c8, %v : index
  %2 = arith.muli %a, %v : index
  %4 = arith.muli %c8, %v : index
  %i = arith.constant 4 : i64
  %3 = arith.muli %i, %i : i64
  return %0, %1, %2, %3, %4 : index, index, index, i64, index
}

llvm.func @g(%a: i16) -> i16 {
  llvm.return {secret.secret} %a : i16
}
