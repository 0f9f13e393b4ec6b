// RUN: tf-run %s --device=interpreter --input=3x1x1xf32=4,9,16 | filecheck %s
// RUN: tf-opt %s --stablehlo-refine-arguments='types=tensor<3x1x1xf32>' --stablehlo-refine-shapes --stablehlo-canonicalize-dynamism | filecheck %s --check-prefix=STATIC
// RUN: tf-opt %s --stablehlo-refine-arguments='types=tensor<3x1x1xf32>' --stablehlo-refine-shapes --stablehlo-canonicalize-dynamism | tf-run - --device=interpreter --input=3x1x1xf32=4,9,16 | filecheck %s

/// A call whose operands say which shapes its results have: square roots, as Cholesky factors of single numbers. Random bits of a computed
/// shape are those of the op whose shape is its type's. A wrapper hands on its operand.
// CHECK: 3x1x1xf32={{.*}}2{{.*}}3{{.*}}4
// CHECK: 3xi32=0 0 0
// STATIC-NOT: tensor<?
// STATIC: stablehlo.custom_call @lapack_spotrf_ffi(%{{.+}}) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x1x1xf32>) -> (tensor<3x1x1xf32>, tensor<3xi32>)
// STATIC: %{{.+}}, %{{.+}} = stablehlo.rng_bit_generator %{{.+}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
func.func @main(%x: tensor<?x1x1xf32>) -> (tensor<?x1x1xf32>, tensor<?xi32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x1x1xf32>) -> tensor<i32>
  %n = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n, %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %y = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x1x1xf32>, tensor<3xi32>) -> tensor<?x1x1xf32>
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%y, %shape, %n) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x1x1xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x1x1xf32>, tensor<?xi32>)
  %state = stablehlo.constant dense<[7, 1]> : tensor<2xui64>
  %pairs = stablehlo.concatenate %n, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %pairs) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x2xui32>)
  %after, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  %cast = stablehlo.convert %2#1 : (tensor<?x2xui32>) -> tensor<3x2xui32>
  check.expect_eq %cast, %bits : tensor<3x2xui32>
  return %1#0, %1#1 : tensor<?x1x1xf32>, tensor<?xi32>
}
