// RUN: tf-opt %s --lower-tensor-lists --split-input-file | filecheck %s

/// How often the loop runs is a number that it is told: there are as many rows as that, and none where it does not run. What is pushed moves the
/// others on by a row, what is popped back.
// CHECK-LABEL: func.func @main
// CHECK: %[[TRIPS:.*]] = "tf.Sub"(%arg1, %{{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK: %[[ROWS:.*]] = "tf.Maximum"(%[[TRIPS]], %{{.*}})
// CHECK: "tf.Fill"
// CHECK: "tf.While"({{.*}}) <{body = @push, {{.*}} -> (tensor<i32>, tensor<?xf32>, tensor<f32>, tensor<i32>)
// CHECK: func.func private @push
// CHECK: %[[MOVED:.*]] = "tf.XlaPad"(%arg1, {{.*}} -> tensor<?xf32>
// CHECK: "tf.TensorScatterUpdate"(%[[MOVED]], {{.*}} -> tensor<?xf32>
// CHECK: func.func private @pop
// CHECK: "tf.XlaPad"(%arg1, {{.*}} -> tensor<?xf32>
// CHECK-NOT: TensorList
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %values = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %values, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %x, %0#0) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  return %1#2 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%values, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%values, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Sub"(%0#1, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0#0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}

// -----

/// Two are pushed in each trip, so that the number of trips does not say how many rows there are.
// CHECK-LABEL: func.func @main
// CHECK: "tf.While"({{.*}}) <{body = @push, {{.*}} : (tensor<i32>, tensor<0xf32>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<?xf32>, tensor<f32>, tensor<i32>)
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %values = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %values, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %x, %0#0) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  return %1#2 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%values, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %again = "tf.TensorListPushBack"(%0, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %again, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%values, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Sub"(%0#1, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0#0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}

// -----

/// The number that the count is held against is another one in each trip.
// CHECK-LABEL: func.func @main
// CHECK: "tf.While"({{.*}}) <{body = @push, {{.*}} : (tensor<i32>, tensor<0xf32>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<?xf32>, tensor<f32>, tensor<i32>)
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %values = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %values, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %x, %0#0) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  return %1#2 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%values, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0, %2, %1 : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%values, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Sub"(%0#1, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0#0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
