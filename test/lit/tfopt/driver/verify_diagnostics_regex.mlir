// RUN: not tf-opt %s --verify-diagnostics 2>&1 | filecheck %s

// CHECK: :4:4: error: invalid regex: missing )
// expected-error-re@+1 {{a {{(}}}}
func.func private @f()
