// RUN: tf-opt %s --tfg-shape-inference --split-input-file --verify-diagnostics

/// A node that lacks what its op is declared with.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error @+1 {{'tfg.Switch' op has operands or attributes that its op is not declared with}}
  %s:2, %c = Switch name("s") {T = f32} : () -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// A node that waits for itself.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error @+1 {{the graph has a cycle that no NextIteration closes: 'b' -> 'b'}}
  %b, %c1 = Relu(%b) name("b") : (tensor<*xf32>) -> (tensor<*xf32>)
}
