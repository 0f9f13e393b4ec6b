// RUN: tf-opt %s --iree-set-target=target=lavapipe | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=lavapipe --iree-set-target | filecheck %s --check-prefix=PORTABLE
// RUN: tf-opt %s --iree-set-target=target=x86-64-v4,x86-64-v3 | filecheck %s --check-prefix=SEVERAL
// RUN: tf-opt %s --iree-set-target=target=x86-64-v4,x86-64-v3 --iree-set-target=target=aarch64 | filecheck %s --check-prefix=ONE
// RUN: tf-opt %s --iree-set-target=target=aarch64 --iree-set-target='target=x86-64-v4,x86-64-v3 default=true' | filecheck %s --check-prefix=ONE
// RUN: not tf-opt %s --iree-set-target=target=toaster 2>&1 | filecheck %s --check-prefix=UNKNOWN

/// The facts of a device stand on the module; the last word counts.
// CHECK: module attributes {iree.target = #iree.target<name = "llvmpipe
// CHECK-SAME: subgroup_size = 8
// PORTABLE: module attributes {iree.target = #iree.target<name = "portable", features = ["shaderFloat16"
// PORTABLE-NOT: subgroup_size
/// Of several devices the first is the target, the others are what to compile for as well.
// SEVERAL: module attributes {iree.fallback_targets = [#iree.target<name = "x86-64-v3"
// SEVERAL-SAME: iree.target = #iree.target<name = "x86-64-v4"
// ONE: module attributes {iree.target = #iree.target<name = "aarch64"
// UNKNOWN: error: unknown target 'toaster'; there are portable, lavapipe, gpu, x86-64-v3, x86-64-v4, aarch64, and @FILE
module {
}
