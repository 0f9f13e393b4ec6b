// RUN: tf-opt %s --tf-name-squeezed-axes | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --targets=portable -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter \
// RUN:   --entry=chosen --input=4xi1=1,0,1,1 --input=4xf32=1,2,3,4 --expected-output=f32=8 \
// RUN:   --entry=rows --input=1x1xf32=7 --expected-output=f32=7 \
// RUN:   --entry=rows --input=2x1xf32=7,8 --expected-output=2xf32=7,8 \
// RUN:   --entry=fewer --input=2x3x1xf32=1,2,3,4,5,6 --expected-output=3xf32=4,5,6 \
// RUN:   --entry=fewer --input=3x3x1xf32=1,2,3,4,5,6,7,8,9 --expected-output=2x3xf32=4,5,6,7,8,9 \
// RUN:   --entry=both --input=1x2xf32=1,2 --expected-output=2xf32=1,2 \
// RUN:   --entry=both --input=2x1xf32=1,2 --expected-output=2xf32=1,2 \
// RUN:   --entry=both --input=1x1xf32=1 --expected-output=f32=1 \
// RUN:   --entry=both --input=2x2xf32=1,2,3,4 --expected-output=2x2xf32=1,2,3,4
// RUN: not tf-run %t.mlir --device=interpreter --entry=chosen --input=4xi1=0,0,1,0 --input=4xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=ONE
// ONE: squeezes axis 0, which has size 1: this program is for any other size, as the result has another rank; only the run tells this size
// RUN: not tf-run %t.mlir --device=interpreter --entry=rows_0 --input=1x1xf32=7 2>&1 | filecheck %s --check-prefix=NAMES
// NAMES: the module has no function @rows_0; it has @chosen, @nothing_to_squeeze, @told, @rows, @fewer, @both, @counted
// RUN: tf-opt %s --pipeline=vulkan --input-shapes=rows=1x1 | tf-run - --device=interpreter --entry=rows --input=1x1xf32=7 --expected-output=f32=7

/// How many places are chosen only the run tells; that they stand in one column the type says.
// CHECK-LABEL: func.func @chosen
// CHECK: %[[PLACES:.*]] = "tf.Where"
// CHECK: %[[DIFFERS:.*]] = "tf.NotEqual"
// CHECK: stablehlo.custom_call @shape_assertion(%[[DIFFERS]])
// CHECK: "tf.Squeeze"(%[[PLACES]]) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
// CHECK: "tf.GatherV2"{{.*}} -> tensor<?xf32>
func.func @chosen(%mask: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<f32> attributes {tf.entry_function = {inputs = "mask,x", outputs = "sum"}} {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %places = "tf.Where"(%mask) : (tensor<4xi1>) -> tensor<?x1xi64>
  %list = "tf.Squeeze"(%places) {squeeze_dims = []} : (tensor<?x1xi64>) -> tensor<*xi64>
  %y = "tf.GatherV2"(%x, %list, %zero) {batch_dims = 0 : i64} : (tensor<4xf32>, tensor<*xi64>, tensor<i32>) -> tensor<*xf32>
  %sum = "tf.Sum"(%y, %zero) {keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> tensor<f32>
  return %sum : tensor<f32>
}

/// What no axis of size 1 is known of is as it was.
// CHECK-LABEL: func.func @nothing_to_squeeze
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK: return %arg0 : tensor<?x2xf32>
func.func @nothing_to_squeeze(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %y = "tf.Squeeze"(%x) {squeeze_dims = []} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

/// Where axes are named, or all sizes known, nothing is asserted.
// CHECK-LABEL: func.func @told
// CHECK-NOT: shape_assertion
// CHECK: "tf.Squeeze"(%arg0) <{squeeze_dims = [1]}>
// CHECK: "tf.Squeeze"(%arg1) <{squeeze_dims = []}>
func.func @told(%x: tensor<?x1xf32>, %y: tensor<1x2xf32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = "tf.Squeeze"(%x) {squeeze_dims = [1]} : (tensor<?x1xf32>) -> tensor<?xf32>
  %1 = "tf.Squeeze"(%y) {squeeze_dims = []} : (tensor<1x2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<?xf32>, tensor<2xf32>
}

/// The size of a feed, or what is computed of one, decides which rank there is: a function for calls with that size, and one for all others.
// CHECK-LABEL: func.func @rows
// CHECK: custom_call @shape_assertion
// CHECK: func.func @rows_0(%arg0: tensor<1x1xf32>) -> tensor<f32> attributes {{.*}}tfir.variant_of = "rows"
// CHECK-NOT: shape_assertion
func.func @rows(%rows: tensor<?x1xf32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "rows", outputs = "y"}} {
  %y = "tf.Squeeze"(%rows) {squeeze_dims = []} : (tensor<?x1xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
// CHECK-LABEL: func.func @fewer
// CHECK: func.func @fewer_0(%arg0: tensor<2x3x1xf32>) -> tensor<3xf32>
func.func @fewer(%x: tensor<?x3x1xf32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %begin = "tf.Const"() {value = dense<[1, 0, 0]> : tensor<3xi32>} : () -> tensor<3xi32>
  %size = "tf.Const"() {value = dense<-1> : tensor<3xi32>} : () -> tensor<3xi32>
  %rest = "tf.Slice"(%x, %begin, %size) : (tensor<?x3x1xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x3x1xf32>
  %y = "tf.Squeeze"(%rest) {squeeze_dims = []} : (tensor<?x3x1xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

/// Of two sizes there is one for each combination.
// CHECK-LABEL: func.func @both
// CHECK-DAG: (%arg0: tensor<1x1xf32>) -> tensor<f32> attributes
// CHECK-DAG: (%arg0: tensor<1x?xf32>) -> tensor<?xf32> attributes
// CHECK-DAG: (%arg0: tensor<?x1xf32>) -> tensor<?xf32> attributes
func.func @both(%x: tensor<?x?xf32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %y = "tf.Squeeze"(%x) {squeeze_dims = []} : (tensor<?x?xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

/// What a feed's size says nothing of has no variant.
// CHECK-LABEL: func.func @counted
// CHECK-NOT: variant_of
func.func @counted(%mask: tensor<?xi1>) -> tensor<*xi64> attributes {tf.entry_function = {inputs = "mask", outputs = "y"}} {
  %places = "tf.Where"(%mask) : (tensor<?xi1>) -> tensor<?x1xi64>
  %y = "tf.Squeeze"(%places) {squeeze_dims = []} : (tensor<?x1xi64>) -> tensor<*xi64>
  return %y : tensor<*xi64>
}
