// RUN: tf-translate --serialize-spirv %s -o %t.spv && tf-translate --deserialize-spirv %t.spv | filecheck %s
// RUN: tf-translate --deserialize-spirv %t.spv | tf-translate --serialize-spirv - -o %t.again && cmp %t.spv %t.again

// Structure comes from merge instructions, names from entry points; variables have numbers.
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
// CHECK: spirv.GlobalVariable @[[VAR:spirv_var_[0-9]+]] bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0]), Block>, StorageBuffer>
// CHECK: spirv.func @main() "None" {
// CHECK: spirv.mlir.addressof @[[VAR]]
// CHECK: spirv.mlir.selection {
// CHECK-NEXT: spirv.BranchConditional
// CHECK: spirv.FMul {{.*}} {no_contraction} : f32
// CHECK: spirv.mlir.merge
// CHECK: spirv.mlir.loop -> f32 {
// CHECK-NEXT: spirv.Branch ^bb1
// CHECK: spirv.mlir.merge {{.*}} : f32
// CHECK: spirv.EntryPoint "GLCompute" @main

// RUN: head -c 30 %t.spv > %t.cut && not tf-translate --deserialize-spirv %t.cut 2>&1 | filecheck %s --check-prefix=CUT
// CUT: error: {{.*}}this is no SPIR-V module
// RUN: not tf-opt %t.spv 2>&1 | filecheck %s --check-prefix=HINT
// HINT: a SPIR-V module; tf-translate --deserialize-spirv reads it

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @out bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %zero = spirv.Constant 0 : i32
    %four = spirv.Constant 4 : i32
    %one = spirv.Constant 1 : i32
    %half = spirv.Constant 5.000000e-01 : f32
    %yes = spirv.Constant true
    %out = spirv.mlir.addressof @out : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    %place = spirv.AccessChain %out[%zero, %one] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.mlir.selection {
      spirv.BranchConditional %yes, ^bb1, ^bb2
    ^bb1:
      %square = spirv.FMul %half, %half {no_contraction} : f32
      spirv.Store "StorageBuffer" %place, %square : f32
      spirv.Branch ^bb2
    ^bb2:
      spirv.mlir.merge
    }
    %sum = spirv.mlir.loop -> f32 {
      spirv.Branch ^bb1(%zero, %half : i32, f32)
    ^bb1(%i: i32, %s: f32):
      %more = spirv.SLessThan %i, %four : i32
      spirv.BranchConditional %more, ^bb2, ^bb4
    ^bb2:
      %next = spirv.FAdd %s, %half : f32
      spirv.Branch ^bb3
    ^bb3:
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^bb1(%j, %next : i32, f32)
    ^bb4:
      spirv.mlir.merge %s : f32
    }
    spirv.Store "StorageBuffer" %place, %sum : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
