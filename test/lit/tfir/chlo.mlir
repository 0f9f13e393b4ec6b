// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %p: tensor<?x4xi1>) {
  // CHECK-NEXT: %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %1 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction EQ>} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  // CHECK-NEXT: %2 = chlo.erf %arg0 : tensor<?x4xf32> -> tensor<?x4xf32>
  %2 = chlo.erf %x : tensor<?x4xf32> -> tensor<?x4xf32>
  // CHECK-NEXT: %3 = chlo.next_after %arg0, %arg1 : tensor<?x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
  %3 = chlo.next_after %x, %y : tensor<?x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
  // CHECK-NEXT: %4 = chlo.broadcast_select %arg2, %arg0, %arg1 : (tensor<?x4xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = chlo.broadcast_select %p, %x, %y : (tensor<?x4xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<?x4xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  // GENERIC: "chlo.top_k"(%{{.*}}) <{k = 2 : i64}>
  %5:2 = chlo.top_k(%x, k = 2) : tensor<?x4xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  // CHECK-NEXT: %values_0, %indices_1 = chlo.top_k(%arg0, k = 2, is_stable = false)
  %6:2 = chlo.top_k(%x, k = 2, is_stable=false) : tensor<?x4xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  // CHECK-NEXT: %5 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %7 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @scan
func.func @scan(%xs: tensor<2xi32>, %init: tensor<i32>) {
  // CHECK-NEXT: %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%input: tensor<i32>, %carry: tensor<i32>):
  // CHECK-NEXT: %1 = stablehlo.add %input, %carry : tensor<i32>
  // CHECK-NEXT: stablehlo.return %1, %1 : tensor<i32>, tensor<i32>
  // CHECK-NEXT: } : (tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<i32>)
  %0:2 = chlo.scan(%xs) inits (%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1, %1 : tensor<i32>, tensor<i32>
  } : (tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<i32>)
  return
}

/// Quantized types and bounds are read apart and printed alike.
// CHECK: func.func private @types(tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.000000e-01:-30,2.000000e+00}>>, tensor<?x?xf32, #stablehlo.bounds<3, ?>>)
func.func private @types(tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.1:-30, 2.0}>>, tensor<?x?xf32, #stablehlo.type_extensions<bounds = [3, ?]>>)
