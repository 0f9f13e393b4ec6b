// REQUIRES: vulkan
// A lowered program draws on in each call where the one before it ended, as TensorFlow 2.21's session did in these three runs.
// RUN: tf-opt %s --pipeline=stablehlo --check-equivalence= -o %t.mlir
// RUN: tf-opt %s --pipeline=vulkan --targets=lavapipe -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 | filecheck %s
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 --entry=main --input=7xi32=0,1,2,3,4,5,6 --input=1x3xf32=0,1,2 | filecheck %s

// CHECK: uniform=3xf32=0.40639675 0.8575996 0.05539584
// CHECK: normal=3xf32=0.28962{{[0-9]*}} -0.27345{{[0-9]*}} -0.29865{{[0-9]*}}
// CHECK: truncated=5xf32=0.70327{{[0-9]*}} -0.43582{{[0-9]*}} -0.82234{{[0-9]*}} -0.28787{{[0-9]*}} -0.81716{{[0-9]*}}
// CHECK: whole=4xi32=31 40 61 83
// CHECK: shuffled=7xi32=3 5 6 0 2 4 1
// CHECK: classes=1x6xi64=[2 0 2 2 2 2]
// CHECK: wide=2xf64=0.0032698053388158232 0.4625163878514009
// CHECK: stateless=2xf32=0.8440604 0.19204533

// CHECK: uniform=3xf32=0.16840732 0.88910615 0.53549695
// CHECK: normal=3xf32=0.42666{{[0-9]*}} -0.11716{{[0-9]*}} 1.58566{{[0-9]*}}
// CHECK: truncated=5xf32=-0.07082{{[0-9]*}} -0.37630{{[0-9]*}} -0.85085{{[0-9]*}} -1.03448{{[0-9]*}} 0.53324{{[0-9]*}}
// CHECK: whole=4xi32=39 72 59 21
// CHECK: shuffled=7xi32=3 0 6 1 4 5 2
// CHECK: classes=1x6xi64=[2 2 0 1 2 2]
// CHECK: wide=2xf64=0.07142975690957831 0.03601824392526609
// CHECK: stateless=2xf32=0.8440604 0.19204533

// CHECK: uniform=3xf32=0.49945498 0.06284702 0.46006584
// CHECK: normal=3xf32=-1.08941{{[0-9]*}} 1.18484{{[0-9]*}} -0.49771{{[0-9]*}}
// CHECK: truncated=5xf32=1.10904{{[0-9]*}} 0.04371{{[0-9]*}} 0.13900{{[0-9]*}} -1.18410{{[0-9]*}} 1.20463{{[0-9]*}}
// CHECK: whole=4xi32=81 25 75 31
// CHECK: shuffled=7xi32=1 2 0 4 6 3 5
// CHECK: classes=1x6xi64=[2 0 1 1 2 1]
// CHECK: wide=2xf64=0.03776402266669532 0.8090802587070387
// CHECK: stateless=2xf32=0.8440604 0.19204533
func.func @main(%x: tensor<7xi32>, %logits: tensor<1x3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<4xi32>, tensor<7xi32>, tensor<1x6xi64>, tensor<2xf64>, tensor<2xf32>)
    attributes {tf.entry_function = {control_outputs = "", inputs = "x,logits", outputs = "uniform,normal,truncated,whole,shuffled,classes,wide,stateless"}} {
  %2 = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %3 = "tf.Const"() {value = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
  %4 = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %5 = "tf.Const"() {value = dense<5> : tensor<1xi32>} : () -> tensor<1xi32>
  %6 = "tf.Const"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %low = "tf.Const"() {value = dense<10> : tensor<i32>} : () -> tensor<i32>
  %high = "tf.Const"() {value = dense<99> : tensor<i32>} : () -> tensor<i32>
  %seed = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %uniform = "tf.RandomUniform"(%3) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<3xf32>
  %normal = "tf.RandomStandardNormal"(%3) {seed = 3 : i64, seed2 = 4 : i64} : (tensor<1xi32>) -> tensor<3xf32>
  %truncated = "tf.TruncatedNormal"(%5) {seed = 5 : i64, seed2 = 6 : i64} : (tensor<1xi32>) -> tensor<5xf32>
  %whole = "tf.RandomUniformInt"(%4, %low, %high) {seed = 7 : i64, seed2 = 8 : i64} : (tensor<1xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %shuffled = "tf.RandomShuffle"(%x) {seed = 9 : i64, seed2 = 10 : i64} : (tensor<7xi32>) -> tensor<7xi32>
  %classes = "tf.Multinomial"(%logits, %6) {seed = 11 : i64, seed2 = 12 : i64} : (tensor<1x3xf32>, tensor<i32>) -> tensor<1x6xi64>
  %wide = "tf.RandomUniform"(%2) {seed = -1 : i64, seed2 = -2 : i64} : (tensor<1xi32>) -> tensor<2xf64>
  %stateless = "tf.StatelessRandomUniform"(%2, %seed) : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xf32>
  return %uniform, %normal, %truncated, %whole, %shuffled, %classes, %wide, %stateless
      : tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<4xi32>, tensor<7xi32>, tensor<1x6xi64>, tensor<2xf64>, tensor<2xf32>
}

// A file of one array takes the only output that the model has, without the counter.
// RUN: tf-run %t.mlir --device=interpreter --entry=one --output=@%t.npy
// RUN: tf-run %t.mlir --device=interpreter --entry=one --expected-output=@%t.npy --expected-output=ui64=512
func.func @one() -> tensor<2xf64> {
  %2 = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %y = "tf.RandomUniform"(%2) {seed = -1 : i64, seed2 = -2 : i64} : (tensor<1xi32>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
