// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

// GENERIC: #map = affine_map<(d0, d1) -> (d0, d1)>
// GENERIC-NEXT: #map1 = affine_map<(d0, d1) -> (d0 + 1, d1 * 2 + 1)>
// GENERIC-NEXT: #map2 = affine_map<() -> (0)>
// GENERIC-NEXT: #map3 = affine_map<() -> (3)>
// GENERIC-NEXT: #map4 = affine_map<() -> (100)>

// CHECK-LABEL: func.func @loops
func.func @loops(%m: memref<4x?xf32>) {
  // CHECK-NEXT: affine.for %arg1 = 0 to 100 step 2 {
  // GENERIC: "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 2 : index, upperBoundMap = #map4}> ({
  affine.for %k = 0 to 100 step 2 {
    // CHECK-NEXT: affine.for %arg2 = 0 to 3 {
    affine.for %j = 0 to 3 {
      // CHECK-NEXT: %0 = affine.load %arg0[%arg2, %arg1] : memref<4x?xf32>
      %0 = affine.load %m[%j, %k] : memref<4x?xf32>
      // CHECK-NEXT: affine.store %0, %arg0[%arg2 + 1, %arg1 * 2 + 1] : memref<4x?xf32>
      affine.store %0, %m[%j + 1, %k * 2 + 1] : memref<4x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%n: index) {
  // CHECK-NEXT: %alloc = memref.alloc() : memref<100xf32>
  %0 = memref.alloc() : memref<100xf32>
  // CHECK-NEXT: %alloc_0 = memref.alloc(%arg0) : memref<?xf32>
  // GENERIC: "memref.alloc"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  // CHECK-NEXT: %0 = memref.load %alloc_0[%arg0] : memref<?xf32>
  %2 = memref.load %1[%n] : memref<?xf32>
  // CHECK-NEXT: memref.store %0, %alloc_0[%arg0] : memref<?xf32>
  memref.store %2, %1[%n] : memref<?xf32>
  // CHECK-NEXT: memref.dealloc %alloc : memref<100xf32>
  memref.dealloc %0 : memref<100xf32>
  // CHECK-NEXT: %cast = memref.cast %alloc : memref<100xf32> to memref<?xf32>
  %3 = memref.cast %0 : memref<100xf32> to memref<?xf32>
  return
}

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<4xf32>, %f: f32, %n: index) {
  // CHECK-NEXT: %dim = tensor.dim %arg0, %arg2 : tensor<4xf32>
  %0 = tensor.dim %x, %n : tensor<4xf32>
  // CHECK-NEXT: %extracted = tensor.extract %arg0[%arg2] : tensor<4xf32>
  %1 = tensor.extract %x[%n] : tensor<4xf32>
  // CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<4xf32>
  %2 = tensor.insert %f into %x[%n] : tensor<4xf32>
  // CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
  %3 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: %from_elements = tensor.from_elements %arg1, %arg1 : tensor<2xf32>
  %4 = tensor.from_elements %f, %f : tensor<2xf32>
  // CHECK-NEXT: %0 = tensor.empty(%arg2) : tensor<?xf32>
  %5 = tensor.empty(%n) : tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<?x4xf32>, %s: tensor<2xindex>) {
  // CHECK-NEXT: %0 = shape.shape_of %arg0 : tensor<?x4xf32> -> tensor<2xindex>
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  // CHECK-NEXT: %1 = shape.broadcast %arg1, %0 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %1 = shape.broadcast %s, %0 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  // CHECK-NEXT: %2 = shape.const_shape [1, 2] : tensor<2xindex>
  // GENERIC: "shape.const_shape"() <{shape = dense<[1, 2]> : tensor<2xindex>}> : () -> tensor<2xindex>
  %2 = shape.const_shape [1, 2] : tensor<2xindex>
  // CHECK-NEXT: %3 = shape.cstr_broadcastable %arg1, %1 : tensor<2xindex>, tensor<2xindex>
  %3 = shape.cstr_broadcastable %s, %1 : tensor<2xindex>, tensor<2xindex>
  // CHECK-NEXT: %4 = shape.assuming %3 -> (tensor<?x4xf32>) {
  // CHECK-NEXT: shape.assuming_yield %arg0 : tensor<?x4xf32>
  %4 = shape.assuming %3 -> (tensor<?x4xf32>) {
    shape.assuming_yield %x : tensor<?x4xf32>
  }
  // CHECK: %5 = shape.num_elements %arg1 : tensor<2xindex> -> index
  %5 = shape.num_elements %s : tensor<2xindex> -> index
  // CHECK-NEXT: %c3 = shape.const_size 3
  %6 = shape.const_size 3
  // CHECK-NEXT: %6:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : tensor<?x4xf32>, tensor<2xindex> to i32, i64
  %7:2 = builtin.unrealized_conversion_cast %x, %s : tensor<?x4xf32>, tensor<2xindex> to i32, i64
  return
}
