// RUN: tf-opt %s --infer-shapes --symbol-dce | filecheck %s

/// What each trip of a loop hands on as it is, is the constant in its body too, and tells sizes there. A number that a trip changes is none.
// CHECK-LABEL: func.func @main
// CHECK: "tf.While"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>)
// CHECK: func.func private @body{{.*}}(
// CHECK: dense<1.000000e+00> : tensor<3xf32>
// CHECK: "tf.Fill"({{.*}}) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %three = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %r:4 = "tf.While"(%zero, %three, %three, %x) {cond = @cond, body = @body, is_stateless = true} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>)
  return %r#3 : tensor<8xf32>
}
func.func private @cond(%i: tensor<i32>, %kept: tensor<i32>, %changed: tensor<i32>, %x: tensor<8xf32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %kept) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%i: tensor<i32>, %kept: tensor<i32>, %changed: tensor<i32>, %x: tensor<8xf32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %number = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %shape = "tf.Pack"(%kept) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %a = "tf.Fill"(%shape, %number) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %other = "tf.Pack"(%changed) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %b = "tf.Fill"(%other, %number) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %sum = "tf.Sum"(%a, %axis) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  %sum2 = "tf.Sum"(%b, %axis) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  %y = "tf.AddV2"(%x, %sum) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %z = "tf.AddV2"(%y, %sum2) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %less = "tf.Sub"(%changed, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %kept, %less, %z : tensor<i32>, tensor<i32>, tensor<i32>, tensor<8xf32>
}

/// The constants that are passed to branches tell sizes there, too.
// CHECK: func.func @chosen
// CHECK: "tf.If"({{.*}}) {{.*}} -> tensor<2xi32>
func.func @chosen(%c: tensor<i1>) -> tensor<?xi32> {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.If"(%c, %two) {then_branch = @counted, else_branch = @zeros, is_stateless = true} : (tensor<i1>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @counted(%n: tensor<i32>) -> tensor<?xi32> {
  %first = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %step = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Range"(%first, %n, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @zeros(%n: tensor<i32>) -> tensor<?xi32> {
  %0 = "tf.Const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %1 = "tf.Identity"(%0) : (tensor<2xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}

/// So do few numbers in a row, as shapes are; a row that is computed is none.
// CHECK: func.func @shaped
// CHECK: "tf.If"({{.*}}) {{.*}} -> tensor<2x3xf32>
// CHECK: "tf.If"({{.*}}) {{.*}} -> tensor<?x?xf32>
func.func @shaped(%c: tensor<i1>, %x: tensor<f32>, %shape: tensor<2xi32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %sizes = "tf.Const"() {value = dense<[2, 3]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tf.If"(%c, %sizes, %x) {then_branch = @filled, else_branch = @negated, is_stateless = true} : (tensor<i1>, tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = "tf.If"(%c, %shape, %x) {then_branch = @filled, else_branch = @negated, is_stateless = true} : (tensor<i1>, tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func private @filled(%n: tensor<2xi32>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "tf.Fill"(%n, %x) : (tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @negated(%n: tensor<2xi32>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "tf.BroadcastTo"(%0, %n) : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
