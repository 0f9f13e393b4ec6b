// Elements that a list does not have: told where the program comes to them, in TensorFlow's words.
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s

// CHECK-LABEL: func.func @constant
// CHECK: stablehlo.constant dense<false>
// CHECK-NEXT: stablehlo.custom_call @shape_assertion{{.*}}"Trying to access element 3 in a list with 3 elements."{{.*}}tfir.when_run
// CHECK-NOT: shape_assertion
func.func @constant(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %three = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<3xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a = "tf.TensorListGetItem"(%l, %two, %shape) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  %b = "tf.TensorListGetItem"(%l, %three, %shape) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// An index that is computed is looked at as the program runs.
// CHECK-LABEL: func.func @computed
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %arg1, %{{.*}}"Trying to modify element {0} in a list with {1} elements."
func.func @computed(%x: tensor<3xf32>, %i: tensor<i32>, %y: tensor<f32>) -> tensor<3xf32> {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %minus = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<3xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %m = "tf.TensorListSetItem"(%l, %i, %y) {resize_if_index_out_of_bounds = false} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<f32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %s = "tf.TensorListStack"(%m, %shape) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

// What an array was asked for is told of the array.
// CHECK-LABEL: func.func @array
// CHECK: custom_call @shape_assertion{{.*}}"TensorArray a_0: Tried to read from index 5 but array size is: 3"
func.func @array(%x: tensor<3xf32>) -> tensor<f32> {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %five = "tf.Const"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<3xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a = "tf.TensorListGetItem"(%l, %five, %shape) {tfir.array = "a_0"} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  return %a : tensor<f32>
}

// A list is made as long as its rows need, and so is an array that may grow; one of a fixed size is not.
// CHECK-LABEL: func.func @scattered
// CHECK: custom_call @shape_assertion{{.*}}"TensorArray a_0: Tried to write to index 0 but array is not resizeable and size is: 0"
// CHECK-NOT: shape_assertion
func.func @scattered(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %none = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %at = "tf.Const"() {value = dense<[0, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %l = "tf.TensorListReserve"(%shape, %none) {element_dtype = f32} : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a = "tf.TensorListScatterIntoExistingList"(%l, %x, %at) {tfir.array = "a_0"} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<2xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %b = "tf.TensorListScatterIntoExistingList"(%l, %x, %at) {resize_if_index_out_of_bounds = true, tfir.array = "a_0"} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<2xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %c = "tf.TensorListScatterIntoExistingList"(%l, %x, %at) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<2xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %0 = "tf.TensorListStack"(%a, %shape) {num_elements = 2 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<2xf32>
  %1 = "tf.TensorListStack"(%b, %shape) {num_elements = 2 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<2xf32>
  %2 = "tf.TensorListStack"(%c, %shape) {num_elements = 2 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A loop of three trips writes what a list of three has, and one of four writes one more.
// CHECK-LABEL: func.func @loops
// CHECK-LABEL: func.func private @three_trips
// CHECK-NOT: shape_assertion
// CHECK-LABEL: func.func private @four_trips
// CHECK-LABEL: func.func private @write_three
// CHECK-NOT: shape_assertion
// CHECK-LABEL: func.func private @write_four
// CHECK: custom_call @shape_assertion(%{{.*}}"Trying to modify element {0} in a list with {1} elements."
func.func @loops(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<3xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a:2 = "tf.While"(%zero, %l) {cond = @three_trips, body = @write_three, is_stateless = true} : (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>)
  %b:2 = "tf.While"(%zero, %l) {cond = @four_trips, body = @write_four, is_stateless = true} : (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>)
  %s = "tf.TensorListStack"(%a#1, %shape) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<3xf32>
  %t = "tf.TensorListStack"(%b#1, %shape) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<3xf32>
  return %s, %t : tensor<3xf32>, tensor<3xf32>
}
func.func private @three_trips(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> tensor<i1> {
  %n = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}
func.func private @four_trips(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> tensor<i1> {
  %n = "tf.Const"() {value = dense<4> : tensor<i32>} : () -> tensor<i32>
  %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}
func.func private @write_three(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %y = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %m = "tf.TensorListSetItem"(%l, %i, %y) {resize_if_index_out_of_bounds = false} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<f32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %m : tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>
}
func.func private @write_four(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %y = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %m = "tf.TensorListSetItem"(%l, %i, %y) {resize_if_index_out_of_bounds = false} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<f32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %m : tensor<i32>, tensor<!tf_type.variant<tensor<f32>>>
}

// Of a loop that a number counts it is asserted in front of the loop what its first trip and its last ask for.
// CHECK-LABEL: func.func @counted
// CHECK: %[[HOLDS:.*]] = "tf.LogicalOr"
// CHECK: custom_call @shape_assertion(%[[HOLDS]], %{{.*}}"Trying to access element {0} in a list with {1} elements."
// CHECK: "tf.While"
// CHECK-LABEL: func.func private @read_each
// CHECK-NOT: shape_assertion
// CHECK-LABEL: func.func @counted_by_size
func.func @counted(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<f32> {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %sum = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<3xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a:4 = "tf.While"(%zero, %n, %sum, %l) {cond = @below, body = @read_each, is_stateless = true} : (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>)
  return %a#2 : tensor<f32>
}
func.func private @below(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> tensor<i1> {
  %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}
func.func private @read_each(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>) {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %e = "tf.TensorListGetItem"(%l, %i, %shape) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  %s = "tf.AddV2"(%sum, %e) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %n, %s, %l : tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>
}

// One that is counted by the size of what the list is made of stays inside.
// CHECK-NOT: shape_assertion
func.func @counted_by_size(%x: tensor<?xf32>) -> tensor<f32> {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %sum = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %n = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %l = "tf.TensorListFromTensor"(%x, %shape) : (tensor<?xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %a:4 = "tf.While"(%zero, %n, %sum, %l) {cond = @below2, body = @read_all, is_stateless = true} : (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>)
  return %a#2 : tensor<f32>
}
func.func private @below2(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> tensor<i1> {
  %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}
func.func private @read_all(%i: tensor<i32>, %n: tensor<i32>, %sum: tensor<f32>, %l: tensor<!tf_type.variant<tensor<f32>>>) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>) {
  %shape = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %e = "tf.TensorListGetItem"(%l, %i, %shape) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<i32>, tensor<0xi32>) -> tensor<f32>
  %s = "tf.AddV2"(%sum, %e) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %j, %n, %s, %l : tensor<i32>, tensor<i32>, tensor<f32>, tensor<!tf_type.variant<tensor<f32>>>
}

// -----

/// Numbers cannot be put behind each other, in TensorFlow's words; vectors of one can.
// CHECK-LABEL: func.func @scalars
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Concat requires elements to be at least vectors, found scalars instead
// CHECK-LABEL: func.func @vectors
// CHECK-NOT: shape_assertion
// CHECK: tf.Reshape
func.func @scalars(%x: tensor<2xf32>) -> tensor<*xf32> {
  %s = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %d = "tf.Const"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>
  %l = "tf.TensorListFromTensor"(%x, %s) : (tensor<2xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %c, %n = "tf.TensorListConcatV2"(%l, %s, %d) : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>, tensor<0xi64>) -> (tensor<*xf32>, tensor<?xi64>)
  return %c : tensor<*xf32>
}
func.func @vectors(%x: tensor<2x1xf32>) -> tensor<*xf32> {
  %s = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %d = "tf.Const"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>
  %l = "tf.TensorListFromTensor"(%x, %s) : (tensor<2x1xf32>, tensor<1xi32>) -> tensor<!tf_type.variant<tensor<1xf32>>>
  %c, %n = "tf.TensorListConcatV2"(%l, %s, %d) : (tensor<!tf_type.variant<tensor<1xf32>>>, tensor<1xi32>, tensor<0xi64>) -> (tensor<*xf32>, tensor<?xi64>)
  return %c : tensor<*xf32>
}
