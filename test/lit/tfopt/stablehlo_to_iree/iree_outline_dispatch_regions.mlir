// RUN: tf-opt %s --iree-outline-dispatch-regions --split-input-file | filecheck %s

/// The walkthrough's own example: a region becomes an executable, its results become buffers.
// CHECK: iree.multi_arch_executable @simple_mul_ex_dispatch_0() {
// CHECK-NEXT: iree.executable(Unspecified) {
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @simple_mul_rgn_dispatch_0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>) attributes {iree.executable.export} {
// CHECK-NEXT: %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
// CHECK-NEXT: %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
// CHECK-NEXT: iree.store_output(%2 : tensor<4xf32>, %arg2 : memref<4xf32>)
// CHECK-NEXT: iree.return
// CHECK: func.func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32> attributes {iree.module.export, tf.entry_function = {control_outputs = "", inputs = "a,b/c", outputs = "r"}} {
// CHECK-NEXT: %[[W:.*]] = iree_interp.constant dense<[4, 1, 1]> : tensor<3xi32>
// CHECK-NEXT: %[[OUT:.*]] = "iree_hl_seq.alloc_heap"() : () -> memref<4xf32>
// CHECK-NEXT: iree_hl_seq.dispatch simple_mul_ex_dispatch_0::simple_mul_rgn_dispatch_0[%[[W]] : memref<3xi32>](%arg0, %arg1, %[[OUT]]) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: iree_hl_seq.return %[[OUT]] : memref<4xf32>
func.func @simple_mul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> attributes {tf.entry_function = {inputs = "a,b/c", outputs = "r", control_outputs = ""}} {
  %cst = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi32>
  %0 = iree.dispatch_region[%cst : tensor<3xi32>](%arg2 = %arg0 : tensor<4xf32>, %arg3 = %arg1 : tensor<4xf32>) : tensor<4xf32> {
    %1 = stablehlo.multiply %arg2, %arg3 : tensor<4xf32>
    iree.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

/// Regions that compute the same share an executable.
// CHECK-COUNT-1: iree.multi_arch_executable
// CHECK: iree_hl_seq.dispatch shared_ex_dispatch_0::shared_rgn_dispatch_0
// CHECK: iree_hl_seq.dispatch shared_ex_dispatch_0::shared_rgn_dispatch_0
func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi32>
  %0 = iree.dispatch_region[%cst : tensor<3xi32>](%a = %x : tensor<4xf32>) : tensor<4xf32> {
    %1 = stablehlo.tanh %a : tensor<4xf32>
    iree.return %1 : tensor<4xf32>
  }
  %2 = iree.dispatch_region[%cst : tensor<3xi32>](%b = %0 : tensor<4xf32>) : tensor<4xf32> {
    %3 = stablehlo.tanh %b : tensor<4xf32>
    iree.return %3 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}

// -----

/// Those that differ in a constant do not.
// CHECK: iree.multi_arch_executable @apart_ex_dispatch_0
// CHECK: iree.multi_arch_executable @apart_ex_dispatch_1
func.func @apart(%x: tensor<f32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<1> : tensor<3xi32>
  %0 = iree.dispatch_region[%cst : tensor<3xi32>](%a = %x : tensor<f32>) : tensor<f32> {
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.add %a, %c : tensor<f32>
    iree.return %1 : tensor<f32>
  }
  %2 = iree.dispatch_region[%cst : tensor<3xi32>](%b = %0 : tensor<f32>) : tensor<f32> {
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %3 = stablehlo.add %b, %c : tensor<f32>
    iree.return %3 : tensor<f32>
  }
  return %2 : tensor<f32>
}

// -----

/// A reshape between regions is a view of a buffer.
// CHECK-LABEL: func.func @view
// CHECK: iree_hl_seq.reshape %arg0 : memref<2x2xf32> -> memref<4xf32>
func.func @view(%x: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
