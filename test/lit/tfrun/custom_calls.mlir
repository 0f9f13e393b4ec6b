// RUN: not tf-run %s --device=interpreter --entry=lapack --input=3x3xf32=4,1,0,1,3,1,0,1,2 2>&1 | filecheck %s --check-prefix=LAPACK
// RUN: not tf-opt %s 2>&1 | filecheck %s --check-prefix=OPT

/// An attribute of a dialect that is not known says nothing to tf-run; the call is what it cannot do.
// LAPACK-NOT: --allow-unregistered-dialect
// LAPACK: 'stablehlo.custom_call' op calls 'lapack_spotrf_ffi', which nothing here answers; JAX exports Cholesky's decomposition and triangular systems as operations of StableHLO for platforms=['tpu']
// OPT: attribute '#sdy.op_sharding_rule' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is
func.func @lapack(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=3, j=3, k=3, l=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i32>
}
