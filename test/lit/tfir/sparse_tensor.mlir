// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --emit-bytecode | tf-opt | filecheck %s
// The text is that of mlir-opt of LLVM 22. What says the same is one encoding.

// CHECK: #sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
// CHECK-NEXT: #sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed(nonunique, nonordered), d0 mod 2 : singleton(soa), d1 mod 3 : dense), posWidth = 32, crdWidth = 16 }>
// CHECK-NEXT: #sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
// CHECK-NEXT: #sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(0, ?, 2)>, d1 : #sparse_tensor<slice(0, ?, 1)>) -> (d0 : dense, d1 : loose_compressed) }>
// CHECK-NEXT: #sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]), crdWidth = 8 }>
#A = #sparse_tensor.encoding<{ map = (d0,   d1) -> (d0: dense, d1: compressed) }>
#B = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed(nonordered, nonunique), i mod 2 : singleton(soa), j mod 3: dense), crdWidth = 16, posWidth = 32 }>
#C = #sparse_tensor.encoding<{ map = {l0, l1} (d0 = l1, d1 = l0) -> (l0 = d1: dense, l1 = d0: compressed), implicitVal = 0.0 : f32, explicitVal = 1.0 : f32}>
#D = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(0, ?, 2)>, d1) -> (d0 : dense, d1 : loose_compressed) }>
#E = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4]), crdWidth = 8 }>
#F = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0: dense, d1: compressed), posWidth = 0 }>

// CHECK: func.func @f(%arg0: tensor<4x8xf32, #sparse>, %arg1: tensor<4x8xf32, #sparse1>, %arg2: tensor<4x8xf32, #sparse2>, %arg3: tensor<4x8xf32, #sparse3>, %arg4: tensor<4x8xf32, #sparse4>, %arg5: tensor<4x8xf32, #sparse>)
func.func @f(%a: tensor<4x8xf32, #A>, %b: tensor<4x8xf32, #B>, %c: tensor<4x8xf32, #C>, %d: tensor<4x8xf32, #D>, %e: tensor<4x8xf32, #E>, %f: tensor<4x8xf32, #F>) -> tensor<4x8xf32, #F> {
  // CHECK: stablehlo.abs %arg0 : tensor<4x8xf32, #sparse>
  %0 = stablehlo.abs %a : (tensor<4x8xf32, #A>) -> tensor<4x8xf32, #F>
  return %0 : tensor<4x8xf32, #F>
}
