// RUN: tf-opt %s --iree-set-target=target=lavapipe | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=lavapipe --iree-set-target | filecheck %s --check-prefix=PORTABLE
// RUN: not tf-opt %s --iree-set-target=target=toaster 2>&1 | filecheck %s --check-prefix=UNKNOWN

/// The facts of a device stand on the module; the last word counts.
// CHECK: module attributes {iree.target = #iree.target<name = "llvmpipe
// CHECK-SAME: subgroup_size = 8
// PORTABLE: module attributes {iree.target = #iree.target<features = ["shaderFloat16"
// PORTABLE-NOT: subgroup_size
// UNKNOWN: error: unknown target 'toaster'; there are portable, lavapipe, x86-64-v3, x86-64-v4, aarch64, and @FILE
module {
}
