// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s

/// Maps take in those that make their operands, and what is known of loops; conditions and empty loops go.
// CHECK: #map = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (4, s0)>
// CHECK: func.func @g(%arg0: memref<10xf32>, %arg1: index) {
// CHECK-NEXT: affine.for %arg2 = 2 to 10 step 3 {
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to 4 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2 * 2 + %arg3 + %arg2 floordiv 3 - (%arg3 floordiv 5) * 5 + 3] : memref<10xf32>
// CHECK-NEXT: "use"(%0) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1()[%arg1] {
// CHECK-NEXT: %0 = affine.load %arg0[(%arg2 + %arg3) mod 2] : memref<10xf32>
// CHECK-NEXT: "use"(%0) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 16 step 4 {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2 * 2 + %arg3 * 2 - (%arg2 floordiv 4) * 3 + %arg2 floordiv 8 - ((%arg2 + %arg3) floordiv 2) * 2] : memref<10xf32>
// CHECK-NEXT: "use"(%0) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @g(%m: memref<10xf32>, %n: index) {
  affine.for %i = 2 to 10 step 3 {
    affine.for %j = affine_map<(d0)->(d0+2)>(%i) to min affine_map<(d0)->(d0+2,4)>(%i) {
      %v = affine.load %m[%i floordiv 3 + %j mod 5 + (%i * 4 + 3) floordiv 4 + (%i * 8 + 3) mod 4 + %i mod 12 + %i floordiv 12] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
    affine.for %j = max affine_map<(d0)->(d0+2, 0, 4)>(%i) to min affine_map<(d0)[s0]->(d0+20,4,7, s0)>(%i)[%n] {
      %v = affine.load %m[(%i + %j) mod 2] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
  }
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %m[(%i + %j) floordiv 4 + (%i + %j) mod 4 + (%i + %j) floordiv 8 + (%j + %i) mod 2] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK: func.func @h(%arg0: index, %arg1: index, %arg2: f32) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to %arg0 iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT: affine.yield %cst : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = affine.for %arg3 = 0 to 3 iter_args(%arg4 = %arg2, %arg5 = %cst) -> (f32, f32) {
// CHECK-NEXT: affine.yield %arg5, %arg4 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 0 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg2, %0, %cst, %cst, %1#0 : f32, f32, f32, f32, f32
// CHECK-NEXT: }
func.func @h(%n: index, %k: index, %x: f32) -> (f32, f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %c5 = arith.constant 5 : index
  %a = affine.for %i = 0 to %n iter_args(%q = %x) -> f32 { affine.yield %q : f32 }
  %b = affine.for %i = 0 to %n iter_args(%q = %x) -> f32 { affine.yield %z : f32 }
  %c = affine.for %i = 0 to %c5 iter_args(%q = %x) -> f32 { affine.yield %z : f32 }
  %d:2 = affine.for %i = 0 to 1 iter_args(%q = %x, %w = %z) -> (f32, f32) { affine.yield %w, %q : f32, f32 }
  %e:2 = affine.for %i = 0 to 3 iter_args(%q = %x, %w = %z) -> (f32, f32) { affine.yield %w, %q : f32, f32 }
  affine.for %i = 0 to 10 { }
  affine.for %i = 0 to 10 { %t = arith.addf %x, %x : f32 }
  affine.for %i = 0 to 0 { "use"(%i) : (index) -> () }
  return %a, %b, %c, %d#0, %e#0 : f32, f32, f32, f32, f32
}

// -----

// CHECK: #map = affine_map<()[s0, s1] -> (s1, s0)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> (7, s1, s0 + 3)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (4, 10, s0)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0 * 2 - 3)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 2 - ((s0 * 2 - 3) floordiv 4) * 4 - 3)>
// CHECK-NEXT: #map5 = affine_map<()[s0, s1] -> (4, 10, s1 - 2, s0)>
// CHECK: func.func @i(%arg0: index, %arg1: index) -> (index, index, index, index, index, index, index, index, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = affine.min #map()[%arg0, %arg1]
// CHECK-NEXT: %1 = affine.min #map1()[%0, %arg1]
// CHECK-NEXT: %2 = affine.max #map2()[%1]
// CHECK-NEXT: %3 = affine.apply #map3()[%arg1]
// CHECK-NEXT: %4 = affine.apply #map4()[%arg1]
// CHECK-NEXT: %5 = affine.max #map5()[%1, %arg0]
// CHECK-NEXT: return %0, %1, %2, %c4, %arg0, %3, %4, %c4, %5 : index, index, index, index, index, index, index, index, index
// CHECK-NEXT: }
func.func @i(%n: index, %k: index) -> (index, index, index, index, index, index, index, index, index) {
  %c5 = arith.constant 5 : index
  %c-3 = arith.constant -3 : index
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1, d0)>(%n, %k)
  %1 = affine.min affine_map<(d0, d1) -> (d0 + 3, d1, 7)>(%0, %k)
  %2 = affine.max affine_map<(d0)[s0] -> (d0, s0 * 2, 4)>(%1)[%c5]
  %3 = affine.min affine_map<()[s0] -> (s0, 4)>()[%c5]
  %4 = affine.min affine_map<()[s0] -> (s0)>()[%n]
  %5 = affine.apply affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 + s0 - d0)>(%n, %k)[%c-3]
  %6 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%5)
  %7 = affine.min affine_map<(d0) -> (d0, 8)>(%3)
  %8 = affine.max affine_map<(d0, d1) -> (d0, d1 - 2)>(%2, %n)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : index, index, index, index, index, index, index, index, index
}

// -----

// CHECK: #set = affine_set<() : (5 >= 0)>
// CHECK-NEXT: #set1 = affine_set<() : (-5 >= 0)>
// CHECK-NEXT: #set2 = affine_set<() : (-1 == 0)>
// CHECK-NEXT: #set3 = affine_set<()[s0] : (s0 - 5 >= 0, s0 == 0)>
// CHECK: func.func @j(%arg0: index, %arg1: index, %arg2: memref<?xf32>, %arg3: f32) -> f32 {
// CHECK-NEXT: affine.store %arg3, %arg2[1] : memref<?xf32>
// CHECK-NEXT: affine.if #set() {
// CHECK-NEXT: affine.store %arg3, %arg2[2] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.if #set1() {
// CHECK-NEXT: affine.store %arg3, %arg2[3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %arg3, %arg2[4] : memref<?xf32>
// CHECK-NEXT: affine.if #set2() {
// CHECK-NEXT: affine.store %arg3, %arg2[4] : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %arg3, %arg2[5] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.if #set3()[%arg0] {
// CHECK-NEXT: affine.store %arg3, %arg2[6] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%arg4, %arg5) = (symbol(%arg0), 5) to (min(symbol(%arg0) + symbol(%arg1), 10), 100) {
// CHECK-NEXT: affine.store %arg3, %arg2[%arg4 + %arg5] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xf32>
// CHECK-NEXT: %0 = affine.load %alloc[symbol(%arg0)] : memref<10xf32>
// CHECK-NEXT: affine.store %0, %alloc[symbol(%arg0)] : memref<10xf32>
// CHECK-NEXT: %1 = affine.load %arg2[symbol(%arg0)] : memref<?xf32>
// CHECK-NEXT: %2 = arith.addf %arg3, %1 : f32
// CHECK-NEXT: return %2 : f32
// CHECK-NEXT: }
func.func @j(%n: index, %k: index, %m: memref<?xf32>, %x: f32) -> f32 {
  %c5 = arith.constant 5 : index
  affine.if affine_set<(d0) : (1 == 0)>(%n) { affine.store %x, %m[0] : memref<?xf32> }
  affine.if affine_set<() : (0 == 0)>() { affine.store %x, %m[1] : memref<?xf32> }
  affine.if affine_set<() : (5 >= 0)>() { affine.store %x, %m[2] : memref<?xf32> }
  affine.if affine_set<() : (-5 >= 0)>() { affine.store %x, %m[3] : memref<?xf32> }
  affine.if affine_set<(d0) : (d0 - 5 == 0)>(%c5) { affine.store %x, %m[4] : memref<?xf32> } else { affine.store %x, %m[5] : memref<?xf32> }
  affine.if affine_set<(d0) : (d0 - 6 == 0)>(%c5) { affine.store %x, %m[4] : memref<?xf32> } else { affine.store %x, %m[5] : memref<?xf32> }
  affine.if affine_set<(d0) : (d0 - 5 >= 0, d0 == 0)>(%n) { affine.store %x, %m[6] : memref<?xf32> } else { }
  %r = affine.if affine_set<(d0) : (d0 - 5 == 0)>(%c5) -> f32 { affine.yield %x : f32 } else { %t = arith.addf %x, %x : f32
   affine.yield %t : f32 }
  affine.parallel (%i, %j) = (%n, %c5) to (min(%n + %k, %c5 * 2), 100) { affine.store %x, %m[%i + %j] : memref<?xf32> }
  %mc = memref.cast %m : memref<?xf32> to memref<10xf32>
  %mc2 = memref.alloc() : memref<10xf32>
  %mc3 = memref.cast %mc2 : memref<10xf32> to memref<?xf32>
  %v = affine.load %mc3[%n] : memref<?xf32>
  affine.store %v, %mc3[%n] : memref<?xf32>
  %v2 = affine.load %mc[%n] : memref<10xf32>
  %q = arith.addf %r, %v2 : f32
  return %q : f32
}
