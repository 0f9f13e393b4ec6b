// RUN: tf-run %s --device=cpu --input=2x3xi16=1,2,3,4,5,6 --input=4xf32=0.5,1,1.5,2 | filecheck %s --match-full-lines
// RUN: tf-run %s --device=interpreter --input=2x3xi16=1,2,3,4,5,6 --input=4xf32=0.5,1,1.5,2 | filecheck %s --match-full-lines

/// A buffer without a rank is passed and returned as rank and descriptor; one that has a rank lies beside it.

// CHECK: 2x3xi16=[1 2 3][4 5 6]
// CHECK-NEXT: i64=2
// CHECK-NEXT: 4xf32=0.5 1 1.5 2
// CHECK-NEXT: 2x2xf32=[0.5 1][1.5 2]
func.func @f(%any: memref<*xi16>, %row: memref<4xf32>) -> (memref<*xi16>, index, memref<*xf32>, memref<2x2xf32>) {
  %rank = memref.rank %any : memref<*xi16>
  %0 = memref.cast %row : memref<4xf32> to memref<*xf32>
  %1 = memref.expand_shape %row [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %any, %rank, %0, %1 : memref<*xi16>, index, memref<*xf32>, memref<2x2xf32>
}
