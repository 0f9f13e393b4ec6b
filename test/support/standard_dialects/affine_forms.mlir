func.func @applies(%i: index, %j: index) -> (index, index, index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2)>(%i, %j)
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0)>(%0)[%j]
  %2 = affine.apply affine_map<(d0) -> (d0 + 5)>(%c3)
  %3 = affine.apply affine_map<() -> (7)>()
  %4 = affine.apply affine_map<(d0) -> (d0)>(%i)
  return %1, %2, %3, %4 : index, index, index, index
}
// -----
func.func @composed(%i: index, %n: index) -> (index, index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%0)[%n]
  %2 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%0, %0)
  %3 = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%0)
  return %1, %3 : index, index
}
// -----
func.func @min_max(%i: index, %n: index) -> (index, index, index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0, 10)>(%i)[%n]
  %1 = affine.max affine_map<(d0) -> (d0, d0 + 1)>(%i)
  %2 = affine.min affine_map<(d0) -> (d0, 9)>(%c4)
  %3 = affine.max affine_map<() -> (1, 5, 3)>()
  %4 = affine.min affine_map<(d0) -> (d0)>(%i)
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
// -----
func.func @min_of_min(%i: index, %j: index) -> (index, index) {
  %0 = affine.min affine_map<(d0) -> (d0, 8)>(%i)
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1, 4)>(%0, %j)
  %2 = affine.max affine_map<(d0, d1) -> (d1, d0, d1, 4, 7)>(%i, %j)
  return %1, %2 : index, index
}
// -----
func.func @loops(%n: index, %m: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 5 to 5 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 3 to 4 step 2 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n step 4 {
    affine.store %x, %m[%i + 1] : memref<?xf32>
  }
  affine.for %i = 0 to 10 {
  }
  affine.for %i = max affine_map<(d0) -> (d0, 2)>(%n) to min affine_map<()[s0] -> (s0 * 2, 100)>()[%n] {
    affine.store %x, %m[%i * 2 - 1] : memref<?xf32>
  }
  return
}
// -----
func.func @loops_with_values(%n: index, %x: f32, %m: memref<16xf32>) -> (f32, f32, f32) {
  %0 = affine.for %i = 0 to 16 iter_args(%s = %x) -> (f32) {
    %3 = affine.load %m[%i] : memref<16xf32>
    %4 = arith.addf %s, %3 : f32
    affine.yield %4 : f32
  }
  %1 = affine.for %i = 0 to 0 iter_args(%s = %x) -> (f32) {
    %3 = arith.addf %s, %s : f32
    affine.yield %3 : f32
  }
  %2:2 = affine.for %i = 0 to %n iter_args(%s = %x, %t = %0) -> (f32, f32) {
    affine.yield %t, %s : f32, f32
  }
  return %0, %1, %2#0 : f32, f32, f32
}
// -----
#set = affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 1 >= 0)>
#always = affine_set<() : (1 >= 0)>
#never = affine_set<(d0) : (d0 * 0 - 1 == 0)>
func.func @conditions(%n: index, %m: memref<?xf32>, %x: f32, %y: f32) -> f32 {
  affine.for %i = 0 to %n {
    affine.if #set(%i)[%n] {
      affine.store %x, %m[%i] : memref<?xf32>
    }
    affine.if #set(%i)[%n] {
      affine.store %x, %m[%i] : memref<?xf32>
    } else {
      affine.store %y, %m[%i] : memref<?xf32>
    }
    affine.if #never(%i) {
      affine.store %x, %m[0] : memref<?xf32>
    }
  }
  %0 = affine.if #always() -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  return %0 : f32
}
// -----
func.func @accesses(%m: memref<8x?xf32>, %n: index, %x: f32) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = affine.load %m[%c2, %n] : memref<8x?xf32>
  %1 = affine.apply affine_map<(d0) -> (d0 + 3)>(%n)
  affine.store %0, %m[%c2 + 1, %1] : memref<8x?xf32>
  %2 = affine.load %m[symbol(%n) floordiv 4, %n mod 3] : memref<8x?xf32>
  %3 = arith.addf %0, %2 : f32
  return %3 : f32
}
// -----
func.func @parallels(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  affine.parallel (%i, %j) = (0, 0) to (%n, 10) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i) = (0) to (8) step (4) {
    affine.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  affine.parallel (%i, %j) = (max(0, %n), 1) to (min(100, %n + 2), 2) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  %0:2 = affine.parallel (%i) = (0) to (%n) reduce ("addf", "maximumf") -> (f32, f32) {
    %1 = affine.load %m[%i, 0] : memref<?x?xf32>
    affine.yield %1, %1 : f32, f32
  }
  %2 = arith.addf %0#0, %0#1 : f32
  return %2 : f32
}
// -----
func.func @vectors(%m: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to 64 step 8 {
    %0 = affine.vector_load %m[%n, %i] : memref<64x64xf32>, vector<8xf32>
    %1 = arith.mulf %0, %0 : vector<8xf32>
    affine.vector_store %1, %m[%i, %n + 7] : memref<64x64xf32>, vector<8xf32>
    %2 = affine.vector_load %m[%i, %i] : memref<64x64xf32>, vector<2x4xf32>
    affine.vector_store %2, %m[0, 0] : memref<64x64xf32>, vector<2x4xf32>
  }
  return
}
// -----
func.func @linear(%i: index, %a: index, %b: index, %n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0:3 = affine.delinearize_index %i into (2, 3, 4) : index, index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %0#2] by (2, 3, 4) : index
  %2 = affine.linearize_index [%a, %c0, %b] by (%n, 1, 8) : index
  %3:2 = affine.delinearize_index %c5 into (4) : index, index
  %4 = affine.linearize_index [%c5, %c5] by (7, 9) : index
  return %1, %2, %3#0, %3#1, %4 : index, index, index, index, index
}
// -----
func.func @delinearized(%i: index, %n: index) -> (index, index, index) {
  %0:2 = affine.delinearize_index %i into (%n, 8) : index, index
  %1:3 = affine.delinearize_index %i into (1, 4, 1) : index, index, index
  %2:1 = affine.delinearize_index %i into (16) : index
  %3 = affine.linearize_index disjoint [%0#0, %0#1] by (%n, 8) : index
  return %0#1, %1#1, %3 : index, index, index
}
// -----
func.func @copies(%a: memref<64xf32>, %b: memref<8xf32, 2>, %t: memref<1xi32>) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %a[%i * 8], %b[0], %t[0], %c8 : memref<64xf32>, memref<8xf32, 2>, memref<1xi32>
    affine.dma_start %a[%i * 8], %b[0], %t[0], %c8, %c8, %c8 : memref<64xf32>, memref<8xf32, 2>, memref<1xi32>
    affine.dma_wait %t[0], %c8 : memref<1xi32>
    affine.prefetch %a[%i * 8 + 8], read, locality<2>, data : memref<64xf32>
  }
  return
}
// -----
func.func @matmul(%a: memref<32x16xf32>, %b: memref<16x8xf32>, %c: memref<32x8xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %a[%i, %k] : memref<32x16xf32>
        %1 = affine.load %b[%k, %j] : memref<16x8xf32>
        %2 = affine.load %c[%i, %j] : memref<32x8xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<32x8xf32>
      }
    }
  }
  return
}
// -----
func.func @producer_consumer(%a: memref<20xf32>, %c: memref<20xf32>) {
  %b = memref.alloc() : memref<20xf32>
  affine.for %i = 0 to 20 {
    %0 = affine.load %a[%i] : memref<20xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %b[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %b[%i] : memref<20xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %c[%i] : memref<20xf32>
  }
  return
}
// -----
func.func @stencil(%a: memref<34xf32>, %b: memref<34xf32>) {
  %t = memref.alloc() : memref<34xf32>
  affine.for %i = 1 to 33 {
    %0 = affine.load %a[%i - 1] : memref<34xf32>
    %1 = affine.load %a[%i + 1] : memref<34xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %t[%i] : memref<34xf32>
  }
  affine.for %i = 2 to 32 {
    %0 = affine.load %t[%i - 1] : memref<34xf32>
    %1 = affine.load %t[%i + 1] : memref<34xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %b[%i] : memref<34xf32>
  }
  return
}
// -----
func.func @siblings(%a: memref<8x8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      %1 = affine.load %b[%i] : memref<8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i] : memref<8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      %1 = affine.load %c[%i] : memref<8xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %c[%i] : memref<8xf32>
    }
  }
  return
}
// -----
func.func @stored_and_loaded(%m: memref<10xf32>, %x: f32) -> f32 {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %t[%i] : memref<10xf32>
    %0 = affine.load %t[%i] : memref<10xf32>
    %1 = arith.addf %0, %x : f32
    affine.store %1, %m[%i] : memref<10xf32>
    %2 = affine.load %m[%i] : memref<10xf32>
    affine.store %2, %m[%i] : memref<10xf32>
  }
  %3 = affine.load %m[3] : memref<10xf32>
  %4 = affine.load %m[3] : memref<10xf32>
  %5 = arith.addf %3, %4 : f32
  return %5 : f32
}
// -----
func.func @invariant(%m: memref<10xf32>, %k: memref<10xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %m[%i] : memref<10xf32>
      %1 = arith.addf %0, %x : f32
      %2 = arith.mulf %x, %x : f32
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %k[%j] : memref<10xf32>
    }
  }
  return
}
// -----
func.func @triangular(%m: memref<16x16xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 16 {
      affine.store %x, %m[%i, %j] : memref<16x16xf32>
    }
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %m[%j, %i] : memref<16x16xf32>
    }
  }
  return
}
// -----
func.func @steps(%m: memref<100xf32>, %x: f32, %n: index) {
  affine.for %i = 2 to 99 step 5 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  affine.for %i = %n to affine_map<(d0) -> (d0 + 17)>(%n) step 4 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  affine.parallel (%i) = (3) to (40) step (7) {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  return
}
// -----
func.func @reduction(%a: memref<256xf32>, %o: memref<1xf32>, %k: memref<256xi32>) -> (f32, i32, f32) {
  %z = arith.constant 0.0 : f32
  %c = arith.constant 0 : i32
  %one = arith.constant 1.0 : f32
  %0 = affine.for %i = 0 to 256 iter_args(%s = %z) -> (f32) {
    %1 = affine.load %a[%i] : memref<256xf32>
    %2 = arith.addf %s, %1 : f32
    affine.yield %2 : f32
  }
  %3 = affine.for %i = 0 to 256 iter_args(%s = %c) -> (i32) {
    %1 = affine.load %k[%i] : memref<256xi32>
    %2 = arith.ori %1, %s : i32
    affine.yield %2 : i32
  }
  %4 = affine.for %i = 0 to 256 iter_args(%s = %one) -> (f32) {
    %1 = affine.load %a[%i] : memref<256xf32>
    %2 = arith.mulf %1, %s : f32
    affine.yield %2 : f32
  }
  return %0, %3, %4 : f32, i32, f32
}
// -----
func.func @two_dimensions(%a: memref<64x128xf32>, %b: memref<64x128xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %a[%i, %j] : memref<64x128xf32>
      %1 = arith.mulf %0, %x : f32
      %2 = math.exp %1 : f32
      affine.store %2, %b[%i, %j] : memref<64x128xf32>
    }
  }
  return
}
// -----
func.func @symbols(%a: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @transposed(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %a[%j, %i] : memref<32x32xf32>
      affine.store %0, %b[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
// -----
func.func @recurrence(%a: memref<64xf32>, %x: f32) {
  affine.for %i = 1 to 64 {
    %0 = affine.load %a[%i - 1] : memref<64xf32>
    %1 = arith.addf %0, %x : f32
    affine.store %1, %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @local_buffer(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    %t = memref.alloc() : memref<16xf32>
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %0, %t[%j] : memref<16xf32>
    }
    affine.for %j = 0 to 16 {
      %0 = affine.load %t[%j] : memref<16xf32>
      affine.store %0, %b[%j, %i] : memref<16x16xf32>
    }
    memref.dealloc %t : memref<16xf32>
  }
  return
}
// -----
func.func @three_loops(%a: memref<10xf32>, %d: memref<10xf32>) {
  %b = memref.alloc() : memref<10xf32>
  %c = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[%i] : memref<10xf32>
    affine.store %0, %b[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %b[%i] : memref<10xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %c[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %c[%i] : memref<10xf32>
    %1 = affine.load %b[%i] : memref<10xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %d[%i] : memref<10xf32>
  }
  return
}
