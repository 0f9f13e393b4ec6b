// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --affine-loop-normalize='promote-single-iter=1' | filecheck %s

/// Loops that run once go.
// CHECK: #map = affine_map<(d0) -> (d0 * 2)>
// CHECK: func.func @a() {
// CHECK-NEXT: affine.for %arg0 = 0 to 50 {
// CHECK-NEXT: %0 = affine.apply #map(%arg0)
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

// CHECK: #map = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 5)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 8)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> (s0 * 8, 16)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 * 8, 13)>
// CHECK-NEXT: #map7 = affine_map<() -> (7, 13)>
// CHECK-NEXT: #map8 = affine_map<() -> (8, 12)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 - 3 >= 0)>
// CHECK: func.func @d(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 5 {
// CHECK-NEXT: %2 = affine.load %arg0[%c0 + %arg3] : memref<?xf32>
// CHECK-NEXT: "use"(%2, %c0) : (f32, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: "use"(%c0, %arg3) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %2 = affine.apply #map(%c0, %arg3)
// CHECK-NEXT: "use"(%c0, %2) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.apply #map1(%c0)
// CHECK-NEXT: "use"(%c0, %0) : (index, index) -> ()
// CHECK-NEXT: %1 = affine.apply #map2()[%arg1]
// CHECK-NEXT: "use"(%c0, %1) : (index, index) -> ()
// CHECK-NEXT: affine.for %arg3 = 0 to 0 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to -3 {
// CHECK-NEXT: %2 = affine.apply #map3(%arg3)
// CHECK-NEXT: "use"(%2) : (index) -> ()
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
