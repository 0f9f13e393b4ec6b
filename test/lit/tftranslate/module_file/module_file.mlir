// A lowered program as a module file, and back: the same text.
// RUN: tf-opt %s --pipeline=vulkan --target=lavapipe -o %t.mlir
// RUN: tf-translate --mlir-to-module %t.mlir -o %t.tfm
// RUN: tf-translate --module-to-mlir %t.tfm | diff - %t.mlir
// RUN: tf-opt %s --pipeline=cpu --target=x86-64-v3 --keep-ssa-names -o %t.cpu.mlir
// RUN: tf-translate --mlir-to-module %t.cpu.mlir | tf-translate --module-to-mlir | diff - %t.cpu.mlir

// RUN: tf-translate --inspect %t.tfm | filecheck %s --check-prefix=INSPECT
// INSPECT: module file
// INSPECT-NEXT: version 2, for #iree.target<name = "llvmpipe{{.*}}
// INSPECT-NEXT: digest
// INSPECT-NEXT: @main
// INSPECT-NEXT: arg0: float32[4]
// INSPECT-NEXT: -> result0: float32[4]
// INSPECT-NEXT: executables: 1
// INSPECT-NEXT: @main_ex_dispatch_0: portable {{.*}}, SPVE {{.*}} and a kernel of {{.*}}

// What its functions do, an operation of bytecode to a line: offsets as docs/bytecode.md has the lengths.
// RUN: tf-translate --inspect --listing %t.tfm | filecheck %s --check-prefix=LISTING
// RUN: tf-translate --inspect --listing --json %t.tfm | filecheck %s --check-prefix=JSON
// LISTING: bytecode of @main
// LISTING-NEXT: {{^ +}}0  23  %1 = alloc_heap memory_space=0 element=f32 shape=[4] []
// LISTING-NEXT: {{^ +}}14  11  static_dispatch callee=@main_ex_dispatch_0::@main_rgn_dispatch_0 workload=4 workload=1 workload=1 [%0, %1] []
// LISTING-NEXT: {{^ +}}40  04  return [%1]
// JSON: "bytecode": {
// JSON-NEXT: "main": [
// JSON-NEXT: "     0  23  %1 = alloc_heap memory_space=0 element=f32 shape=[4] []",
// RUN: not tf-translate --inspect --listing %t.mlir 2>&1 | filecheck %s --check-prefix=NO-LISTING
// NO-LISTING: error: {{.*}}: --listing shows the bytecode of a module file, and this is none
// RUN: not tf-translate --module-to-mlir --listing %t.tfm 2>&1 | filecheck %s --check-prefix=NO-INSPECT
// NO-INSPECT: --listing goes with --inspect, not with --module-to-mlir

// RUN: tf-run %t.tfm --device=interpreter --input=4xf32=1,2,3,4 | filecheck %s --check-prefix=SUM
// RUN: tf-run - --device=interpreter --input=arg0=4xf32=1,2,3,4 < %t.tfm | filecheck %s --check-prefix=SUM
// RUN: tf-translate --mlir-to-module %t.cpu.mlir | tf-run - --device=cpu --input=a=4xf32=1,2,3,4 | filecheck %s --check-prefix=SUM
// SUM: 4xf32=2 4 6 8

// Other tools say what to do with it.
// RUN: not tf-opt %t.tfm 2>&1 | filecheck %s --check-prefix=OPT
// OPT: expected IR as text, but this is a module file; tf-run runs it, tf-translate --module-to-mlir writes its text
// RUN: not tf-translate --graphdef-to-mlir %t.tfm 2>&1 | filecheck %s --check-prefix=GRAPH
// GRAPH: not a GraphDef but a module file; --module-to-mlir reads that
// RUN: not tf-translate --module-to-mlir %t.mlir 2>&1 | filecheck %s --check-prefix=TEXT
// TEXT: not a module file; --mlir-to-module writes one

// A file that is not the one that was written is refused.
// RUN: head -c 2000 %t.tfm | not tf-run - --device=interpreter --input=4xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=CUT
// CUT: error: <stdin>: the file is damaged: it has 2000 bytes
// RUN: sed s/memref/memreg/ %t.tfm > %t.bad
// RUN: not tf-run %t.bad --device=interpreter --input=4xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=BAD
// BAD: error: {{.*}}.bad: the file is damaged: its tables are not those that were written

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
