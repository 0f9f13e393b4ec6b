// RUN: tf-opt %s --inline | filecheck %s
// Into loops of affine only what leaves them affine is inlined; declarations stay. As mlir-opt 22 has it.

// CHECK: func.func private @declared(i32) -> i32
func.func private @declared(i32) -> i32

// CHECK-NEXT: func.func private @with_memory(
func.func private @with_memory(%n: index) -> f32 {
  %0 = memref.alloca() : memref<4xf32>
  %1 = memref.load %0[%n] : memref<4xf32>
  return %1 : f32
}

// CHECK-NOT: func.func private @pure
func.func private @pure(%n: index) -> index {
  %0 = arith.addi %n, %n : index
  return %0 : index
}

// CHECK: func.func @loop(
// CHECK-NEXT: affine.for %arg2 = 0 to %arg0 {
// CHECK-NEXT: %0 = func.call @with_memory(%arg2) : (index) -> f32
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<?xf32>
// CHECK-NEXT: %1 = arith.addi %arg2, %arg2 : index
// CHECK-NEXT: %2 = arith.index_cast %1 : index to i64
// CHECK-NEXT: %3 = arith.sitofp %2 : i64 to f32
// CHECK-NEXT: affine.store %3, %arg1[%arg2 + 1] : memref<?xf32>
func.func @loop(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %0 = func.call @with_memory(%i) : (index) -> f32
    affine.store %0, %m[%i] : memref<?xf32>
    %1 = func.call @pure(%i) : (index) -> index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f32
    affine.store %3, %m[%i + 1] : memref<?xf32>
  }
  return
}

// CHECK: func.func @branch(
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NOT: call
func.func @branch(%n: index) -> f32 {
  %0 = call @with_memory(%n) : (index) -> f32
  return %0 : f32
}
