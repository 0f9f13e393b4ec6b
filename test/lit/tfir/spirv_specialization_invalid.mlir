// RUN: tf-opt %s --split-input-file --verify-diagnostics

spirv.module Logical GLSL450 {
  spirv.func @f() -> i32 "None" {
    // expected-error@+1 {{names @count, which is no specialization constant of a 'spirv.module'}}
    %0 = spirv.mlir.referenceof @count : i32
    spirv.ReturnValue %0 : i32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @count = 1 : i32
  // expected-error@+1 {{has fewer parts than 'vector<2xi32>'}}
  spirv.SpecConstantComposite @both (@count) : vector<2xi32>
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) -> i32 "None" {
    // expected-error@+1 {{takes constants alone}}
    %0 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) : (i32, i32) -> i32
    spirv.ReturnValue %0 : i32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: f32) -> f32 "None" {
    // expected-error@+1 {{needs a whole number as 'cluster_size' with ClusteredReduce, and has none otherwise}}
    %0 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %x : f32 -> f32
    spirv.ReturnValue %0 : f32
  }
}
