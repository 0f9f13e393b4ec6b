// RUN: tf-opt --expand-realloc %s | filecheck %s
// RUN: tf-opt --expand-realloc=emit-deallocs=false %s | filecheck %s --check-prefix=KEPT

/// What is expected is what upstream's pass prints.

func.func @f(%m: memref<?xf32>, %n: index) -> (memref<?xf32>, memref<8xf32>, memref<?xf32>) {
  %q = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  %s = memref.realloc %q {alignment = 16} : memref<?xf32> to memref<8xf32>
  %t = memref.alloc() : memref<4xf32>
  %u = memref.realloc %t(%n) : memref<4xf32> to memref<?xf32>
  %v = memref.alloc() : memref<4xf32>
  %w = memref.realloc %v : memref<4xf32> to memref<9xf32>
  return %q, %s, %u : memref<?xf32>, memref<8xf32>, memref<?xf32>
}

// CHECK: func.func @f(%arg0: memref<?xf32>, %arg1: index) -> (memref<?xf32>, memref<8xf32>, memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %0 = arith.cmpi ult, %dim, %arg1 : index
// CHECK-NEXT: %1 = scf.if %0 -> (memref<?xf32>) {
// CHECK-NEXT: %alloc_4 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT: %subview = memref.subview %alloc_4[0] [%dim] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: memref.copy %arg0, %subview : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: memref.dealloc %arg0 : memref<?xf32>
// CHECK-NEXT: scf.yield %alloc_4 : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: scf.yield %reinterpret_cast : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %dim_1 = memref.dim %1, %c0_0 : memref<?xf32>
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %2 = arith.cmpi ult, %dim_1, %c8 : index
// CHECK-NEXT: %3 = scf.if %2 -> (memref<8xf32>) {
// CHECK-NEXT: %alloc_4 = memref.alloc() {alignment = 16 : i64} : memref<8xf32>
// CHECK-NEXT: %subview = memref.subview %alloc_4[0] [%dim_1] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: memref.copy %1, %subview : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT: scf.yield %alloc_4 : memref<8xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %1 to offset: [0], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32>
// CHECK-NEXT: scf.yield %reinterpret_cast : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %4 = arith.cmpi ult, %c4, %arg1 : index
// CHECK-NEXT: %5 = scf.if %4 -> (memref<?xf32>) {
// CHECK-NEXT: %alloc_4 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT: %subview = memref.subview %alloc_4[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT: memref.copy %alloc, %subview : memref<4xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT: memref.dealloc %alloc : memref<4xf32>
// CHECK-NEXT: scf.yield %alloc_4 : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [%arg1], strides: [1] : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: scf.yield %reinterpret_cast : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_2 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %c4_3 = arith.constant 4 : index
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %6 = arith.cmpi ult, %c4_3, %c9 : index
// CHECK-NEXT: %7 = scf.if %6 -> (memref<9xf32>) {
// CHECK-NEXT: %alloc_4 = memref.alloc() : memref<9xf32>
// CHECK-NEXT: %subview = memref.subview %alloc_4[0] [4] [1] : memref<9xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT: memref.copy %alloc_2, %subview : memref<4xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT: memref.dealloc %alloc_2 : memref<4xf32>
// CHECK-NEXT: scf.yield %alloc_4 : memref<9xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %alloc_2 to offset: [0], sizes: [9], strides: [1] : memref<4xf32> to memref<9xf32>
// CHECK-NEXT: scf.yield %reinterpret_cast : memref<9xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %1, %3, %5 : memref<?xf32>, memref<8xf32>, memref<?xf32>
// CHECK-NEXT: }
// KEPT-NOT: memref.dealloc
// KEPT: return
