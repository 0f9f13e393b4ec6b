// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// A model with a variable, an asset, an initializer and a function bound to two of them.
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<?xf32>, value = dense<1.0> : tensor<2xf32>}> {tf_saved_model.exported_names = ["v"]} : () -> ()
  "tf_saved_model.asset"() <{filename = "assets/a.txt", sym_name = "a"}> : () -> ()
  "tf_saved_model.session_initializer"() <{initializers = [@init]}> : () -> ()
  func.func @init() attributes {tf_saved_model.exported_names = ["init"]} {
    return
  }
  func.func @f(%x: tensor<f32> {tf_saved_model.index_path = [0, "x"]}, %v: tensor<!tf_type.resource<tensor<?xf32>>> {tf_saved_model.bound_input = @v}) -> (tensor<f32> {tf_saved_model.index_path = []}) attributes {tf_saved_model.exported_names = ["f"]} {
    return %x : tensor<f32>
  }
}

// -----

/// Outside of a model there are no variables.
module {
  // expected-error @+1 {{'tf_saved_model.global_tensor' op must be in a module with 'tf_saved_model.semantics'}}
  "tf_saved_model.global_tensor"() <{sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{'type' and 'value' attributes should have compatible tensor types}}
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<3xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
}

// -----

/// A constant's shape is known.
module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{should have a static shape, found tensor<?xf32>}}
  "tf_saved_model.global_tensor"() <{sym_name = "v", type = tensor<?xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-note @+1 {{previously seen here}}
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> {tf_saved_model.exported_names = ["same"]} : () -> ()
  // expected-error @+1 {{duplicate exported name 'same'}}
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "w", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> {tf_saved_model.exported_names = ["same"]} : () -> ()
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{the initializer function does not exist: @absent}}
  "tf_saved_model.session_initializer"() <{initializers = [@absent]}> : () -> ()
}

// -----

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.asset"() <{filename = "assets/a.txt", sym_name = "a"}> : () -> ()
  // expected-error @+1 {{all arguments should have 'tf_saved_model.index_path', 'tf_saved_model.bound_input' or 'tf.resource_name' attributes}}
  func.func @f(%x: tensor<f32> {tf_saved_model.index_path = [0]}, %y: tensor<f32>) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.asset"() <{filename = "assets/a.txt", sym_name = "a"}> : () -> ()
  // expected-error @+1 {{must reference a valid symbol, got invalid symbol 'b'}}
  func.func @f(%x: tensor<!tf_type.string> {tf_saved_model.bound_input = @b}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.asset"() <{filename = "assets/a.txt", sym_name = "a"}> : () -> ()
  // expected-error @+1 {{all 'tf_saved_model.index_path' arg attributes should precede all 'tf_saved_model.bound_input' arg attributes}}
  func.func @f(%x: tensor<!tf_type.string> {tf_saved_model.bound_input = @a}, %y: tensor<f32> {tf_saved_model.index_path = [0]}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.asset"() <{filename = "assets/a.txt", sym_name = "a"}> : () -> ()
  // expected-error @+1 {{all results should have 'tf_saved_model.index_path' attributes}}
  func.func @f(%y: tensor<f32> {tf_saved_model.index_path = [0]}) -> (tensor<f32> {tf._x = 1 : i64}) attributes {tf_saved_model.exported_names = ["f"]} {
    return %y : tensor<f32>
  }
}

// -----

/// Attributes of arguments, functions and modules are looked at where no op of the dialect stands.
module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{all arguments should have}}
  func.func @f(%x: tensor<f32> {tf_saved_model.bound = @v}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{unknown tf_saved_model dialect arg attribute 'tf_saved_model.bound'}}
  func.func @f(%x: tensor<f32> {tf_saved_model.bound = 1 : i32, tf_saved_model.index_path = [0]}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{'tf_saved_model.index_path' attribute should be an ArrayAttr}}
  func.func @f(%x: tensor<f32> {tf_saved_model.index_path = 0}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{'tf_saved_model.index_path' elements should be strings or 64-bit integers}}
  func.func @f(%x: tensor<f32> {tf_saved_model.index_path = [0 : i32]}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

/// A variable arrives as a handle.
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
  // expected-error @+1 {{bound input with type 'tensor<2xf32>' expected to have type 'tensor<!tf_type.resource<tensor<2xf32>>>'}}
  func.func @f(%x: tensor<2xf32> {tf_saved_model.bound_input = @v}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
  // expected-error @+1 {{duplicate 'tf_saved_model.bound_input' binding}}
  func.func @f(%x: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v}, %y: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

/// While a model is being made, names of resources stand for variables, and one may be bound twice.
module attributes {tf_saved_model.semantics, tf_saved_model.under_construction} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> : () -> ()
  func.func @f(%x: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v}, %y: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v}, %z: tensor<!tf_type.resource<tensor<2xf32>>> {tf.resource_name = "z"}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

/// What is exported is public, and nothing else is.
module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{exported function @f should be public}}
  func.func private @f() attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{non-exported function @f should be private}}
  func.func @f() {
    return
  }
}

// -----

/// A model does not call what it exports.
module attributes {tf_saved_model.semantics} {
  // expected-note @+1 {{references this exported function}}
  func.func @g() attributes {tf_saved_model.exported_names = ["g"]} {
    return
  }
  func.func private @f() {
  // expected-error @+1 {{exported function cannot be internally referenced}}
    func.call @g() : () -> ()
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{tf_saved_model.initializer_type should be one of 'restore_op' or 'init_op'. Got: init}}
  func.func private @f() attributes {tf_saved_model.initializer_type = "init"} {
    return
  }
}

// -----

module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{unknown tf_saved_model dialect attribute 'tf_saved_model.name'}}
  func.func private @f() attributes {tf_saved_model.name = "init"} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'tf_saved_model.exported_names' must be on an op whose immediate parent has attribute 'tf_saved_model.semantics'}}
  func.func @f() attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}

// -----

// What is said of the tensor is not said again where it is bound.
module attributes {tf_saved_model.semantics} {
  // expected-error @+1 {{requires attribute 'type'}}
  "tf_saved_model.global_tensor"() <{sym_name = "v", value = dense<1.0> : tensor<f32>}> {tf_saved_model.exported_names = ["v"]} : () -> ()
  func.func @f(%a: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @v}) attributes {tf_saved_model.exported_names = ["f"]} {
    return
  }
}
