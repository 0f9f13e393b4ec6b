// RUN: tf-opt %s --split-input-file | filecheck %s

/// Older homes of the same words are read; printed is today's.
// CHECK: func.func private @f(!tf_type.tensor, !tf_type.control, tensor<*x!tf_type.string>, tensor<*x!tf_type.resource<tensor<f32>>>, tensor<!tf_type.uint8ref>)
// CHECK-SAME: attributes {a = #tf_type.version<producer = 42, min_consumer = 33>, b = #tf_type.shape<2x?>, c = #tf_type.func<@g, {}>}
func @f(!tfg.tensor, !tfg.control, tensor<*x!tf.string>, tensor<*x!tf.resource<tensor<f32>>>, tensor<!tf.uint8ref>) attributes {a = #tfg.version<producer = 42, min_consumer = 33>, b = #tf.shape<2x?>, c = #tf.func<@g, {}>, sym_visibility = "private"}

// -----

/// Graphs as the design document of tfg writes them.
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %placeholder, %ctl = placeholder : () -> (tensor<*xi32>)
// CHECK-NEXT: %AddV2, %ctl_0 = AddV2(%placeholder, %placeholder_1) : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
// CHECK-NEXT: %placeholder_1, %ctl_2 = placeholder : () -> (tensor<*xi32>)
tfg.graph #tfg.version<producer = 42, min_consumer = 33> {
  %arg0, %ctl_0 = tfg.placeholder() : () -> (tensor<*xi32>)
  %add, %ctl_1 = tfg.AddV2(%arg0, %arg1)
                    : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %arg1, %ctl_2 = tfg.placeholder() : () -> (tensor<*xi32>)
}

// -----

/// In a generic function types need not be said.
// CHECK: tfg.func generic @foo(
// CHECK: %Greater, %ctl = Greater(%input, %another_input) name("Greater") : (!tf_type.tensor, !tf_type.tensor) -> (!tf_type.tensor)
// CHECK-NEXT: %0 = get_result(%Greater) "z" : 0
// CHECK-NEXT: %Switch, %ctl_0 = Switch(%0, %0) name("cond/Switch") : (!tf_type.tensor, !tf_type.tensor) -> (!tf_type.tensor)
// CHECK-NEXT: %1 = get_result(%Switch) "output_true" : 0
// CHECK-NEXT: %2 = get_result(%Switch) "output_false" : 0
// CHECK-NEXT: return(%1, %2) [%ctl] : !tf_type.tensor, !tf_type.tensor
tfg.func generic @foo(%arg0 : !tfg.tensor {tfg.name = "input"},
                      %arg1 : !tfg.tensor {tfg.name = "another_input"})
    -> (!tfg.tensor {tfg.name = "result1"},
        !tfg.tensor {tfg.name = "result2"})
    attributes {description = "function foo"} {
  %Greater, %ctl_0 = tfg.Greater(%arg0, %arg1) name("Greater")
  %G_z = tfg.get_result(%Greater) "z" : 0
  %Switch, %ctl_1 = tfg.Switch(%G_z, %G_z) name("cond/Switch")
  %s_true = tfg.get_result %Switch "output_true" : 0
  %s_false = tfg.get_result %Switch "output_false" : 0
  tfg.return(%s_true, %s_false) [%ctl_0]
}

// -----

/// Islands as the executor's RFC writes them: the type of control, bare ops, types that say what the body says.
// CHECK: %outputs_0, %control_1 = tf_executor.island(%control) {
// CHECK-NEXT: %1 = "tf.Add"(%arg1, %arg0) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %2 = "tf.Mul"(%1, %arg1) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: tf_executor.yield %2 : tensor<*xf32>
// CHECK: tf_executor.island(%control) wraps "tf.Add"(%arg1, %arg0) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
func @island(%0: tensor<*xf32>, %1: tensor<*xf32>) {
  %fetches = tf_executor.graph : tensor<*xf32> {
    %x, %ctl0 = tf_executor.island { tf_executor.yield %0 : tensor<*xf32> }
    %2, %ctl2 = tf_executor.island (%ctl0) : (tensor<*xf32>, !tf_executor<"control">) -> tensor<*xf32> {
      %added = tf.Add %1, %0 : tensor<*xf32>
      %mul = tf.Mul %added, %1 :tensor<*xf32>
      tf_executor.yield %mul : tensor<*xf32>
    }
    %3, %ctl3 = tf_executor.island(%ctl0) wraps tf.Add %1, %0 : tensor<*xf32>
    tf_executor.fetch %3 : tensor<*xf32>
  }
  return
}

// -----

/// The names that dialects had at first.
// CHECK: func.func private @names(!tf_executor.control, !tf_executor.control, tensor<!tf_type.string>)
func private @names(!_tf.control, !_tf_executor.control, tensor<!_tf.string>)
