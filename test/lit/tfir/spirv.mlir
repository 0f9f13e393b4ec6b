// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Instructions, structured control flow and module structure print as they were read, and so they do by way of the generic form.
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, GroupNonUniform, GroupNonUniformShuffle, SampledBuffer], [SPV_KHR_storage_buffer_storage_class]> {
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, GroupNonUniform, GroupNonUniformShuffle, SampledBuffer], [SPV_KHR_storage_buffer_storage_class]> {
  // CHECK-NEXT: spirv.GlobalVariable @id built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @id built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  // CHECK-NEXT: spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  // CHECK-NEXT: spirv.GlobalVariable @r bind(0, 2) : !spirv.ptr<!spirv.struct<(i32 [0], !spirv.rtarray<vector<4xf32>, stride=16> [16])>, StorageBuffer>
  spirv.GlobalVariable @r bind(0, 2) : !spirv.ptr<!spirv.struct<(i32 [0], !spirv.rtarray<vector<4xf32>, stride=16> [16])>, StorageBuffer>
  // CHECK-NEXT: spirv.GlobalVariable @t bind(0, 1) : !spirv.ptr<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, UniformConstant>
  spirv.GlobalVariable @t bind(0, 1) : !spirv.ptr<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, UniformConstant>
  // CHECK-NEXT: spirv.func @f() "None" attributes {iree.workgroups = dense<[1, 2, 3]> : tensor<3xi32>} {
  spirv.func @f() "None" attributes {iree.workgroups = dense<[1, 2, 3]> : tensor<3xi32>} {
    // CHECK-NEXT: %[[IDS:.*]] = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %ids = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    // CHECK-NEXT: %[[ID3:.*]] = spirv.Load "Input" %[[IDS]] : vector<3xi32>
    %id3 = spirv.Load "Input" %ids : vector<3xi32>
    // CHECK-NEXT: %[[I:.*]] = spirv.CompositeExtract %[[ID3]][0 : i32] : vector<3xi32>
    %i = spirv.CompositeExtract %id3[0 : i32] : vector<3xi32>
    // CHECK-NEXT: %[[C0:.*]] = spirv.Constant 0 : i32
    %c0 = spirv.Constant 0 : i32
    %c8 = spirv.Constant 8 : i32
    // CHECK: spirv.Constant 1.500000e+00 : f32
    %half = spirv.Constant 1.500000e+00 : f32
    // CHECK-NEXT: spirv.Constant dense<1.000000e+00> : vector<4xf32>
    %ones = spirv.Constant dense<1.000000e+00> : vector<4xf32>
    // CHECK-NEXT: spirv.Constant true
    %true = spirv.Constant true
    %a = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    // CHECK: %[[P:.*]] = spirv.AccessChain %{{.*}}[%[[C0]], %[[I]]] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %p = spirv.AccessChain %a[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    // CHECK-NEXT: %[[X:.*]] = spirv.Load "StorageBuffer" %[[P]] : f32
    %x = spirv.Load "StorageBuffer" %p : f32
    // CHECK-NEXT: %[[LESS:.*]] = spirv.FOrdLessThan %[[X]], %{{.*}} : f32
    %less = spirv.FOrdLessThan %x, %half : f32
    // CHECK-NEXT: spirv.FMul %[[X]], %[[X]] {no_contraction} : f32
    %y = spirv.FMul %x, %x {no_contraction} : f32
    // CHECK-NEXT: spirv.FNegate %{{.*}} : f32
    %n = spirv.FNegate %y : f32
    // CHECK-NEXT: spirv.IsNan %{{.*}} : f32
    %isnan = spirv.IsNan %n : f32
    // CHECK-NEXT: spirv.FOrdGreaterThan %{{.*}}, %{{.*}} : vector<4xf32>
    %more = spirv.FOrdGreaterThan %ones, %ones : vector<4xf32>
    // CHECK-NEXT: spirv.Select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
    %chosen = spirv.Select %more, %ones, %ones : vector<4xi1>, vector<4xf32>
    // CHECK-NEXT: spirv.Bitcast %{{.*}} : f32 to i32
    %bits = spirv.Bitcast %n : f32 to i32
    // CHECK-NEXT: spirv.ShiftLeftLogical %{{.*}}, %{{.*}} : i32, i32
    %shifted = spirv.ShiftLeftLogical %bits, %c8 : i32, i32
    // CHECK-NEXT: spirv.VectorTimesScalar %{{.*}}, %{{.*}} : (vector<4xf32>, f32) -> vector<4xf32>
    %scaled = spirv.VectorTimesScalar %chosen, %x : (vector<4xf32>, f32) -> vector<4xf32>
    // CHECK-NEXT: spirv.VectorExtractDynamic %{{.*}}[%{{.*}}] : vector<4xf32>, i32
    %one = spirv.VectorExtractDynamic %scaled[%i] : vector<4xf32>, i32
    // CHECK-NEXT: spirv.CompositeConstruct %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (f32, f32, f32, f32) -> vector<4xf32>
    %four = spirv.CompositeConstruct %one, %x, %x, %x : (f32, f32, f32, f32) -> vector<4xf32>
    // CHECK-NEXT: spirv.GroupNonUniformShuffle <Subgroup> %{{.*}}, %{{.*}} : f32, i32
    %passed = spirv.GroupNonUniformShuffle <Subgroup> %x, %c0 : f32, i32
    %t = spirv.mlir.addressof @t : !spirv.ptr<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, UniformConstant>
    %image = spirv.Load "UniformConstant" %t : !spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>
    // CHECK: spirv.ImageFetch %{{.*}}, %{{.*}} : !spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, i32 -> vector<4xf32>
    %texel = spirv.ImageFetch %image, %i : !spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, i32 -> vector<4xf32>
    // CHECK-NEXT: spirv.GL.Floor %{{.*}} : vector<4xf32>
    %whole = spirv.GL.Floor %texel : vector<4xf32>
    // CHECK-NEXT: %[[L:.*]]:2 = spirv.mlir.loop -> f32, vector<4xf32> {
    %sums:2 = spirv.mlir.loop -> f32, vector<4xf32> {
      // CHECK-NEXT: spirv.Branch ^[[HEADER:bb.*]](%{{.*}}, %{{.*}}, %{{.*}} : i32, f32, vector<4xf32>)
      spirv.Branch ^header(%c0, %x, %ones : i32, f32, vector<4xf32>)
    // CHECK-NEXT: ^[[HEADER]](%[[K:.*]]: i32, %[[S:.*]]: f32, %[[V:.*]]: vector<4xf32>):
    ^header(%k: i32, %s: f32, %v: vector<4xf32>):
      %go = spirv.SLessThan %k, %c8 : i32
      // CHECK: spirv.BranchConditional %{{.*}}, ^[[BODY:bb.*]], ^[[END:bb.*]]
      spirv.BranchConditional %go, ^body, ^end
    ^body:
      %s1 = spirv.FAdd %s, %x : f32
      spirv.Branch ^continue
    ^continue:
      %k1 = spirv.IAdd %k, %c8 : i32
      spirv.Branch ^header(%k1, %s1, %v : i32, f32, vector<4xf32>)
    ^end:
      // CHECK: spirv.mlir.merge %[[S]], %[[V]] : f32, vector<4xf32>
      spirv.mlir.merge %s, %v : f32, vector<4xf32>
    }
    // CHECK: %[[R:.*]] = spirv.mlir.selection -> f32 {
    %r = spirv.mlir.selection -> f32 {
      // CHECK-NEXT: spirv.BranchConditional %[[LESS]], ^[[THEN:bb.*]], ^[[MEET:bb.*]](%[[L]]#0 : f32)
      spirv.BranchConditional %less, ^then, ^meet(%sums#0 : f32)
    ^then:
      spirv.Branch ^meet(%half : f32)
    ^meet(%met: f32):
      spirv.mlir.merge %met : f32
    }
    // CHECK: spirv.Store "StorageBuffer" %[[P]], %[[R]] : f32
    spirv.Store "StorageBuffer" %p, %r : f32
    // CHECK-NEXT: spirv.Return
    spirv.Return
  }
  // CHECK: spirv.EntryPoint "GLCompute" @f, @id
  spirv.EntryPoint "GLCompute" @f, @id
  // CHECK-NEXT: spirv.ExecutionMode @f "LocalSize", 8, 1, 1
  spirv.ExecutionMode @f "LocalSize", 8, 1, 1
}

/// A function that is imported has no body.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  // CHECK: spirv.func @outside(f32, vector<4xi32>) -> f32 "Pure" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "there", linkage_type = <Import>>}{{$}}
  // CHECK-NEXT: spirv.func @g(
  spirv.func @outside(f32, vector<4xi32>) -> f32 "Pure" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "there", linkage_type = <Import>>}
  spirv.func @g(%x: f32, %y: vector<4xi32>) -> f32 "None" {
    // CHECK: spirv.FunctionCall @outside(%{{.*}}, %{{.*}}) : (f32, vector<4xi32>) -> f32
    %0 = spirv.FunctionCall @outside(%x, %y) : (f32, vector<4xi32>) -> f32
    spirv.ReturnValue %0 : f32
  }
}
