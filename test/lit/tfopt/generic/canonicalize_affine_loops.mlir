// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s

/// Bounds and accesses of loops.
// CHECK: #map = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 + 11)>
// CHECK-NEXT: #map2 = affine_map<()[s0, s1] -> (s1 + 11, s0)>
// CHECK: func.func @c(%arg0: memref<?xf32>, %arg1: index, %arg2: index) -> f32 {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to 21 iter_args(%arg4 = %cst) -> (f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: %4 = arith.addf %3, %arg4 : f32
// CHECK-NEXT: affine.yield %4 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = affine.for %arg3 = #map()[%arg1] to #map1()[%arg1] iter_args(%arg4 = %0, %arg5 = %cst) -> (f32, f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: %4 = arith.addf %3, %arg4 : f32
// CHECK-NEXT: affine.yield %arg5, %4 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.for %arg3 = %arg2 to min #map2()[%arg2, %arg1] iter_args(%arg4 = %1#1) -> (f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: %4 = arith.addf %3, %arg4 : f32
// CHECK-NEXT: affine.yield %4 : f32
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

// CHECK: #map = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 * 8)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0 * 8, 16)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0 * 8, 13)>
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
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 2 to 3 {
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = %arg1 to #map()[%arg1] {
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 0 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 5 to 2 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to #map1()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map2()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map3()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 7 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 8 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 12 to 20 {
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

// CHECK: func.func @e(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 1 to 12 step 2 {
// CHECK-NEXT: affine.for %arg4 = 0 to %arg1 {
// CHECK-NEXT: affine.for %arg5 = 0 to 8 step 3 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3 + %arg4 * 2 + %arg5] : memref<?xf32>
// CHECK-NEXT: "use"(%0, %arg3) : (f32, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: "k"() : () -> ()
// CHECK-NEXT: affine.for %arg4 = 0 to 9 step 3 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3 + %arg4] : memref<?xf32>
// CHECK-NEXT: "use"(%0, %arg3) : (f32, index) -> ()
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
