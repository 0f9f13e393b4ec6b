// RUN: tf-opt %s --tfg-lift-graph-to-func --split-input-file | filecheck %s

/// Placeholders are fed, in the graph's order, with the shapes that they declare; what nobody uses is fetched.
// CHECK-LABEL: tfg.func @main(%scope2Fx: tensor<?x4xf32> {tfg.lifted_value_attr = ["scope/x", 0 : index], tfg.name = "scope/x"},
// CHECK-NEXT: %y: tensor<4x3xf32> {tfg.lifted_value_attr = ["y", 0 : index], tfg.name = "y"},
// CHECK-NEXT: %z: tensor<*xf32> {tfg.lifted_value_attr = ["z", 0 : index], tfg.name = "z"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "un"},
// CHECK-NEXT: tensor<*xi32> {tfg.name = "un:1"})
// CHECK-NEXT: attributes {tfg.lifted_graph_version = #tf_type.version<producer = 42, min_consumer = 33>} {
// CHECK-NEXT: %Placeholder, %ctl = Placeholder name("scope/x")
// CHECK-NEXT: %MatMul, %ctl_0 = MatMul(%scope2Fx, %y) name("mm") : (tensor<?x4xf32>, tensor<4x3xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Placeholder_1, %ctl_2 = Placeholder name("y")
// CHECK-NEXT: %Placeholder_3, %ctl_4 = Placeholder name("z")
// CHECK-NEXT: %AddV2, %ctl_5 = AddV2(%MatMul, %z) name("add") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Unique:2, %ctl_6 = Unique(%AddV2) name("un") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
// CHECK-NEXT: return(%Unique#0, %Unique#1) : tensor<*xf32>, tensor<*xi32>
// CHECK-NEXT: }
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("scope/x") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
  %m, %ctl_m = MatMul(%x, %y) name("mm") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y, %ctl_y = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<4x3>} : () -> (tensor<*xf32>)
  %z, %ctl_z = Placeholder name("z") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %a, %ctl_a = AddV2(%m, %z) name("add") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %u:2, %ctl_u = Unique(%a) name("un") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
}

// -----

/// Nothing is fetched of a node of which one result is used, of constants, of NoOp, nor of handles.
// CHECK-LABEL: tfg.func @main(
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "relu"})
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %u:2, %ctl_u = Unique(%x) name("un") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %r, %ctl_r = Relu(%u#0) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_c = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %h, %ctl_h = HashTableV2 name("table") : () -> (tensor<*x!tf_type.resource>)
  %ctl_n = NoOp name("n")
}

// -----

/// Scores by which an ArgMax chooses are a result beside the choice.
// CHECK-LABEL: tfg.func @main(
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "probabilities"},
// CHECK-NEXT: tensor<*xi64> {tfg.name = "classes"})
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<1x4>} : () -> (tensor<*xf32>)
  %s, %ctl_s = Softmax(%x) name("probabilities") : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_d = Const name("d") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %c, %ctl_c = ArgMax(%s, %d) name("classes") : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xi64>)
}

// -----

/// A choice that goes on is no result, and what it was made by is none either.
// CHECK-LABEL: tfg.func @main(
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "cast"})
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<1x4>} : () -> (tensor<*xf32>)
  %s, %ctl_s = Softmax(%x) name("probabilities") : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_d = Const name("d") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %c, %ctl_c = ArgMax(%s, %d) name("classes") : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xi64>)
  %f, %ctl_f = Cast(%c) name("cast") : (tensor<*xi64>) -> (tensor<*xf32>)
}

// -----

/// A PlaceholderWithDefault keeps its default.
// CHECK-LABEL: tfg.func @main()
// CHECK: PlaceholderWithDefault(%Const) name("p")
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %c, %ctl_c = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %p, %ctl_p = PlaceholderWithDefault(%c) name("p") {dtype = f32, shape = #tf_type.shape<>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_r = Relu(%p) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nodes that act are kept alive; a NoOp acts where it waits for something.
// CHECK-LABEL: tfg.func @main(
// CHECK: return [%ctl_{{[0-9]+}} {tfg.name = "assert"}, %ctl_{{[0-9]+}} {tfg.name = "train"}]
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %v, %ctl_v = VarHandleOp name("v") : () -> (tensor<*x!tf_type.resource>)
  %ctl_a = Assert(%x, %x) name("assert") : tensor<*xi1>, tensor<*xi1>
  %ctl_s = AssignVariableOp(%v, %x) name("assign") : tensor<*x!tf_type.resource>, tensor<*xi1>
  %ctl_t = NoOp [%ctl_s] name("train")
  %ctl_n = NoOp name("nothing")
}

// -----

/// Whoever waited for a fed Placeholder waits for the argument.
// CHECK-LABEL: tfg.func @main(%x: tensor<4xf32>
// CHECK: Const [%x.ctl] name("c")

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder [%ctl_n] name("x") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %c, %ctl_c = Const [%ctl_x] name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %a, %ctl_a = AddV2(%x, %c) name("add") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_n = NoOp name("n")
}

// -----

/// In graphs of old the shape [] says nothing; since version 22 it is a scalar's.
// CHECK-LABEL: tfg.func @main(%x: tensor<*xf32>
tfg.graph #tf_type.version<producer = 21, min_consumer = 0> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %r, %ctl_r = Relu(%x) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

// CHECK-LABEL: tfg.func @main(%x: tensor<f32>
tfg.graph #tf_type.version<producer = 22, min_consumer = 0> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %r, %ctl_r = Relu(%x) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A module without a graph stays as it is.
// CHECK: module {
// CHECK: tfg.func @f()
tfg.func @f() {
  return
}

// -----

/// A Placeholder that TensorFlow leaves behind where it copied a loop is not fed; it is where a node reads it, as is another that none reads.
// CHECK-LABEL: tfg.func @main(
// CHECK-SAME: %x: tensor<4xf32>
// CHECK-NEXT: %unused_control_flow_input_1: tensor<4xf32>
// CHECK-NEXT: %spare: tensor<i1>
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "add"})
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %e, %ctl_e = Placeholder name("unused_control_flow_input") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %f, %ctl_f = Placeholder name("unused_control_flow_input_1") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %s, %ctl_s = Placeholder name("spare") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %a, %ctl_a = AddV2(%x, %f) name("add") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nor is one of a handle that none reads, as TensorFlow Hub leaves for each variable of a module; where a node reads it, it is.
// CHECK-LABEL: tfg.func @main(
// CHECK-SAME: %x: tensor<4xf32>
// CHECK-NEXT: %table: tensor<!tf_type.resource>
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "relu"}
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %v, %ctl_v = Placeholder name("variable") {dtype = !tf_type.resource, shape = #tf_type.shape<>} : () -> (tensor<*x!tf_type.resource>)
  %t, %ctl_t = Placeholder name("table") {dtype = !tf_type.resource, shape = #tf_type.shape<>} : () -> (tensor<*x!tf_type.resource>)
  %r, %ctl_r = Relu(%x) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_s = LookupTableSizeV2(%t) name("size") : (tensor<*x!tf_type.resource>) -> (tensor<*xi64>)
}
