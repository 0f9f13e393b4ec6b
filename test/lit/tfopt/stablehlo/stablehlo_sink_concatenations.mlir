// RUN: tf-opt %s --stablehlo-sink-concatenations --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-sink-concatenations --check-equivalence=seed=1 --split-input-file -o /dev/null

/// The operand of a pooling: where it is no number it is the least one.
// CHECK-LABEL: @limited
// CHECK: %[[A:.*]] = stablehlo.tanh %arg0
// CHECK: %[[B:.*]] = stablehlo.tanh %arg1
// CHECK: %[[LA:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<1x2xf32>
// CHECK: %[[IA:.*]] = stablehlo.compare GT, %[[A]], %[[LA]]
// CHECK: %[[CA:.*]] = stablehlo.select %[[IA]], %[[A]], %{{.*}} : tensor<1x2xi1>, tensor<1x2xf32>
// CHECK: %[[LB:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<1x3xf32>
// CHECK: %[[IB:.*]] = stablehlo.compare GT, %[[B]], %[[LB]]
// CHECK: %[[CB:.*]] = stablehlo.select %[[IB]], %[[B]], %{{.*}} : tensor<1x3xi1>, tensor<1x3xf32>
// CHECK: %[[R:.*]] = stablehlo.concatenate %[[CA]], %[[CB]], dim = 1 : (tensor<1x2xf32>, tensor<1x3xf32>) -> tensor<1x5xf32>
// CHECK: return %[[R]]
func.func @limited(%x: tensor<1x2xf32>, %y: tensor<1x3xf32>) -> tensor<1x5xf32> {
  %least = stablehlo.constant dense<-1.0> : tensor<1x5xf32>
  %a = stablehlo.tanh %x : tensor<1x2xf32>
  %b = stablehlo.tanh %y : tensor<1x3xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<1x2xf32>, tensor<1x3xf32>) -> tensor<1x5xf32>
  %1 = stablehlo.compare GT, %0, %least : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
  %2 = stablehlo.select %1, %0, %least : tensor<1x5xi1>, tensor<1x5xf32>
  return %2 : tensor<1x5xf32>
}

// -----

/// What is read whole as well is put together first.
// CHECK-LABEL: @read_whole
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate
// CHECK: stablehlo.abs %[[WHOLE]] : tensor<5xf32>
func.func @read_whole(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %a = stablehlo.tanh %x : tensor<2xf32>
  %b = stablehlo.tanh %y : tensor<3xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.abs %0 : tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// -----

/// A part that is an argument, or is read by others, is there anyway.
// CHECK-LABEL: @part_read_twice
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate
// CHECK: stablehlo.abs %[[WHOLE]] : tensor<5xf32>
func.func @part_read_twice(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<5xf32>, tensor<2xf32>) {
  %a = stablehlo.tanh %x : tensor<2xf32>
  %b = stablehlo.tanh %y : tensor<3xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.abs %0 : tensor<5xf32>
  return %1, %a : tensor<5xf32>, tensor<2xf32>
}

// -----

/// Numbers that differ from place to place would have to be taken apart.
// CHECK-LABEL: @other_numbers
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate
// CHECK: stablehlo.add %[[WHOLE]]
func.func @other_numbers(%x: tensor<2xf32>, %y: tensor<1xf32>) -> tensor<3xf32> {
  %numbers = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a = stablehlo.tanh %x : tensor<2xf32>
  %b = stablehlo.tanh %y : tensor<1xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %1 = stablehlo.add %0, %numbers : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

/// A scalar limit stays one, and what follows with another operand reads the whole.
// CHECK-LABEL: @clamped
// CHECK: %[[A:.*]] = stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK: %[[B:.*]] = stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate %[[A]], %[[B]], dim = 0
// CHECK: stablehlo.add %[[WHOLE]], %arg2
func.func @clamped(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<5xf32>) -> tensor<5xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<6.0> : tensor<f32>
  %a = stablehlo.tanh %x : tensor<2xf32>
  %b = stablehlo.tanh %y : tensor<3xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.clamp %low, %0, %high : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.add %1, %z : tensor<5xf32>
  return %2 : tensor<5xf32>
}
