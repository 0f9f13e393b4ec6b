// RUN: tf-opt %s --keep-ssa-names --func-note-signatures | filecheck %s

/// What callers see: names, types, and which buffers are written. A function that is called here alone, or is declared, has no callers elsewhere.

// CHECK: func.func @main(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: index) -> f32 attributes {tfir.signature = {arguments = ["from", "to", "n"], function_type = (memref<4xf32>, memref<4xf32>, index) -> f32, written = array<i64: 1>}} {
func.func @main(%from: memref<4xf32>, %to: memref<4xf32>, %n: index) -> f32 {
  %x = memref.load %from[%n] : memref<4xf32>
  memref.store %x, %to[%n] : memref<4xf32>
  return %x : f32
}
// CHECK: func.func private @inner() {
func.func private @inner() {
  return
}
// CHECK: func.func private @declared(f32)
// CHECK-NOT: tfir.signature
func.func private @declared(f32)
