/// Vectors loaded, masked, shuffled, reduced, contracted and stored. The number is what mlir-runner 22 gives.
// RUN: tf-run %s --device=interpreter --entry=main | filecheck %s
// CHECK: i64=22896635491373
func.func private @mix(%s: i64, %v: vector<8xi32>) -> i64 {
  %k = arith.constant 31 : i64
  %e = arith.extsi %v : vector<8xi32> to vector<8xi64>
  %st = vector.step : vector<8xindex>
  %si = arith.index_cast %st : vector<8xindex> to vector<8xi64>
  %m = arith.muli %e, %si : vector<8xi64>
  %a = arith.addi %m, %e : vector<8xi64>
  %r = vector.reduction <add>, %a : vector<8xi64> into i64
  %x = vector.reduction <xor>, %e : vector<8xi64> into i64
  %t = arith.muli %s, %k : i64
  %u = arith.addi %t, %r : i64
  %w = arith.addi %u, %x : i64
  return %w : i64
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 7 : i64
  %pad = arith.constant -3 : i32
  %buf = memref.alloc() : memref<4x10xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 10 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 13 + d1 * 5 mod 7)>(%i, %j)
      %x = arith.index_cast %n : index to i32
      affine.store %x, %buf[%i, %j] : memref<4x10xi32>
    }
  }
  %v1 = vector.load %buf[%c1, %c2] : memref<4x10xi32>, vector<8xi32>
  %s1 = func.call @mix(%z, %v1) : (i64, vector<8xi32>) -> i64
  %v2 = vector.transfer_read %buf[%c2, %c5], %pad : memref<4x10xi32>, vector<8xi32>
  %s2 = func.call @mix(%s1, %v2) : (i64, vector<8xi32>) -> i64
  %v3 = vector.transfer_read %buf[%c1, %c5], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x10xi32>, vector<8xi32>
  %s3 = func.call @mix(%s2, %v3) : (i64, vector<8xi32>) -> i64
  %mask = vector.create_mask %c5 : vector<8xi1>
  %v4 = vector.maskedload %buf[%c0, %c1], %mask, %v1 : memref<4x10xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  %s4 = func.call @mix(%s3, %v4) : (i64, vector<8xi32>) -> i64
  %v5 = vector.shuffle %v1, %v4 [0, 9, 2, 11, 15, 5, 14, 7] : vector<8xi32>, vector<8xi32>
  %s5 = func.call @mix(%s4, %v5) : (i64, vector<8xi32>) -> i64
  vector.maskedstore %buf[%c0, %c0], %mask, %v5 : memref<4x10xi32>, vector<8xi1>, vector<8xi32>
  %il = vector.interleave %v1, %v2 : vector<8xi32> -> vector<16xi32>
  %d1, %d2 = vector.deinterleave %il : vector<16xi32> -> vector<8xi32>
  %sl = vector.extract_strided_slice %il {offsets = [3], sizes = [4], strides = [1]} : vector<16xi32> to vector<4xi32>
  %in = vector.insert_strided_slice %sl, %d2 {offsets = [2], strides = [1]} : vector<4xi32> into vector<8xi32>
  %s6 = func.call @mix(%s5, %in) : (i64, vector<8xi32>) -> i64
  %m1 = vector.shape_cast %v4 : vector<8xi32> to vector<2x4xi32>
  %m2 = vector.transpose %m1, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %acc = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %c = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m1, %m2, %acc : vector<2x4xi32>, vector<4x2xi32> into vector<2x2xi32>
  %mr = vector.multi_reduction <maxsi>, %m1, %sl [0] : vector<2x4xi32> to vector<4xi32>
  %cf = vector.shape_cast %c : vector<2x2xi32> to vector<4xi32>
  %cc = vector.shuffle %cf, %mr [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi32>, vector<4xi32>
  %s7 = func.call @mix(%s6, %cc) : (i64, vector<8xi32>) -> i64
  %e3 = vector.extract %v2[3] : i32 from vector<8xi32>
  %b = vector.broadcast %e3 : i32 to vector<8xi32>
  %ins = vector.insert %pad, %b [%c5] : i32 into vector<8xi32>
  %f = vector.load %buf[%c0, %c0] : memref<4x10xi32>, vector<8xi32>
  %g = arith.muli %f, %ins : vector<8xi32>
  %s8 = func.call @mix(%s7, %g) : (i64, vector<8xi32>) -> i64
  return %s8 : i64
}
