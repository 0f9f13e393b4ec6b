// RUN: tf-opt %s --affine-loop-tile='tile-sizes=1,4' | filecheck %s

/// Tiles one point wide but along the innermost loop keep the order of the points, so what the nest does may be unknown.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 4)>
// CHECK: func.func @unknown() {
// CHECK-NEXT: affine.for %arg0 = 0 to 20 {
// CHECK-NEXT: affine.for %arg1 = 0 to 20 step 4 {
// CHECK-NEXT: affine.for %arg2 = #map(%arg0) to #map1(%arg0) {
// CHECK-NEXT: affine.for %arg3 = #map(%arg1) to #map2(%arg1) {
// CHECK-NEXT: func.call @effect(%arg2, %arg3) : (index, index) -> ()
func.func private @effect(index, index)
func.func @unknown() {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      func.call @effect(%i, %j) : (index, index) -> ()
    }
  }
  return
}
