// RUN: tf-opt %s --split-input-file --verify-diagnostics --grappler

/// A node has the operands that its op is declared with,
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  // expected-error @+1 {{'tfg.Switch' op has 0 operands, where its op is declared with 2}}
  %s:2, %ctl = Switch name("s") {T = f32} : () -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// the results,
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  // expected-error @+1 {{'tfg.Neg' op has 0 results, where its op is declared with 1}}
  %ctl_0 = Neg(%x) name("n") {T = f32} : tensor<*xf32>
}

// -----

/// and the attributes that no types tell.
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  // expected-error @+1 {{'tfg.Const' op has no attribute 'value', which its op is declared with}}
  %c, %ctl = Const name("c") : () -> (tensor<*xi32>)
}

// -----

/// Of an op that no table knows, nothing is required.
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x:3, %ctl = MyOp name("x") : () -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
}

// -----

/// As many results as an attribute says.
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Const name("a") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  // expected-error @+1 {{'tfg.Split' op has 2 results, where its op is declared with 3}}
  %s:2, %ctl_1 = Split(%a, %x) name("s") {T = f32, num_split = 3 : i64} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// Nodes with regions have as many results as they like.
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %i:2, %ctl_0 = IfRegion %p then {
    %a, %ctl_1 = Const name("a") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<f32>)
    yield(%a, %a) : tensor<f32>, tensor<f32>
  } else {
    %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
    yield(%b, %b) : tensor<f32>, tensor<f32>
  } {Tcond = i1, Tin = [], Tout = [f32, f32], else_attrs = {}, output_shapes = [], then_attrs = {}} : (tensor<*xi1>) -> (tensor<f32>, tensor<f32>)
}
