// RUN: tf-opt %s --split-input-file --grappler-implementation-selector='fetches=out' | filecheck %s

/// A call on a device calls the implementation for it; a call without a device, or of another interface, stays.
// CHECK-LABEL: tfg.graph
// CHECK: PartitionedCall({{.*}}) device("/device:GPU:0") name("on_gpu") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_gpu, {}>}
// CHECK: PartitionedCall({{.*}}) device("/device:CPU:0") name("on_cpu") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>}
// CHECK: PartitionedCall({{.*}}) name("anywhere") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>}
// CHECK: = for_gpu({{.*}}) device("/device:GPU:0") name("by_name")
// CHECK: PartitionedCall({{.*}}) device("/device:GPU:0") name("other") {Tin = [f32], Tout = [f32], f = #tf_type.func<@other, {}>}
module {
  tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
    %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
    %a, %ctl_0 = PartitionedCall(%x) device("/device:GPU:0") name("on_gpu") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
    %b, %ctl_1 = PartitionedCall(%x) device("/device:CPU:0") name("on_cpu") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
    %c, %ctl_2 = PartitionedCall(%x) name("anywhere") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
    %d, %ctl_3 = for_cpu(%x) device("/device:GPU:0") name("by_name") : (tensor<*xf32>) -> (tensor<*xf32>)
    %e, %ctl_4 = PartitionedCall(%x) device("/device:GPU:0") name("other") {Tin = [f32], Tout = [f32], f = #tf_type.func<@other, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
    %o, %ctl_5 = AddN(%a, %b, %c, %d, %e) name("out") {N = 5 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  }
  tfg.func @for_cpu(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"})
   attributes {tf.api_implements = "step", tf.api_preferred_device = "CPU"} {
    return(%x) : tensor<*xf32>
  }
  tfg.func @for_gpu(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"})
   attributes {tf.api_implements = "step", tf.api_preferred_device = "GPU"} {
    return(%x) : tensor<*xf32>
  }
  tfg.func @other(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"}) {
    return(%x) : tensor<*xf32>
  }
}

// -----

/// An implementation that takes another type is none.
// CHECK-LABEL: tfg.graph
// CHECK: f = #tf_type.func<@for_cpu, {}>
module {
  tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
    %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
    %a, %ctl_0 = PartitionedCall(%x) device("/device:GPU:0") name("out") {Tin = [f32], Tout = [f32], f = #tf_type.func<@for_cpu, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  }
  tfg.func @for_cpu(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"})
   attributes {tf.api_implements = "step", tf.api_preferred_device = "CPU"} {
    return(%x) : tensor<*xf32>
  }
  tfg.func @for_gpu(%x: tensor<*xf16> {tfg.name = "x"}) -> (tensor<*xf16> {tfg.name = "y"})
   attributes {tf.api_implements = "step", tf.api_preferred_device = "GPU"} {
    return(%x) : tensor<*xf16>
  }
}

// -----

/// A branch on the device takes the one of its own device.
// CHECK-LABEL: tfg.graph
// CHECK: %[[I:.*]], %{{.*}} = Const name("i") {dtype = i32, value = dense<1> : tensor<i32>}
// CHECK: Case(%[[I]], %{{.*}}) device("/device:GPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = DeviceIndex name("i") {device_names = ["CPU", "GPU"]} : () -> (tensor<*xi32>)
  %o, %ctl_1 = Case(%i, %x) device("/device:GPU:0") name("out") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@a, {}>, #tf_type.func<@b, {}>], output_shapes = []} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where the device is none of those, the number is behind them; without a device nothing is known.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("i") {dtype = i32, value = dense<2> : tensor<i32>}
// CHECK: DeviceIndex name("j")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = DeviceIndex name("i") {device_names = ["CPU", "GPU"]} : () -> (tensor<*xi32>)
  %j, %ctl_1 = DeviceIndex name("j") {device_names = ["CPU", "GPU"]} : () -> (tensor<*xi32>)
  %a, %ctl_2 = Case(%i, %x) device("/device:TPU:0") name("a") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@a, {}>, #tf_type.func<@b, {}>], output_shapes = []} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Case(%j, %a) name("out") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@a, {}>, #tf_type.func<@b, {}>], output_shapes = []} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}
