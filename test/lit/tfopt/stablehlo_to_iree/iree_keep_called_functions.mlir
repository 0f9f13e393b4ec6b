// RUN: tf-opt %s --iree-keep-called-functions | filecheck %s
// RUN: tf-opt %s --iree-keep-called-functions=least-operations=3 | filecheck %s --check-prefix=LARGE

/// What is marked stays a function of the sequence: it is called, and lowered once.
// RUN: tf-opt %s --iree-keep-called-functions --inline="ignore-no-inline=true kept-by=iree.kept" --symbol-dce --iree-identify-dispatch-regions=allow-host-ops=true --iree-outline-dispatch-regions | filecheck %s --check-prefix=HIGH
// HIGH: func.func private @layer(%arg0: memref<4xf32>) -> memref<4xf32> attributes {no_inline} {
// HIGH: alloc_heap
// HIGH: func.func @main(%arg0: memref<4xf32>, %arg1: memref<?xf32>) -> (memref<4xf32>, memref<4xf32>) attributes {iree.module.export} {
// HIGH-DAG: %[[A:.*]] = "iree_hl_seq.call"(%arg0) <{callee = @layer}> : (memref<4xf32>) -> memref<4xf32>
// HIGH-DAG: "iree_hl_seq.call"(%[[A]]) <{callee = @layer}> : (memref<4xf32>) -> memref<4xf32>

// CHECK: func.func private @layer(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {iree.kept, no_inline}
func.func private @layer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {no_inline} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// It says nothing of that; of its three operations it stays where functions of so many do.
// CHECK: func.func private @large(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// LARGE: func.func private @large(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {iree.kept}
func.func private @large(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

/// Of two operations, and called once.
// LARGE: func.func private @small(%arg0: tensor<4xf32>) -> tensor<4xf32> {
func.func private @small(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// Sizes that types do not say would have to come back from a call.
// CHECK: func.func private @open(%arg0: tensor<?xf32>) -> tensor<?xf32> attributes {no_inline}
func.func private @open(%x: tensor<?xf32>) -> tensor<?xf32> attributes {no_inline} {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

/// A loop calls it, which has no place in a sequence before it has become blocks.
// CHECK: func.func private @in_loop(%arg0: tensor<i32>) -> tensor<i32> attributes {no_inline}
func.func private @in_loop(%x: tensor<i32>) -> tensor<i32> attributes {no_inline} {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

func.func @main(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @large(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @large(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = call @small(%3) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = call @open(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %4 : tensor<4xf32>, tensor<4xf32>
}

func.func @loop(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %n) : tensor<i32> cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @in_loop(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}
