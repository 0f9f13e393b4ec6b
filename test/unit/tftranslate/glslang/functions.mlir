spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @spirv_var_42 bind(0, 1) : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spirv.GlobalVariable @gl_GlobalInvocationID built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @gl_LocalInvocationID built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @spirv_var_64 bind(0, 0) : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
  spirv.func @main() "None" {
    %0 = spirv.Variable : !spirv.ptr<i32, Function>
    %1 = spirv.Variable : !spirv.ptr<i32, Function>
    %2 = spirv.Variable : !spirv.ptr<f32, Function>
    %3 = spirv.Variable : !spirv.ptr<f32, Function>
    %4 = spirv.Variable : !spirv.ptr<i32, Function>
    %5 = spirv.Variable : !spirv.ptr<f32, Function>
    %gl_GlobalInvocationID_addr = spirv.mlir.addressof @gl_GlobalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32 = spirv.Constant 0 : i32
    %6 = spirv.AccessChain %gl_GlobalInvocationID_addr[%cst0_i32] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %7 = spirv.Load "Input" %6 : i32
    spirv.Store "Function" %0, %7 : i32
    %gl_LocalInvocationID_addr = spirv.mlir.addressof @gl_LocalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32_0 = spirv.Constant 0 : i32
    %8 = spirv.AccessChain %gl_LocalInvocationID_addr[%cst0_i32_0] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %9 = spirv.Load "Input" %8 : i32
    spirv.Store "Function" %1, %9 : i32
    %10 = spirv.Load "Function" %0 : i32
    %spirv_var_64_addr = spirv.mlir.addressof @spirv_var_64 : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %11 = spirv.AccessChain %spirv_var_64_addr[%cst0_si32, %10] : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %12 = spirv.Load "StorageBuffer" %11 : f32
    spirv.Store "Function" %2, %12 : f32
    %cst_f32 = spirv.Constant 1.000000e+00 : f32
    spirv.Store "Function" %3, %cst_f32 : f32
    %13 = spirv.FunctionCall @"hyp(f1;f1;"(%2, %3) : (!spirv.ptr<f32, Function>, !spirv.ptr<f32, Function>) -> f32
    %14 = spirv.Load "Function" %0 : i32
    spirv.Store "Function" %4, %14 : i32
    spirv.Store "Function" %5, %13 : f32
    spirv.FunctionCall @"put(u1;f1;"(%4, %5) : (!spirv.ptr<i32, Function>, !spirv.ptr<f32, Function>) -> ()
    spirv.Return
  }
  spirv.func @"sq(f1;"(%arg0: !spirv.ptr<f32, Function>) -> f32 "None" {
    %0 = spirv.Load "Function" %arg0 : f32
    %1 = spirv.Load "Function" %arg0 : f32
    %2 = spirv.FMul %0, %1 : f32
    spirv.ReturnValue %2 : f32
  }
  spirv.func @"hyp(f1;f1;"(%arg0: !spirv.ptr<f32, Function>, %arg1: !spirv.ptr<f32, Function>) -> f32 "None" {
    %0 = spirv.Variable : !spirv.ptr<f32, Function>
    %1 = spirv.Variable : !spirv.ptr<f32, Function>
    %2 = spirv.Load "Function" %arg0 : f32
    spirv.Store "Function" %0, %2 : f32
    %3 = spirv.FunctionCall @"sq(f1;"(%0) : (!spirv.ptr<f32, Function>) -> f32
    %4 = spirv.Load "Function" %arg1 : f32
    spirv.Store "Function" %1, %4 : f32
    %5 = spirv.FunctionCall @"sq(f1;"(%1) : (!spirv.ptr<f32, Function>) -> f32
    %6 = spirv.FAdd %3, %5 : f32
    %7 = spirv.GL.Sqrt %6 : f32
    spirv.ReturnValue %7 : f32
  }
  spirv.func @"put(u1;f1;"(%arg0: !spirv.ptr<i32, Function>, %arg1: !spirv.ptr<f32, Function>) "None" {
    %0 = spirv.Load "Function" %arg0 : i32
    %1 = spirv.Load "Function" %arg1 : f32
    %spirv_var_42_addr = spirv.mlir.addressof @spirv_var_42 : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %2 = spirv.AccessChain %spirv_var_42_addr[%cst0_si32, %0] : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.Store "StorageBuffer" %2, %1 : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @gl_GlobalInvocationID, @gl_LocalInvocationID
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
