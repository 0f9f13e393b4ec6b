// RUN: tf-opt %s --canonicalize --split-input-file | filecheck %s

/// Identities go.
// CHECK-LABEL: func.func @identity
// CHECK-NEXT: return %arg0, %arg0
func.func @identity(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "tf.Identity"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1:2 = "tf.IdentityN"(%x, %0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0, %1#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

/// An identity that says more of the type than its operand stays.
// CHECK-LABEL: func.func @identity_that_refines
// CHECK-NEXT: tf.Identity
func.func @identity_that_refines(%x: tensor<?xf32>) -> tensor<2xf32> {
  %0 = "tf.Identity"(%x) : (tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

/// What the types say is a constant.
// CHECK-LABEL: func.func @static_shape
// CHECK-DAG: value = dense<[2, 3]> : tensor<2xi32>
// CHECK-DAG: value = dense<6> : tensor<i32>
// CHECK-DAG: value = dense<2> : tensor<i32>
func.func @static_shape(%x: tensor<2x3xf32>) -> (tensor<2xi32>, tensor<i32>, tensor<i32>) {
  %0 = "tf.Shape"(%x) : (tensor<2x3xf32>) -> tensor<2xi32>
  %1 = "tf.Size"(%x) : (tensor<2x3xf32>) -> tensor<i32>
  %2 = "tf.Rank"(%x) : (tensor<2x3xf32>) -> tensor<i32>
  return %0, %1, %2 : tensor<2xi32>, tensor<i32>, tensor<i32>
}

// -----

/// An unknown size is none.
// CHECK-LABEL: func.func @unknown_shape
// CHECK: tf.Shape
func.func @unknown_shape(%x: tensor<?x3xf32>) -> tensor<2xi32> {
  %0 = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

/// Transposes merge: the second undoes the first.
// CHECK-LABEL: func.func @transposes
// CHECK-NEXT: return %arg0
func.func @transposes(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %p = "tf.Const"() <{value = dense<[1, 2, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %q = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = "tf.Transpose"(%x, %p) : (tensor<2x3x4xf32>, tensor<3xi32>) -> tensor<3x4x2xf32>
  %1 = "tf.Transpose"(%0, %q) : (tensor<3x4x2xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// -----

/// Folding is evaluation: [1, 2] + [3, 4] in TensorFlow's ops.
// CHECK-LABEL: func.func @folded
// CHECK: value = dense<[4, 6]> : tensor<2xi32>
// CHECK-NOT: tf.AddV2
func.func @folded() -> tensor<2xi32> {
  %0 = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "tf.Const"() <{value = dense<[3, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// -----

/// A graph of nodes is left to the passes that are for graphs: its fetches have no readers.
// CHECK-LABEL: tfg.graph
// CHECK: Identity
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %y, %d = Identity(%x) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A list of one, and a transpose to where everything is already.
// CHECK-LABEL: func.func @one
// CHECK-NEXT: return %arg0, %arg0
func.func @one(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %axis) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  %p = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "tf.Transpose"(%x, %p) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

/// Lists of more stay lists.
// CHECK-LABEL: func.func @two
// CHECK: tf.ConcatV2
func.func @two(%x: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %x, %axis) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

/// An integer less itself is 0; in floating point it may be NaN, and zeros of an unknown shape are no constant.
// CHECK-LABEL: func.func @less_itself
// CHECK: %[[Z:.*]] = "tf.Const"() <{value = dense<0> : tensor<2x3xi32>}>
// CHECK: %[[F:.*]] = "tf.Sub"(%arg1, %arg1)
// CHECK: %[[D:.*]] = "tf.Sub"(%arg2, %arg2)
// CHECK: return %[[Z]], %[[F]], %[[D]]
func.func @less_itself(%x: tensor<2x3xi32>, %y: tensor<2xf32>, %z: tensor<?xi32>) -> (tensor<2x3xi32>, tensor<2xf32>, tensor<?xi32>) {
  %0 = "tf.Sub"(%x, %x) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = "tf.Sub"(%y, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "tf.Sub"(%z, %z) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0, %1, %2 : tensor<2x3xi32>, tensor<2xf32>, tensor<?xi32>
}
