// There and back: the text of the program, of whatever version the artifact is; what is read is told by content.
// RUN: tf-translate --serialize-stablehlo --target-version=0.9.0 %s -o %t.old && tf-translate --deserialize-stablehlo %t.old | FileCheck %s
// RUN: tf-translate --serialize-stablehlo %s | tf-translate --deserialize-stablehlo | FileCheck %s
// RUN: tf-translate --serialize-stablehlo --target-version=current %s | tf-translate --deserialize-stablehlo | FileCheck %s
// CHECK: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = stablehlo.tanh %arg0 : tensor<4xf32>
// CHECK-NEXT: return %0

// An artifact is read as MLIR's tools read it, an artifact's program is run as it is, and another artifact is made of it.
// RUN: tf-opt %t.old | FileCheck %s --check-prefix=OPT
// OPT: "vhlo.tanh_v1"
// RUN: tf-run %t.old --device=interpreter --input=4xf32=0,0,0,0 | FileCheck %s --check-prefix=VALUES
// RUN: tf-run %t.old --device=cpu --input=4xf32=0,0,0,0 | FileCheck %s --check-prefix=VALUES
// RUN: tf-opt %t.old --pipeline=vulkan | tf-run - --device=interpreter --input=4xf32=0,0,0,0 | FileCheck %s --check-prefix=VALUES
// VALUES: 4xf32=0 0 0 0
// RUN: tf-translate --serialize-stablehlo --target-version=1.20.0 %t.old | tf-opt - | FileCheck %s --check-prefix=NEW
// NEW: "vhlo.tanh_v2"

// What wrote it and for whom; locations are in it unless they are stripped.
// RUN: tf-translate --inspect %t.old | FileCheck %s --check-prefix=FACTS
// FACTS: MLIR bytecode
// FACTS-NEXT: written by StableHLO_v0.9.0, bytecode version 0
// FACTS: stablehlo.tanh 1
// RUN: tf-translate --deserialize-stablehlo --mlir-print-debuginfo %t.old | FileCheck %s --check-prefix=LOCATED
// LOCATED: artifacts.mlir":
// RUN: tf-translate --serialize-stablehlo --strip-debuginfo %s | tf-translate --deserialize-stablehlo --mlir-print-debuginfo | FileCheck %s --check-prefix=STRIPPED
// STRIPPED-NOT: artifacts.mlir
// STRIPPED: tanh

// Bytecode of any program, not only StableHLO's.
// RUN: tf-opt %s --emit-bytecode -o %t.bc && tf-opt %t.bc | FileCheck %s
// RUN: tf-opt %s --emit-bytecode --emit-bytecode-version=0 | tf-opt | FileCheck %s
// RUN: tf-opt %s --stablehlo-legalize-to-vhlo --emit-bytecode | tf-opt --vhlo-legalize-to-stablehlo | FileCheck %s
// RUN: not tf-opt %s --emit-bytecode --emit-bytecode-version=7 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: unsupported version requested 7, must be in range [0, 6]
// RUN: not tf-opt %s --emit-bytecode-version=3 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: --emit-bytecode-version and --emit-bytecode-producer go with --emit-bytecode
// RUN: not tf-opt %s --emit-bytecode --split-input-file 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: --emit-bytecode writes one program

// RUN: not tf-translate --serialize-stablehlo --target-version=1.x %s 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: Invalid target version argument '1.x'
// TARGET-NEXT: Target version must be of the form `#.#.#`.
// RUN: head -c 60 %t.bc > %t.short && not tf-opt %t.short 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: short: byte {{[0-9]+}}: the {{.*}} section has {{[0-9]+}} bytes, and there are
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
