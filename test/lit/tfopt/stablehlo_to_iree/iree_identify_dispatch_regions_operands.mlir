// RUN: tf-opt %s --iree-identify-dispatch-regions=max-operands=2 --split-input-file | filecheck %s

/// A chain that reads more buffers than a dispatch may is cut; the scalar that is made anew does not count.
// CHECK-LABEL: func.func @chain
// CHECK: %[[A:.*]] = iree.dispatch_region
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region[{{.*}}](%{{.*}} = %[[A]] : tensor<4xf32>, %{{.*}} = %arg2 : tensor<4xf32>)
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: iree.return
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %0, %z : tensor<4xf32>
  %2 = stablehlo.multiply %1, %two : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

/// A concatenation of more parts is one of concatenations.
// CHECK-LABEL: func.func @wide
// CHECK: %[[A:.*]] = iree.dispatch_region[{{.*}}](%{{.*}} = %arg0 : tensor<1x2xf32>, %{{.*}} = %arg1 : tensor<2x2xf32>) : tensor<3x2xf32> {
// CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
// CHECK: iree.dispatch_region[{{.*}}](%{{.*}} = %[[A]] : tensor<3x2xf32>, %{{.*}} = %arg2 : tensor<1x2xf32>) : tensor<4x2xf32> {
// CHECK: stablehlo.concatenate
func.func @wide(%x: tensor<1x2xf32>, %y: tensor<2x2xf32>, %z: tensor<1x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
