// RUN: tf-opt --allow-unregistered-dialect --convert-index-to-llvm=index-bitwidth=32 %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @narrow(%a: index, %c: i32, %d: i64) {
  %0 = index.casts %c : i32 to index
  %1 = index.castu %d : i64 to index
  %2 = index.castu %a : index to i64
  %3 = index.constant 4294967297
  %4 = index.sizeof
  "test.use"(%0, %1, %2, %3, %4) : (index, index, i64, index, index) -> ()
  return
}

// CHECK: module {
// CHECK: func.func @narrow(%arg0: index, %arg1: i32, %arg2: i64) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : i32 to index
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i32
// CHECK-NEXT: %2 = llvm.trunc %arg2 : i64 to i32
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i32 to index
// CHECK-NEXT: %4 = llvm.zext %1 : i32 to i64
// CHECK-NEXT: %5 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : i32 to index
// CHECK-NEXT: %7 = llvm.mlir.constant(32 : i32) : i32
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : i32 to index
// CHECK-NEXT: "test.use"(%0, %3, %4, %6, %8) : (index, index, i64, index, index) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
