// RUN: tf-opt %s --iree-identify-dispatch-regions --split-input-file | filecheck %s

/// An elementwise chain is one region; the workload is its shape, innermost first.
// CHECK-LABEL: func.func @chain
// CHECK: %[[SIZE:.*]] = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi32>
// CHECK-NEXT: %[[R:.*]] = iree.dispatch_region[%[[SIZE]] : tensor<3xi32>](%[[A:.*]] = %arg0 : tensor<4xf32>, %[[B:.*]] = %arg1 : tensor<4xf32>) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = stablehlo.multiply %[[A]], %[[B]]
// CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %[[P]]
// CHECK-NEXT: iree.return %[[T]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

/// Bias and activation run in the dispatch of the contraction before them. A matrix stays an operand; a broadcast scalar does not.
// CHECK-LABEL: func.func @epilogue
// CHECK: %[[W:.*]] = stablehlo.constant dense<[{{.*}}]> : tensor<3x2xf32>
// CHECK: iree.dispatch_region[{{.*}}](%[[X:.*]] = %arg0 : tensor<1x3xf32>, %[[V:.*]] = %[[W]] : tensor<3x2xf32>, %[[B:.*]] = %arg1 : tensor<2xf32>) : tensor<1x2xf32> {
// CHECK-NEXT: stablehlo.dot_general %[[X]], %[[V]]
// CHECK-NEXT: stablehlo.broadcast_in_dim %[[B]]
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: stablehlo.broadcast_in_dim
// CHECK-NEXT: stablehlo.maximum
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @epilogue(%x: tensor<1x3xf32>, %b: tensor<2xf32>) -> tensor<1x2xf32> {
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x2xf32>
  %3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
  %4 = stablehlo.maximum %2, %3 : tensor<1x2xf32>
  return %4 : tensor<1x2xf32>
}

// -----

/// Nothing is computed on the way into a contraction, which would compute it again for each result.
// CHECK-LABEL: func.func @prologue
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: iree.return
func.func @prologue(%x: tensor<1x3xf32>, %w: tensor<3x2xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.negate %x : tensor<1x3xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// -----

/// A region has one result: what somebody else reads as well ends it.
// CHECK-LABEL: func.func @shared
// CHECK: %[[E:.*]] = iree.dispatch_region
// CHECK-NEXT: stablehlo.exponential
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region[{{.*}}](%{{.*}} = %[[E]]
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: iree.return
func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Two readers inside the same region are no reason to end it.
// CHECK-LABEL: func.func @diamond
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.exponential
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: stablehlo.abs
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @diamond(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.abs %0 : tensor<4xf32>
  %3 = stablehlo.add %1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

/// Of two contractions that are added, one takes the sum along; the other is a dispatch of its own before it.
// CHECK-LABEL: func.func @two_roots
// CHECK: %[[FIRST:.*]] = iree.dispatch_region
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region[{{.*}}](%{{.*}} = %[[FIRST]]
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: iree.return
func.func @two_roots(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

/// A reshape is a view: it stands outside and separates what it changes the shape of.
// CHECK-LABEL: func.func @view
// CHECK: %[[A:.*]] = iree.dispatch_region
// CHECK: %[[V:.*]] = stablehlo.reshape %[[A]] : (tensor<2x2xf32>) -> tensor<4xf32>
// CHECK: iree.dispatch_region[{{.*}}](%{{.*}} = %[[V]]
func.func @view(%x: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<2x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x2xf32>) -> tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

/// A broadcast that a root reads, or that is returned, is a dispatch of its own.
// CHECK-LABEL: func.func @returned_broadcast
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.broadcast_in_dim
// CHECK-NEXT: iree.return
func.func @returned_broadcast(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

/// Of a root with several results only those leave that somebody reads.
// CHECK-LABEL: func.func @one_of_two_results
// CHECK: iree.dispatch_region[{{.*}}]({{.*}}) : tensor<2xi32> {
// CHECK: %[[R:.*]]:2 = stablehlo.reduce
// CHECK: iree.return %[[R]]#1 : tensor<2xi32>
func.func @one_of_two_results(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> tensor<2xi32> {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %lowest), (%i init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<2xi32>
}

// -----

/// A function without math has no regions.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: iree.dispatch_region
// CHECK: return
func.func @nothing(%x: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// Beyond rank 3 the last two sizes stand for themselves, and the third number is the product of all.
// CHECK-LABEL: func.func @rank_four
// CHECK: stablehlo.constant dense<[4, 3, 24]> : tensor<3xi32>
func.func @rank_four(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  %0 = stablehlo.abs %x : tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// -----

/// Sizes of 1 at the end do not count.
// CHECK-LABEL: func.func @trailing_ones
// CHECK: stablehlo.constant dense<[128, 1, 1]> : tensor<3xi32>
func.func @trailing_ones(%x: tensor<1x128x1xf32>) -> tensor<1x128x1xf32> {
  %0 = stablehlo.abs %x : tensor<1x128x1xf32>
  return %0 : tensor<1x128x1xf32>
}

// -----

/// Movements of data that only elementwise operations read run with them, several in one dispatch.
// CHECK-LABEL: func.func @movements
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: stablehlo.tanh
// CHECK-NEXT: stablehlo.reverse
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @movements(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [4:8] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.reverse %y, dims = [0] : tensor<4xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

/// They do not join a contraction, which would no longer be the one thing that the dispatch is about.
// CHECK-LABEL: func.func @movement_beside_contraction
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: iree.return
func.func @movement_beside_contraction(%x: tensor<4x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.slice %x [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

/// Nor a movement that would read them at other places.
// CHECK-LABEL: func.func @movement_of_movement
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.reverse
// CHECK-NEXT: iree.return
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.transpose
// CHECK-NEXT: iree.return
func.func @movement_of_movement(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
