// RUN: tf-opt %s --split-input-file --verify-diagnostics -o %t 2>&1 | filecheck %s

// A line that is nearly one between parts gets a warning, and separates nothing.
// CHECK: split_near_misses.mlir:7:7: warning: near miss with file split marker
// CHECK-NOT: warning
func.func @f() { return }
// ----

// -----

func.func @f() { return }
