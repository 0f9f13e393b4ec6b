// RUN: tf-opt %s --infer-shapes --split-input-file | filecheck %s

/// Shapes flow from operands to results and into the signature.
// CHECK-LABEL: func.func @flow(
// CHECK-SAME: -> tensor<?x10xf32>
// CHECK: "tf.MatMul"
// CHECK-SAME: (tensor<?x784xf32>, tensor<784x10xf32>) -> tensor<?x10xf32>
// CHECK: return %{{.*}} : tensor<?x10xf32>
func.func @flow(%x: tensor<?x784xf32>, %w: tensor<784x10xf32>) -> tensor<*xf32> {
  %0 = "tf.MatMul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<?x784xf32>, tensor<784x10xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// What is computed from a static shape is evaluated, so that the shape given to Reshape is a constant.
// CHECK-LABEL: func.func @reshape(
// CHECK: %[[SHAPE:.*]] = "tf.Const"() <{value = dense<[2, 12]> : tensor<2xi32>}>
// CHECK: "tf.Reshape"(%{{.*}}, %[[SHAPE]]) : (tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x12xf32>
func.func @reshape(%x: tensor<2x3x4xf32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %twelve = "tf.Const"() <{value = dense<12> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<2x3x4xf32>) -> tensor<*xi32>
  %batch = "tf.StridedSlice"(%shape, %zero, %one, %one) <{shrink_axis_mask = 1 : i64}> : (tensor<*xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xi32>
  %new = "tf.Pack"(%batch, %twelve) <{axis = 0 : i64}> : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %0 = "tf.Reshape"(%x, %new) : (tensor<2x3x4xf32>, tensor<*xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// The shape of a tensor of unknown size is no constant, but it is that tensor's: what is known of it is followed.
// CHECK-LABEL: func.func @unknown(
// CHECK: "tf.Shape"(%{{.*}}) : (tensor<?x4xf32>) -> tensor<2xi32>
// CHECK: "tf.Reshape"(%{{.*}}) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
func.func @unknown(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  %0 = "tf.Reshape"(%x, %shape) : (tensor<?x4xf32>, tensor<*xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// An unknown batch goes through the arithmetic on shapes that flattens all else: 28 * 28 * 1 = 784 and 784 / 7 = 112.
// CHECK-LABEL: func.func @flatten(
// CHECK-SAME: -> (tensor<?x784xf32>, tensor<?x7x112xf32>)
func.func @flatten(%x: tensor<?x28x28x1xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %rest = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %seven = "tf.Const"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?x28x28x1xf32>) -> tensor<*xi32>
  %batch = "tf.StridedSlice"(%shape, %zero, %one, %one) <{shrink_axis_mask = 1 : i64}> : (tensor<*xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xi32>
  %two = "tf.Pack"(%batch, %rest) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %0 = "tf.Reshape"(%x, %two) : (tensor<?x28x28x1xf32>, tensor<*xi32>) -> tensor<*xf32>
  %three = "tf.Pack"(%batch, %seven, %rest) : (tensor<*xi32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  %1 = "tf.Reshape"(%0, %three) : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// -----

/// The batch of one tensor says nothing of another's.
// CHECK-LABEL: func.func @other_batch(
// CHECK-SAME: -> tensor<?x?xf32>
func.func @other_batch(%x: tensor<?x784xf32>, %y: tensor<?x784xf32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %rest = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%y) : (tensor<?x784xf32>) -> tensor<*xi32>
  %batch = "tf.StridedSlice"(%shape, %zero, %one, %one) <{shrink_axis_mask = 1 : i64}> : (tensor<*xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xi32>
  %two = "tf.Pack"(%batch, %rest) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %0 = "tf.Reshape"(%x, %two) : (tensor<?x784xf32>, tensor<*xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A large result is not evaluated: the program would grow.
// CHECK-LABEL: func.func @large(
// CHECK: "tf.Range"({{.*}}) -> tensor<100000xi32>
func.func @large() -> tensor<*xi32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %many = "tf.Const"() <{value = dense<100000> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Range"(%zero, %many, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  return %0 : tensor<*xi32>
}

// -----

/// What has effects stays, whatever its operands are.
// CHECK-LABEL: func.func @effect(
// CHECK: "tf.CheckNumerics"
func.func @effect() -> tensor<*xf32> {
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.CheckNumerics"(%one) <{message = "m"}> : (tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// An op that nobody knows passes on nothing and stops nothing.
// CHECK-LABEL: func.func @foreign(
// CHECK: "tf.NobodyKnows"(%{{.*}}) : (tensor<2xf32>) -> tensor<*xf32>
// CHECK: "tf.Relu"(%{{.*}}) : (tensor<*xf32>) -> tensor<*xf32>
func.func @foreign(%x: tensor<2xf32>) -> tensor<*xf32> {
  %0 = "tf.NobodyKnows"(%x) : (tensor<2xf32>) -> tensor<*xf32>
  %1 = "tf.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

/// A declared shape that says more than the operands do is kept.
// CHECK-LABEL: func.func @declared(
// CHECK: "tf.Relu"(%{{.*}}) : (tensor<?x?xf32>) -> tensor<?x3xf32>
func.func @declared(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = "tf.Relu"(%x) : (tensor<?x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

/// A private function that is called once takes on the types of the call.
// CHECK-LABEL: func.func @caller(
// CHECK: "tf.PartitionedCall"(%{{.*}}) <{f = @callee}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @caller(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @callee}> : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func private @callee(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// One that is called with two types becomes two functions.
// CHECK-LABEL: func.func @callers(
// CHECK: "tf.PartitionedCall"(%{{.*}}) <{f = @[[ONE:.*]]}> : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: "tf.PartitionedCall"(%{{.*}}) <{f = @[[OTHER:.*]]}> : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-DAG: func.func private @[[ONE]](%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
// CHECK-DAG: func.func private @[[OTHER]](%{{.*}}: tensor<3xf32>) -> tensor<3xf32>
func.func @callers(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = "tf.PartitionedCall"(%x) <{f = @shared}> : (tensor<2xf32>) -> tensor<*xf32>
  %1 = "tf.PartitionedCall"(%y) <{f = @shared}> : (tensor<3xf32>) -> tensor<*xf32>
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}
func.func private @shared(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A size that differs between the branches is unknown after them.
// CHECK-LABEL: func.func @branches(
// CHECK: "tf.If"({{.*}}) -> tensor<?x3xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = "tf.If"(%c, %x) <{then_branch = @one, else_branch = @two, is_stateless = true}> : (tensor<i1>, tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func private @one(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}
func.func private @two(%x: tensor<*xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %x, %axis) : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A size that a loop changes is unknown in it; one that it leaves alone is kept.
// CHECK-LABEL: func.func @loop(
// CHECK: "tf.While"({{.*}}) <{body = @[[BODY:.*]], cond = {{.*}}}> : {{.*}} -> (tensor<i32>, tensor<?x3xf32>)
// CHECK: func.func private @[[BODY]](%{{.*}}: tensor<i32>, %{{.*}}: tensor<?x3xf32>) -> (tensor<i32>, tensor<?x3xf32>)
func.func @loop(%n: tensor<i32>, %x: tensor<2x3xf32>) -> (tensor<*xi32>, tensor<*xf32>) {
  %0:2 = "tf.While"(%n, %x) <{cond = @positive, body = @longer, is_stateless = true}> : (tensor<i32>, tensor<2x3xf32>) -> (tensor<*xi32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xi32>, tensor<*xf32>
}
func.func private @positive(%n: tensor<*xi32>, %x: tensor<*xf32>) -> tensor<*xi1> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Greater"(%n, %zero) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
func.func private @longer(%n: tensor<*xi32>, %x: tensor<*xf32>) -> (tensor<*xi32>, tensor<*xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Sub"(%n, %one) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %1 = "tf.ConcatV2"(%x, %x, %axis) : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> tensor<*xf32>
  return %0, %1 : tensor<*xi32>, tensor<*xf32>
}

// -----

/// What is folded is a constant of the dialect that it stands among, also of types that TensorFlow's constants do not have.
// CHECK-LABEL: func.func @folded_among_stablehlo(
// CHECK-NOT: tf.Const
// CHECK: stablehlo.constant dense<[2, 4]> : tensor<2xi4>
// CHECK-NOT: tf.Const
// CHECK: return
func.func @folded_among_stablehlo() -> tensor<2xi4> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %0 = stablehlo.add %c, %c : tensor<2xi4>
  return %0 : tensor<2xi4>
}

/// What is not fed has the shape of its default.
// CHECK-LABEL: func.func @default
// CHECK: "tf.Relu"{{.*}} -> tensor<1x4xf32>
func.func @default(%x: tensor<1x4xf32>) -> tensor<*xf32> {
  %0 = "tf.PlaceholderWithDefault"(%x) <{shape = #tf_type.shape<?x4>}> : (tensor<1x4xf32>) -> tensor<?x4xf32>
  %1 = "tf.Relu"(%0) : (tensor<?x4xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

/// What goes round in a loop of StableHLO has the type of what comes in.
// CHECK-LABEL: func.func @while
// CHECK: tensor<2x4xf32>
// CHECK-NOT: tensor<?x4xf32>
// CHECK: }
func.func @while(%x: tensor<2x4xf32>, %n: tensor<i1>) -> tensor<?x4xf32> {
  %y = stablehlo.abs %x : (tensor<2x4xf32>) -> tensor<?x4xf32>
  %0 = stablehlo.while(%i = %y) : tensor<?x4xf32>
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      %1 = stablehlo.negate %i : tensor<?x4xf32>
      stablehlo.return %1 : tensor<?x4xf32>
    }
  return %0 : tensor<?x4xf32>
}

// -----

/// [4, 1] and [3, 4, 5] broadcast to [3, 4, 5]; the gradient of the first is summed over axes 0 and 2.
// CHECK-LABEL: func.func @gradients(
// CHECK-SAME: -> (tensor<2xi32>, tensor<0xi32>)
// CHECK: dense<[0, 2]>
func.func @gradients(%x: tensor<4x1xf32>, %y: tensor<3x4x5xf32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %0 = "tf.Shape"(%x) : (tensor<4x1xf32>) -> tensor<*xi32>
  %1 = "tf.Shape"(%y) : (tensor<3x4x5xf32>) -> tensor<*xi32>
  %2:2 = "tf.BroadcastGradientArgs"(%0, %1) : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  return %2#0, %2#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

/// Islands and graphs give what is in them.
// CHECK-LABEL: func.func @graph(
// CHECK-SAME: -> tensor<2xf32>
// CHECK: tf_executor.fetch {{.*}} : tensor<2xf32>, !tf_executor.control
func.func @graph(%x: tensor<2xf32>) -> tensor<*xf32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<*xf32>
    tf_executor.fetch %1#0, %1#1 : tensor<*xf32>, !tf_executor.control
  }
  return %0 : tensor<*xf32>
}
