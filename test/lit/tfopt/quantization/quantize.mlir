// RUN: tf-opt %s --quantize='mode=weights fewest-weights=0' | filecheck %s --check-prefix=WEIGHTS
// RUN: tf-opt %s --quantize='mode=dynamic fewest-weights=0' | filecheck %s --check-prefix=DYNAMIC
// RUN: tf-opt %s --quantize=mode=float16 | filecheck %s --check-prefix=HALF
// RUN: not tf-opt %s --quantize 2>&1 | filecheck %s --check-prefix=DATA

// WEIGHTS: %[[W:.*]] = stablehlo.constant() <{value = dense<{{.*}}127, 32], [-64, 127]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {{.*}}>>
// WEIGHTS: %[[F:.*]] = stablehlo.uniform_dequantize %[[W]]
// WEIGHTS: stablehlo.dot_general %arg0, %[[F]]

// DYNAMIC: %[[L:.*]] = stablehlo.reduce(%{{.*}}) applies stablehlo.maximum across dimensions = [1]
// DYNAMIC: %[[X:.*]] = stablehlo.convert %{{.*}} : (tensor<1x2xf32>) -> tensor<1x2xi8>
// DYNAMIC: stablehlo.dot_general %[[X]], %{{.*}} : (tensor<1x2xi8>, tensor<2x2xi8>) -> tensor<1x2xi32>

// HALF: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<1x2xf32>) -> tensor<1x2xf16>
// HALF: %[[R:.*]] = stablehlo.dot_general %[[X]], %{{.*}} : (tensor<1x2xf16>, tensor<2x2xf16>) -> tensor<1x2xf16>
// HALF: stablehlo.convert %[[R]] : (tensor<1x2xf16>) -> tensor<1x2xf32>

// DATA: error: mode=full needs data: calibration=@dir/*.npz
func.func @main(%arg0: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = stablehlo.constant dense<[[1.27, 3.2], [-0.64, 12.7]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %arg0, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
