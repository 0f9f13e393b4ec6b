// RUN: tf-opt %s --stablehlo-fold-logistic-into-tangent --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-fold-logistic-into-tangent --check-equivalence=seed=1 --split-input-file -o /dev/null

// CHECK-LABEL: @swish
// CHECK: %[[HALF:.*]] = stablehlo.multiply %arg0, %{{.*}} : tensor<3xf32>
// CHECK: %[[TANGENT:.*]] = stablehlo.tanh %[[HALF]]
// CHECK: %[[SUM:.*]] = stablehlo.add %[[TANGENT]], %{{.*}} : tensor<3xf32>
// CHECK: %[[RESULT:.*]] = stablehlo.multiply %[[HALF]], %[[SUM]] : tensor<3xf32>
// CHECK-NEXT: return %[[RESULT]]
func.func @swish(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.logistic %x : tensor<3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// CHECK-LABEL: @other_way_around
// CHECK: stablehlo.tanh %{{.*}} : tensor<3xf64>
func.func @other_way_around(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.logistic %x : tensor<3xf64>
  %1 = stablehlo.multiply %0, %x : tensor<3xf64>
  return %1 : tensor<3xf64>
}

// -----

/// A gate: the logistic of another number.
// CHECK-LABEL: @gate
// CHECK-NOT: stablehlo.tanh
func.func @gate(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.logistic %y : tensor<3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

/// What else reads the logistic would have it computed as well.
// CHECK-LABEL: @read_twice
// CHECK-NOT: stablehlo.tanh
func.func @read_twice(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.logistic %x : tensor<3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// -----

/// Halves are rounded after each operation, those inside of a logistic are not.
// CHECK-LABEL: @halves
// CHECK-NOT: stablehlo.tanh
func.func @halves(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = stablehlo.logistic %x : tensor<3xf16>
  %1 = stablehlo.multiply %x, %0 : tensor<3xf16>
  return %1 : tensor<3xf16>
}
