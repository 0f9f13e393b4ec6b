// RUN: tf-opt %s --split-input-file --verify-diagnostics | filecheck %s
// RUN: tf-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @forms
// CHECK-NEXT: %0 = math.clampf %arg0 to [%arg1, %arg1] fastmath<nnan> {note} : f32
// CHECK-NEXT: %1 = math.fpowi %arg0, %arg2 : f32, i32
// CHECK-NEXT: %2 = math.isnan %arg3 : tensor<?xf32>
// CHECK-NEXT: %sin, %cos = math.sincos %arg0 : f32
// GENERIC: "math.isnan"({{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf32>) -> tensor<?xi1>
// GENERIC: "math.sincos"({{.*}} : (f32) -> (f32, f32)
func.func @forms(%x: f32, %y: f32, %i: i32, %t: tensor<?xf32>) {
  %0 = math.clampf %x to [%y, %y] fastmath<nnan> {note} : f32
  %1 = math.fpowi %x, %i : f32, i32
  %2 = math.isnan %t : tensor<?xf32>
  %3:2 = math.sincos %x : f32
  return
}

// -----

func.func @power(%x: vector<4xf32>, %i: vector<2xi32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = math.fpowi %x, %i : vector<4xf32>, vector<2xi32>
  return
}

// -----

func.func @test(%x: f32) {
  // expected-error @+1 {{failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (f32) -> tensor<1xi1>
  return
}

// -----

// CHECK-LABEL: func.func @tensors
// CHECK-NEXT: tensor.splat %arg0[%arg1] : tensor<4x?xf32>
// CHECK-NEXT: bufferization.to_tensor %arg2 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: bufferization.to_buffer %arg3 read_only : tensor<4xf32> to memref<4xf32>
func.func @tensors(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>) {
  %0 = tensor.splat %x[%n] : tensor<4x?xf32>
  %1 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  return
}

// -----

func.func @sizes(%x: f32) {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %x : tensor<4x?xf32>
  return
}

// -----

func.func @rank(%t: tensor<4x?xf32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %t(%s) : (tensor<4x?xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @size(%t: tensor<4xf32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @buffer(%m: memref<4xf32>) {
  // expected-error @+1 {{failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @unranked(%t: tensor<*xf32>, %i: index) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.extract %t[%i] : tensor<*xf32>
  return
}
