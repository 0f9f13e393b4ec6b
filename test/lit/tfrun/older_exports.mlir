// Calls by which versions of JAX have exported CHLO's ops, before artifacts had these: on devices they are steps of the host.
// RUN: tf-run %s --device=interpreter --entry=named --input=3xf32=0.5,0,-0.5 --input=2x4xf32=1,5,2,4,9,8,7,9 | filecheck %s
// RUN: tf-opt %s --symbol-dce --pipeline=vulkan | tf-run - --device=interpreter --entry=named --input=3xf32=0.5,0,-0.5 --input=2x4xf32=1,5,2,4,9,8,7,9 | filecheck %s
// RUN: not tf-run %s --device=interpreter --entry=smallest --input=2x4xf32=0 2>&1 | filecheck %s --check-prefix=SMALLEST
// RUN: not tf-run %s --device=interpreter --entry=unknown --input=3xf32=0 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not tf-run %s --device=interpreter --entry=callback --input=3xf32=0 2>&1 | filecheck %s --check-prefix=CALLBACK

/// Source of erf(0.5): Abramowitz and Stegun, table 7.1. Of equal numbers the first comes first.
// CHECK: 3xf32=0.52049{{[0-9]*}} 0 -0.52049
// CHECK: 2x2xf32=[5 4][9 9]
// CHECK: 2x2xi32=[1 3][0 3]
func.func @named(%x: tensor<3xf32>, %y: tensor<2x4xf32>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%y) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0, %1#0, %1#1 : tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi32>
}

// SMALLEST: error: 'stablehlo.custom_call' op calls 'mhlo.topk', which nothing here answers
func.func @smallest(%y: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %1:2 = stablehlo.custom_call @mhlo.topk(%y) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %1#0, %1#1 : tensor<2x2xf32>, tensor<2x2xi32>
}

// UNKNOWN: error: 'stablehlo.custom_call' op calls 'mhlo.riddle', which nothing here answers
func.func @unknown(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @mhlo.riddle(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CALLBACK: error: 'stablehlo.custom_call' op calls 'xla_ffi_python_cpu_callback', the Python of the program that was exported (pure_callback, io_callback, debug.print), which did not come along
func.func @callback(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {api_version = 4 : i32, mhlo.backend_config = {index = 0 : ui64}} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
