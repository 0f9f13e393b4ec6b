// RUN: tf-run %s --device=interpreter --input=5x5xi32=0 | filecheck %s

/// Of a DMA the buffer in memory space 0 has the strides: three elements each five apart there, one behind another in the other one.
// CHECK: a=5x5xi32=[0 0 0 0 0][0 1 2 3 0][0 4 5 6 0][0 7 8 9 0][0 0 0 0 0]
func.func @f(%a: memref<5x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %near = memref.alloc() : memref<9xi32, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 9 {
    %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %x = arith.index_cast %n : index to i32
    affine.store %x, %near[%i] : memref<9xi32, 1>
  }
  affine.dma_start %near[%c0], %a[%c1, %c1], %tag[%c0], %c9, %c5, %c3 : memref<9xi32, 1>, memref<5x5xi32>, memref<1xi32>
  affine.dma_wait %tag[%c0], %c9 : memref<1xi32>
  return
}
