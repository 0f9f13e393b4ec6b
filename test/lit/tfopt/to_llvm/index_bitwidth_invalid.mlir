// RUN: not tf-opt %s --convert-func-to-llvm=index-bitwidth=-5 2>&1 | filecheck %s --check-prefix=LESS
// RUN: not tf-opt %s --finalize-memref-to-llvm=index-bitwidth=16777216 2>&1 | filecheck %s --check-prefix=MORE
// RUN: tf-opt %s --convert-func-to-llvm=index-bitwidth=16777215 | filecheck %s
// LESS: error: index-bitwidth: an integer has 1 to 16777215 bits, not -5; 0 stands for those of a pointer
// MORE: error: index-bitwidth: an integer has 1 to 16777215 bits, not 16777216
// CHECK: llvm.func @f(%arg0: i16777215)
func.func @f(%i: index) { return }
