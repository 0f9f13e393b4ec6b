// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of vectors, and where it leaves them.

// CHECK: func.func @masked_reduction_of_one(%arg0: vector<1xf32>, %arg1: f32, %arg2: vector<1xi1>) -> f32 {
// CHECK-NEXT: %0 = vector.extract %arg2[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: %2 = arith.mulf %1, %arg1 : f32
// CHECK-NEXT: %3 = arith.select %0, %2, %arg1 : f32
// CHECK-NEXT: return %3 : f32
// CHECK-NEXT: }
func.func @masked_reduction_of_one(%v: vector<1xf32>, %a: f32, %m: vector<1xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <mul>, %v, %a : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %0 : f32
}

// -----

// CHECK: func.func @masked_reduction_of_two(%arg0: vector<2xf32>, %arg1: f32, %arg2: vector<2xi1>) -> f32 {
// CHECK-NEXT: %0 = vector.mask %arg2 { vector.reduction <mul>, %arg0, %arg1 : vector<2xf32> into f32 } : vector<2xi1> -> f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @masked_reduction_of_two(%v: vector<2xf32>, %a: f32, %m: vector<2xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <mul>, %v, %a : vector<2xf32> into f32 } : vector<2xi1> -> f32
  return %0 : f32
}

// -----

// CHECK: func.func @reduction_of_no_dimension(%arg0: vector<f32>) -> f32 {
// CHECK-NEXT: %0 = vector.extract %arg0[] : f32 from vector<f32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @reduction_of_no_dimension(%v: vector<f32>) -> f32 {
  %0 = vector.reduction <mul>, %v : vector<f32> into f32
  return %0 : f32
}

// -----

// CHECK: func.func @nothing_masked(%arg0: vector<8xf32>, %arg1: vector<8xi1>) -> vector<8xf32> {
// CHECK-NEXT: return %arg0 : vector<8xf32>
// CHECK-NEXT: }
func.func @nothing_masked(%v: vector<8xf32>, %m: vector<8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// CHECK: func.func @nothing_masked_or_else(%arg0: vector<8xf32>, %arg1: vector<8xi1>, %arg2: vector<8xf32>) -> vector<8xf32> {
// CHECK-NEXT: %0 = arith.select %arg1, %arg0, %arg2 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
// CHECK-NEXT: }
func.func @nothing_masked_or_else(%v: vector<8xf32>, %m: vector<8xi1>, %p: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.mask %m, %p { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// CHECK: func.func @same_number_inserted(%arg0: i32) -> (vector<2x3xi32>, vector<4x4xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<2x3xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg0 : i32 to vector<4x4xi32>
// CHECK-NEXT: return %0, %1 : vector<2x3xi32>, vector<4x4xi32>
// CHECK-NEXT: }
func.func @same_number_inserted(%x: i32) -> (vector<2x3xi32>, vector<4x4xi32>) {
  %a = vector.broadcast %x : i32 to vector<3xi32>
  %b = vector.broadcast %x : i32 to vector<2x3xi32>
  %0 = vector.insert %a, %b [1] : vector<3xi32> into vector<2x3xi32>
  %c = vector.broadcast %x : i32 to vector<4x4xi32>
  %1 = vector.insert_strided_slice %b, %c {offsets = [1, 0], strides = [1, 1]} : vector<2x3xi32> into vector<4x4xi32>
  return %0, %1 : vector<2x3xi32>, vector<4x4xi32>
}

// -----

// CHECK: func.func @other_number_inserted(%arg0: i32, %arg1: i32) -> vector<2x3xi32> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<3xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : i32 to vector<2x3xi32>
// CHECK-NEXT: %2 = vector.insert %0, %1 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: return %2 : vector<2x3xi32>
// CHECK-NEXT: }
func.func @other_number_inserted(%x: i32, %y: i32) -> vector<2x3xi32> {
  %a = vector.broadcast %x : i32 to vector<3xi32>
  %b = vector.broadcast %y : i32 to vector<2x3xi32>
  %0 = vector.insert %a, %b [1] : vector<3xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// -----

// CHECK: func.func @slice_put_back(%arg0: vector<6x8xf32>) -> vector<6x8xf32> {
// CHECK-NEXT: return %arg0 : vector<6x8xf32>
// CHECK-NEXT: }
func.func @slice_put_back(%v: vector<6x8xf32>) -> vector<6x8xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<6x8xf32> to vector<2x4xf32>
  %1 = vector.insert_strided_slice %0, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x4xf32> into vector<6x8xf32>
  return %1 : vector<6x8xf32>
}

// -----

// CHECK: func.func @slice_put_elsewhere(%arg0: vector<6x8xf32>) -> vector<6x8xf32> {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<6x8xf32> to vector<2x4xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %arg0 {offsets = [1, 3], strides = [1, 1]} : vector<2x4xf32> into vector<6x8xf32>
// CHECK-NEXT: return %1 : vector<6x8xf32>
// CHECK-NEXT: }
func.func @slice_put_elsewhere(%v: vector<6x8xf32>) -> vector<6x8xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<6x8xf32> to vector<2x4xf32>
  %1 = vector.insert_strided_slice %0, %v {offsets = [1, 3], strides = [1, 1]} : vector<2x4xf32> into vector<6x8xf32>
  return %1 : vector<6x8xf32>
}

// -----

// CHECK: func.func @part_of_elements(%arg0: f32, %arg1: f32) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.from_elements %arg1, %arg0 : vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @part_of_elements(%x: f32, %y: f32) -> vector<2xf32> {
  %0 = vector.from_elements %x, %y, %y, %x : vector<2x2xf32>
  %1 = vector.extract %0[1] : vector<2xf32> from vector<2x2xf32>
  return %1 : vector<2xf32>
}

// -----

// CHECK: func.func @elements_moved(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32) -> vector<3x1x2xi32> {
// CHECK-NEXT: %0 = vector.from_elements %arg0, %arg3, %arg1, %arg4, %arg2, %arg5 : vector<3x1x2xi32>
// CHECK-NEXT: return %0 : vector<3x1x2xi32>
// CHECK-NEXT: }
func.func @elements_moved(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32) -> vector<3x1x2xi32> {
  %0 = vector.from_elements %a, %b, %c, %d, %e, %f : vector<1x2x3xi32>
  %1 = vector.transpose %0, [2, 0, 1] : vector<1x2x3xi32> to vector<3x1x2xi32>
  return %1 : vector<3x1x2xi32>
}

// -----

// CHECK: func.func @mask_without_ones(%arg0: index) -> (vector<2x[4]xi1>, vector<4xi1>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.create_mask %c1, %arg0 : vector<2x[4]xi1>
// CHECK-NEXT: %1 = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT: return %0, %1 : vector<2x[4]xi1>, vector<4xi1>
// CHECK-NEXT: }
func.func @mask_without_ones(%n: index) -> (vector<2x[4]xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %c1, %n, %c1, %c1 : vector<2x[4]x1x1xi1>
  %1 = vector.shape_cast %0 : vector<2x[4]x1x1xi1> to vector<2x[4]xi1>
  %2 = vector.constant_mask [3, 1] : vector<4x1xi1>
  %3 = vector.shape_cast %2 : vector<4x1xi1> to vector<4xi1>
  return %1, %3 : vector<2x[4]xi1>, vector<4xi1>
}

// -----

// CHECK: func.func @mask_of_unknown_last(%arg0: index, %arg1: index) -> vector<4xi1> {
// CHECK-NEXT: %0 = vector.create_mask %arg0, %arg1 : vector<4x1xi1>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: return %1 : vector<4xi1>
// CHECK-NEXT: }
func.func @mask_of_unknown_last(%n: index, %k: index) -> vector<4xi1> {
  %0 = vector.create_mask %n, %k : vector<4x1xi1>
  %1 = vector.shape_cast %0 : vector<4x1xi1> to vector<4xi1>
  return %1 : vector<4xi1>
}
