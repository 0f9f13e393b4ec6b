// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{custom op 'tf_device.replicate' expects 'n' to be at least 2, got 1}}
  tf_device.replicate {n = 1 : i32} {
  }
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{expects number of operands for replicated input 0 to be 'n' (2), got 1}}
  tf_device.replicate([%x] as %y: tensor<f32>) {n = 2 : i32} {
  }
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{expects a tf_device.return terminator}}
  tf_device.replicate([%x, %x] as %y: tensor<f32>) {n = 2 : i32} {
    func.return
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tf_device.replicate' op expects number of devices (1) to be equal to 'n' (2)}}
  tf_device.replicate {n = 2 : i32, devices = {CORE = ["a"]}} {
  }
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{expects number of replicated inputs (3) to be evenly divisible by 'n' (2)}}
  "tf_device.replicate"(%x, %x, %x) <{n = 2 : i32, operandSegmentSizes = array<i32: 3, 0>}> ({
  ^bb0(%y: tensor<f32>):
    tf_device.return
  }) : (tensor<f32>, tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

/// Replicas may know more or less of a shape, but not another one.
func.func @f(%x: tensor<2xf32>) {
  "tf_device.replicate"(%x, %x) <{n = 2 : i32, operandSegmentSizes = array<i32: 2, 0>}> ({
  ^bb0(%y: tensor<?xf32>):
    tf_device.return
  }) : (tensor<2xf32>, tensor<2xf32>) -> ()
  // expected-error @+1 {{expects operand 0 ('tensor<2xf32>') and block argument 0 ('tensor<3xf32>') to have compatible types}}
  "tf_device.replicate"(%x, %x) <{n = 2 : i32, operandSegmentSizes = array<i32: 2, 0>}> ({
  ^bb0(%y: tensor<3xf32>):
    tf_device.return
  }) : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{'tf_device.replicate' op expects number of results (3) to be equal to 'n' * number of terminator operands (2 * 1)}}
  %0:3 = "tf_device.replicate"() <{n = 2 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
    tf_device.return %x : tensor<2xf32>
  }) : () -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tf_device.parallel_execute' op must have at least one region.}}
  "tf_device.parallel_execute"() : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{number of output types (2) must match the total number of outputs from all regions (1).}}
  %0:2 = "tf_device.parallel_execute"() ({
    tf_device.return %x : tensor<2xf32>
  }) : () -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'func' attribute refers to an undefined function: absent}}
  "tf_device.cluster_func"() <{func = @absent}> : () -> ()
  return
}
