// RUN: tf-opt %s --split-input-file --affine-loop-tile='tile-sizes=5,4' | filecheck %s

/// Loops over tiles around loops over their points; a nest that is no rectangle stays.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 5)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 8, 30)>
// CHECK: func.func @rectangular(%arg0: memref<30x30xf32>, %arg1: memref<30x30xf32>, %arg2: memref<30x30xf32>, %arg3: index) {
// CHECK-NEXT: affine.for %arg4 = 0 to 30 step 5 {
// CHECK-NEXT: affine.for %arg5 = 0 to %arg3 step 4 {
// CHECK-NEXT: affine.for %arg6 = 0 to 30 step 8 {
// CHECK-NEXT: affine.for %arg7 = #map(%arg4) to #map1(%arg4) {
// CHECK-NEXT: affine.for %arg8 = #map(%arg5) to min #map2(%arg5)[%arg3] {
// CHECK-NEXT: affine.for %arg9 = #map(%arg6) to min #map3(%arg6) step 2 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg7, %arg9] : memref<30x30xf32>
// CHECK-NEXT: %1 = affine.load %arg1[%arg9, %arg8] : memref<30x30xf32>
// CHECK-NEXT: %2 = arith.mulf %0, %1 : f32
// CHECK-NEXT: %3 = affine.load %arg2[%arg7, %arg8] : memref<30x30xf32>
// CHECK-NEXT: %4 = arith.addf %3, %2 : f32
// CHECK-NEXT: affine.store %4, %arg2[%arg7, %arg8] : memref<30x30xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 30 {
// CHECK-NEXT: affine.for %arg5 = #map(%arg4) to 30 {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @rectangular(%a: memref<30x30xf32>, %b: memref<30x30xf32>, %c: memref<30x30xf32>, %n: index) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to 30 step 2 {
        %x = affine.load %a[%i, %k] : memref<30x30xf32>
        %y = affine.load %b[%k, %j] : memref<30x30xf32>
        %p = arith.mulf %x, %y : f32
        %s = affine.load %c[%i, %j] : memref<30x30xf32>
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<30x30xf32>
      }
    }
  }
  affine.for %i = 0 to 30 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 30 {
    }
  }
  return
}

// -----

/// Something unknown keeps its order, so tiles may not reorder the points.
// CHECK: func.func private @effect(index, index)
// CHECK-NEXT: func.func @unknown() {
// CHECK-NEXT: affine.for %arg0 = 0 to 20 {
// CHECK-NEXT: affine.for %arg1 = 0 to 20 {
// CHECK-NEXT: func.call @effect(%arg0, %arg1) : (index, index) -> ()
func.func private @effect(index, index)
func.func @unknown() {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      func.call @effect(%i, %j) : (index, index) -> ()
    }
  }
  return
}
