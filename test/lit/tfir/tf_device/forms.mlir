// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

/// What differs between replicas stands in brackets; inputs that all share are told last.
// CHECK-LABEL: func.func @replicas
// CHECK: %0:4 = tf_device.replicate([%arg0, %arg1] as %arg3: tensor<2xf32>, %arg2 as %arg4: tensor<f32>) {devices = {CORE = ["a", "b"]}, n = 2 : i32} {
// CHECK-NEXT: %1 = "tf.Mul"(%arg3, %arg4)
// CHECK-NEXT: tf_device.return %1, %arg4 : tensor<2xf32>, tensor<f32>
// GENERIC: "tf_device.replicate"(%{{.*}}, %{{.*}}, %{{.*}}) <{devices = {CORE = ["a", "b"]}, n = 2 : i32, operandSegmentSizes = array<i32: 2, 1>}> ({
func.func @replicas(%a: tensor<2xf32>, %b: tensor<2xf32>, %s: tensor<f32>) {
  %0:4 = tf_device.replicate(%s as %y: tensor<f32>, [%a, %b] as %x: tensor<2xf32>) {n = 2 : i32, devices = {CORE = ["a", "b"]}} {
    %1 = "tf.Mul"(%x, %y) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    tf_device.return %1, %y : tensor<2xf32>, tensor<f32>
  }
  return
}

/// A terminator without values may be left out; regions of others are written in generic form.
// CHECK-LABEL: func.func @regions
// CHECK: tf_device.replicate {n = 2 : i32} {
// CHECK-NEXT: tf_device.return
// CHECK: "tf_device.cluster"() <{policy = "p"}> ({
// CHECK: "tf_device.launch"() <{device = "d"}> ({
// CHECK-NEXT: tf_device.return %arg0 : tensor<f32>
// CHECK-NEXT: }) {other = 1 : i64} : () -> tensor<f32>
// CHECK: tf_device.return {kept = 1 : i64}
func.func @regions(%x: tensor<f32>) {
  tf_device.replicate {n = 2 : i32} {
  }
  "tf_device.cluster"() ({
    %0 = "tf_device.launch"() ({
      tf_device.return %x : tensor<f32>
    }) {device = "d", other = 1 : i64} : () -> tensor<f32>
    tf_device.return {kept = 1 : i64}
  }) {policy = "p"} : () -> ()
  return
}

// CHECK-LABEL: func.func @several
// CHECK: %0:2 = "tf_device.parallel_execute"() ({
// CHECK: %1 = "tf_device.launch_func"(%arg0) <{device = "d", func = @callee}> : (tensor<f32>) -> tensor<f32>
// CHECK: %2 = "tf_device.cluster_func"(%0#0) <{func = @callee}> : (tensor<f32>) -> tensor<f32>
func.func @several(%x: tensor<f32>) {
  %0:2 = "tf_device.parallel_execute"() ({
    tf_device.return %x : tensor<f32>
  }, {
    tf_device.return %x : tensor<f32>
  }) : () -> (tensor<f32>, tensor<f32>)
  %1 = "tf_device.launch_func"(%x) {device = "d", func = @callee} : (tensor<f32>) -> tensor<f32>
  %2 = "tf_device.cluster_func"(%0#0) {func = @callee} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @callee(tensor<f32>) -> tensor<f32>

/// Between hosts.
// CHECK-LABEL: func.func @hosts
// CHECK: tf_device.send %arg0 "key" "/job:worker" : tensor<f32>
// CHECK: %0 = tf_device.receive "key" "/job:worker" : tensor<f32>
// CHECK: %1 = tf_device.remote_run "/job:worker" @callee(%0) : (tensor<f32>) -> tensor<f32>
func.func @hosts(%x: tensor<f32>) {
  tf_device.send %x "key" "/job:worker" : tensor<f32>
  %0 = tf_device.receive "key" "/job:worker" : tensor<f32>
  %1 = tf_device.remote_run "/job:worker" @callee(%0) : (tensor<f32>) -> tensor<f32>
  return
}
