// RUN: tf-opt %s --tf-tensor-array-to-list --split-input-file | filecheck %s

/// The handle of an array becomes its list, in and out of a loop; the flow is not looked at any more.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[SHAPE:.*]] = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}>
// CHECK: %[[LIST:.*]] = "tf.TensorListReserve"(%[[SHAPE]], %arg0) {element_dtype = f32}
// CHECK: %[[FLOW:.*]] = "tf.Const"() <{value = dense<0.000000e+00> : tensor<f32>}>
// CHECK: %[[IN:.*]] = "tf.TensorListScatterIntoExistingList"(%[[LIST]], %arg1, %arg2)
// CHECK: %[[LOOP:.*]]:3 = "tf.While"(%{{.*}}, %[[IN]], %[[FLOW]]) <{body = @step_0, cond = @again_0, {{.*}} : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>)
// CHECK: %[[OUT:.*]] = "tf.TensorListGather"(%[[LOOP]]#1, %arg2, %{{.*}}) {{.*}} -> tensor<*xf32>
// CHECK: %[[SIZE:.*]] = "tf.TensorListLength"(%[[LOOP]]#1)
// CHECK: return %[[OUT]], %[[SIZE]]
// CHECK: func.func private @step_0(%arg0: tensor<i32>, %arg1: tensor<!tf_type.variant>, %arg2: tensor<f32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>)
// CHECK: %[[ITEM:.*]] = "tf.TensorListGetItem"(%arg1, %arg0, %{{.*}})
// CHECK: %[[NEXT:.*]] = "tf.TensorListSetItem"(%arg1, %arg0, %[[ITEM]])
// CHECK: return %{{.*}}, %[[NEXT]], %arg2
func.func @loop(%n: tensor<i32>, %x: tensor<*xf32>, %indices: tensor<?xi32>) -> (tensor<*xf32>, tensor<i32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, element_shape = #tf_type.shape<?x2>}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f1 = "tf.TensorArrayScatterV3"(%h, %indices, %x, %flow) : (tensor<!tf_type.resource>, tensor<?xi32>, tensor<*xf32>, tensor<f32>) -> tensor<f32>
  %r:3 = "tf.While"(%zero, %h, %f1) <{cond = @again, body = @step, is_stateless = false}> : (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>)
  %y = "tf.TensorArrayGatherV3"(%h, %indices, %r#2) : (tensor<!tf_type.resource>, tensor<?xi32>, tensor<f32>) -> tensor<*xf32>
  %size = "tf.TensorArraySizeV3"(%h, %r#2) : (tensor<!tf_type.resource>, tensor<f32>) -> tensor<i32>
  "tf.TensorArrayCloseV3"(%h) : (tensor<!tf_type.resource>) -> ()
  return %y, %size : tensor<*xf32>, tensor<i32>
}
func.func private @again(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %flow: tensor<f32>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %flow: tensor<f32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %item = "tf.TensorArrayReadV3"(%h, %i, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  %next = "tf.TensorArrayWriteV3"(%h, %i, %item, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<*xf32>, tensor<f32>) -> tensor<f32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %h, %next : tensor<i32>, tensor<!tf_type.resource>, tensor<f32>
}

// -----

/// An array that may grow is a list that does where it is written; another beside it is not.
// CHECK-LABEL: func.func @grows(
// CHECK: "tf.TensorListSetItem"(%{{.*}}, %arg0, %arg1) <{resize_if_index_out_of_bounds = true}>
// CHECK: "tf.TensorListSetItem"(%{{.*}}, %arg0, %arg1) {tfir.array
func.func @grows(%n: tensor<i32>, %x: tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, dynamic_size = true}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayWriteV3"(%h, %n, %x, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayReadV3"(%h, %n, %f) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  %h1, %flow1 = "tf.TensorArrayV3"(%n) <{dtype = f32}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f1 = "tf.TensorArrayWriteV3"(%h1, %n, %x, %flow1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y1 = "tf.TensorArrayReadV3"(%h1, %n, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  return %y, %y1 : tensor<*xf32>, tensor<*xf32>
}

// -----

/// One that may grow and is filled at once is a list that does: one of as many as its indices ask for.
// CHECK-LABEL: func.func @fills(
// CHECK: %[[EMPTY:.*]] = "tf.TensorListReserve"
// CHECK: "tf.TensorListScatterIntoExistingList"(%[[EMPTY]], %arg1, %arg2)
func.func @fills(%n: tensor<i32>, %x: tensor<2xf32>, %at: tensor<2xi32>) -> tensor<*xf32> {
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, dynamic_size = true}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayScatterV3"(%h, %at, %x, %flow) : (tensor<!tf_type.resource>, tensor<2xi32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayReadV3"(%h, %n, %f) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

/// Rows go into a list in pieces, and come out of it whole.
// CHECK-LABEL: func.func @pieces(
// CHECK: %[[LIST:.*]] = "tf.TensorListSplit"(%arg0, %{{.*}}, %arg1)
// CHECK: %[[SHAPE:.*]] = "tf.Const"() <{value = dense<[-1, 3]> : tensor<2xi32>}>
// CHECK: %[[NONE:.*]] = "tf.Const"() <{value = dense<> : tensor<0xi64>}>
// CHECK: %{{.*}}, %{{.*}} = "tf.TensorListConcatV2"(%[[LIST]], %[[SHAPE]], %[[NONE]])
func.func @pieces(%x: tensor<?x3xf32>, %lengths: tensor<?xi64>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi64>) {
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArraySplitV3"(%h, %x, %lengths, %flow) : (tensor<!tf_type.resource>, tensor<?x3xf32>, tensor<?xi64>, tensor<f32>) -> tensor<f32>
  %y:2 = "tf.TensorArrayConcatV3"(%h, %f) <{element_shape_except0 = #tf_type.shape<3>}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<*xf32>, tensor<*xi64>)
  return %y#0, %y#1 : tensor<*xf32>, tensor<*xi64>
}

// -----

/// And so does one whose handle somebody else is given.
// CHECK-LABEL: func.func @goes_out(
// CHECK: "tf.TensorArrayV3"
func.func @goes_out(%n: tensor<i32>) -> tensor<!tf_type.resource> {
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  return %h : tensor<!tf_type.resource>
}

// -----

/// The gradients of one that may grow are a list of their own, which grows where it does.
// CHECK-LABEL: func.func @grows_with_gradients(
// CHECK: %[[GROWN:.*]] = "tf.TensorListSetItem"(%{{.*}}, %arg0, %arg1) <{resize_if_index_out_of_bounds = true}>
// CHECK: %[[ZEROS:.*]] = "tf.ZerosLike"(%arg1)
// CHECK: %[[SLOPES:.*]] = "tf.TensorListSetItem"(%{{.*}}, %arg0, %[[ZEROS]]) <{resize_if_index_out_of_bounds = true}>
// CHECK: "tf.TensorListGetItem"(%[[SLOPES]], %arg0
func.func @grows_with_gradients(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<*xf32> {
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, dynamic_size = true}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayWriteV3"(%h, %n, %x, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %g, %f1 = "tf.TensorArrayGradV3"(%h, %f) <{source = "gradients"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %y = "tf.TensorArrayReadV3"(%g, %n, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

/// What TensorFlow refuses of an array ends the program where it comes to it; what is as it should be is not looked at as it runs.
// CHECK-LABEL: func.func @written_twice(
// CHECK: "tf.TensorListSetItem"
// CHECK-NEXT: %[[NEVER:.*]] = stablehlo.constant dense<false>
// CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[NEVER]]) {{.*}}error_message = "TensorArray a_0: Could not write to TensorArray index 1 because it has already been written to."{{.*}}tfir.when_run
func.func @written_twice(%x: tensor<2xf32>) -> tensor<f32> {
  %n = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, element_shape = #tf_type.shape<*>, tensor_array_name = "a"}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f1 = "tf.TensorArrayWriteV3"(%h, %one, %x, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %f2 = "tf.TensorArrayWriteV3"(%h, %one, %x, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %f2 : tensor<f32>
}

// CHECK-LABEL: func.func @written_once(
// CHECK-NOT: shape_assertion
// CHECK: "tf.TensorListGetItem"({{.*}}tfir.array = "a_0"
func.func @written_once(%x: tensor<2xf32>) -> tensor<2xf32> {
  %n = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %h, %flow = "tf.TensorArrayV3"(%n) <{dtype = f32, element_shape = #tf_type.shape<*>, tensor_array_name = "a"}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f1 = "tf.TensorArrayWriteV3"(%h, %one, %x, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayReadV3"(%h, %one, %f1) <{dtype = f32}> : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
