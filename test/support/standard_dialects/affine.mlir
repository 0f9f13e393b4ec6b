#map = affine_map<(d0)[s0] -> (d0 * 2 + s0)>
#set = affine_set<(d0)[s0] : (d0 - 4 >= 0, -d0 + s0 >= 0, d0 mod 2 == 0)>
func.func @aff(%a: memref<16x16xf32>, %n: index, %x: f32, %t: memref<1xi32>, %b: memref<16x16xf32, 1>) -> (f32, index, index, index) {
  affine.for %i = 0 to 16 {
    affine.for %j = max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n] to min affine_map<(d0) -> (d0 + 4, 16)>(%i) step 2 {
      %v = affine.load %a[%i, %j mod 4 + symbol(%n)] : memref<16x16xf32>
      affine.store %v, %a[%j, %i floordiv 3] : memref<16x16xf32>
    }
    affine.if #set(%i)[%n] {
      affine.store %x, %a[%i, 3] : memref<16x16xf32>
    } else {
      affine.store %x, %a[3, %i] : memref<16x16xf32>
    }
  }
  %r = affine.for %i = %n to 10 iter_args(%s = %x) -> (f32) {
    %q = arith.addf %s, %x : f32
    affine.yield %q : f32
  }
  %p = affine.parallel (%i, %j) = (0, 0) to (4, %n) step (1, 2) reduce ("addf") -> (f32) {
    %v = affine.load %a[%i, %j] : memref<16x16xf32>
    affine.yield %v : f32
  }
  affine.parallel (%i) = (max(0, %n)) to (min(4, %n)) {
    affine.store %p, %a[%i, %i] : memref<16x16xf32>
  }
  %0 = affine.apply #map(%n)[%n]
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 + 4, 9)>(%n)[%n]
  %2 = affine.max affine_map<(d0) -> (d0, 3)>(%n)
  %vec = affine.vector_load %a[%n, 0] : memref<16x16xf32>, vector<8xf32>
  affine.vector_store %vec, %a[0, %n] : memref<16x16xf32>, vector<8xf32>
  affine.prefetch %a[%n, 4], read, locality<3>, data : memref<16x16xf32>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  affine.dma_start %a[%n, 0], %b[0, %n], %t[%c0], %c64 : memref<16x16xf32>, memref<16x16xf32, 1>, memref<1xi32>
  affine.dma_wait %t[%c0], %c64 : memref<1xi32>
  %d:3 = affine.delinearize_index %n into (4, 8, 16) : index, index, index
  %e:2 = affine.delinearize_index %n into (%n, 8) : index, index
  %l = affine.linearize_index [%d#0, %d#1] by (4, 8) : index
  %k = affine.linearize_index disjoint [%d#0, %n] by (%n, 8) : index
  %sum = arith.addi %l, %k : index
  %sum2 = arith.addi %sum, %e#1 : index
  %sum3 = arith.addi %sum2, %0 : index
  return %r, %1, %2, %sum3 : f32, index, index, index
}
