// RUN: tf-opt %s --stablehlo-buffers-to-tensors | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=2xf32=1,2 | filecheck %s --check-prefix=RESULT

// What calls give and take as buffers are tensors, also in functions and loops.
// CHECK: func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NOT: Pin
// CHECK: [[ZEROS:%.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: call @doubled(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: stablehlo.while({{.*}}) : tensor<2xf32>, tensor<i32>
// CHECK: stablehlo.maximum {{.*}}, [[ZEROS]] : tensor<2xf32>
// CHECK: func.func private @doubled(%arg0: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NOT: memref
// RESULT: 2xf32=16 32
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  %b = stablehlo.custom_call @Pin(%x) : (tensor<2xf32>) -> memref<2xf32>
  %d = call @doubled(%b) : (memref<2xf32>) -> memref<2xf32>
  %r:2 = stablehlo.while(%a = %d, %i = %c) : memref<2xf32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %n = func.call @doubled(%a) : (memref<2xf32>) -> memref<2xf32>
    stablehlo.return %n, %j : memref<2xf32>, tensor<i32>
  }
  %u = stablehlo.custom_call @Unpin(%r#0) : (memref<2xf32>) -> tensor<2xf32>
  %e = stablehlo.custom_call @Unpin(%empty) : (memref<2xf32>) -> tensor<2xf32>
  %y = stablehlo.maximum %u, %e : tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func private @doubled(%b: memref<2xf32>) -> memref<2xf32> {
  %u = stablehlo.custom_call @Unpin(%b) : (memref<2xf32>) -> tensor<2xf32>
  %d = stablehlo.add %u, %u : tensor<2xf32>
  %p = stablehlo.custom_call @Pin(%d) : (tensor<2xf32>) -> memref<2xf32>
  return %p : memref<2xf32>
}
