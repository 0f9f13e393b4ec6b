// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --affine-loop-normalize | filecheck %s

/// Loops begin at 0 and count by 1; one that begins at the greatest of several numbers stays.
// CHECK: #map = affine_map<(d0) -> (d0 * 3 + 3)>
// CHECK: func.func @b(%arg0: memref<?xf32>, %arg1: index) {
// CHECK-NEXT: affine.for %arg2 = 0 to %arg1 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg0[%arg2 + 1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg0[%arg2 + 1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: %0 = affine.apply #map(%arg2)
// CHECK-NEXT: %1 = affine.load %arg0[%0] : memref<?xf32>
// CHECK-NEXT: %2 = arith.addf %1, %1 : f32
// CHECK-NEXT: affine.store %2, %arg0[%0 + 1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @b(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %m[%i + 1] : memref<?xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %m[%i + 1] : memref<?xf32>
  }
  affine.for %i = 3 to 15 step 3 {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %m[%i + 1] : memref<?xf32>
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0 + 1)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> (-s0 + s1 + 11, 0)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK: func.func @c(%arg0: memref<?xf32>, %arg1: index, %arg2: index) -> f32 {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to 21 iter_args(%arg4 = %cst) -> (f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: %4 = arith.addf %3, %arg4 : f32
// CHECK-NEXT: affine.yield %4 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = affine.for %arg3 = 0 to 10 iter_args(%arg4 = %0, %arg5 = %cst) -> (f32, f32) {
// CHECK-NEXT: %3 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT: %4 = affine.load %arg0[%3] : memref<?xf32>
// CHECK-NEXT: %5 = arith.addf %4, %arg4 : f32
// CHECK-NEXT: affine.yield %arg5, %5 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.for %arg3 = 0 to min #map1()[%arg2, %arg1] iter_args(%arg4 = %1#1) -> (f32) {
// CHECK-NEXT: %3 = affine.apply #map2(%arg3)[%arg2]
// CHECK-NEXT: %4 = affine.load %arg0[%3] : memref<?xf32>
// CHECK-NEXT: %5 = arith.addf %4, %arg4 : f32
// CHECK-NEXT: affine.yield %5 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %2 : f32
// CHECK-NEXT: }
func.func @c(%m: memref<?xf32>, %n: index, %k: index) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 21 iter_args(%a = %z) -> f32 {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %a : f32
    affine.yield %w : f32
  }
  %r2:2 = affine.for %i = affine_map<(d0)->(d0+1)>(%n) to affine_map<(d0)->(d0+11)>(%n) iter_args(%a = %r, %b = %z) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %a : f32
    affine.yield %b, %w : f32, f32
  }
  %r3 = affine.for %i = %k to min affine_map<(d0)[s0]->(d0+11, s0)>(%n)[%k] iter_args(%a = %r2#1) -> f32 {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %a : f32
    affine.yield %w : f32
  }
  return %r3 : f32
}

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d0 + d1 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 5)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 8)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> (s0 * 8, 16)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 * 8, 13)>
// CHECK-NEXT: #map7 = affine_map<() -> (7, 13)>
// CHECK-NEXT: #map8 = affine_map<() -> (8, 12)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 - 3 >= 0)>
// CHECK: func.func @d(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 0 to 1 {
// CHECK-NEXT: affine.for %arg4 = 0 to 5 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3 + %arg4] : memref<?xf32>
// CHECK-NEXT: "use"(%0, %arg3) : (f32, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: %0 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT: "use"(%arg3, %0) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 1 {
// CHECK-NEXT: %0 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: "use"(%arg3, %0) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 1 {
// CHECK-NEXT: %0 = affine.apply #map2(%arg4)[%arg1]
// CHECK-NEXT: "use"(%arg3, %0) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 0 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to -3 {
// CHECK-NEXT: %0 = affine.apply #map3(%arg3)
// CHECK-NEXT: "use"(%0) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to #map4()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map5()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map6()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map7() {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map8() {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = max #map8() to 20 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 7 {
// CHECK-NEXT: affine.if #set(%arg3) {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %arg4 = %arg1 to %arg2 step %arg1 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @d(%m: memref<?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 5 {
      %v = affine.load %m[%i + %j] : memref<?xf32>
      "use"(%v, %i) : (f32, index) -> ()
    }
    affine.for %j = 0 to 4 {
      "use"(%i, %j) : (index, index) -> ()
    }
    affine.for %j = affine_map<(d0)->(d0)>(%i) to affine_map<(d0)->(d0+4)>(%i) {
      "use"(%i, %j) : (index, index) -> ()
    }
    affine.for %j = affine_map<(d0)->(d0+2)>(%i) to affine_map<(d0)->(d0+3)>(%i) {
      "use"(%i, %j) : (index, index) -> ()
    }
    affine.for %j = %n to affine_map<()[s0]->(s0+1)>()[%n] {
      "use"(%i, %j) : (index, index) -> ()
    }
  }
  affine.for %i = 0 to 0 { "use"(%i) : (index) -> () }
  affine.for %i = 5 to 2 { "use"(%i) : (index) -> () }
  affine.for %i = 0 to affine_map<()[s0]->(s0 * 8)>()[%n] { "use"(%i) : (index) -> () }
  affine.for %i = 0 to min affine_map<()[s0]->(s0 * 8, 16)>()[%n] { "use"(%i) : (index) -> () }
  affine.for %i = 0 to min affine_map<()[s0]->(s0 * 8, 13)>()[%n] { "use"(%i) : (index) -> () }
  affine.for %i = 0 to min affine_map<()->(7, 13)>() { "use"(%i) : (index) -> () }
  affine.for %i = 0 to min affine_map<()->(8, 12)>() { "use"(%i) : (index) -> () }
  affine.for %i = max affine_map<()->(8, 12)>() to 20 { "use"(%i) : (index) -> () }
  affine.for %i = 0 to 7 { 
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) { "use"(%i) : (index) -> () }
    scf.for %q = %n to %k step %n { "use"(%i) : (index) -> () }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 * 3)>
// CHECK: func.func @e(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 0 to 6 {
// CHECK-NEXT: %0 = affine.apply #map(%arg3)
// CHECK-NEXT: affine.for %arg4 = 0 to %arg1 {
// CHECK-NEXT: affine.for %arg5 = 0 to 3 {
// CHECK-NEXT: %1 = affine.apply #map1(%arg5)
// CHECK-NEXT: %2 = affine.load %arg0[%0 + %arg4 * 2 + %1] : memref<?xf32>
// CHECK-NEXT: "use"(%2, %0) : (f32, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: "k"() : () -> ()
// CHECK-NEXT: affine.for %arg4 = 0 to 3 {
// CHECK-NEXT: %1 = affine.apply #map1(%arg4)
// CHECK-NEXT: %2 = affine.load %arg0[%0 + %1] : memref<?xf32>
// CHECK-NEXT: "use"(%2, %0) : (f32, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @e(%m: memref<?xf32>, %n: index, %k: index) {
  affine.for %i = 1 to 12 step 2 {
    affine.for %j = 0 to %n {
      affine.for %l = 0 to 8 step 3 {
      %v = affine.load %m[%i + %j * 2 + %l] : memref<?xf32>
      "use"(%v, %i) : (f32, index) -> ()
    }
    }
    "k"() : () -> ()
    affine.for %l = 0 to 9 step 3 {
      %v = affine.load %m[%i + %l] : memref<?xf32>
      "use"(%v, %i) : (f32, index) -> ()
    }
  }
  return
}
