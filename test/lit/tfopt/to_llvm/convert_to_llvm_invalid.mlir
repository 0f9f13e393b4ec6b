// RUN: not tf-opt %s --convert-to-llvm=filter-dialects=scf 2>&1 | filecheck %s
// CHECK: error: dialect 'scf' has no conversion to llvm; there are arith, cf, complex, func, index, math, memref, ub, vector
func.func @f() { return }
