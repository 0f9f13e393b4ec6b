// RUN: tf-opt %s --split-input-file --stablehlo-to-relay --cse | filecheck %s

// CHECK-LABEL: func.func @dense(
// CHECK-SAME: [[x:%.+]]: tensor<2x3xf32>, [[w:%.+]]: tensor<3x4xf32>, [[b:%.+]]: tensor<4xf32>
// CHECK-NEXT: [[p:%.+]] = relay.nn.matmul [[x]], [[w]] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: [[row:%.+]] = relay.reshape [[b]] {newshape = array<i64: 1, 4>}
// CHECK-NEXT: [[a:%.+]] = relay.add [[p]], [[row]]
// CHECK-NEXT: [[zero:%.+]] = relay.constant dense<0.000000e+00> : tensor<2x4xf32>
// CHECK-NEXT: [[r:%.+]] = relay.maximum [[zero]], [[a]]
// CHECK-NEXT: return [[r]]
func.func @dense(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
  %3 = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %4 = stablehlo.maximum %2, %3 : tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @conv(
// CHECK: relay.nn.conv2d {{.*}} {channels = 4 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 0, 1, 2>, strides = array<i64: 2, 2>}
func.func @conv(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// -----

// A loop is a function that calls itself; what it carries is a tuple.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: [[f:%.+]] = relay.fn [[own:%.+]]([[i:%.+]]: tensor<i32>, [[y:%.+]]: tensor<2xf32>) -> tuple<tensor<i32>, tensor<2xf32>> {
// CHECK: [[c:%.+]] = relay.less [[i]], {{.*}}
// CHECK-NEXT: [[w:%.+]] = relay.if [[c]] :
// CHECK: [[again:%.+]] = relay.call [[own]]({{.*}})
// CHECK-NEXT: relay.yield [[again]]
// CHECK: } else {
// CHECK-NEXT: [[done:%.+]] = relay.tuple [[i]], [[y]]
// CHECK-NEXT: relay.yield [[done]]
// CHECK: relay.yield [[w]]
// CHECK: [[all:%.+]] = relay.call [[f]](%arg0, %arg1)
// CHECK-NEXT: relay.tuple_get_item [[all]][0]
func.func @loop(%a: tensor<i32>, %x: tensor<2xf32>) -> tensor<i32> {
  %0:2 = "stablehlo.while"(%a, %x) ({
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %c = stablehlo.constant dense<5> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %c = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  return %0#0 : tensor<i32>
}

// -----

// Complex numbers are pairs, in the interface too.
// CHECK-LABEL: func.func @conjugate(
// CHECK-SAME: [[re:%.+]]: tensor<2xf32>, [[im:%.+]]: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: [[n:%.+]] = relay.negative [[im]]
// CHECK-NEXT: return [[re]], [[n]]
func.func @conjugate(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = stablehlo.negate %1 : tensor<2xf32>
  %3 = stablehlo.complex %0, %2 : tensor<2xcomplex<f32>>
  return %3 : tensor<2xcomplex<f32>>
}

// -----

// Sizes that are not known stay so.
// CHECK-LABEL: func.func @open(
// CHECK: [[row:%.+]] = relay.reshape {{.*}} : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: relay.add %arg0, [[row]] : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
// CHECK: relay.sum {{.*}} {axis = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
func.func @open(%x: tensor<?x4xf32>, %b: tensor<4xf32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x4xf32>
  %2 = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// An operand that has the only shape there is stays spread.
// CHECK-LABEL: func.func @both(
// CHECK: [[s:%.+]] = relay.broadcast_to %arg0
// CHECK-NEXT: relay.add %arg0, [[s]] : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @both(%b: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

// A function that is called gives a tuple; one that is not has all its results.
// CHECK-LABEL: func.func private @two(
// CHECK-SAME: [[x:%.+]]: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
// CHECK-NEXT: [[n:%.+]] = relay.negative [[x]]
// CHECK-NEXT: [[t:%.+]] = relay.tuple [[x]], [[n]]
// CHECK-NEXT: return [[t]]
// CHECK: func.func @main({{.*}}) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT: [[c:%.+]] = call @two({{.*}}) : (tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
// CHECK-NEXT: [[a:%.+]] = relay.tuple_get_item [[c]][0]
// CHECK-NEXT: [[b:%.+]] = relay.tuple_get_item [[c]][1]
// CHECK-NEXT: return [[a]], [[b]]
func.func private @two(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.negate %x : tensor<f32>
  return %x, %0 : tensor<f32>, tensor<f32>
}
func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = call @two(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
