// RUN: tf-opt %s --split-input-file --iree-identify-dispatch-regions --iree-outline-dispatch-regions | filecheck %s

// Five steps that differ in the place that they read are one executable, which is told the place.
// CHECK: iree.multi_arch_executable @steps_ex_dispatch_0
// CHECK: stablehlo.dynamic_slice %0, %1, sizes = [2]
// CHECK-NOT: iree.multi_arch_executable
// CHECK-LABEL: func.func @steps(
// CHECK-COUNT-5: iree_hl_seq.dispatch steps_ex_dispatch_0::{{.*}} : (memref<10xf32>, memref<i32>, memref<2xf32>)
func.func @steps(%arg0: tensor<10xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.slice %arg0 [0:2] : (tensor<10xf32>) -> tensor<2xf32>
  %1 = stablehlo.slice %arg0 [2:4] : (tensor<10xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %arg0 [4:6] : (tensor<10xf32>) -> tensor<2xf32>
  %3 = stablehlo.slice %arg0 [6:8] : (tensor<10xf32>) -> tensor<2xf32>
  %4 = stablehlo.slice %arg0 [8:10] : (tensor<10xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// So are those that differ in a constant; what they have in common is written into it.
// CHECK: iree.multi_arch_executable @factors_ex_dispatch_0
// CHECK: dense<5.000000e-01>
// CHECK-NOT: iree.multi_arch_executable
// CHECK-LABEL: func.func @factors(
// CHECK-COUNT-5: iree_hl_seq.dispatch factors_ex_dispatch_0::
func.func @factors(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %h = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %c0 = stablehlo.constant dense<1.0> : tensor<f32>
  %c1 = stablehlo.constant dense<2.0> : tensor<f32>
  %c2 = stablehlo.constant dense<3.0> : tensor<f32>
  %c3 = stablehlo.constant dense<4.0> : tensor<f32>
  %c4 = stablehlo.constant dense<5.0> : tensor<f32>
  %b0 = stablehlo.broadcast_in_dim %c0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %b1 = stablehlo.broadcast_in_dim %c1, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %b2 = stablehlo.broadcast_in_dim %c2, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %b3 = stablehlo.broadcast_in_dim %c3, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %b4 = stablehlo.broadcast_in_dim %c4, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %a0 = stablehlo.add %arg0, %h : tensor<4xf32>
  %0 = stablehlo.multiply %a0, %b0 : tensor<4xf32>
  %a1 = stablehlo.add %0, %h : tensor<4xf32>
  %1 = stablehlo.multiply %a1, %b1 : tensor<4xf32>
  %a2 = stablehlo.add %1, %h : tensor<4xf32>
  %2 = stablehlo.multiply %a2, %b2 : tensor<4xf32>
  %a3 = stablehlo.add %2, %h : tensor<4xf32>
  %3 = stablehlo.multiply %a3, %b3 : tensor<4xf32>
  %a4 = stablehlo.add %3, %h : tensor<4xf32>
  %4 = stablehlo.multiply %a4, %b4 : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A constant that is one number all over is that number, spread in the executable.
// CHECK: iree.multi_arch_executable @splats_ex_dispatch_0
// CHECK: %[[X:.*]] = iree.load_input(%arg0 : memref<4xf32>)
// CHECK: %[[NUMBER:.*]] = iree.load_input(%arg1 : memref<f32>)
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[NUMBER]], dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK: stablehlo.add %[[X]], %[[SPREAD]]
// CHECK-NOT: iree.multi_arch_executable
// CHECK-LABEL: func.func @splats(
// CHECK-COUNT-5: iree_hl_seq.dispatch splats_ex_dispatch_0::
func.func @splats(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %c1 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %c2 = stablehlo.constant dense<3.0> : tensor<4xf32>
  %c3 = stablehlo.constant dense<4.0> : tensor<4xf32>
  %c4 = stablehlo.constant dense<5.0> : tensor<4xf32>
  %0 = stablehlo.add %arg0, %c0 : tensor<4xf32>
  %1 = stablehlo.add %arg0, %c1 : tensor<4xf32>
  %2 = stablehlo.add %arg0, %c2 : tensor<4xf32>
  %3 = stablehlo.add %arg0, %c3 : tensor<4xf32>
  %4 = stablehlo.add %arg0, %c4 : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A few stay apart: a number that is written into a kernel makes it faster. So do slices with steps.
// CHECK-COUNT-4: iree.multi_arch_executable @few
// CHECK-LABEL: func.func @few(
func.func @few(%arg0: tensor<10xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.slice %arg0 [0:2] : (tensor<10xf32>) -> tensor<2xf32>
  %1 = stablehlo.slice %arg0 [2:4] : (tensor<10xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %arg0 [4:6] : (tensor<10xf32>) -> tensor<2xf32>
  %3 = stablehlo.slice %arg0 [6:8] : (tensor<10xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
