/// What a function writes to its arguments is among its results, by their names; callers' arrays stay as they are.
// RUN: tf-run %s --device=interpreter --entry=saxpy --input=a=f32=2 --input=x=5xf32=1,2,3,4,5 --input=y=5xf32=1 --input=v=4xf32=1,2,3,4 | filecheck %s
// CHECK:      4xf32=2 4 6 8
// CHECK-NEXT: y=5xf32=3 5 7 9 11
// CHECK-NOT:  x=
// RUN: not tf-run %s --device=interpreter --entry=saxpy --input=a=f32=2 --input=x=5xf32=1 --input=y=4xf32=1 --input=v=4xf32=1 2>&1 | filecheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: 'affine.load' op index 4 lies outside of dimension 0, of size 4
func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %p = affine.load %x[%i] : memref<?xf32>
    %q = affine.load %y[%i] : memref<?xf32>
    %t = arith.mulf %a, %p : f32
    %s = arith.addf %t, %q : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  %w = arith.addf %v, %v : vector<4xf32>
  return %w : vector<4xf32>
}

/// Parallel loops reduce in order; a region of several blocks branches; a global keeps what is written to it.
// RUN: tf-run %s --device=interpreter --entry=sums --input=n=index=4 --input=x=i32=3 | filecheck %s --check-prefix=SUMS
// SUMS:      i32=24
// SUMS-NEXT: i64=4
// SUMS-NEXT: 2xi32=2 12
// SUMS-NEXT: i32=12
// RUN: not tf-run %s --device=interpreter --entry=sums --input=n=index=5 --input=x=i32=3 2>&1 | filecheck %s --check-prefix=BEYOND
// BEYOND: error: 'memref.load' op index 4 lies outside of dimension 0, of size 4
memref.global "private" @g : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @sums(%n: index, %x: i32) -> (i32, index, memref<2xi32, strided<[2], offset: 1>>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %g = memref.get_global @g : memref<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> i32 {
    %v = memref.load %g[%i] : memref<4xi32>
    %p = arith.cmpi slt, %v, %x : i32
    %w = scf.if %p -> i32 {
      scf.yield %v : i32
    } else {
      %t = arith.muli %v, %x : i32
      memref.store %t, %g[%i] : memref<4xi32>
      scf.yield %t : i32
    }
    %s = arith.addi %acc, %w : i32
    scf.yield %s : i32
  }
  %e = scf.execute_region -> index {
    %p = arith.cmpi eq, %r, %x : i32
    cf.cond_br %p, ^bb1(%c0 : index), ^bb1(%n : index)
  ^bb1(%q: index):
    scf.yield %q : index
  }
  %sv = memref.subview %g[1] [2] [2] : memref<4xi32> to memref<2xi32, strided<[2], offset: 1>>
  %init = arith.constant 5 : i32
  %par = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> i32 {
    %v = memref.load %g[%i] : memref<4xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %m = arith.maxsi %a, %b : i32
      scf.reduce.return %m : i32
    }
  }
  return %r, %e, %sv, %par : i32, index, memref<2xi32, strided<[2], offset: 1>>, i32
}

/// Threads insert into a shared tensor.
// RUN: tf-run %s --device=interpreter --entry=threads --input=t=4xf32=1,2,3,4 | filecheck %s --check-prefix=THREADS
// THREADS: 4xf32=1 3 6 10
func.func @threads(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %a = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %b = tensor.extract_slice %o[%n] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %s = arith.addf %a, %b : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%n] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

/// A loop that would not end.
// RUN: not tf-run %s --device=interpreter --entry=endless --input=step=index=0 2>&1 | filecheck %s --check-prefix=ENDLESS
// ENDLESS: error: 'scf.for' op has a step of 0
func.func @endless(%step: index) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %step {
  }
  return
}
