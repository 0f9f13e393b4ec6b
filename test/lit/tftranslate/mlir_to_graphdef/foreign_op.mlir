// RUN: not tf-translate --mlir-to-graphdef %s -o %t.pb 2>&1 | filecheck %s
// RUN: not ls %t.pb

// CHECK: error: 'func.func' op cannot be exported: expected a module of tfg.graph and tfg.func
func.func private @f()
