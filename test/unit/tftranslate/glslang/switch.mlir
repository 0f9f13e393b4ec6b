spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @gl_GlobalInvocationID built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @gl_LocalInvocationID built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @spirv_var_26 bind(0, 0) : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
  spirv.GlobalVariable @spirv_var_53 bind(0, 1) : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spirv.func @main() "None" {
    %0 = spirv.Variable : !spirv.ptr<i32, Function>
    %1 = spirv.Variable : !spirv.ptr<i32, Function>
    %2 = spirv.Variable : !spirv.ptr<f32, Function>
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
    %7 = spirv.Load "Function" %0 : i32
    %spirv_var_26_addr = spirv.mlir.addressof @spirv_var_26 : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %8 = spirv.AccessChain %spirv_var_26_addr[%cst0_si32, %7] : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %9 = spirv.Load "StorageBuffer" %8 : f32
    spirv.Store "Function" %2, %9 : f32
    %10 = spirv.Load "Function" %1 : i32
    %cst3_i32 = spirv.Constant 3 : i32
    %11 = spirv.BitwiseAnd %10, %cst3_i32 : i32
    spirv.Branch ^bb1
  ^bb1:  // pred: ^bb0
    spirv.mlir.selection {
      spirv.Switch %11 : i32, [
        default: ^bb1,
        0: ^bb2,
        1: ^bb3
      ]
    ^bb1:  // pred: ^bb0
      %cst_f32 = spirv.Constant 0.000000e+00 : f32
      spirv.Store "Function" %2, %cst_f32 : f32
      spirv.Branch ^bb4
    ^bb2:  // pred: ^bb0
      %15 = spirv.Load "Function" %2 : f32
      %cst_f32_2 = spirv.Constant 1.000000e+00 : f32
      %16 = spirv.FAdd %15, %cst_f32_2 : f32
      spirv.Store "Function" %2, %16 : f32
      spirv.Branch ^bb4
    ^bb3:  // pred: ^bb0
      %17 = spirv.Load "Function" %2 : f32
      %cst_f32_3 = spirv.Constant 2.000000e+00 : f32
      %18 = spirv.FMul %17, %cst_f32_3 : f32
      spirv.Store "Function" %2, %18 : f32
      spirv.Branch ^bb4
    ^bb4:  // 3 preds: ^bb1, ^bb2, ^bb3
      spirv.mlir.merge
    }
    %12 = spirv.Load "Function" %0 : i32
    %13 = spirv.Load "Function" %2 : f32
    %spirv_var_53_addr = spirv.mlir.addressof @spirv_var_53 : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_1 = spirv.Constant 0 : si32
    %14 = spirv.AccessChain %spirv_var_53_addr[%cst0_si32_1, %12] : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.Store "StorageBuffer" %14, %13 : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @gl_GlobalInvocationID, @gl_LocalInvocationID
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
