// The header: magic number, version 1.3, no generator, a bound for ids, zero.
// RUN: tf-translate --serialize-spirv %S/Inputs/nothing.mlir | od -A n -t x4 -v | filecheck %s --check-prefix=WORDS
// WORDS: 07230203 00010300 00000000 {{[0-9a-f]+}}
// WORDS-NEXT: 00000000

// Each module by its own name, or by that of its entry point.
// RUN: rm -rf %t.kernels && tf-translate --serialize-spirv %s -o %t.kernels/ && ls %t.kernels | filecheck %s --check-prefix=FILES
// FILES: first_one.spv
// FILES-NEXT: named.spv

// One file cannot hold two; text without a module has nothing to write.
// RUN: not tf-translate --serialize-spirv %s -o %t.spv 2>&1 | filecheck %s --check-prefix=TWO
// TWO: modules.mlir has 2 modules; expected -o to be a directory
// RUN: not ls %t.spv
// RUN: echo "func.func @f() { return }" | not tf-translate --serialize-spirv 2>&1 | filecheck %s --check-prefix=NONE
// NONE: there is no spirv.module; tf-opt --pipeline=vulkan makes them

// Those for other targets than the module's say so; to a file goes the module's own.
// RUN: echo 'func.func @sum(%%x: tensor<8xf32>) -> tensor<8xf32> { %%0 = stablehlo.add %%x, %%x : tensor<8xf32> return %%0 : tensor<8xf32> }' | tf-opt --pipeline=vulkan -o %t.targets
// RUN: rm -rf %t.each && tf-translate --serialize-spirv %t.targets -o %t.each/ && ls %t.each | filecheck %s --check-prefix=TARGETS
// TARGETS: sum_rgn_dispatch_0.gpu.spv
// TARGETS-NEXT: sum_rgn_dispatch_0.portable.spv
// TARGETS-NEXT: sum_rgn_dispatch_0.spv
// RUN: tf-translate --serialize-spirv %t.targets -o %t.own && cmp %t.own %t.each/sum_rgn_dispatch_0.spv

// Two files of one name would be one.
// RUN: cat %S/Inputs/nothing.mlir %S/Inputs/nothing.mlir | not tf-translate --serialize-spirv -o %t.same/ 2>&1 | filecheck %s --check-prefix=SAME
// SAME: 'spirv.module' op is the second that is called 'nothing', so it would be written to the same file
// SAME: note: the first
// RUN: not ls %t.same

module {
  spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
    spirv.func @"first one"() "None" {
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @"first one"
    spirv.ExecutionMode @"first one" "LocalSize", 1, 1, 1
  }
  spirv.module @named Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
    spirv.func @main() "None" {
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @main
    spirv.ExecutionMode @main "LocalSize", 1, 1, 1
  }
}
