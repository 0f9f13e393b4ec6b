// RUN: tf-opt %s --stablehlo-decompose --canonicalize | filecheck %s

// Dynamic forms of static shape are their static forms.
// CHECK-LABEL: func @dynamic
// CHECK-DAG: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-DAG: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// CHECK-DAG: stablehlo.slice %arg0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
// CHECK-DAG: stablehlo.pad %arg0, %{{.*}}, low = [1, 0], high = [0, 2], interior = [0, 0]
func.func @dynamic(%arg0: tensor<2x3xf32>, %s: tensor<1xi32>, %t: tensor<3xi32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<4x2x3xf32>, tensor<2x2xf32>, tensor<3x5xf32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %s : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %t, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  %a = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %b = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  %2 = stablehlo.real_dynamic_slice %arg0, %a, %b, %c : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %h = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %i = stablehlo.constant dense<0> : tensor<2xi32>
  %3 = stablehlo.dynamic_pad %arg0, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3 : tensor<6xf32>, tensor<4x2x3xf32>, tensor<2x2xf32>, tensor<3x5xf32>
}

// Where the amounts are not known, or the shape is not, there is no static form.
// CHECK-LABEL: func @unknown
// CHECK: stablehlo.dynamic_pad
// CHECK: stablehlo.dynamic_reshape
func.func @unknown(%arg0: tensor<2xf32>, %l: tensor<1xi32>, %z: tensor<f32>) -> (tensor<3xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_pad %arg0, %z, %l, %l, %l : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  %1 = stablehlo.dynamic_reshape %arg0, %l : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<3xf32>, tensor<?xf32>
}

// The region of a map, on tensors.
// CHECK-LABEL: func @map
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1 : tensor<4xf32>
// CHECK: stablehlo.multiply %[[SUM]], %{{.*}} : tensor<4xf32>
func.func @map(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %s = stablehlo.add %a, %b : tensor<f32>
    %m = stablehlo.multiply %s, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A sequence runs as it is written; there is one device.
// CHECK-LABEL: func @barrier
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<ui32>
// CHECK-NEXT: return %arg0, %arg1, %[[ZERO]]
func.func @barrier(%arg0: tensor<2x0xf32>, %arg1: tensor<f32>) -> (tensor<2x0xf32>, tensor<f32>, tensor<ui32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2x0xf32>, tensor<f32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0#0, %0#1, %1 : tensor<2x0xf32>, tensor<f32>, tensor<ui32>
}
