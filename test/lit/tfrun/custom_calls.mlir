/// Cholesky's decomposition as JAX exports it for a CPU. Of [[4, 1, 0], [1, 3, 1], [0, 1, 2]]: 1/2, sqrt(11/4), sqrt(4/11), sqrt(18/11); what is above the
/// diagonal stays. An attribute of a dialect that is not known says nothing to tf-run.
// RUN: tf-run %s --device=interpreter --entry=lapack --input=3x3xf32=4,1,0,1,3,1,0,1,2 | filecheck %s --check-prefix=LAPACK
// LAPACK: 3x3xf32=[2 1 0][0.5 1.65831{{[0-9]*}} 1][0 0.603022{{[0-9]*}} 1.27920{{[0-9]*}}]
// LAPACK-NEXT: i32=0
// RUN: not tf-opt %s 2>&1 | filecheck %s --check-prefix=OPT
// OPT: attribute '#vendor.rule' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is
func.func @lapack(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}, sdy.sharding_rule = #vendor.rule<([i, j])->([k, l], []) {i=3, j=3, k=3, l=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i32>
}

/// Marks of where a value lies hand it on; one that is divided among devices is none of one device.
// RUN: tf-run %s --device=interpreter --entry=marked --input=4xf32=1,2,3,4 | filecheck %s --check-prefix=MARKED
// MARKED: 4xf32=1 2 3 4
func.func @marked(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RUN: not tf-run %s --device=interpreter --entry=divided --input=4xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=DIVIDED
// DIVIDED: 'stablehlo.custom_call' op makes [2] of [4], as on several devices; one device has whole arrays
func.func @divided(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// RUN: not tf-run %s --device=interpreter --entry=unknown --input=4xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: 'stablehlo.custom_call' op calls 'lapack_spotrf', which nothing here answers
func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @lapack_spotrf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
