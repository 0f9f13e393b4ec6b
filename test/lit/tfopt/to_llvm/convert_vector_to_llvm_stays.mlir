// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @exd(%m: vector<2x3xf32>, %i: index) {
  %4 = vector.extract %m[%i, 1] : f32 from vector<2x3xf32>
  "test.use"(%4) : (f32) -> ()
  return
}
// -----
func.func @ls2(%m: memref<8x8xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2x4xf32>
  "test.use"(%0) : (vector<2x4xf32>) -> ()
  return
}
// -----
func.func @mr(%a: vector<2x3xf32>, %c: vector<2xf32>, %s: f32) {
  %0 = vector.multi_reduction <add>, %a, %c [1] : vector<2x3xf32> to vector<2xf32>
  %1 = vector.multi_reduction <add>, %a, %s [0, 1] : vector<2x3xf32> to f32
  "test.use"(%0, %1) : (vector<2xf32>, f32) -> ()
  return
}
// -----
/// Of no elements upstream makes the negative float next to zero, which is greater than -5: the maximum of -5 and what is masked.
func.func @masked_maximum(%a: vector<4xf32>, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <maximumf>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// CHECK: module {
// CHECK: func.func @exd(%arg0: vector<2x3xf32>, %arg1: index) {
// CHECK-NEXT: %0 = vector.extract %arg0[%arg1, 1] : f32 from vector<2x3xf32>
// CHECK-NEXT: "test.use"(%0) : (f32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ls2(%arg0: memref<8x8xf32>, %arg1: index) {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1, %arg1] : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT: "test.use"(%0) : (vector<2x4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mr(%arg0: vector<2x3xf32>, %arg1: vector<2xf32>, %arg2: f32) {
// CHECK-NEXT: %0 = vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<2x3xf32> to vector<2xf32>
// CHECK-NEXT: %1 = vector.multi_reduction <add>, %arg0, %arg2 [0, 1] : vector<2x3xf32> to f32
// CHECK-NEXT: "test.use"(%0, %1) : (vector<2xf32>, f32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @masked_maximum(%arg0: vector<4xf32>, %arg1: vector<4xi1>) -> f32 {
// CHECK-NEXT: %0 = vector.mask %arg1 { vector.reduction <maximumf>, %arg0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
