// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of parts of vectors, masks and transfers.

// CHECK: func.func @extracts(%arg0: vector<2x3x4xf32>, %arg1: index) -> (vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[1] : vector<3x4xf32> from vector<2x3x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT: %3 = vector.extract %arg0[%arg1, 1, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT: return %0, %1, %2, %3, %arg0 : vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>
// CHECK-NEXT: }
func.func @extracts(%v: vector<2x3x4xf32>, %i: index) -> (vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %1[3] : f32 from vector<4xf32>
  %3 = vector.extract %v[%i, %c1, 0] : f32 from vector<2x3x4xf32>
  %4 = vector.extract %v[] : vector<2x3x4xf32> from vector<2x3x4xf32>
  return %0, %1, %2, %3, %4 : vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>
}

// -----

// CHECK: func.func @inserts(%arg0: vector<2x4xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.insert %arg1, %arg0 [0] : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %1 = vector.insert %arg2, %arg0 [%arg3, 1] : f32 into vector<2x4xf32>
// CHECK-NEXT: return %0, %1, %arg1 : vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @inserts(%v: vector<2x4xf32>, %w: vector<4xf32>, %x: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.insert %w, %v[%c0] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.insert %w, %0[%c0] : vector<4xf32> into vector<2x4xf32>
  %2 = vector.insert %x, %v[%i, 1] : f32 into vector<2x4xf32>
  %3 = vector.insert %w, %w[] : vector<4xf32> into vector<4xf32>
  return %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>
}

// -----

// CHECK: func.func @insert_all(%arg0: f32, %arg1: f32) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.from_elements %arg0, %arg1 : vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @insert_all(%a: f32, %b: f32) -> vector<2xf32> {
  %p = ub.poison : vector<2xf32>
  %0 = vector.insert %a, %p[0] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0[1] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}

// -----

// CHECK: func.func @shape_casts(%arg0: vector<2x6xf32>, %arg1: vector<1xf32>) -> (vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<2x6xf32> to vector<3x4xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg1 : vector<1xf32> to vector<1x1xf32>
// CHECK-NEXT: %2 = vector.broadcast %arg1 : vector<1xf32> to vector<6xf32>
// CHECK-NEXT: return %arg0, %0, %1, %cst, %2 : vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>
// CHECK-NEXT: }
func.func @shape_casts(%v: vector<2x6xf32>, %x: vector<1xf32>) -> (vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>) {
  %0 = vector.shape_cast %v : vector<2x6xf32> to vector<12xf32>
  %1 = vector.shape_cast %0 : vector<12xf32> to vector<2x6xf32>
  %2 = vector.shape_cast %0 : vector<12xf32> to vector<3x4xf32>
  %3 = vector.shape_cast %x : vector<1xf32> to vector<1x1xf32>
  %c = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %4 = vector.shape_cast %c : vector<2x2xi8> to vector<4xi8>
  %b = vector.broadcast %x : vector<1xf32> to vector<2x3xf32>
  %5 = vector.shape_cast %b : vector<2x3xf32> to vector<6xf32>
  return %1, %2, %3, %4, %5 : vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>
}

// -----

// CHECK: func.func @multi_reductions(%arg0: vector<2x3x4xf32>, %arg1: vector<2x4xf32>, %arg2: f32, %arg3: vector<1x4x1xf32>, %arg4: vector<4xf32>, %arg5: vector<2x3x4xf32>) -> (vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>) {
// CHECK-NEXT: %0 = vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<2x3x4xf32> to vector<2x4xf32>
// CHECK-NEXT: %1 = vector.multi_reduction <mul>, %arg0, %arg2 [0, 1, 2] : vector<2x3x4xf32> to f32
// CHECK-NEXT: %2 = vector.shape_cast %arg3 : vector<1x4x1xf32> to vector<4xf32>
// CHECK-NEXT: %3 = arith.addf %arg4, %2 : vector<4xf32>
// CHECK-NEXT: %4 = arith.addf %arg5, %arg0 : vector<2x3x4xf32>
// CHECK-NEXT: return %0, %1, %3, %4 : vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>
// CHECK-NEXT: }
func.func @multi_reductions(%v: vector<2x3x4xf32>, %a: vector<2x4xf32>, %s: f32, %u: vector<1x4x1xf32>, %b: vector<4xf32>, %c: vector<2x3x4xf32>) -> (vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <mul>, %v, %s [0, 1, 2] : vector<2x3x4xf32> to f32
  %2 = vector.multi_reduction <add>, %u, %b [0, 2] : vector<1x4x1xf32> to vector<4xf32>
  %3 = vector.multi_reduction <add>, %v, %c [] : vector<2x3x4xf32> to vector<2x3x4xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>
}

// -----

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> ()>
// CHECK: func.func @contractions(%arg0: vector<2x3xf32>, %arg1: vector<3x4xf32>, %arg2: vector<2x4xf32>, %arg3: vector<3xf32>, %arg4: f32) -> (vector<2x4xf32>, f32, vector<2x4xf32>) {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
// CHECK-NEXT: %1 = vector.contract {indexing_maps = [#map3, #map3, #map4], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %arg3, %arg3, %arg4 : vector<3xf32>, vector<3xf32> into f32
// CHECK-NEXT: %2 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<2x4xf32>, f32, vector<2x4xf32>
// CHECK-NEXT: }
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @contractions(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %v: vector<3xf32>, %x: f32) -> (vector<2x4xf32>, f32, vector<2x4xf32>) {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x : vector<3xf32>, vector<3xf32> into f32
  %z = arith.constant dense<0.0> : vector<2x4xf32>
  %2 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %3 = arith.addf %2, %c : vector<2x4xf32>
  return %0, %1, %3 : vector<2x4xf32>, f32, vector<2x4xf32>
}

// -----

// CHECK: func.func @mask_parts(%arg0: index, %arg1: index) -> (vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<2xi1>
// CHECK-NEXT: %0 = vector.create_mask %arg0, %arg1 : vector<3x4xi1>
// CHECK-NEXT: %1 = vector.extract %0[1] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %2 = vector.constant_mask [1, 3] : vector<2x4xi1>
// CHECK-NEXT: %3 = vector.extract %2[0, 2] : i1 from vector<2x4xi1>
// CHECK-NEXT: %4 = vector.constant_mask [3, 1] : vector<3x2xi1>
// CHECK-NEXT: return %1, %3, %cst, %4 : vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>
// CHECK-NEXT: }
func.func @mask_parts(%n: index, %k: index) -> (vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>) {
  %0 = vector.create_mask %n, %k : vector<3x4xi1>
  %1 = vector.extract %0[1] : vector<4xi1> from vector<3x4xi1>
  %2 = vector.constant_mask [1, 3] : vector<2x4xi1>
  %3 = vector.extract %2[0, 2] : i1 from vector<2x4xi1>
  %4 = vector.extract_strided_slice %2 {offsets = [1, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi1> to vector<1x2xi1>
  %5 = vector.extract %4[0] : vector<2xi1> from vector<1x2xi1>
  %6 = vector.constant_mask [1, 3] : vector<2x3xi1>
  %7 = vector.transpose %6, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return %1, %3, %5, %7 : vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>
}

// -----

// CHECK: func.func @masked(%arg0: vector<4xi1>, %arg1: vector<4xf32>, %arg2: f32, %arg3: memref<?xf32>, %arg4: index) -> (f32, vector<4xf32>, vector<4xf32>, f32) {
// CHECK-NEXT: %0 = vector.mask %arg0 { vector.reduction <add>, %arg1, %arg2 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT: %1 = vector.mask %arg0, %arg1 { vector.transfer_read %arg3[%arg4], %arg2 : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT: vector.mask %arg0 { vector.transfer_write %arg1, %arg3[%arg4] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
// CHECK-NEXT: %2 = vector.transfer_read %arg3[%arg4], %arg2 : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.reduction <add>, %arg1 : vector<4xf32> into f32
// CHECK-NEXT: return %0, %1, %2, %3 : f32, vector<4xf32>, vector<4xf32>, f32
// CHECK-NEXT: }
func.func @masked(%m: vector<4xi1>, %v: vector<4xf32>, %x: f32, %b: memref<?xf32>, %i: index) -> (f32, vector<4xf32>, vector<4xf32>, f32) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %m { vector.reduction <add>, %v, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %m, %v { vector.transfer_read %b[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { vector.transfer_write %v, %b[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  %2 = vector.mask %t { vector.transfer_read %b[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { } : vector<4xi1>
  %3 = vector.mask %t { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1, %2, %3 : f32, vector<4xf32>, vector<4xf32>, f32
}

// -----

// CHECK: func.func @contiguous_gather(%arg0: memref<16xf32>, %arg1: vector<4xf32>, %arg2: vector<4xi1>) -> vector<4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.maskedload %arg0[%c0], %arg2, %arg1 : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: vector.maskedstore %arg0[%c0], %arg2, %0 : memref<16xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
// CHECK-NEXT: }
func.func @contiguous_gather(%b: memref<16xf32>, %v: vector<4xf32>, %m: vector<4xi1>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<4xindex>
  %0 = vector.gather %b[%c0] [%s], %m, %v : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%c0] [%s], %m, %0 : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (0)>
// CHECK: func.func @transfers(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32, %arg3: memref<8x16xf32>, %arg4: vector<4x2xi1>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {permutation_map = #map} : memref<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg3[%c0, %c0], %arg2 {in_bounds = [true]} : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %4 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg4 {in_bounds = [true, false], permutation_map = #map} : memref<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: %5 = vector.transfer_read %arg3[%c0, %c0], %arg2 {in_bounds = [true], permutation_map = #map1} : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT: vector.transfer_write %0, %arg0[%arg1, %arg1] : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: vector.transfer_write %2, %arg3[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<8x16xf32>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @transfers(%b: memref<?x?xf32>, %i: index, %x: f32, %k: memref<8x16xf32>, %m: vector<4x2xi1>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %b[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %b[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %k[%c0, %c0], %x : memref<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_read %b[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> ()>} : memref<?x?xf32>, vector<f32>
  %4 = vector.transfer_read %b[%i, %i], %x, %m {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<2x4xf32>
  %5 = vector.transfer_read %k[%c0, %c0], %x {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x16xf32>, vector<4xf32>
  vector.transfer_write %0, %b[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %2, %k[%c0, %c0] : vector<4xf32>, memref<8x16xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>
}

// -----

// CHECK: func.func @tensor_transfers(%arg0: tensor<8x16xf32>, %arg1: vector<4xf32>, %arg2: f32) -> (vector<4xf32>, tensor<8x16xf32>) {
// CHECK-NEXT: return %arg1, %arg0 : vector<4xf32>, tensor<8x16xf32>
// CHECK-NEXT: }
func.func @tensor_transfers(%t: tensor<8x16xf32>, %v: vector<4xf32>, %x: f32) -> (vector<4xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = vector.transfer_write %v, %t[%c0, %c4] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  %1 = vector.transfer_read %0[%c0, %c4], %x {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %2 = vector.transfer_read %t[%c0, %c0], %x {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_write %2, %t[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  return %1, %3 : vector<4xf32>, tensor<8x16xf32>
}

// -----

// CHECK: func.func @written_twice(%arg0: tensor<8xf32>, %arg1: vector<4xf32>, %arg2: vector<4xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg2, %arg0[%c2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: return %0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @written_twice(%t: tensor<8xf32>, %a: vector<4xf32>, %b: vector<4xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %a, %t[%c2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_write %b, %0[%c2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  return %1 : tensor<8xf32>
}

/// Through two transpositions, of which each alone moves the part's dimension.
// CHECK-LABEL: @moved_there_and_back
// CHECK-NEXT: %[[TURNED:.*]] = vector.transpose %arg0, [2, 1, 0]
// CHECK-NEXT: vector.extract %arg0[0, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT: vector.extract %[[TURNED]][1]
func.func @moved_there_and_back(%v: vector<2x4x3xf32>) -> (vector<3xf32>, vector<4x2xf32>) {
  %0 = vector.transpose %v, [2, 1, 0] : vector<2x4x3xf32> to vector<3x4x2xf32>
  %1 = vector.transpose %0, [1, 2, 0] : vector<3x4x2xf32> to vector<4x2x3xf32>
  %2 = vector.extract %1[3, 0] : vector<3xf32> from vector<4x2x3xf32>
  %3 = vector.extract %0[1] : vector<4x2xf32> from vector<3x4x2xf32>
  return %2, %3 : vector<3xf32>, vector<4x2xf32>
}
