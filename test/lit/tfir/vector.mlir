// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Every operation on vectors, as mlir-opt prints it.

#m0 = affine_map<(i, j, k) -> (i, k)>
#m1 = affine_map<(i, j, k) -> (k, j)>
#m2 = affine_map<(i, j, k) -> (i, j)>
#trait = {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @f(%v: vector<4xf32>, %w: vector<4x8xf32>, %s: f32, %i: index, %m: memref<?x?xf32>, %mask: vector<8xi1>, %v8: vector<8xf32>, %v8i: vector<8xi32>, %t: tensor<?x?xf32>, %a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>, %mv: memref<8x?xvector<4xf32>>, %sv: vector<[4]xf32>, %v0: vector<f32>) {
  %vs = vector.vscale
  %0 = vector.bitcast %w : vector<4x8xf32> to vector<4x16xf16>
  %1 = vector.broadcast %s : f32 to vector<4x8xf32>
  vector.compressstore %m[%i, %i], %mask, %v8 : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  %2 = vector.constant_mask [3] : vector<8xi1>
  %3 = vector.contract #trait %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %b3 = vector.contract {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %4 = vector.create_mask %i, %i : vector<4x8xi1>
  %5, %6 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %7 = vector.expandload %m[%i, %i], %mask, %v8 : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %8 = vector.extract %w[1] : vector<8xf32> from vector<4x8xf32>
  %9 = vector.extract %w[1, %i] : f32 from vector<4x8xf32>
  %10 = vector.extract_strided_slice %w {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %11 = vector.fma %v, %v, %v : vector<4xf32>
  %12 = vector.from_elements %s, %s : vector<2xf32>
  %13 = vector.gather %m[%i, %i] [%v8i], %mask, %v8 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %14 = vector.insert %v8, %w[2] : vector<8xf32> into vector<4x8xf32>
  %15 = vector.insert %s, %w[%i, 2] : f32 into vector<4x8xf32>
  %16 = vector.insert_strided_slice %v, %w {offsets = [0, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  %17 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %18 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
  %19 = vector.mask %mask { vector.reduction <add>, %v8 : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %b19 = vector.mask %mask, %v8 { vector.transfer_read %m[%i, %i], %s : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %mask { vector.transfer_write %v8, %m[%i, %i] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1>
  %20 = vector.maskedload %m[%i, %i], %mask, %v8 : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i, %i], %mask, %v8 : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  %21 = vector.multi_reduction <add>, %w, %v [1] : vector<4x8xf32> to vector<4xf32>
  %22 = vector.multi_reduction <maximumf>, %w, %s [0, 1] : vector<4x8xf32> to f32
  %23 = vector.outerproduct %v, %v8, %w : vector<4xf32>, vector<8xf32>
  %b23 = vector.outerproduct %v, %s {kind = #vector.kind<mul>} : vector<4xf32>, f32
  vector.print %v : vector<4xf32>
  vector.print punctuation <comma>
  vector.print
  vector.print str "hello"
  %24 = vector.reduction <add>, %v8 : vector<8xf32> into f32
  %25 = vector.reduction <maxnumf>, %v8, %s fastmath<nnan> : vector<8xf32> into f32
  %26 = vector.scalable.extract %sv[0] : vector<4xf32> from vector<[4]xf32>
  %27 = vector.scalable.insert %v, %sv[4] : vector<4xf32> into vector<[4]xf32>
  %28:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  vector.scatter %m[%i, %i] [%v8i], %mask, %v8 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %29 = vector.shape_cast %w : vector<4x8xf32> to vector<32xf32>
  %30 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %31 = vector.step : vector<8xindex>
  vector.store %v8, %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
  %32:4 = vector.to_elements %v : vector<4xf32>
  %33 = vector.transfer_read %m[%i, %i], %s : memref<?x?xf32>, vector<8xf32>
  %34 = vector.transfer_read %m[%i, %i], %s {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<8xf32>
  %35 = vector.transfer_read %t[%i, %i], %s, %mask {in_bounds = [true]} : tensor<?x?xf32>, vector<8xf32>
  vector.transfer_write %v8, %m[%i, %i], %mask {in_bounds = [false]} : vector<8xf32>, memref<?x?xf32>
  %36 = vector.transfer_write %w, %t[%i, %i] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<?x?xf32>
  %37 = vector.transpose %w, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %mm = memref.alloc() : memref<5x4xf32>
  %38 = vector.type_cast %mm : memref<5x4xf32> to memref<vector<5x4xf32>>
  %39 = vector.extract %v0[] : f32 from vector<f32>
  return
}

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: vector<4xf32>, %arg1: vector<4x8xf32>, %arg2: f32, %arg3: index, %arg4: memref<?x?xf32>, %arg5: vector<8xi1>, %arg6: vector<8xf32>, %arg7: vector<8xi32>, %arg8: tensor<?x?xf32>, %arg9: vector<4x8xf32>, %arg10: vector<8x16xf32>, %arg11: vector<4x16xf32>, %arg12: memref<8x?xvector<4xf32>>, %arg13: vector<[4]xf32>, %arg14: vector<f32>) {
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %0 = vector.bitcast %arg1 : vector<4x8xf32> to vector<4x16xf16>
// CHECK-NEXT:     %1 = vector.broadcast %arg2 : f32 to vector<4x8xf32>
// CHECK-NEXT:     vector.compressstore %arg4[%arg3, %arg3], %arg5, %arg6 : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %2 = vector.constant_mask [3] : vector<8xi1>
// CHECK-NEXT:     %3 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg9, %arg10, %arg11 : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
// CHECK-NEXT:     %4 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg9, %arg10, %arg11 : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
// CHECK-NEXT:     %5 = vector.create_mask %arg3, %arg3 : vector<4x8xi1>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %arg0 : vector<4xf32> -> vector<2xf32>
// CHECK-NEXT:     %6 = vector.expandload %arg4[%arg3, %arg3], %arg5, %arg6 : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT:     %7 = vector.extract %arg1[1] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %8 = vector.extract %arg1[1, %arg3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %9 = vector.extract_strided_slice %arg1 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
// CHECK-NEXT:     %10 = vector.fma %arg0, %arg0, %arg0 : vector<4xf32>
// CHECK-NEXT:     %11 = vector.from_elements %arg2, %arg2 : vector<2xf32>
// CHECK-NEXT:     %12 = vector.gather %arg4[%arg3, %arg3] [%arg7], %arg5, %arg6 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT:     %13 = vector.insert %arg6, %arg1 [2] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %14 = vector.insert %arg2, %arg1 [%arg3, 2] : f32 into vector<4x8xf32>
// CHECK-NEXT:     %15 = vector.insert_strided_slice %arg0, %arg1 {offsets = [0, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
// CHECK-NEXT:     %16 = vector.interleave %arg0, %arg0 : vector<4xf32> -> vector<8xf32>
// CHECK-NEXT:     %17 = vector.load %arg4[%arg3, %arg3] : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:     %18 = vector.mask %arg5 { vector.reduction <add>, %arg6 : vector<8xf32> into f32 } : vector<8xi1> -> f32
// CHECK-NEXT:     %19 = vector.mask %arg5, %arg6 { vector.transfer_read %arg4[%arg3, %arg3], %arg2 : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT:     vector.mask %arg5 { vector.transfer_write %arg6, %arg4[%arg3, %arg3] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1>
// CHECK-NEXT:     %20 = vector.maskedload %arg4[%arg3, %arg3], %arg5, %arg6 : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT:     vector.maskedstore %arg4[%arg3, %arg3], %arg5, %arg6 : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %21 = vector.multi_reduction <add>, %arg1, %arg0 [1] : vector<4x8xf32> to vector<4xf32>
// CHECK-NEXT:     %22 = vector.multi_reduction <maximumf>, %arg1, %arg2 [0, 1] : vector<4x8xf32> to f32
// CHECK-NEXT:     %23 = vector.outerproduct %arg0, %arg6, %arg1 {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
// CHECK-NEXT:     %24 = vector.outerproduct %arg0, %arg2 : vector<4xf32>, f32
// CHECK-NEXT:     vector.print %arg0 : vector<4xf32>
// CHECK-NEXT:     vector.print punctuation <comma>
// CHECK-NEXT:     vector.print
// CHECK-NEXT:     vector.print str "hello"
// CHECK-NEXT:     %25 = vector.reduction <add>, %arg6 : vector<8xf32> into f32
// CHECK-NEXT:     %26 = vector.reduction <maxnumf>, %arg6, %arg2 fastmath<nnan> : vector<8xf32> into f32
// CHECK-NEXT:     %27 = vector.scalable.extract %arg13[0] : vector<4xf32> from vector<[4]xf32>
// CHECK-NEXT:     %28 = vector.scalable.insert %arg0, %arg13[4] : vector<4xf32> into vector<[4]xf32>
// CHECK-NEXT:     %dest, %accumulated_value = vector.scan <add>, %arg1, %arg0 {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
// CHECK-NEXT:     vector.scatter %arg4[%arg3, %arg3] [%arg7], %arg5, %arg6 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %29 = vector.shape_cast %arg1 : vector<4x8xf32> to vector<32xf32>
// CHECK-NEXT:     %30 = vector.shuffle %arg0, %arg0 [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:     %31 = vector.step : vector<8xindex>
// CHECK-NEXT:     vector.store %arg6, %arg4[%arg3, %arg3] : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:     %32:4 = vector.to_elements %arg0 : vector<4xf32>
// CHECK-NEXT:     %33 = vector.transfer_read %arg4[%arg3, %arg3], %arg2 : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:     %34 = vector.transfer_read %arg4[%arg3, %arg3], %arg2 {in_bounds = [true], permutation_map = #map3} : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:     %35 = vector.transfer_read %arg8[%arg3, %arg3], %arg2, %arg5 {in_bounds = [true]} : tensor<?x?xf32>, vector<8xf32>
// CHECK-NEXT:     vector.transfer_write %arg6, %arg4[%arg3, %arg3], %arg5 : vector<8xf32>, memref<?x?xf32>
// CHECK-NEXT:     %36 = vector.transfer_write %arg1, %arg8[%arg3, %arg3] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<?x?xf32>
// CHECK-NEXT:     %37 = vector.transpose %arg1, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
// CHECK-NEXT:     %alloc = memref.alloc() : memref<5x4xf32>
// CHECK-NEXT:     %38 = vector.type_cast %alloc : memref<5x4xf32> to memref<vector<5x4xf32>>
// CHECK-NEXT:     %39 = vector.extract %arg14[] : f32 from vector<f32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: %3 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 3>}> : () -> vector<8xi1>
// GENERIC: %4 = "vector.contract"(%arg9, %arg10, %arg11) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4x8xf32>, vector<8x16xf32>, vector<4x16xf32>) -> vector<4x16xf32>
// GENERIC: %5 = "vector.contract"(%arg9, %arg10, %arg11) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}> : (vector<4x8xf32>, vector<8x16xf32>, vector<4x16xf32>) -> vector<4x16xf32>
// GENERIC: %9 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<4x8xf32>) -> vector<8xf32>
// GENERIC: %10 = "vector.extract"(%arg1, %arg3) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<4x8xf32>, index) -> f32
// GENERIC: %11 = "vector.extract_strided_slice"(%arg1) <{offsets = [0, 2], sizes = [2, 4], strides = [1, 1]}> : (vector<4x8xf32>) -> vector<2x4xf32>
// GENERIC: %15 = "vector.insert"(%arg6, %arg1) <{static_position = array<i64: 2>}> : (vector<8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
// GENERIC: %16 = "vector.insert"(%arg2, %arg1, %arg3) <{static_position = array<i64: -9223372036854775808, 2>}> : (f32, vector<4x8xf32>, index) -> vector<4x8xf32>
// GENERIC: %17 = "vector.insert_strided_slice"(%arg0, %arg1) <{offsets = [0, 2], strides = [1]}> : (vector<4xf32>, vector<4x8xf32>) -> vector<4x8xf32>
// GENERIC: %45 = "vector.reduction"(%arg6) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<8xf32>) -> f32
// GENERIC: %44 = "vector.transfer_read"(%arg4, %arg3, %arg3, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<?x?xf32>, index, index, f32) -> vector<8xf32>
// GENERIC: "vector.transfer_write"(%arg6, %arg4, %arg3, %arg3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map3}> : (vector<8xf32>, memref<?x?xf32>, index, index) -> ()
// GENERIC: %23 = "vector.multi_reduction"(%arg1, %arg0) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<4x8xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC: %24 = "vector.multi_reduction"(%arg1, %arg2) <{kind = #vector.kind<maximumf>, reduction_dims = array<i64: 0, 1>}> : (vector<4x8xf32>, f32) -> f32
// GENERIC: %25 = "vector.outerproduct"(%arg0, %arg6, %arg1) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
// GENERIC: %26 = "vector.outerproduct"(%arg0, %arg2) <{kind = #vector.kind<mul>}> : (vector<4xf32>, f32) -> vector<4xf32>
// GENERIC: "vector.print"(%arg0) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> ()
// GENERIC: "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
// GENERIC: "vector.print"() <{punctuation = #vector.punctuation<newline>}> : () -> ()
// GENERIC: "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "hello"}> : () -> ()
// GENERIC: %27 = "vector.reduction"(%arg6) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<8xf32>) -> f32
// GENERIC: %28 = "vector.reduction"(%arg6, %arg2) <{fastmath = #arith.fastmath<nnan>, kind = #vector.kind<maxnumf>}> : (vector<8xf32>, f32) -> f32
// GENERIC: %29 = "vector.scalable.extract"(%arg13) <{pos = 0 : i64}> : (vector<[4]xf32>) -> vector<4xf32>
// GENERIC: %30 = "vector.scalable.insert"(%arg0, %arg13) <{pos = 4 : i64}> : (vector<4xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// GENERIC: %31:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 1 : i64}> : (vector<4x8xf32>, vector<4xf32>) -> (vector<4x8xf32>, vector<4xf32>)
// GENERIC: %33 = "vector.shuffle"(%arg0, %arg0) <{mask = array<i64: 0, 5, 2, 7>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC: %36 = "vector.transfer_read"(%arg4, %arg3, %arg3, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<?x?xf32>, index, index, f32) -> vector<8xf32>
// GENERIC: %37 = "vector.transfer_read"(%arg4, %arg3, %arg3, %arg2) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map4}> : (memref<?x?xf32>, index, index, f32) -> vector<8xf32>
// GENERIC: %38 = "vector.transfer_read"(%arg8, %arg3, %arg3, %arg2, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map3}> : (tensor<?x?xf32>, index, index, f32, vector<8xi1>) -> vector<8xf32>
// GENERIC: "vector.transfer_write"(%arg6, %arg4, %arg3, %arg3, %arg5) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map3}> : (vector<8xf32>, memref<?x?xf32>, index, index, vector<8xi1>) -> ()
// GENERIC: %39 = "vector.transfer_write"(%arg1, %arg8, %arg3, %arg3) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4x8xf32>, tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
// GENERIC: %40 = "vector.transpose"(%arg1) <{permutation = array<i64: 1, 0>}> : (vector<4x8xf32>) -> vector<8x4xf32>
// GENERIC: %41 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<5x4xf32>
// GENERIC: %43 = "vector.extract"(%arg14) <{static_position = array<i64>}> : (vector<f32>) -> f32
