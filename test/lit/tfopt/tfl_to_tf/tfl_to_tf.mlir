// RUN: tf-opt %s --tfl-to-tf | filecheck %s
// RUN: tf-opt %s --tfl-to-tf --cse | tf-run - --device=interpreter --entry=concatenated --input=2xi8=1,-2 --input=2xi8=3,127 | filecheck %s --check-prefix=VALUES

// Stored integers are integers, and what only moves them moves these.
// CHECK-LABEL: func.func @concatenated(%arg0: tensor<2xi8>, %arg1: tensor<2xi8>) -> tensor<4xi8>
// CHECK: "tf.ConcatV2"(%arg0, %arg1, {{.*}}) : (tensor<2xi8>, tensor<2xi8>, tensor<i32>) -> tensor<4xi8>
// VALUES: 4xi8=1 -2 3 127
func.func @concatenated(%a: tensor<2x!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = "tfl.concatenation"(%a, %b) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// A fused activation of floats is an op of its own.
// CHECK-LABEL: func.func @added
// CHECK: "tf.AddV2"
// CHECK-NEXT: "tf.Relu6"
func.func @added(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tfl.add %a, %b {fused_activation_function = "RELU6"} : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Branches keep their regions.
// CHECK-LABEL: func.func @chosen
// CHECK: "tf.IfRegion"
// CHECK: "tf.Neg"
// CHECK: "tf.Yield"
func.func @chosen(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tfl.if"(%p) ({
    %1 = "tfl.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    "tfl.yield"(%1) : (tensor<2xf32>) -> ()
  }, {
    "tfl.yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A subgraph that is called is a function that is called.
// CHECK-LABEL: func.func @calling
// CHECK: call @negated(%arg0)
func.func private @negated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tfl.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @calling(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tfl.call"(%x) {subgraph = @negated} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Each operator that draws numbers has a generator of its own, by the place that it has in its function; the first seed is the key.
// CHECK-LABEL: func.func @drawing
// CHECK: "tf.VarHandleOp"() {{.*}}shared_name = "drawing/state0"
// CHECK: "tf.StatelessRandomUniformV2"
// CHECK: "tf.VarHandleOp"() {{.*}}shared_name = "drawing/state1"
// CHECK: "tf.StatelessRandomNormalV2"
func.func @drawing() -> (tensor<2xf32>, tensor<2xf32>) {
  %s = "tfl.pseudo_const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = "tfl.random_uniform"(%s) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<2xf32>
  %1 = "tfl.random_standard_normal"(%s) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Without a seed there is none.
// CHECK-LABEL: func.func @drawing_anything
// CHECK-NOT: "tf.VarHandleOp"
// CHECK: "tf.RandomUniform"
func.func @drawing_anything() -> tensor<2xf32> {
  %s = "tfl.pseudo_const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = "tfl.random_uniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
