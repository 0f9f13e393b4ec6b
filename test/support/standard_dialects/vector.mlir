func.func @vec(%v: vector<4xf32>, %w: vector<2x4xf32>, %x: f32, %n: index, %m: memref<?x?xf32>, %b: memref<16xf32>, %k: vector<4xi1>, %iv: vector<4xi32>, %t: tensor<8xf32>, %sv: vector<[4]xf32>) -> vector<4xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %v[%n] : f32 from vector<4xf32>
  %4 = vector.insert %x, %v[2] : f32 into vector<4xf32>
  %5 = vector.insert %v, %w[%n] : vector<4xf32> into vector<2x4xf32>
  %6 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %7 = vector.fma %v, %v, %0 : vector<4xf32>
  %8 = vector.reduction <add>, %v : vector<4xf32> into f32
  %9 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
  %10 = vector.multi_reduction <maximumf>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %11 = vector.outerproduct %2, %v : vector<4xf32>, vector<4xf32>
  %12 = vector.outerproduct %2, %v, %11 {kind = #vector.kind<minnumf>} : vector<4xf32>, vector<4xf32>
  %13 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %14 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %15 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %16 = vector.extract_strided_slice %w {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  %17 = vector.insert_strided_slice %16, %w {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
  %18 = vector.load %b[%n] : memref<16xf32>, vector<4xf32>
  vector.store %18, %b[%n] {nontemporal = true} : memref<16xf32>, vector<4xf32>
  %19 = vector.maskedload %b[%n], %k, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%n], %k, %19 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  %20 = vector.gather %b[%n] [%iv], %k, %v : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%n] [%iv], %k, %20 : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %21 = vector.expandload %b[%n], %k, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %b[%n], %k, %21 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  %22 = vector.transfer_read %m[%n, %n], %x : memref<?x?xf32>, vector<4xf32>
  %23 = vector.transfer_read %m[%n, %n], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  vector.transfer_write %23, %m[%n, %n] {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x?xf32>
  %24 = vector.transfer_write %v, %t[%n] : vector<4xf32>, tensor<8xf32>
  %25 = vector.transfer_read %24[%n], %x, %k : tensor<8xf32>, vector<4xf32>
  %26 = vector.create_mask %n, %n : vector<2x4xi1>
  %27 = vector.constant_mask [1, 3] : vector<2x4xi1>
  %28 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %29 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %30, %31 = vector.deinterleave %29 : vector<8xf32> -> vector<4xf32>
  %32:4 = vector.to_elements %v : vector<4xf32>
  %33 = vector.from_elements %32#0, %3, %8, %9 : vector<4xf32>
  %two = vector.from_elements %x, %3 : vector<2xf32>
  %34 = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} %13, %two, %v : vector<4x2xf32>, vector<2xf32> into vector<4xf32>
  %35:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  %36 = vector.step : vector<4xindex>
  %37 = vector.vscale
  %38 = vector.scalable.extract %sv[0] : vector<4xf32> from vector<[4]xf32>
  %39 = vector.scalable.insert %v, %sv[4] : vector<4xf32> into vector<[4]xf32>
  %40 = memref.alloc() : memref<vector<4xf32>>
  %41 = memref.alloc() : memref<4xf32>
  %42 = vector.type_cast %41 : memref<4xf32> to memref<vector<4xf32>>
  vector.print %v : vector<4xf32>
  vector.print %x : f32 punctuation <comma>
  vector.print punctuation <newline>
  vector.print str "hi"
  "use"(%1, %4, %5, %6, %7, %10, %12, %14, %15, %17, %22, %25, %26, %27, %28, %30, %31, %33, %34, %35#0, %36, %37, %38, %39, %40, %42) : (vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4x4xf32>, vector<8xf32>, vector<8xi16>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<2x4xi1>, vector<2x4xi1>, f32, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<2x4xf32>, vector<4xindex>, index, vector<4xf32>, vector<[4]xf32>, memref<vector<4xf32>>, memref<vector<4xf32>>) -> ()
  return %7 : vector<4xf32>
}
