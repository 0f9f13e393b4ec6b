// RUN: tf-run %s --device=interpreter --input=3x11xi8=15,-39,-115,23,117,-54,73,-74,-28,116,40,55,-62,74,67,-120,106,97,-10,94,16,-40,16,-76,-63,50,118,73,-98,-110,-64,107,-93 | filecheck %s
// RUN: tf-opt %s --tfl-to-tf --pipeline=stablehlo | tf-run - --device=interpreter --input=3x11xi8=15,-39,-115,23,117,-54,73,-74,-28,116,40,55,-62,74,67,-120,106,97,-10,94,16,-40,16,-76,-63,50,118,73,-98,-110,-64,107,-93 | filecheck %s

/// With scales by row the kernel of TensorFlow's wheel (2.21) rounds once; rounded twice, the numbers of the diagonal are 16, 75 and -66.
// CHECK: 3x3xi8=[15 -78 53][-15 74 -33][18 3 -65]
func.func @main(%x: tensor<3x11x!quant.uniform<i8:f32, 0.026553362607955933:12>>) -> tensor<3x3x!quant.uniform<i8:f32, 0.37489688396453857:-4>> {
  %0 = "tfl.pseudo_qconst"() <{qtype = tensor<3x11x!quant.uniform<i8:f32:0, {0.010888297110795975,0.060996741056442261,0.068957269191741943}>>, value = dense<[[-50, 79, -78, -46, -20, -36, -10, -127, -47, 90, -63], [127, 20, 105, 0, -22, 47, 19, -51, -60, -41, -52], [-35, -18, -127, 64, -120, -104, -17, 12, -21, -10, 76]]> : tensor<3x11xi8>}> : () -> tensor<3x11x!quant.uniform<i8:f32:0, {0.010888297110795975,0.060996741056442261,0.068957269191741943}>>
  %1 = "tfl.no_value"() <{value}> : () -> none
  %2 = "tfl.fully_connected"(%x, %0, %1) <{fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}> : (tensor<3x11x!quant.uniform<i8:f32, 0.026553362607955933:12>>, tensor<3x11x!quant.uniform<i8:f32:0, {0.010888297110795975,0.060996741056442261,0.068957269191741943}>>, none) -> tensor<3x3x!quant.uniform<i8:f32, 0.37489688396453857:-4>>
  return %2 : tensor<3x3x!quant.uniform<i8:f32, 0.37489688396453857:-4>>
}
