// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s | tf-translate --serialize-spirv | tf-translate --deserialize-spirv | FileCheck %s --check-prefix=READ

// CHECK: spirv.SpecConstant @count spec_id(5) = 42 : i32
// CHECK: spirv.SpecConstant @flag = true
// CHECK: spirv.SpecConstantComposite @both (@count, @count) : vector<2xi32>
// READ: spirv.SpecConstant @[[COUNT:.*]] spec_id(5) = 42 : i32
// READ: spirv.SpecConstant @{{.*}} = true
// READ: spirv.SpecConstantComposite @[[BOTH:.*]] (@[[COUNT]], @[[COUNT]]) : vector<2xi32>
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformClustered], []> {
  spirv.SpecConstant @count spec_id(5) = 42 : i32
  spirv.SpecConstant @flag = true
  spirv.SpecConstantComposite @both (@count, @count) : vector<2xi32>
  spirv.func @f(%x: f32, %v: vector<4xf32>, %i: i32) -> i32 "None" {
    %c4 = spirv.Constant 4 : i32
    // CHECK: %[[REFERENCE:.*]] = spirv.mlir.referenceof @count : i32
    %0 = spirv.mlir.referenceof @count : i32
    %1 = spirv.mlir.referenceof @both : vector<2xi32>
    // CHECK: spirv.SpecConstantOperation wraps "spirv.IAdd"(%[[REFERENCE]], %{{.*}}) : (i32, i32) -> i32
    %2 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %c4) : (i32, i32) -> i32
    %3 = spirv.CompositeExtract %1[1 : i32] : vector<2xi32>
    // CHECK: spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %{{.*}} cluster_size(%{{.*}}) : f32, i32 -> f32
    // CHECK: spirv.GroupNonUniformFAdd <Subgroup> <Reduce> %{{.*}} : f32 -> f32
    %4 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %x cluster_size(%c4) : f32, i32 -> f32
    %5 = spirv.GroupNonUniformFAdd <Subgroup> <Reduce> %x : f32 -> f32
    // CHECK: spirv.VectorInsertDynamic %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, i32
    %6 = spirv.VectorInsertDynamic %x, %v[%i] : vector<4xf32>, i32
    %7 = spirv.IAdd %2, %3 : i32
    // READ: spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %{{.*}} cluster_size(%{{.*}}) : f32, i32 -> f32
    // READ: %[[REFERENCE:.*]] = spirv.mlir.referenceof @[[COUNT]] : i32
    // READ: spirv.SpecConstantOperation wraps "spirv.IAdd"(%[[REFERENCE]], %{{.*}}) : (i32, i32) -> i32
    spirv.ReturnValue %7 : i32
  }
}
