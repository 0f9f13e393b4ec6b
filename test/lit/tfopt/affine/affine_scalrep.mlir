// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --affine-scalrep | filecheck %s

/// Values go on to loads where nothing can come between; buffers that are only written to go.
// CHECK: func.func @a() {
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %arg0 = 0 to 10 {
// CHECK-NEXT: %0 = arith.addf %cst, %cst : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @a() {
  %c = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %c, %m[%i] : memref<10xf32>
    %v = affine.load %m[%i] : memref<10xf32>
    %w = arith.addf %v, %v : f32
  }
  return
}

// -----

// CHECK: func.func @b(%arg0: index) -> f32 {
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %arg1 = 0 to 10 {
// CHECK-NEXT: affine.store %cst, %alloc[%arg1] : memref<10xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 10 {
// CHECK-NEXT: %1 = affine.load %alloc[%arg1] : memref<10xf32>
// CHECK-NEXT: %2 = arith.addf %1, %1 : f32
// CHECK-NEXT: "use"(%2) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.load %alloc[%arg0] : memref<10xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @b(%n: index) -> f32 {
  %c = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %c, %m[%i] : memref<10xf32>
    affine.for %j = 0 to 10 {
      %v = affine.load %m[%i] : memref<10xf32>
      %w = arith.addf %v, %v : f32
      "use"(%w) : (f32) -> ()
    }
  }
  %r = affine.load %m[%n] : memref<10xf32>
  return %r : f32
}

// -----

// CHECK: func.func @c(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.store %arg3, %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %arg3, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: %0 = affine.load %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %arg3, %arg0[%arg2] : memref<10xf32>
// CHECK-NEXT: return %arg3 : f32
// CHECK-NEXT: }
func.func @c(%m: memref<10xf32>, %o: memref<10xf32>, %n: index, %x: f32) -> f32 {
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
    affine.store %x, %o[%i] : memref<10xf32>
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %a = affine.load %m[%i] : memref<10xf32>
    %b = affine.load %m[%i] : memref<10xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %m[%i] : memref<10xf32>
    %d = affine.load %m[%i] : memref<10xf32>
    affine.store %d, %m[%i] : memref<10xf32>
  }
  affine.store %x, %m[%n] : memref<10xf32>
  %r = affine.load %m[symbol(%n)] : memref<10xf32>
  return %r : f32
}

// -----

// CHECK: #set = affine_set<(d0) : (d0 - 4 >= 0)>
// CHECK: func.func @d(%arg0: index, %arg1: f32) -> f32 {
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 10 {
// CHECK-NEXT: affine.store %arg1, %alloc[%arg2] : memref<10xf32>
// CHECK-NEXT: affine.store %arg1, %alloc_0[%arg2] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 10 {
// CHECK-NEXT: affine.store %arg1, %alloc[%arg2] : memref<10xf32>
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.store %arg1, %alloc[%arg3] : memref<10xf32>
// CHECK-NEXT: %1 = affine.load %alloc[%arg2] : memref<10xf32>
// CHECK-NEXT: "use"(%1) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.if #set(%arg2) {
// CHECK-NEXT: %1 = affine.load %alloc[%arg2] : memref<10xf32>
// CHECK-NEXT: "use"(%1) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 9 {
// CHECK-NEXT: affine.store %arg1, %alloc[%arg2] : memref<10xf32>
// CHECK-NEXT: %1 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT: affine.store %1, %alloc[%arg2 + 1] : memref<10xf32>
// CHECK-NEXT: "use"(%arg1, %1) : (f32, f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.load %alloc_0[2] : memref<10xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @d(%n: index, %x: f32) -> f32 {
  %m = memref.alloc() : memref<10xf32>
  %o = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
    affine.store %x, %o[%i] : memref<10xf32>
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
    affine.for %j = 0 to 10 {
      affine.store %x, %m[%j] : memref<10xf32>
      %v = affine.load %m[%i] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %v = affine.load %m[%i] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
  }
  affine.for %i = 0 to 9 {
    affine.store %x, %m[%i] : memref<10xf32>
    %q = arith.addf %x, %x : f32
    affine.store %q, %m[%i + 1] : memref<10xf32>
    %v = affine.load %m[%i] : memref<10xf32>
    %v1 = affine.load %m[%i + 1] : memref<10xf32>
    "use"(%v, %v1) : (f32, f32) -> ()
  }
  %r = affine.load %o[2] : memref<10xf32>
  return %r : f32
}
