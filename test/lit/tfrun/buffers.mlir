/// Views of buffers by strides: slices, transposes, other shapes, copies, atomic changes, metadata. The number is what mlir-runner 22 gives.
// RUN: tf-run %s --device=interpreter --entry=main | filecheck %s
// CHECK: i64=-336987616432863333
memref.global "private" @table : memref<3x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]>
func.func private @sum(%m: memref<?x?xi32, strided<[?, ?], offset: ?>>, %seed: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 31 : i64
  %d0 = memref.dim %m, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %d1 = memref.dim %m, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %r = affine.for %i = 0 to %d0 iter_args(%a = %seed) -> i64 {
    %q = affine.for %j = 0 to %d1 iter_args(%b = %a) -> i64 {
      %v = affine.load %m[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %w = arith.extsi %v : i32 to i64
      %t = arith.muli %b, %k : i64
      %u = arith.addi %t, %w : i64
      affine.yield %u : i64
    }
    affine.yield %q : i64
  }
  return %r : i64
}
func.func @main() -> i64 {
  %z = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : i32
  %g = memref.get_global @table : memref<3x4xi32>
  %a = memref.subview %g[1, 0] [2, 2] [1, 2] : memref<3x4xi32> to memref<2x2xi32, strided<[4, 2], offset: 4>>
  %a1 = memref.cast %a : memref<2x2xi32, strided<[4, 2], offset: 4>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %s1 = call @sum(%a1, %z) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, i64) -> i64
  memref.store %c100, %a[%c1, %c0] : memref<2x2xi32, strided<[4, 2], offset: 4>>
  %t = memref.transpose %g (i, j) -> (j, i) : memref<3x4xi32> to memref<4x3xi32, strided<[1, 4]>>
  %t1 = memref.cast %t : memref<4x3xi32, strided<[1, 4]>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %s2 = call @sum(%t1, %s1) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, i64) -> i64
  %f = memref.collapse_shape %g [[0, 1]] : memref<3x4xi32> into memref<12xi32>
  %e = memref.expand_shape %f [[0, 1]] output_shape [2, 6] : memref<12xi32> into memref<2x6xi32>
  %e1 = memref.cast %e : memref<2x6xi32> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %s3 = call @sum(%e1, %s2) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, i64) -> i64
  %rc = memref.reinterpret_cast %g to offset: [2], sizes: [3, %c2], strides: [3, %c1] : memref<3x4xi32> to memref<3x?xi32, strided<[3, ?], offset: 2>>
  %rc1 = memref.cast %rc : memref<3x?xi32, strided<[3, ?], offset: 2>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %s4 = call @sum(%rc1, %s3) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, i64) -> i64
  %n = memref.alloc(%c2) : memref<?x2xi32>
  memref.copy %a, %n : memref<2x2xi32, strided<[4, 2], offset: 4>> to memref<?x2xi32>
  %old = memref.atomic_rmw addi %c100, %n[%c0, %c1] : (i32, memref<?x2xi32>) -> i32
  %n1 = memref.cast %n : memref<?x2xi32> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %s5 = call @sum(%n1, %s4) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, i64) -> i64
  %b, %o, %sz:2, %st:2 = memref.extract_strided_metadata %a : memref<2x2xi32, strided<[4, 2], offset: 4>> -> memref<i32>, index, index, index, index, index
  %x0 = arith.index_cast %o : index to i64
  %x1 = arith.index_cast %st#0 : index to i64
  %x2 = arith.index_cast %st#1 : index to i64
  %y0 = arith.addi %x0, %x1 : i64
  %y1 = arith.muli %y0, %x2 : i64
  %s6 = arith.xori %s5, %y1 : i64
  memref.dealloc %n : memref<?x2xi32>
  return %s6 : i64
}
