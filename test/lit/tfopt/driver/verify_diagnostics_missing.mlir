// RUN: not tf-opt %s --verify-diagnostics 2>&1 | filecheck %s

/// What is expected and does not come is an error too.
// CHECK: verify_diagnostics_missing.mlir:6:6: error: expected error "no such thing" was not produced
func.func @fine() {
  // expected-error @+1 {{no such thing}}
  return
}
