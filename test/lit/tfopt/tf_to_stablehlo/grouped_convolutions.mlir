// Convolutions in groups of channels, and their gradients: XLA's numbers, as compiled functions of TensorFlow have them. The CPU kernels of
// TensorFlow know no groups in gradients.
// RUN: tf-run %s --device=interpreter --entry=main --input=1x3x1x4xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=2x1x2x4xf32=1,2,-1,0,3,1,2,-2,1,2,-1,0,3,1,2,-2 --input=1x2x1x4xf32=1,-1,2,0,0,3,1,1 | filecheck %s --check-prefix=NUMBERS
// RUN: tf-opt %s --tf-to-stablehlo -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=1x3x1x4xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=2x1x2x4xf32=1,2,-1,0,3,1,2,-2,1,2,-1,0,3,1,2,-2 --input=1x2x1x4xf32=1,-1,2,0,0,3,1,1 | filecheck %s --check-prefix=NUMBERS
// NUMBERS: 1x2x1x4xf32={{\[\[\[}}30 20 14 -24]]{{\[\[}}62 44 22 -40]]]
// NUMBERS-NEXT: 1x3x1x4xf32={{\[\[\[}}-1 2 -2 4]]{{\[\[}}5 5 -3 4]]{{\[\[}}6 3 -1 0]]]
// NUMBERS-NEXT: 2x1x2x4xf32={{\[\[\[}}1 14 13 7][2 16 16 8]]]{{\[\[\[}}5 22 25 11][6 24 28 12]]]
// CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]{{.*}}batch_group_count = 1 : i64, feature_group_count = 2 : i64
// CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]{{.*}}batch_group_count = 1 : i64, feature_group_count = 2 : i64
// CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]{{.*}}batch_group_count = 2 : i64, feature_group_count = 1 : i64
func.func @main(%x: tensor<1x3x1x4xf32>, %filter: tensor<2x1x2x4xf32>, %dy: tensor<1x2x1x4xf32>) -> (tensor<1x2x1x4xf32>, tensor<1x3x1x4xf32>, tensor<2x1x2x4xf32>) {
  %y = "tf.Conv2D"(%x, %filter) {strides = [1, 1, 1, 1], padding = "VALID"} : (tensor<1x3x1x4xf32>, tensor<2x1x2x4xf32>) -> tensor<1x2x1x4xf32>
  %sizes = "tf.Const"() {value = dense<[1, 3, 1, 4]> : tensor<4xi32>} : () -> tensor<4xi32>
  %dx = "tf.Conv2DBackpropInput"(%sizes, %filter, %dy) {strides = [1, 1, 1, 1], padding = "VALID"} : (tensor<4xi32>, tensor<2x1x2x4xf32>, tensor<1x2x1x4xf32>) -> tensor<1x3x1x4xf32>
  %window = "tf.Const"() {value = dense<[2, 1, 2, 4]> : tensor<4xi32>} : () -> tensor<4xi32>
  %df = "tf.Conv2DBackpropFilter"(%x, %window, %dy) {strides = [1, 1, 1, 1], padding = "VALID"} : (tensor<1x3x1x4xf32>, tensor<4xi32>, tensor<1x2x1x4xf32>) -> tensor<2x1x2x4xf32>
  return %y, %dx, %df : tensor<1x2x1x4xf32>, tensor<1x3x1x4xf32>, tensor<2x1x2x4xf32>
}

// Where the channels are not known, they are taken to be those of the filter.
// CHECK-LABEL: func.func @open
// CHECK: stablehlo.convolution({{.*}}feature_group_count = 1 : i64
func.func @open(%x: tensor<1x3x1x?xf32>, %filter: tensor<2x1x2x4xf32>) -> tensor<1x2x1x4xf32> {
  %y = "tf.Conv2D"(%x, %filter) {strides = [1, 1, 1, 1], padding = "VALID"} : (tensor<1x3x1x?xf32>, tensor<2x1x2x4xf32>) -> tensor<1x2x1x4xf32>
  return %y : tensor<1x2x1x4xf32>
}
