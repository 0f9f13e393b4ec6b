// RUN: tf-opt %s --pipeline=llvm -o %t && tf-run %t --device=cpu --entry=main --input=4xf32=1,2,3,4 --input=2x3xf32=1,2,3,4,5,6 --input=f16=1.5 --input=index=1 --input=i1=0 --input=2x3xi8=1,2,3,4,5,6 | filecheck %s --match-full-lines
// RUN: tf-run %s --device=cpu --entry=main --input=4xf32=1,2,3,4 --input=2x3xf32=1,2,3,4,5,6 --input=f16=1.5 --input=index=1 --input=i1=0 --input=2x3xi8=1,2,3,4,5,6 | filecheck %s --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=main --input=4xf32=1,2,3,4 --input=2x3xf32=1,2,3,4,5,6 --input=f16=1.5 --input=index=1 --input=i1=0 --input=2x3xi8=1,2,3,4,5,6 | filecheck %s --match-full-lines
// RUN: tf-run %s --device=cpu --entry=product --input=a=2x3xf32=1,2,3,4,5,6 --input=b=3x2xf32=1,0,0,1,1,1 --input=c=2x2xf32=10,20,30,40 | filecheck %s --check-prefix=PRODUCT --match-full-lines

/// Values of each kind go in and come out: vectors (twice, and squared), halves, indices, truth values, buffers of open sizes; what the
/// program prints stands before what it gives. memref.global has 3 + 4i.
// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
// CHECK-NEXT: [1.5,  -2]
// CHECK-NEXT: 7
// CHECK-NEXT: 4xf32=2 4 6 8
// CHECK-NEXT: 2x3xf32=[1 4 9][16 25 36]
// CHECK-NEXT: f16=3
// CHECK-NEXT: i64=2
// CHECK-NEXT: i1=1
// CHECK-NEXT: 2x3xi8=[1 2 3][4 5 6]
// CHECK-NEXT: complex<f32>=(3+4j)
// PRODUCT: c=2x2xf32=[14 25][40 51]
memref.global "private" constant @numbers : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main(%v: vector<4xf32>, %w: vector<2x3xf32>, %h: f16, %i: index, %b: i1, %m: memref<?x3xi8>)
    -> (vector<4xf32>, vector<2x3xf32>, f16, index, i1, memref<?x3xi8>, complex<f32>) {
  %0 = arith.addf %v, %v : vector<4xf32>
  %1 = arith.mulf %w, %w : vector<2x3xf32>
  %2 = arith.addf %h, %h : f16
  %3 = arith.addi %i, %i : index
  %true = arith.constant true
  %4 = arith.xori %b, %true : i1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.5 : f32
  %y = arith.constant -2.0 : f32
  %mine = memref.alloc() : memref<2xf32>
  memref.store %x, %mine[%c0] : memref<2xf32>
  memref.store %y, %mine[%i] : memref<2xf32>
  %any = memref.cast %mine : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  memref.dealloc %mine : memref<2xf32>
  %seven = arith.constant 7 : i32
  vector.print %seven : i32
  %numbers = memref.get_global @numbers : memref<2xcomplex<f32>>
  %5 = memref.load %numbers[%c1] : memref<2xcomplex<f32>>
  return %0, %1, %2, %3, %4, %m, %5 : vector<4xf32>, vector<2x3xf32>, f16, index, i1, memref<?x3xi8>, complex<f32>
}
func.func @product(%a: memref<2x3xf32>, %b: memref<3x2xf32>, %c: memref<2x2xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 3 {
        %x = affine.load %a[%i, %k] : memref<2x3xf32>
        %y = affine.load %b[%k, %j] : memref<3x2xf32>
        %z = affine.load %c[%i, %j] : memref<2x2xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<2x2xf32>
      }
    }
  }
  return
}
