// RUN: tf-opt --finalize-memref-to-llvm %s | filecheck %s

/// Where a stride is below zero, an offset is no unsigned number: LLVM's reference says that a product of which `nuw` is said is poison
/// where it wraps as one. Upstream says it of all.

func.func @backwards(%m: memref<4x4xf32, strided<[4, -1], offset: 3>>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4x4xf32, strided<[4, -1], offset: 3>>
  return %0 : f32
}

// CHECK: llvm.mul {{.*}} overflow<nsw> : i64
// CHECK: llvm.mul {{.*}} overflow<nsw> : i64
// CHECK: llvm.add {{.*}} overflow<nsw> : i64
// CHECK: llvm.getelementptr inbounds %
