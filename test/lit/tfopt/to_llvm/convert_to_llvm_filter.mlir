// RUN: tf-opt --convert-to-llvm=filter-dialects=arith %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @only_arith(%x: index, %m: memref<4xindex>) -> index {
  %0 = arith.addi %x, %x : index
  memref.store %0, %m[%x] : memref<4xindex>
  return %0 : index
}

// CHECK: module {
// CHECK: func.func @only_arith(%arg0: index, %arg1: memref<4xindex>) -> index {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %1 = llvm.add %0, %0 : i64
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : i64 to index
// CHECK-NEXT: memref.store %2, %arg1[%arg0] : memref<4xindex>
// CHECK-NEXT: return %2 : index
// CHECK-NEXT: }
