// RUN: tf-run %s --device=interpreter --input=4x2xf32=3,0,1,5,7,2,1,8 | filecheck %s
// RUN: tf-opt %s --stablehlo-decompose --symbol-dce | filecheck %s --check-prefix=SORTED
// RUN: tf-opt %s --stablehlo-decompose | tf-run - --device=interpreter --input=4x2xf32=3,0,1,5,7,2,1,8 | filecheck %s

/// The two least of each column, and where they stand: of the equal ones in the first column the first comes first.
// CHECK: 2x2xf32={{\[?}}1 0]{{.*}}[1 2]
// CHECK: 2x2xi32={{\[?}}1 0]{{.*}}[3 2]
// SORTED: func.func @main
// SORTED-NOT: custom_call
// SORTED: dimension = 0 : i64, is_stable = true
// SORTED: stablehlo.slice %{{.+}} [0:2, 0:2]
// SORTED-NOT: func.func
func.func @main(%x: tensor<4x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %places = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %nowhere = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %places, %infinity, %nowhere) {called_computations = [@is_less], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}
func.func private @is_less(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
