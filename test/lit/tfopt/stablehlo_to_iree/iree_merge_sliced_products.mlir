// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-merge-sliced-products --split-input-file | filecheck %s

/// A step of an LSTM: the product, the state that is computed of three slices, and the output of the fourth one and the state.
// CHECK-LABEL: func.func @lstm
// CHECK: %[[STEP:.*]]:2 = iree.dispatch_region[%{{.*}} : tensor<3xi32>]({{.*}}) : tensor<2x8xf32>, tensor<2x8xf32> {
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general
// CHECK: %[[WIDE:.*]] = stablehlo.add %[[PRODUCT]]
// CHECK-DAG: stablehlo.slice %[[WIDE]] [0:2, 0:8]
// CHECK-DAG: stablehlo.slice %[[WIDE]] [0:2, 8:16]
// CHECK-DAG: stablehlo.slice %[[WIDE]] [0:2, 16:24]
// CHECK: stablehlo.slice %[[WIDE]] [0:2, 24:32]
// CHECK: iree.return %{{.*}}, %{{.*}} : tensor<2x8xf32>, tensor<2x8xf32>
// CHECK-NOT: iree.dispatch_region
// CHECK: return %[[STEP]]#0, %[[STEP]]#1
func.func @lstm(%x: tensor<2x12xf32>, %w: tensor<12x32xf32>, %b: tensor<32xf32>, %c: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x32xf32>) -> tensor<2x32xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<2x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x32xf32>
  %i = stablehlo.slice %2 [0:2, 0:8] : (tensor<2x32xf32>) -> tensor<2x8xf32>
  %f = stablehlo.slice %2 [0:2, 8:16] : (tensor<2x32xf32>) -> tensor<2x8xf32>
  %g = stablehlo.slice %2 [0:2, 16:24] : (tensor<2x32xf32>) -> tensor<2x8xf32>
  %o = stablehlo.slice %2 [0:2, 24:32] : (tensor<2x32xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.logistic %f : tensor<2x8xf32>
  %4 = stablehlo.multiply %3, %c : tensor<2x8xf32>
  %5 = stablehlo.logistic %i : tensor<2x8xf32>
  %6 = stablehlo.tanh %g : tensor<2x8xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x8xf32>
  %8 = stablehlo.add %4, %7 : tensor<2x8xf32>
  %9 = stablehlo.tanh %8 : tensor<2x8xf32>
  %10 = stablehlo.logistic %o : tensor<2x8xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<2x8xf32>
  return %8, %11 : tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

/// What does not need the results stays in front, what does moves behind.
// CHECK-LABEL: func.func @between
// CHECK: stablehlo.sort
// CHECK: iree.dispatch_region[{{.*}}) : tensor<2x8xf32>, tensor<2x8xf32> {
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.tanh
// CHECK: stablehlo.reverse
func.func @between(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>, %y: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  %2 = stablehlo.reverse %1, dims = [1] : tensor<2x8xf32>
  %3 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %4 = stablehlo.multiply %1, %3 : tensor<2x8xf32>
  %5 = stablehlo.tanh %4 : tensor<2x8xf32>
  return %1, %2, %3, %5 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

/// The sum waits for what is computed of the other result.
// CHECK-LABEL: func.func @waiting
// CHECK-COUNT-3: iree.dispatch_region
func.func @waiting(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x8xf32>
  return %2, %3 : tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

/// Rows of an unknown number: slices are of as many as the product has.
// CHECK-LABEL: func.func @open
// CHECK: iree.dispatch_region
// CHECK: stablehlo.dot_general
// CHECK-COUNT-2: stablehlo.real_dynamic_slice
// CHECK-NOT: iree.dispatch_region
func.func @open(%x: tensor<?x12xf32>, %w: tensor<12x16xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x12xf32>, tensor<12x16xf32>) -> tensor<?x16xf32>
  %rows = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %c16 = stablehlo.constant dense<16> : tensor<1xi32>
  %first = stablehlo.concatenate %1, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %second = stablehlo.concatenate %1, %c16, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %from = stablehlo.constant dense<[0, 8]> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %a = stablehlo.real_dynamic_slice %0, %zeros, %first, %ones : (tensor<?x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x8xf32>
  %b = stablehlo.real_dynamic_slice %0, %from, %second, %ones : (tensor<?x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.add %a, %b : tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

/// Slices of one row less.
// CHECK-LABEL: func.func @fewer_rows
// CHECK-COUNT-2: iree.dispatch_region
func.func @fewer_rows(%x: tensor<3x12xf32>, %w: tensor<12x16xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x12xf32>, tensor<12x16xf32>) -> tensor<3x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<3x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<3x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

/// Slices of one width that begin elsewhere.
// CHECK-LABEL: func.func @overlapping
// CHECK-COUNT-2: iree.dispatch_region
func.func @overlapping(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 4:12] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

/// Every other column.
// CHECK-LABEL: func.func @strided
// CHECK-COUNT-2: iree.dispatch_region
func.func @strided(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:16:2] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

/// Slices of two widths.
// CHECK-LABEL: func.func @widths
// CHECK-COUNT-3: iree.dispatch_region
func.func @widths(%x: tensor<2x12xf32>, %w: tensor<12x24xf32>) -> (tensor<2x8xf32>, tensor<2x16xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x24xf32>) -> tensor<2x24xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x24xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:24] : (tensor<2x24xf32>) -> tensor<2x16xf32>
  %1 = stablehlo.tanh %a : tensor<2x8xf32>
  %2 = stablehlo.tanh %b : tensor<2x16xf32>
  return %1, %2 : tensor<2x8xf32>, tensor<2x16xf32>
}

// -----

/// Slices that another product needs all rows of are results, each by itself.
// CHECK-LABEL: func.func @keys
// CHECK: iree.dispatch_region[{{.*}}) : tensor<2x8xf32>, tensor<2x8xf32> {
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.slice
// CHECK: stablehlo.slice
// CHECK: iree.dispatch_region
// CHECK: stablehlo.dot_general
// CHECK-NOT: iree.dispatch_region
func.func @keys(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

/// The product is a result as well.
// CHECK-LABEL: func.func @returned
// CHECK-COUNT-2: iree.dispatch_region
func.func @returned(%x: tensor<2x12xf32>, %w: tensor<12x16xf32>) -> (tensor<2x8xf32>, tensor<2x16xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x16xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  return %1, %0 : tensor<2x8xf32>, tensor<2x16xf32>
}

// -----

/// What is computed of slices is turned around.
// CHECK-LABEL: func.func @turned
// CHECK-COUNT-2: iree.dispatch_region
func.func @turned(%x: tensor<8x12xf32>, %w: tensor<12x16xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x16xf32>) -> tensor<8x16xf32>
  %a = stablehlo.slice %0 [0:8, 0:8] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %b = stablehlo.slice %0 [0:8, 8:16] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %a, %t : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

/// Columns of the matrix that do not stand side by side.
// CHECK-LABEL: func.func @transposed
// CHECK-COUNT-2: iree.dispatch_region
func.func @transposed(%x: tensor<2x12xf32>, %w: tensor<16x12xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<2x12xf32>, tensor<16x12xf32>) -> tensor<2x16xf32>
  %a = stablehlo.slice %0 [0:2, 0:8] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %b = stablehlo.slice %0 [0:2, 8:16] : (tensor<2x16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.add %a, %b : tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

/// Slices without a vector in them, and more of them than registers are good for.
// CHECK-LABEL: func.func @narrow
// CHECK-COUNT-2: iree.dispatch_region
func.func @narrow(%x: tensor<2x12xf32>, %w: tensor<12x6xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x6xf32>) -> tensor<2x6xf32>
  %a = stablehlo.slice %0 [0:2, 0:3] : (tensor<2x6xf32>) -> tensor<2x3xf32>
  %b = stablehlo.slice %0 [0:2, 3:6] : (tensor<2x6xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %a, %b : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @many
// CHECK-COUNT-2: iree.dispatch_region
func.func @many(%x: tensor<2x12xf32>, %w: tensor<12x36xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x36xf32>) -> tensor<2x36xf32>
  %a = stablehlo.slice %0 [0:2, 0:4] : (tensor<2x36xf32>) -> tensor<2x4xf32>
  %b = stablehlo.slice %0 [0:2, 32:36] : (tensor<2x36xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.add %a, %b : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
