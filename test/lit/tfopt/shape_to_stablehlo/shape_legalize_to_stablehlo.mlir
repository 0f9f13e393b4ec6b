// RUN: tf-opt --shape-legalize-to-stablehlo --split-input-file --verify-diagnostics %s | filecheck %s

// CHECK-LABEL: @arithmetic
// CHECK: %[[ROWS:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK: stablehlo.multiply %[[ONE]]
// CHECK: %[[COUNT:.*]] = stablehlo.multiply
// CHECK: %[[TWO:.*]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK: %[[TWICE:.*]] = stablehlo.multiply %{{.*}}, %[[TWO]]
// CHECK: return
func.func @arithmetic(%x: tensor<?x3xf32>) -> index {
  %0 = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.num_elements %0 : tensor<2xindex> -> index
  %2 = arith.constant 2 : index
  %3 = arith.muli %1, %2 : index
  return %3 : index
}

// -----

// The shorter shape gets ones in front.
// CHECK-LABEL: @broadcast
// CHECK: %[[ONES:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: %[[LONG:.*]] = stablehlo.concatenate %[[ONES]], %{{.*}}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK: stablehlo.maximum %{{.*}}, %[[LONG]] : tensor<2xi32>
// CHECK: %[[OLD:.*]] = builtin.unrealized_conversion_cast %{{.*}} : tensor<2xindex> to tensor<2xi32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg2, %[[OLD]], dims = [0, 1]
func.func @broadcast(%a: tensor<2xindex>, %b: tensor<1xindex>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @elements
// CHECK: stablehlo.slice %{{.*}} [1:2] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK: stablehlo.constant dense<7> : tensor<1xi32>
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.constant dense<[6, 4]> : tensor<2xi32>
func.func @elements(%s: tensor<2xindex>) -> (tensor<2xindex>, tensor<2xindex>) {
  %0 = arith.constant 1 : index
  %1 = arith.constant 7 : index
  %2 = tensor.extract %s[%0] : tensor<2xindex>
  %3 = tensor.from_elements %2, %1 : tensor<2xindex>
  %4 = shape.const_shape [6, 4] : tensor<2xindex>
  return %3, %4 : tensor<2xindex>, tensor<2xindex>
}

// -----

// CHECK-LABEL: @casts
// CHECK: %[[NUMBER:.*]] = builtin.unrealized_conversion_cast %arg0 : index to tensor<i32>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[NUMBER]] : (tensor<i32>) -> tensor<i64>
// CHECK: builtin.unrealized_conversion_cast %[[WIDE]] : tensor<i64> to i64
// CHECK: builtin.unrealized_conversion_cast %arg1 : tensor<2xi32> to tensor<2xindex>
func.func @casts(%i: index, %s: tensor<2xi32>) -> (i64, tensor<2xindex>) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.index_cast %s : tensor<2xi32> to tensor<2xindex>
  return %0, %1 : i64, tensor<2xindex>
}

// -----

func.func @unknown_rank(%x: tensor<*xf32>) -> tensor<?xindex> {
  // expected-error @+1 {{failed to legalize operation 'shape.shape_of' that was explicitly marked illegal}}
  %0 = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}

// -----

func.func @outside(%s: tensor<2xindex>) -> index {
  %0 = arith.constant 2 : index
  // expected-error @+1 {{failed to legalize operation 'tensor.extract' that was explicitly marked illegal}}
  %1 = tensor.extract %s[%0] : tensor<2xindex>
  return %1 : index
}
