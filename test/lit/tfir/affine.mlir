// RUN: tf-opt %s | filecheck %s

/// Bounds are numbers, values, or maps of them; what goes round is named.

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-NEXT: #map1 = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0 + 4)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 + 4, 3)>
// CHECK-NEXT: #map5 = affine_map<(d0) -> (7)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: index, %arg1: index, %arg2: f32, %arg3: memref<?xf32>) -> f32 {
// CHECK-NEXT:     affine.for %arg4 = 0 to %arg0 {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = %arg0 to 10 step 2 {
// CHECK-NEXT:       affine.store %arg2, %arg3[%arg4 * 2 + 1] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = #map(%arg0)[%arg1] to min #map1(%arg0)[%arg1] {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = #map2()[%arg0] to #map3(%arg1) {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = max #map4()[%arg0] to 20 {
// CHECK-NEXT:     } {tag = 1 : i64}
// CHECK-NEXT:     %0 = affine.for %arg4 = 0 to 10 iter_args(%arg5 = %arg2) -> (f32) {
// CHECK-NEXT:       %1 = arith.addf %arg5, %arg5 : f32
// CHECK-NEXT:       affine.yield %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = 0 to %arg1 {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = 3 to #map5(%arg1) {
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }

#m = affine_map<(d0)[s0] -> (d0 + s0)>
#mm = affine_map<(d0)[s0] -> (d0, s0)>
func.func @f(%n: index, %m: index, %x: f32, %b: memref<?xf32>) -> f32 {
  affine.for %i = 0 to %n { }
  affine.for %i = %n to 10 step 2 { affine.store %x, %b[%i * 2 + 1] : memref<?xf32> }
  affine.for %i = #m(%n)[%m] to min #mm(%n)[%m] { }
  affine.for %i = affine_map<()[s0] -> (s0 + 4)>()[%n] to affine_map<(d0) -> (d0)>(%m) { }
  affine.for %i = max affine_map<()[s0] -> (s0 + 4, 3)>()[%n] to 20 { } {tag = 1 : i64}
  %r = affine.for %i = 0 to 10 iter_args(%y = %x) -> (f32) {
    %z = arith.addf %y, %y : f32
    affine.yield %z : f32
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>()[%m] { }
  affine.for %i = affine_map<() -> (3)>() to affine_map<(d0) -> (7)>(%m) { }
  return %r : f32
}

// What is no dimension is a symbol, and stays one.
// CHECK-LABEL: func.func @symbols
// CHECK: affine.load %arg0[%{{.*}} * 2 + symbol(%arg1), 0]
func.func @symbols(%m: memref<?x4xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[%i * 2 + symbol(%n), 0] : memref<?x4xf32>
  }
  return
}
