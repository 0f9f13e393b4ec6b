// RUN: tf-run %s --device=interpreter --fetch=y:5,g:1,g:2 --input=x=1x2x2x1xf32=1,3,1,3 | filecheck %s

/// Nodes have a control token beside their results; what a batch norm keeps for its gradient arrives there all the same. Of 1, 3, 1, 3 the mean is 2
/// and the variance 1, so that with x as the gradient of y that of the scale is 2 * (-1 * 1 + 1 * 3), of the offset the sum.
// CHECK: y:5=0xf32=
// CHECK-NEXT: g:1=1xf32=4
// CHECK-NEXT: g:2=1xf32=8
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<1x2x2x1>} : () -> (tensor<*xf32>)
  %s, %c1 = Const name("s") {dtype = f32, value = dense<2.0> : tensor<1xf32>} : () -> (tensor<*xf32>)
  %e, %c2 = Const name("e") {dtype = f32, value = dense<> : tensor<0xf32>} : () -> (tensor<*xf32>)
  %y:6, %c3 = FusedBatchNormV3(%x, %s, %s, %e, %e) name("y") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.0 : f32, exponential_avg_factor = 1.0 : f32, is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %g:5, %c4 = FusedBatchNormGradV3(%x, %x, %s, %y#3, %y#4, %y#5) name("g") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.0 : f32, is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
}
