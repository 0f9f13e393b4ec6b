// REQUIRES: vulkan
// What devices have no kernels for the host computes between dispatches, on any device.
// RUN: tf-opt %s --split-input-file -o %t.all 2> %t.err --pipeline=vulkan --allow-host-ops
// RUN: filecheck %s --check-prefix=REMARK --input-file=%t.err
// REMARK: remark: host step 'eigenvalues_host_0' computes stablehlo.custom_call @lapack_ssyevd_ffi, tf.StringUpper, tf.StringJoin
// REMARK: remark: host step 'loop_host_0' computes tf.StringFormat, tf.PrintV2
// REMARK-NOT: remark

// The eigenvalues of a symmetric matrix, twice each; text goes in and comes out. Expected values are those of paper.
// RUN: awk -v RS='// ----[-]' 'NR == 1' %t.all > %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --input='2x2xf32=2 1 1 2' --input='string="ab"' --expected-output='2xf32=2 6' --expected-output='string="abAB"'
// RUN: tf-run %t.mlir --device=interpreter --input='2x2xf32=2 1 1 2' --input='string="ab"' --expected-output='2xf32=2 6' --expected-output='string="abAB"'
// RUN: tf-run %t.mlir --device=vulkan --input='2x2xf32=2 1 1 2' --input='string="ab"' --trace=%t.json | filecheck %s --check-prefix=NUMBERS
// NUMBERS: 2xf32=2 6
// RUN: filecheck %s --check-prefix=TRACE --input-file=%t.json
// TRACE: "pid": 0, "name": "process_name", "args": {"name": "host"}
// TRACE: "pid": 1, "name": "process_name"
// TRACE: "name": "eigenvalues_ex_host_0", "pid": 0, {{.*}}"op": "HostStep"
// TRACE: "name": "eigenvalues_ex_dispatch_0", "pid": 1, {{.*}}"op": "add"
func.func @eigenvalues(%x: tensor<2x2xf32>, %name: tensor<!tf_type.string>) -> (tensor<2xf32>, tensor<!tf_type.string>) {
  %v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
  %two = stablehlo.add %w, %w : tensor<2xf32>
  %up = "tf.StringUpper"(%name) : (tensor<!tf_type.string>) -> tensor<!tf_type.string>
  %both = "tf.StringJoin"(%name, %up) : (tensor<!tf_type.string>, tensor<!tf_type.string>) -> tensor<!tf_type.string>
  return %two, %both : tensor<2xf32>, tensor<!tf_type.string>
}

// A table before a product of matrices: [2 -1 1 3] times the columns [1 3 5 7] and [2 4 6 8].
// RUN: tf-opt %S/Inputs/words.mlir --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --input='4xstring="two","x","one","three"' --input='4x2xf32=1 2 3 4 5 6 7 8' | filecheck %s --check-prefix=TABLE
// RUN: tf-run %t.mlir --device=interpreter --input='4xstring="two","x","one","three"' --input='4x2xf32=1 2 3 4 5 6 7 8' | filecheck %s --check-prefix=TABLE
// TABLE: 1x2xf32=[25 30]
// TABLE-NEXT: 4xi64=2 -1 1 3

// -----

// In a loop each trip has its step, in order; a size that only the numbers tell is read behind it.
// RUN: awk -v RS='// ----[-]' 'NR == 2' %t.all > %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --input='i32=3' --input='3xf32=0 1 2' 2>&1 | filecheck %s --check-prefix=LOOP
// RUN: tf-run %t.mlir --device=interpreter --input='i32=3' --input='3xf32=0 1 2' 2>&1 | filecheck %s --check-prefix=LOOP
// LOOP: left 3
// LOOP-NEXT: left 2
// LOOP-NEXT: left 1
// LOOP-NEXT: 3xf32=0 8 16
// LOOP-NEXT: 2xi64=1 2
func.func @loop(%n: tensor<i32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?xi64>) {
  %r:2 = "tf.While"(%n, %x) {cond = @cond, body = @body, is_stateless = false} : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %big = "tf.Greater"(%r#1, %one) : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  %where = "tf.Where"(%big) : (tensor<3xi1>) -> tensor<?x1xi64>
  %all = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %flat = "tf.Reshape"(%where, %all) : (tensor<?x1xi64>, tensor<1xi32>) -> tensor<?xi64>
  return %r#1, %flat : tensor<3xf32>, tensor<?xi64>
}
func.func private @cond(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<i1> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Greater"(%n, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %m = "tf.Sub"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %s = "tf.StringFormat"(%n) {template = "left %s"} : (tensor<i32>) -> tensor<!tf_type.string>
  "tf.PrintV2"(%s) {output_stream = "stdout"} : (tensor<!tf_type.string>) -> ()
  %y = "tf.AddV2"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %m, %y : tensor<i32>, tensor<3xf32>
}
