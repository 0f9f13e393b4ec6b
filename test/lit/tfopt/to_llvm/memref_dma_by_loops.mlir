// RUN: tf-opt %s --lower-affine --memref-dma-by-loops | filecheck %s
// RUN: tf-run %s --device=interpreter --input=8x6xf32=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47 --input=4x5xf32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --input=index=3 | filecheck %s --check-prefix=COPIED --match-full-lines
// RUN: tf-run %s --device=cpu --input=8x6xf32=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47 --input=4x5xf32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --input=index=3 | filecheck %s --check-prefix=COPIED --match-full-lines

/// Three of every six elements from m[4, 2] on, where 26 lies, go one behind another into memory space 1 and come back to the beginning of m; rows follow each other in n. A transfer of
/// nothing leaves what is there.

// COPIED:      f32=33
// COPIED-NEXT: m=8x6xf32=[26 27 28 3 4 5][32 33 34 9 10 11][38 39 40 15 16 17][18 19 20 21 22 23][24 25 26 27 28 29][30 31 32 33 34 35][36 37 38 39 40 41][42 43 44 45 46 47]
// COPIED-NEXT: n=4x5xf32=[0 18 19 20 0][0 19 20 21 0][0 20 21 22 0][0 0 0 0 0]

// CHECK-NOT:  dma_
// CHECK:      %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %arg0
// CHECK:      scf.for
// CHECK:        arith.divui
// CHECK:        memref.load %{{.*}} : memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   memref.store %{{.*}} : memref<?xf32, strided<[1], offset: ?>, 1>
func.func @main(%m: memref<8x6xf32>, %n: memref<4x5xf32>, %k: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %tag = memref.alloc() : memref<2xi32>
  %f = memref.alloc() : memref<20xf32, 1>
  %fast = memref.alloc() : memref<4x5xf32, 1>
  affine.dma_start %m[%k + 1, 2], %fast[0, 1], %tag[0], %c9, %c6, %c3 : memref<8x6xf32>, memref<4x5xf32, 1>, memref<2xi32>
  affine.dma_wait %tag[0], %c9 : memref<2xi32>
  affine.for %i = 0 to 3 {
    memref.dma_start %m[%k, %i], %f[%c6], %c3, %tag[%c1] : memref<8x6xf32>, memref<20xf32, 1>, memref<2xi32>
    memref.dma_wait %tag[%c1], %c3 : memref<2xi32>
    affine.dma_start %f[6], %n[%i, 1], %tag[1], %c3, %c1, %c1 : memref<20xf32, 1>, memref<4x5xf32>, memref<2xi32>
  }
  affine.dma_start %fast[0, 1], %m[0, 0], %tag[0], %c9, %c6, %c3 : memref<4x5xf32, 1>, memref<8x6xf32>, memref<2xi32>
  memref.dma_start %m[%c0, %c0], %n[%c3, %c1], %c0, %tag[%c1] : memref<8x6xf32>, memref<4x5xf32>, memref<2xi32>
  %r = memref.load %fast[%c1, %c0] : memref<4x5xf32, 1>
  return %r : f32
}
