// RUN: tf-opt %s --canonicalize --split-input-file | filecheck %s

// Sizes that types tell, casts there and back, elements of constants and of what is put together here.
// CHECK-LABEL: func.func @tensors
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NOT: tensor.
// CHECK: return %[[FOUR]], %arg0, %[[TWO]], %arg1
func.func @tensors(%t: tensor<4xf32>, %x: f32) -> (index, tensor<4xf32>, f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = tensor.dim %t, %zero : tensor<4xf32>
  %1 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %3 = tensor.extract %c[%one] : tensor<2xf32>
  %4 = tensor.from_elements %3, %x : tensor<2xf32>
  %5 = tensor.extract %4[%one] : tensor<2xf32>
  return %0, %2, %3, %5 : index, tensor<4xf32>, f32, f32
}

// -----

// A size that the type does not tell is asked for.
// CHECK-LABEL: func.func @memrefs
// CHECK: %[[DIM:.*]] = memref.dim %arg0, %c1
// CHECK: return %c4{{.*}}, %[[DIM]]
func.func @memrefs(%m: memref<4x?xf32>) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = memref.dim %m, %zero : memref<4x?xf32>
  %1 = memref.dim %m, %one : memref<4x?xf32>
  return %0, %1 : index, index
}

// -----

// -7 floordiv 2 is -4, -7 mod 3 is 2, 5 ceildiv 2 is 3: together 1.
// CHECK-LABEL: func.func @applied
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: return %c1
func.func @applied() -> index {
  %m = arith.constant -7 : index
  %five = arith.constant 5 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + d0 mod 3 + s0 ceildiv 2)>(%m)[%five]
  return %0 : index
}

// -----

// 2.5 rounds away from zero to 3, to even to 2. The zero above -0.5 is -0. Of a negative number there is no root.
// CHECK-LABEL: func.func @functions
// CHECK-NEXT: %[[HALF:.*]] = arith.constant -5.000000e-01 : f32
// CHECK-NEXT: %[[AWAY:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %[[EVEN:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %[[ROOT:.*]] = math.sqrt %[[HALF]] : f32
// CHECK-NEXT: return %[[AWAY]], %[[EVEN]], %[[ZERO]], %[[ROOT]]
func.func @functions() -> (f32, f32, f32, f32) {
  %half = arith.constant -0.5 : f32
  %c = arith.constant 2.5 : f32
  %0 = math.round %c : f32
  %1 = math.roundeven %c : f32
  %2 = math.ceil %half : f32
  %3 = math.sqrt %half : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
