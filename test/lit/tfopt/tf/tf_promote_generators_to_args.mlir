// RUN: tf-opt %s --tf-promote-generators-to-args | filecheck %s
// RUN: not tf-opt %s --tf-to-stablehlo 2>&1 | filecheck %s --check-prefix=REFUSED

// The generator of a draw with seeds becomes an argument and a result: 4 elements are 4 times 256 blocks.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<ui64> {tf.aliasing_output = 1 : i64, tf.resource_name = "noise/counter", tfir.initial_value = dense<0> : tensor<ui64>}
// CHECK-SAME: %arg2: tensor<ui64> {tf.aliasing_output = 2 : i64, tf.resource_name = "noise/counter_1"
// CHECK-SAME: inputs = "x,noise/counter,noise/counter_1", outputs = "y,noise/counter,noise/counter_1"
// CHECK: [[COUNTER:%[0-9]+]] = "tf.Pack"(%arg1, {{.*}}) <{axis = 0 : i64}> : (tensor<ui64>, tensor<ui64>) -> tensor<2xui64>
// CHECK: "tf.StatelessRandomUniformV2"({{.*}}, [[COUNTER]], {{.*}})
// CHECK: [[BLOCKS:%.*]] = "tf.Const"() <{value = dense<1024> : tensor<ui64>}>
// CHECK: [[AFTER:%[0-9]+]] = "tf.AddV2"(%arg1, [[BLOCKS]])
// CHECK: return {{.*}}, [[AFTER]], {{.*}} : tensor<4xf32>, tensor<ui64>, tensor<ui64>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "y"}} {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %a = "tf.RandomUniform"(%s) {seed = 1 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32> loc("noise")
  %b = "tf.RandomUniform"(%s) {seed = 1 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32> loc("noise")
  %y = "tf.AddV2"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// Neither an op without seeds nor a stateless one has a generator that goes on.
// CHECK-LABEL: func.func @unseeded() -> tensor<4xf32>
// CHECK: "tf.RandomUniform"
func.func @unseeded() -> tensor<4xf32> {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %seed = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %a = "tf.RandomUniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %b = "tf.StatelessRandomUniform"(%s, %seed) : (tensor<1xi32>, tensor<2xi32>) -> tensor<4xf32>
  %y = "tf.AddV2"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// So do those of branches, which are given the counters of all of them: one that does not draw gives back what it was given. Where nothing was
// promoted, none is lowered.
// CHECK-LABEL: func.func @chosen
// CHECK-SAME: %arg2: tensor<ui64> {tf.aliasing_output = 1 : i64, tf.resource_name = "drawn/counter", tfir.initial_value = dense<0> : tensor<ui64>}
// CHECK: [[CHOSEN:%[0-9]+]]:2 = "tf.If"(%arg0, %arg1, %arg2) <{else_branch = @zeros_0, is_stateless = false, then_branch = @drawn_0}>
// CHECK: return [[CHOSEN]]#0, [[CHOSEN]]#1
// CHECK: func.func @drawn_0(%arg0: tensor<1xi32>, %arg1: tensor<ui64>) -> (tensor<4xf32>, tensor<ui64>)
// CHECK: [[MOVED:%[0-9]+]] = "tf.AddV2"(%arg1
// CHECK: return {{.*}}, [[MOVED]] :
// CHECK: func.func @drawn(%arg0: tensor<1xi32>) -> tensor<4xf32>
// CHECK: "tf.RandomStandardNormal"
// CHECK: func.func private @zeros_0(%arg0: tensor<1xi32>, %arg1: tensor<ui64>) -> (tensor<4xf32>, tensor<ui64>)
// CHECK: return {{.*}}, %arg1 :
// REFUSED: error: 'tf.RandomUniform' op of node 'noise' draws other numbers each time that it runs, and nothing says how often it has{{.*}} so for 1 more: 'noise'
// REFUSED: error: 'tf.RandomStandardNormal' op of node 'drawn' draws other numbers each time
// REFUSED-NOT: error
func.func @chosen(%c: tensor<i1>, %s: tensor<1xi32>) -> tensor<4xf32> {
  %y = "tf.If"(%c, %s) {then_branch = @drawn, else_branch = @zeros, is_stateless = false} : (tensor<i1>, tensor<1xi32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @drawn(%s: tensor<1xi32>) -> tensor<4xf32> {
  %y = "tf.RandomStandardNormal"(%s) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<4xf32> loc("drawn")
  return %y : tensor<4xf32>
}
func.func private @zeros(%s: tensor<1xi32>) -> tensor<4xf32> {
  %y = "tf.Const"() {value = dense<0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return %y : tensor<4xf32>
}
