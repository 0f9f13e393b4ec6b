func.func @main(%x: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2xf32>) attributes {tf.entry_function = {inputs = "x", outputs = "flat,rows", control_outputs = ""}} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %eye = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %eye, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.subtract %eye, %0 : tensor<2x2xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x2xf32>) -> tensor<4xf32>
  %3 = stablehlo.floor %2 : tensor<4xf32>
  %4 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %5 = stablehlo.constant dense<[-1.0, 1.0]> : tensor<2xf32>
  %6 = stablehlo.add %4, %5 : tensor<2xf32>
  return %3, %6 : tensor<4xf32>, tensor<2xf32>
}
