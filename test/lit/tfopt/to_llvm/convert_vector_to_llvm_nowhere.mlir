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

// CHECK: %[[INDEX:.*]] = builtin.unrealized_conversion_cast %arg3 : index to i64
// CHECK-NEXT: %[[ROW:.*]] = ub.poison : vector<3xf32>
// CHECK-NEXT: %[[ROWS:.*]] = ub.poison : vector<2x3xf32>
// CHECK-NEXT: %[[ONE:.*]] = ub.poison : f32
// CHECK-NEXT: %[[PART:.*]] = llvm.extractelement %arg1[%[[INDEX]] : i64] : vector<3xf32>
// CHECK-NEXT: return %[[ROW]], %[[ROWS]], %[[ONE]], %[[ONE]], %[[ROW]], %[[PART]]
