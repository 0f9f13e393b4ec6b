// RUN: tf-opt --convert-vector-to-llvm %s | filecheck %s

/// A place of -1 gives poison, in a row and in rows, as upstream folds it before.

func.func @f(%v: vector<2x3xf32>, %w: vector<3xf32>, %x: f32, %i: index)
    -> (vector<3xf32>, vector<2x3xf32>, f32, f32, vector<3xf32>, f32) {
  %0 = vector.extract %v[-1] : vector<3xf32> from vector<2x3xf32>
  %1 = vector.insert %w, %v[-1] : vector<3xf32> into vector<2x3xf32>
  %2 = vector.extract %w[-1] : f32 from vector<3xf32>
  %3 = vector.extract %v[%i, -1] : f32 from vector<2x3xf32>
  %4 = vector.insert %x, %w[-1] : f32 into vector<3xf32>
  %5 = vector.extract %w[%i] : f32 from vector<3xf32>
  return %0, %1, %2, %3, %4, %5 : vector<3xf32>, vector<2x3xf32>, f32, f32, vector<3xf32>, f32
}

// CHECK: [[INDEX:%[0-9]+]] = builtin.unrealized_conversion_cast %arg3 : index to i64
// CHECK: %[[ROW:[0-9]+]] = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %[[ROWS:[0-9]+]] = llvm.mlir.poison : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[WHOLE:[0-9]+]] = builtin.unrealized_conversion_cast %[[ROWS]]
// CHECK-NEXT: %[[ONE:[0-9]+]] = llvm.mlir.poison : f32
// CHECK-NEXT: %[[OTHER:[0-9]+]] = llvm.mlir.poison : f32
// CHECK-NEXT: %[[NEW:[0-9]+]] = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %[[PART:[0-9]+]] = llvm.extractelement %arg1[[[INDEX]] : i64] : vector<3xf32>
// CHECK-NEXT: return %[[ROW]], %[[WHOLE]], %[[ONE]], %[[OTHER]], %[[NEW]], %[[PART]]
