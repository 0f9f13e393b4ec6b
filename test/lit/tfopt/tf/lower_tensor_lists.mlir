// RUN: tf-opt %s --lower-tensor-lists --infer-shapes --split-input-file | filecheck %s

/// A list that a loop fills, step by step, is a tensor that it writes into; the list that it reads is the tensor it was made of.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[X:.*]]: tensor<5x2xf32>
// CHECK: %[[OUT:.*]] = "tf.Const"() <{value = dense<0.000000e+00> : tensor<5x2xf32>}>
// CHECK: %[[LOOP:.*]]:3 = "tf.While"(%{{.*}}, %[[X]], %[[OUT]]){{.*}} -> (tensor<i32>, tensor<5x2xf32>, tensor<5x2xf32>)
// CHECK: return %[[LOOP]]#2 : tensor<5x2xf32>
// CHECK: func.func private @step{{.*}}(%[[I:.*]]: tensor<i32>, %[[IN:.*]]: tensor<5x2xf32>, %[[HELD:.*]]: tensor<5x2xf32>)
// CHECK: %[[ITEM:.*]] = "tf.GatherV2"(%[[IN]], %[[I]], %{{.*}}) <{batch_dims = 0 : i64}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
// CHECK: %[[NEW:.*]] = "tf.Neg"(%[[ITEM]])
// CHECK: %[[PLACE:.*]] = "tf.Reshape"(%[[I]], %{{.*}}) : (tensor<i32>, tensor<2xi32>) -> tensor<1x1xi32>
// CHECK: %[[ROW:.*]] = "tf.ExpandDims"(%[[NEW]], %{{.*}})
// CHECK: "tf.TensorScatterUpdate"(%[[HELD]], %[[PLACE]], %[[ROW]])
func.func @scan(%x: tensor<5x2xf32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %in = "tf.TensorListFromTensor"(%x, %any) <{element_dtype = f32}> : (tensor<5x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %out = "tf.TensorListReserve"(%any, %five) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %r:3 = "tf.While"(%zero, %in, %out) <{cond = @more, body = @step, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %y = "tf.TensorListStack"(%r#2, %any) <{num_elements = 5 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
func.func private @more(%i: tensor<i32>, %in: tensor<!tf_type.variant>, %out: tensor<!tf_type.variant>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %in: tensor<!tf_type.variant>, %out: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %item = "tf.TensorListGetItem"(%in, %i, %any) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
  %new = "tf.Neg"(%item) : (tensor<?xf32>) -> tensor<2xf32>
  %held = "tf.TensorListSetItem"(%out, %i, %new) : (tensor<!tf_type.variant>, tensor<i32>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %in, %held : tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>
}

// -----

/// A list of unknown length is the tensor that it was made of.
// CHECK-LABEL: func.func @length(
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32>
// CHECK: return %[[X]] : tensor<?x2xf32>
func.func @length(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.TensorListFromTensor"(%x, %two) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %y = "tf.TensorListStack"(%list, %two) : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// -----

/// So does one that grows, or that somebody else gets to see.
// CHECK-LABEL: func.func @grows(
// CHECK: "tf.TensorListFromTensor"
// CHECK: "tf.TensorListPushBack"
// CHECK: "tf.TensorListFromTensor"
// CHECK: "tf.NobodyKnows"
func.func @grows(%x: tensor<3x2xf32>, %e: tensor<2xf32>) -> tensor<!tf_type.variant> {
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.TensorListFromTensor"(%x, %two) : (tensor<3x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %longer = "tf.TensorListPushBack"(%list, %e) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %other = "tf.TensorListFromTensor"(%x, %two) : (tensor<3x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  "tf.NobodyKnows"(%other) : (tensor<!tf_type.variant>) -> ()
  return %longer : tensor<!tf_type.variant>
}

// -----

/// A list whose length and rows are told when the program runs is made as zeros of those sizes.
// CHECK-LABEL: func.func @open(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: tensor<i32>)
// CHECK: %[[SHAPE:.*]] = "tf.Shape"(%[[X]])
// CHECK: %[[B:.*]] = "tf.GatherV2"(%[[SHAPE]],
// CHECK: %[[SIZES:.*]] = "tf.Pack"(%[[N]], %[[B]], %{{.*}})
// CHECK: %[[OUT:.*]] = "tf.Fill"(%[[SIZES]], %{{.*}}) : (tensor<3xi32>, tensor<f32>) -> tensor<?x?x4xf32>
// CHECK: %[[LOOP:.*]]:4 = "tf.While"(%{{.*}}, %[[N]], %[[X]], %[[OUT]])
// CHECK: return %[[LOOP]]#3 : tensor<?x?x4xf32>
func.func @open(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %out = "tf.TensorListReserve"(%any, %n) <{element_dtype = f32}> : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %r:4 = "tf.While"(%zero, %n, %x, %out) <{cond = @more, body = @step, is_stateless = true}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>)
  %y = "tf.TensorListStack"(%r#3, %any) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<2xi32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
func.func private @more(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %new = "tf.Neg"(%h) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %held = "tf.TensorListSetItem"(%out, %i, %new) <{resize_if_index_out_of_bounds = false}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<?x4xf32>) -> tensor<!tf_type.variant>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %n, %new, %held : tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>
}

// -----

/// Where each row has another size, the list is the numbers of all rows, and the sizes of each.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: TensorList
// CHECK: "tf.While"({{.*}} -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x2xi32>)
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}error_message = "PartialTensorShape: Incompatible shapes during merge"
func.func @rows(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %out = "tf.TensorListReserve"(%any, %n) <{element_dtype = f32}> : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %r:4 = "tf.While"(%zero, %n, %x, %out) <{cond = @more, body = @step, is_stateless = true}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>)
  %y = "tf.TensorListStack"(%r#3, %any) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<2xi32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
func.func private @more(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %new = "tf.ConcatV2"(%h, %h, %zero) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
  %held = "tf.TensorListSetItem"(%out, %i, %new) <{resize_if_index_out_of_bounds = false}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<?x4xf32>) -> tensor<!tf_type.variant>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %n, %new, %held : tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>
}

// -----

/// One that may be written to behind its end grows.
// CHECK-LABEL: func.func @grows_further(
// CHECK-NOT: TensorList
func.func @grows_further(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %out = "tf.TensorListReserve"(%any, %n) <{element_dtype = f32}> : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %r:4 = "tf.While"(%zero, %n, %x, %out) <{cond = @more, body = @step, is_stateless = true}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>)
  %y = "tf.TensorListStack"(%r#3, %any) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<2xi32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
func.func private @more(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %n: tensor<i32>, %h: tensor<?x4xf32>, %out: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %new = "tf.Neg"(%h) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %held = "tf.TensorListSetItem"(%out, %i, %new) <{resize_if_index_out_of_bounds = true}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<?x4xf32>) -> tensor<!tf_type.variant>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %n, %new, %held : tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<!tf_type.variant>
}
