spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @gl_GlobalInvocationID built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @gl_LocalInvocationID built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @spirv_var_24 bind(0, 2) : !spirv.ptr<!spirv.struct<C, (!spirv.array<256 x i32, stride=4> [0]), Block>, StorageBuffer>
  spirv.GlobalVariable @spirv_var_31 bind(0, 0) : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
  spirv.GlobalVariable @spirv_var_48 bind(0, 1) : !spirv.ptr<!spirv.struct<B, (!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spirv.func @main() "None" {
    %0 = spirv.Variable : !spirv.ptr<i32, Function>
    %1 = spirv.Variable : !spirv.ptr<i32, Function>
    %gl_GlobalInvocationID_addr = spirv.mlir.addressof @gl_GlobalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32 = spirv.Constant 0 : i32
    %2 = spirv.AccessChain %gl_GlobalInvocationID_addr[%cst0_i32] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %3 = spirv.Load "Input" %2 : i32
    spirv.Store "Function" %0, %3 : i32
    %gl_LocalInvocationID_addr = spirv.mlir.addressof @gl_LocalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32_0 = spirv.Constant 0 : i32
    %4 = spirv.AccessChain %gl_LocalInvocationID_addr[%cst0_i32_0] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %5 = spirv.Load "Input" %4 : i32
    spirv.Store "Function" %1, %5 : i32
    %6 = spirv.Load "Function" %0 : i32
    %spirv_var_31_addr = spirv.mlir.addressof @spirv_var_31 : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %7 = spirv.AccessChain %spirv_var_31_addr[%cst0_si32, %6] : !spirv.ptr<!spirv.struct<A, (!spirv.rtarray<f32, stride=4> [0, NonWritable]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %8 = spirv.Load "StorageBuffer" %7 : f32
    %9 = spirv.ConvertFToU %8 : f32 to i32
    %cst255_i32 = spirv.Constant 255 : i32
    %10 = spirv.BitwiseAnd %9, %cst255_i32 : i32
    %spirv_var_24_addr = spirv.mlir.addressof @spirv_var_24 : !spirv.ptr<!spirv.struct<C, (!spirv.array<256 x i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_1 = spirv.Constant 0 : si32
    %11 = spirv.AccessChain %spirv_var_24_addr[%cst0_si32_1, %10] : !spirv.ptr<!spirv.struct<C, (!spirv.array<256 x i32, stride=4> [0]), Block>, StorageBuffer>, si32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %cst1_i32 = spirv.Constant 1 : i32
    %12 = spirv.AtomicIAdd <Device> <None> %11, %cst1_i32 : !spirv.ptr<i32, StorageBuffer>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @gl_GlobalInvocationID, @gl_LocalInvocationID
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
