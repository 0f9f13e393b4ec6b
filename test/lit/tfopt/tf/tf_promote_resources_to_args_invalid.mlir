// RUN: tf-opt %s --tf-promote-resources-to-args --split-input-file --verify-diagnostics

/// Whatever else is given a handle could do anything.
func.func @main(%a: tensor<2xf32>) {
  // expected-error @+1 {{'tf.VarHandleOp' op expects users to be 'tf.ReadVariableOp' or 'tf.AssignVariableOp', got [tf.DestroyResourceOp]}}
  %k = "tf.VarHandleOp"() {container = "", shared_name = "u", device = ""} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  "tf.DestroyResourceOp"(%k) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> ()
  return
}

// -----

/// What a dataset's functions write when they are called, another function would not see in the value that it is given.
func.func @main(%d: tensor<!tf_type.variant>) -> tensor<f32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %m = "tf.MapDataset"(%d, %h) {f = @keep, output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.variant>
  // expected-error @+1 {{'tf.PartitionedCall' op is given variable 'v', which functions of a dataset write when elements are asked for}}
  %1 = "tf.PartitionedCall"(%m, %h) {f = @f, config = "", config_proto = "", executor_type = ""} : (tensor<!tf_type.variant>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @keep(%x: tensor<f32>, %h: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  "tf.AssignVariableOp"(%h, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return %x : tensor<f32>
}
func.func private @f(%d: tensor<!tf_type.variant>, %h: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// What a SavedModel exports is bound to its variables; of one that is only opened by its name the value is not known.
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() {is_mutable, sym_name = "v", type = tensor<f32>, value = dense<1.0> : tensor<f32>} : () -> ()
  func.func @f(%v: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @v}) -> (tensor<f32> {tf_saved_model.index_path = ["a"]})
      attributes {tf_saved_model.exported_names = ["f"]} {
    // expected-error @+1 {{'tf.VarHandleOp' op opens variable 'w', and nothing of the SavedModel says what it begins with}}
    %w = "tf.VarHandleOp"() {container = "", shared_name = "w"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %1 = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %2 = "tf.AddV2"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}

// -----

/// The same where its initializer cannot be run here.
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() {initializers = [@init]} : () -> ()
  func.func @init() attributes {tf_saved_model.exported_names = ["init"], tf_saved_model.initializer_type = "init_op"} {
    %0 = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
    %1 = "tf.RandomUniform"(%0) : (tensor<1xi32>) -> tensor<2xf32>
    %2 = "tf.VarHandleOp"() {container = "", shared_name = "w"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
    "tf.AssignVariableOp"(%2, %1) : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>) -> ()
    return
  }
  func.func @f() -> (tensor<2xf32> {tf_saved_model.index_path = ["a"]}) attributes {tf_saved_model.exported_names = ["f"]} {
    // expected-error @+1 {{says what it begins with; its initializer cannot run: 'tf.RandomUniform' op gives other numbers each time}}
    %w = "tf.VarHandleOp"() {container = "", shared_name = "w"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
    %1 = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}

// -----

/// What a function of a dataset opens by its name the host does: it would write to another variable.
func.func @main(%d: tensor<!tf_type.variant>, %x: tensor<f32>) -> tensor<!tf_type.variant> {
  %v = "tf.VarHandleOp"() <{container = "localhost", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%v, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %m = "tf.MapDataset"(%d) {f = @keep, output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  return %m : tensor<!tf_type.variant>
}
func.func private @keep(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{opens variable 'v' by its name; a function that is called must be given the handle}}
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%v, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return %x : tensor<f32>
}

// -----

/// A reference and a handle of one name are two variables.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%v, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  // expected-error @+1 {{'tf.VariableV2' op is a variable besides the one that a handle of the same name is for}}
  %r = "tf.VariableV2"() <{container = "localhost", shape = #tf_type.shape<>, shared_name = "v"}> : () -> tensor<!tf_type.f32ref>
  %0 = "tf.Neg"(%r) : (tensor<!tf_type.f32ref>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// How often a function runs that calls itself is not known: there is no last one that gives the variable back.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = "tf.PartitionedCall"(%x) {f = @count, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @count(%x: tensor<i32>) -> tensor<i32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<i32>>>
  "tf.AssignAddVariableOp"(%v, %x) : (tensor<!tf_type.resource<tensor<i32>>>, tensor<i32>) -> ()
  %limit = "tf.Const"() {value = dense<10> : tensor<i32>} : () -> tensor<i32>
  %p = "tf.Less"(%x, %limit) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "tf.If"(%p, %x) <{then_branch = @again, else_branch = @end, is_stateless = false}> : (tensor<i1>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @again(%x: tensor<i32>) -> tensor<i32> {
  %y = "tf.AddV2"(%x, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  // expected-error @+1 {{'tf.PartitionedCall' op gives a variable to '@count_0' from inside of it}}
  %0 = "tf.PartitionedCall"(%y) {f = @count, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @end(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
