// RUN: tf-opt %s --stablehlo-legalize-composite-to-call | filecheck %s
// RUN: tf-opt %s --stablehlo-legalize-composite-to-call=except=my.op,other.op | filecheck %s --check-prefix=EXCEPT
// EXCEPT-NOT: = call
// EXCEPT: stablehlo.composite "my.op"
// RUN: tf-opt %s --pipeline=vulkan | filecheck %s --check-prefix=KERNEL

// In regions too; a custom call is none.
// KERNEL: spirv.FAdd
// CHECK-LABEL: func @main
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> tensor<4xf32> {
  // CHECK: %[[FIRST:.*]] = {{.*}}call @double(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @double, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.if"(%arg1) ({
    // CHECK: call @double(%[[FIRST]])
    %2 = stablehlo.composite "my.op" %0 {decomposition = @double} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func private @double
func.func private @double(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func private @another
func.func private @another(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.custom_call @double
  %0 = stablehlo.custom_call @double(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
