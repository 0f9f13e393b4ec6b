spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @gl_GlobalInvocationID built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @spirv_var_23 bind(0, 2) : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  spirv.GlobalVariable @spirv_var_62 bind(0, 3) : !spirv.ptr<!spirv.struct<D, (!spirv.rtarray<si32, stride=4> [0]), Block>, StorageBuffer>
  spirv.func @main() "None" {
    %gl_GlobalInvocationID_addr = spirv.mlir.addressof @gl_GlobalInvocationID : !spirv.ptr<vector<3xi32>, Input>
    %cst0_i32 = spirv.Constant 0 : i32
    %0 = spirv.AccessChain %gl_GlobalInvocationID_addr[%cst0_i32] : !spirv.ptr<vector<3xi32>, Input>, i32 -> !spirv.ptr<i32, Input>
    %1 = spirv.Load "Input" %0 : i32
    %spirv_var_23_addr = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32 = spirv.Constant 0 : si32
    %cst0_si32_0 = spirv.Constant 0 : si32
    %2 = spirv.AccessChain %spirv_var_23_addr[%cst0_si32, %cst0_si32_0] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %3 = spirv.AtomicUMin <Device> <None> %2, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_1 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_2 = spirv.Constant 0 : si32
    %cst1_si32 = spirv.Constant 1 : si32
    %4 = spirv.AccessChain %spirv_var_23_addr_1[%cst0_si32_2, %cst1_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %5 = spirv.AtomicUMax <Device> <None> %4, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_3 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_4 = spirv.Constant 0 : si32
    %cst2_si32 = spirv.Constant 2 : si32
    %6 = spirv.AccessChain %spirv_var_23_addr_3[%cst0_si32_4, %cst2_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %7 = spirv.AtomicAnd <Device> <None> %6, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_5 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_6 = spirv.Constant 0 : si32
    %cst3_si32 = spirv.Constant 3 : si32
    %8 = spirv.AccessChain %spirv_var_23_addr_5[%cst0_si32_6, %cst3_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %9 = spirv.AtomicOr <Device> <None> %8, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_7 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_8 = spirv.Constant 0 : si32
    %cst4_si32 = spirv.Constant 4 : si32
    %10 = spirv.AccessChain %spirv_var_23_addr_7[%cst0_si32_8, %cst4_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %11 = spirv.AtomicXor <Device> <None> %10, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_9 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_10 = spirv.Constant 0 : si32
    %cst5_si32 = spirv.Constant 5 : si32
    %12 = spirv.AccessChain %spirv_var_23_addr_9[%cst0_si32_10, %cst5_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %13 = spirv.AtomicExchange <Device> <None> %12, %1 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_11 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_12 = spirv.Constant 0 : si32
    %cst6_si32 = spirv.Constant 6 : si32
    %14 = spirv.AccessChain %spirv_var_23_addr_11[%cst0_si32_12, %cst6_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %14, %13 : i32
    %spirv_var_23_addr_13 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_14 = spirv.Constant 0 : si32
    %cst7_si32 = spirv.Constant 7 : si32
    %15 = spirv.AccessChain %spirv_var_23_addr_13[%cst0_si32_14, %cst7_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    %cst1_i32 = spirv.Constant 1 : i32
    %16 = spirv.AtomicCompareExchange <Device> <None> <None> %15, %1, %cst1_i32 : !spirv.ptr<i32, StorageBuffer>
    %spirv_var_23_addr_15 = spirv.mlir.addressof @spirv_var_23 : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_16 = spirv.Constant 0 : si32
    %cst8_si32 = spirv.Constant 8 : si32
    %17 = spirv.AccessChain %spirv_var_23_addr_15[%cst0_si32_16, %cst8_si32] : !spirv.ptr<!spirv.struct<C, (!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %17, %16 : i32
    %spirv_var_62_addr = spirv.mlir.addressof @spirv_var_62 : !spirv.ptr<!spirv.struct<D, (!spirv.rtarray<si32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_17 = spirv.Constant 0 : si32
    %cst0_si32_18 = spirv.Constant 0 : si32
    %18 = spirv.AccessChain %spirv_var_62_addr[%cst0_si32_17, %cst0_si32_18] : !spirv.ptr<!spirv.struct<D, (!spirv.rtarray<si32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<si32, StorageBuffer>
    %cst1_si32_19 = spirv.Constant 1 : si32
    %19 = spirv.AtomicSMin <Device> <None> %18, %cst1_si32_19 : !spirv.ptr<si32, StorageBuffer>
    %spirv_var_62_addr_20 = spirv.mlir.addressof @spirv_var_62 : !spirv.ptr<!spirv.struct<D, (!spirv.rtarray<si32, stride=4> [0]), Block>, StorageBuffer>
    %cst0_si32_21 = spirv.Constant 0 : si32
    %cst1_si32_22 = spirv.Constant 1 : si32
    %20 = spirv.AccessChain %spirv_var_62_addr_20[%cst0_si32_21, %cst1_si32_22] : !spirv.ptr<!spirv.struct<D, (!spirv.rtarray<si32, stride=4> [0]), Block>, StorageBuffer>, si32, si32 -> !spirv.ptr<si32, StorageBuffer>
    %cst1_si32_23 = spirv.Constant 1 : si32
    %21 = spirv.AtomicSMax <Device> <None> %20, %cst1_si32_23 : !spirv.ptr<si32, StorageBuffer>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @gl_GlobalInvocationID
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
