// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --affine-loop-unroll | filecheck %s

/// A loop of fewer iterations than the factor stays; those that are left have a loop, or none where they are one.
// CHECK: func.func @a() {
// CHECK-NEXT: affine.for %arg0 = 0 to 100 step 2 {
// CHECK-NEXT: affine.for %arg1 = 0 to 3 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @a() {
  affine.for %i = 0 to 100 step 2 {
    affine.for %j = 0 to 3 {
      %x = arith.constant 1 : i32
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 8)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> (s0 * 8, 16)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 * 8, 13)>
// CHECK-NEXT: #map7 = affine_map<() -> (7, 13)>
// CHECK-NEXT: #map8 = affine_map<() -> (8, 12)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 - 3 >= 0)>
// CHECK: func.func @d(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 1 {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3 + %c0_1] : memref<?xf32>
// CHECK-NEXT: "use"(%3, %arg3) : (f32, index) -> ()
// CHECK-NEXT: %4 = affine.apply #map(%c0_1)
// CHECK-NEXT: %5 = affine.load %arg0[%arg3 + %4] : memref<?xf32>
// CHECK-NEXT: "use"(%5, %arg3) : (f32, index) -> ()
// CHECK-NEXT: %6 = affine.apply #map1(%c0_1)
// CHECK-NEXT: %7 = affine.load %arg0[%arg3 + %6] : memref<?xf32>
// CHECK-NEXT: "use"(%7, %arg3) : (f32, index) -> ()
// CHECK-NEXT: %8 = affine.apply #map2(%c0_1)
// CHECK-NEXT: %9 = affine.load %arg0[%arg3 + %8] : memref<?xf32>
// CHECK-NEXT: "use"(%9, %arg3) : (f32, index) -> ()
// CHECK-NEXT: %10 = affine.load %arg0[%arg3 + %c4] : memref<?xf32>
// CHECK-NEXT: "use"(%10, %arg3) : (f32, index) -> ()
// CHECK-NEXT: "use"(%arg3, %c0_0) : (index, index) -> ()
// CHECK-NEXT: %11 = affine.apply #map(%c0_0)
// CHECK-NEXT: "use"(%arg3, %11) : (index, index) -> ()
// CHECK-NEXT: %12 = affine.apply #map1(%c0_0)
// CHECK-NEXT: "use"(%arg3, %12) : (index, index) -> ()
// CHECK-NEXT: %13 = affine.apply #map2(%c0_0)
// CHECK-NEXT: "use"(%arg3, %13) : (index, index) -> ()
// CHECK-NEXT: "use"(%arg3, %arg3) : (index, index) -> ()
// CHECK-NEXT: %14 = affine.apply #map(%arg3)
// CHECK-NEXT: "use"(%arg3, %14) : (index, index) -> ()
// CHECK-NEXT: %15 = affine.apply #map1(%arg3)
// CHECK-NEXT: "use"(%arg3, %15) : (index, index) -> ()
// CHECK-NEXT: %16 = affine.apply #map2(%arg3)
// CHECK-NEXT: "use"(%arg3, %16) : (index, index) -> ()
// CHECK-NEXT: affine.for %arg4 = #map1(%arg3) to #map2(%arg3) {
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = %arg1 to #map3()[%arg1] {
// CHECK-NEXT: "use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 0 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 5 to 2 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to #map4()[%arg1] step 4 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: %3 = affine.apply #map(%arg3)
// CHECK-NEXT: "use"(%3) : (index) -> ()
// CHECK-NEXT: %4 = affine.apply #map1(%arg3)
// CHECK-NEXT: "use"(%4) : (index) -> ()
// CHECK-NEXT: %5 = affine.apply #map2(%arg3)
// CHECK-NEXT: "use"(%5) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map5()[%arg1] step 4 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: %3 = affine.apply #map(%arg3)
// CHECK-NEXT: "use"(%3) : (index) -> ()
// CHECK-NEXT: %4 = affine.apply #map1(%arg3)
// CHECK-NEXT: "use"(%4) : (index) -> ()
// CHECK-NEXT: %5 = affine.apply #map2(%arg3)
// CHECK-NEXT: "use"(%5) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map6()[%arg1] {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map7() {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to min #map8() step 4 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: %3 = affine.apply #map(%arg3)
// CHECK-NEXT: "use"(%3) : (index) -> ()
// CHECK-NEXT: %4 = affine.apply #map1(%arg3)
// CHECK-NEXT: "use"(%4) : (index) -> ()
// CHECK-NEXT: %5 = affine.apply #map2(%arg3)
// CHECK-NEXT: "use"(%5) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = max #map8() to 20 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.if #set(%c0) {
// CHECK-NEXT: "use"(%c0) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %arg3 = %arg1 to %arg2 step %arg1 {
// CHECK-NEXT: "use"(%c0) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.apply #map(%c0)
// CHECK-NEXT: affine.if #set(%0) {
// CHECK-NEXT: "use"(%0) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %arg3 = %arg1 to %arg2 step %arg1 {
// CHECK-NEXT: "use"(%0) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %1 = affine.apply #map1(%c0)
// CHECK-NEXT: affine.if #set(%1) {
// CHECK-NEXT: "use"(%1) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %arg3 = %arg1 to %arg2 step %arg1 {
// CHECK-NEXT: "use"(%1) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.apply #map2(%c0)
// CHECK-NEXT: affine.if #set(%2) {
// CHECK-NEXT: "use"(%2) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %arg3 = %arg1 to %arg2 step %arg1 {
// CHECK-NEXT: "use"(%2) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 4 to 7 {
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

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 6 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3 + 10] : memref<?xf32>
// CHECK-NEXT: %1 = affine.load %arg0[%arg3 + %c0] : memref<?xf32>
// CHECK-NEXT: affine.store %1, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %2 = affine.apply #map(%c0)
// CHECK-NEXT: %3 = affine.load %arg0[%arg3 + %2] : memref<?xf32>
// CHECK-NEXT: affine.store %3, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %4 = affine.apply #map1(%c0)
// CHECK-NEXT: %5 = affine.load %arg0[%arg3 + %4] : memref<?xf32>
// CHECK-NEXT: affine.store %5, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %6 = affine.apply #map2(%c0)
// CHECK-NEXT: %7 = affine.load %arg0[%arg3 + %6] : memref<?xf32>
// CHECK-NEXT: affine.store %7, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %8 = affine.load %arg0[%arg3 + %c4] : memref<?xf32>
// CHECK-NEXT: affine.store %8, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %9 = affine.load %arg0[%arg3 + 1] : memref<?xf32>
// CHECK-NEXT: affine.store %9, %arg0[%arg3 + 30] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @f(%m: memref<?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to 6 {
    %v = affine.load %m[%i] : memref<?xf32>
    affine.store %v, %m[%i + 10] : memref<?xf32>
    affine.for %j = 0 to 5 {
      %w = affine.load %m[%i + %j] : memref<?xf32>
      affine.store %w, %m[%i + 20] : memref<?xf32>
    }
    %x = affine.load %m[%i + 1] : memref<?xf32>
    affine.store %x, %m[%i + 30] : memref<?xf32>
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK: func.func @g(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) {
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to 16 step 4 iter_args(%arg4 = %cst) -> (f32) {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2, %arg3] : memref<16x16xf32>
// CHECK-NEXT: %2 = arith.addf %arg4, %1 : f32
// CHECK-NEXT: %3 = affine.apply #map(%arg3)
// CHECK-NEXT: %4 = affine.load %arg0[%arg2, %3] : memref<16x16xf32>
// CHECK-NEXT: %5 = arith.addf %2, %4 : f32
// CHECK-NEXT: %6 = affine.apply #map1(%arg3)
// CHECK-NEXT: %7 = affine.load %arg0[%arg2, %6] : memref<16x16xf32>
// CHECK-NEXT: %8 = arith.addf %5, %7 : f32
// CHECK-NEXT: %9 = affine.apply #map2(%arg3)
// CHECK-NEXT: %10 = affine.load %arg0[%arg2, %9] : memref<16x16xf32>
// CHECK-NEXT: %11 = arith.addf %8, %10 : f32
// CHECK-NEXT: affine.yield %11 : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @g(%m: memref<16x16xf32>, %o: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %z = arith.constant 0.0 : f32
    %r = affine.for %j = 0 to 16 iter_args(%a = %z) -> f32 {
      %w = affine.load %m[%i, %j] : memref<16x16xf32>
      %b = arith.addf %a, %w : f32
      affine.yield %b : f32
    }
    affine.store %r, %o[%i] : memref<16xf32>
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK: func.func @i(%arg0: memref<16xf32>) -> f32 {
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg1 = 0 to 16 step 4 iter_args(%arg2 = %cst) -> (f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg1] : memref<16xf32>
// CHECK-NEXT: %4 = arith.addf %arg2, %3 : f32
// CHECK-NEXT: %5 = affine.apply #map(%arg1)
// CHECK-NEXT: %6 = affine.load %arg0[%5] : memref<16xf32>
// CHECK-NEXT: %7 = arith.addf %4, %6 : f32
// CHECK-NEXT: %8 = affine.apply #map1(%arg1)
// CHECK-NEXT: %9 = affine.load %arg0[%8] : memref<16xf32>
// CHECK-NEXT: %10 = arith.addf %7, %9 : f32
// CHECK-NEXT: %11 = affine.apply #map2(%arg1)
// CHECK-NEXT: %12 = affine.load %arg0[%11] : memref<16xf32>
// CHECK-NEXT: %13 = arith.addf %10, %12 : f32
// CHECK-NEXT: affine.yield %13 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = affine.load %arg0[%c16] : memref<16xf32>
// CHECK-NEXT: %2 = arith.addf %0, %1 : f32
// CHECK-NEXT: return %2 : f32
// CHECK-NEXT: }
func.func @i(%o: memref<16xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r0 = affine.for %i = 0 to 17 iter_args(%c = %z) -> f32 {
      %w = affine.load %o[%i] : memref<16xf32>
      %b = arith.addf %c, %w : f32
    affine.yield %b : f32
  }
  return %r0 : f32
}
