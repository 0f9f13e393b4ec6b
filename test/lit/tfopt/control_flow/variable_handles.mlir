// RUN: tf-opt --tfg-to-executor %s | FileCheck %s

// A handle's type says what the variable holds, as the node's attributes do: the op's verifier asks for it.
// CHECK: "tf.VarHandleOp"() <{container = "", shared_name = "v"}> {device = ""} : () -> tensor<!tf_type.resource<tensor<2x?xf32>>>
// CHECK: "tf.ReadVariableOp"({{.*}}) {device = ""} : (tensor<!tf_type.resource<tensor<2x?xf32>>>) -> tensor<*xf32>
// Where the rank is unknown, so it is there.
// CHECK: "tf.VarHandleOp"{{.*}} -> tensor<!tf_type.resource<tensor<*xi64>>>
// What a type says already stays.
// CHECK: "tf.VarHandleOp"{{.*}} -> tensor<!tf_type.resource<tensor<4xf32>>>
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %v, %ctl = VarHandleOp name("v") {container = "", dtype = f32, shape = #tf_type.shape<2x?>, shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %r, %ctl_0 = ReadVariableOp(%v) name("r") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %w, %ctl_1 = VarHandleOp name("w") {container = "", dtype = i64, shape = #tf_type.shape<*>, shared_name = "w"} : () -> (tensor<!tf_type.resource>)
  %x, %ctl_2 = VarHandleOp name("x") {container = "", dtype = f32, shape = #tf_type.shape<*>, shared_name = "x"} : () -> (tensor<!tf_type.resource<tensor<4xf32>>>)
}
