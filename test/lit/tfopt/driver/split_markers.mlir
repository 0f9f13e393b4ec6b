// RUN: tf-opt %s --split-input-file='// ===' --output-split-marker='// ###' | filecheck %s

// CHECK: @one
// CHECK: // ###
// CHECK: @two
func.func private @one()
// === another part
func.func private @two()
