spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @gl_GlobalInvocationID built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @gl_LocalInvocationID built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
  spirv.GlobalVariable @spirv_var_29 bind(0, 0) : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
  spirv.GlobalVariable @spirv_var_75 bind(0, 1) : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spirv.GlobalVariable @gl_WorkGroupID built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @main() "None" {
    %0 = spirv.Variable : !spirv.ptr<i32, Function>
    %1 = spirv.Variable : !spirv.ptr<i32, Function>
    %2 = spirv.Variable : !spirv.ptr<i32, Function>
    %gl_GlobalInvocationID_addr = spirv.mlir.addressof @gl_GlobalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32 = spirv.Constant 0 : i32
    %3 = spirv.AccessChain %gl_GlobalInvocationID_addr[%cst0_i32] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %4 = spirv.Load "Input" %3 : i32
    spirv.Store "Function" %0, %4 : i32
    %gl_LocalInvocationID_addr = spirv.mlir.addressof @gl_LocalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32_0 = spirv.Constant 0 : i32
    %5 = spirv.AccessChain %gl_LocalInvocationID_addr[%cst0_i32_0] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %6 = spirv.Load "Input" %5 : i32
    spirv.Store "Function" %1, %6 : i32
    %7 = spirv.Load "Function" %1 : i32
    %8 = spirv.Load "Function" %0 : i32
    %spirv_var_29_addr = spirv.mlir.addressof @spirv_var_29 : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %9 = spirv.AccessChain %spirv_var_29_addr[%cst0_si32, %8] : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %10 = spirv.Load "StorageBuffer" %9 : f32
    %s_addr = spirv.mlir.addressof @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
    %11 = spirv.AccessChain %s_addr[%7] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %11, %10 : f32
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    %cst32_i32 = spirv.Constant 32 : i32
    spirv.Store "Function" %2, %cst32_i32 : i32
    spirv.Branch ^bb1
  ^bb1:  // pred: ^bb0
    spirv.mlir.loop {
      spirv.Branch ^bb1
    ^bb1:  // 2 preds: ^bb0, ^bb5
      spirv.Branch ^bb2
    ^bb2:  // pred: ^bb1
      %14 = spirv.Load "Function" %2 : i32
      %cst0_i32_2 = spirv.Constant 0 : i32
      %15 = spirv.UGreaterThan %14, %cst0_i32_2 : i32
      spirv.BranchConditional %15, ^bb3, ^bb6
    ^bb3:  // pred: ^bb2
      %16 = spirv.Load "Function" %1 : i32
      %17 = spirv.Load "Function" %2 : i32
      %18 = spirv.ULessThan %16, %17 : i32
      spirv.Branch ^bb4
    ^bb4:  // pred: ^bb3
      spirv.mlir.selection {
        spirv.BranchConditional %18, ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        %21 = spirv.Load "Function" %1 : i32
        %22 = spirv.Load "Function" %1 : i32
        %23 = spirv.Load "Function" %2 : i32
        %24 = spirv.IAdd %22, %23 : i32
        %s_addr_3 = spirv.mlir.addressof @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
        %25 = spirv.AccessChain %s_addr_3[%24] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
        %26 = spirv.Load "Workgroup" %25 : f32
        %s_addr_4 = spirv.mlir.addressof @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
        %27 = spirv.AccessChain %s_addr_4[%21] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
        %28 = spirv.Load "Workgroup" %27 : f32
        %29 = spirv.FAdd %28, %26 : f32
        %s_addr_5 = spirv.mlir.addressof @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
        %30 = spirv.AccessChain %s_addr_5[%21] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
        spirv.Store "Workgroup" %30, %29 : f32
        spirv.Branch ^bb2
      ^bb2:  // 2 preds: ^bb0, ^bb1
        spirv.mlir.merge
      }
      spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
      spirv.Branch ^bb5
    ^bb5:  // pred: ^bb4
      %19 = spirv.Load "Function" %2 : i32
      %cst1_si32 = spirv.Constant 1 : si32
      %20 = spirv.ShiftRightLogical %19, %cst1_si32 : i32, si32
      spirv.Store "Function" %2, %20 : i32
      spirv.Branch ^bb1
    ^bb6:  // pred: ^bb2
      spirv.mlir.merge
    }
    %12 = spirv.Load "Function" %1 : i32
    %cst0_i32_1 = spirv.Constant 0 : i32
    %13 = spirv.IEqual %12, %cst0_i32_1 : i32
    spirv.Branch ^bb2
  ^bb2:  // pred: ^bb1
    spirv.mlir.selection {
      spirv.BranchConditional %13, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %gl_WorkGroupID_addr = spirv.mlir.addressof @gl_WorkGroupID : !spirv.ptr<vector<3xi32>, Input>
      %cst0_i32_2 = spirv.Constant 0 : i32
      %14 = spirv.AccessChain %gl_WorkGroupID_addr[%cst0_i32_2] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
      %15 = spirv.Load "Input" %14 : i32
      %s_addr_3 = spirv.mlir.addressof @s : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
      %cst0_si32_4 = spirv.Constant 0 : si32
      %16 = spirv.AccessChain %s_addr_3[%cst0_si32_4] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, si32 -> !spirv.ptr<f32, Workgroup>
      %17 = spirv.Load "Workgroup" %16 : f32
      %spirv_var_75_addr = spirv.mlir.addressof @spirv_var_75 : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
      %cst0_si32_5 = spirv.Constant 0 : si32
      %18 = spirv.AccessChain %spirv_var_75_addr[%cst0_si32_5, %15] : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
      spirv.Store "StorageBuffer" %18, %17 : f32
      spirv.Branch ^bb2
    ^bb2:  // 2 preds: ^bb0, ^bb1
      spirv.mlir.merge
    }
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @gl_GlobalInvocationID, @gl_LocalInvocationID, @gl_WorkGroupID
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
