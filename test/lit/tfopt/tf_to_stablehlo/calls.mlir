// What neither StableHLO nor arithmetic in it has is a call by the op's name, with the op's attributes: the host answers it.
// RUN: tf-opt %s --tf-to-stablehlo | filecheck %s --check-prefix=CALLED
// RUN: tf-opt %s --tf-to-stablehlo --symbol-dce | tf-run - --device=interpreter --entry=root --input=2x2xcomplex\<f32\>=4,0,0,9 | filecheck %s
// RUN: tf-opt %s --tf-to-stablehlo | not tf-run - --device=interpreter --entry=unknown --input=3xf32=0 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CALLED-LABEL: @root
// CALLED: stablehlo.custom_call @tf.MatrixSquareRoot(%{{.*}}) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
/// The root of a diagonal matrix has the roots of its numbers.
// CHECK: 2x2xcomplex<f32>=[(2+0j) 0j][0j (3+0j)]
func.func @root(%x: tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
  %0 = "tf.MatrixSquareRoot"(%x) : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

// CALLED-LABEL: @paths
// CALLED: @tf.CTCBeamSearchDecoder({{.*}}) {api_version = 4 : i32, backend_config = {beam_width = 3 : i64, merge_repeated = false, top_paths = 1 : i64}}
func.func @paths(%x: tensor<4x1x3xf32>, %n: tensor<1xi32>) -> tensor<?xi64> {
  %0:4 = "tf.CTCBeamSearchDecoder"(%x, %n) {beam_width = 3 : i64, top_paths = 1 : i64, merge_repeated = false} : (tensor<4x1x3xf32>, tensor<1xi32>) -> (tensor<?x2xi64>, tensor<?xi64>, tensor<2xi64>, tensor<1x1xf32>)
  return %0#1 : tensor<?xi64>
}

// UNKNOWN: error: 'stablehlo.custom_call' op calls 'tf.Riddle', which nothing here answers
func.func @unknown(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @tf.Riddle(%x) {api_version = 4 : i32, backend_config = {}} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
